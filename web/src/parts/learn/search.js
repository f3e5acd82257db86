// @ts-check
/** Looking things up in the index: numbers and names first, then beginnings of words. */

/**
 * Group, address, key, title, what is said of it, further names, further words.
 * @typedef {[number, string, string, string, string, string, string]} Entry
 * @typedef {{entry: Entry, score: number}} Hit
 */

/** Words as they are looked for; the index was folded in the same way. @param {string} words */
export function folded(words) {
  return words
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/(?<!\d)\.|\.(?!\d)/g, " ")
    .replace(/[^\p{L}\p{N}.]+/gu, " ")
    .trim();
}

/** @typedef {{key: string, title: string, names: string[], strong: string[], weak: string[]}} Folded */

/** @type {WeakMap<Entry, Folded>} */
const kept = new WeakMap();

/** @param {Entry} entry @returns {Folded} */
function prepared(entry) {
  let found = kept.get(entry);
  if (!found) {
    const [, , key, title, told, names, words] = entry;
    const strong = `${folded(key)} ${folded(title)} ${names.replaceAll("|", " ")}`;
    found = {
      key: folded(key),
      title: folded(title),
      names: names ? names.split("|") : [],
      strong: strong.split(" "),
      weak: `${folded(told)} ${words}`.split(" "),
    };
    kept.set(entry, found);
  }
  return found;
}

/** How well an entry fits; 0 if it does not. @param {Entry} entry @param {string} asked @param {string[]} tokens */
function score(entry, asked, tokens) {
  const { key, title, names, strong, weak } = prepared(entry);
  if (key === asked || names.includes(asked)) return 1000;
  if (title === asked) return 900;
  let found = 0;
  for (const token of tokens) {
    if (strong.includes(token)) found += 60;
    else if (strong.some((w) => w.startsWith(token))) found += 40;
    else if (weak.includes(token)) found += 8;
    else if (token.length > 2 && weak.some((w) => w.startsWith(token))) found += 5;
    else return 0;
  }
  if (key.startsWith(asked)) found += 200;
  else if (title.startsWith(asked)) found += 100;
  return found / tokens.length - Math.min(title.length, 90) / 100;
}

/** The entries that fit, the best first. @param {Entry[]} entries @param {string} asked @returns {Hit[]} */
export function search(entries, asked) {
  const wanted = folded(asked);
  if (!wanted) return [];
  const tokens = wanted.split(" ");
  return entries
    .map((entry) => ({ entry, score: score(entry, wanted, tokens) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score);
}

/** Sentences of the referee that have all the words. @param {string[][]} said @param {string} asked */
export function spoken(said, asked) {
  const tokens = folded(asked).split(" ").filter((t) => t.length > 2);
  if (!tokens.length) return [];
  return said.filter(([, , text]) => {
    const words = folded(text).split(" ");
    return tokens.every((token) => words.some((w) => w.startsWith(token)));
  });
}

/** How many letters must be changed, put in, left out or swapped to make one word of the other. @param {string} a @param {string} b */
function distance(a, b) {
  let [before, row] = [/** @type {number[]} */ ([]), Array.from({ length: b.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}

/** Entries of which every word that was asked for is nearly one of the names, the nearest first. @param {Entry[]} entries @param {string} asked @returns {Entry[]} */
export function near(entries, asked) {
  const tokens = folded(asked).split(" ").slice(0, 6);
  /** @type {Map<string, number>} */
  const known = new Map();
  const apart = (/** @type {string} */ token, /** @type {string} */ word) => {
    if (word.startsWith(token)) return 0;
    const most = token.length > 6 ? 2 : token.length > 3 ? 1 : 0;
    if (Math.abs(word.length - token.length) > most) return Infinity;
    const pair = `${token} ${word}`;
    if (!known.has(pair)) known.set(pair, distance(token, word));
    const found = known.get(pair) ?? Infinity;
    return found <= most ? found : Infinity;
  };
  return entries
    .map((entry) => ({ entry, off: tokens.reduce((sum, token) => sum + Math.min(...prepared(entry).strong.map((word) => apart(token, word))), 0) }))
    .filter(({ off }) => off < Infinity)
    .sort((a, b) => a.off - b.off || a.entry[3].length - b.entry[3].length)
    .slice(0, 6)
    .map(({ entry }) => entry);
}
