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

/**
 * What a reader may write: words that say nothing of a subject, and words for which the game has others.
 * @typedef {{small: string[], meant: Record<string, string>, entries: Entry[]}} Searched
 */

/** @typedef {{key: string, title: string, names: string[], subject: string[], strong: string[], told: string[], more: string[]}} Folded */
/** @typedef {{small: Set<string>, meant: Map<string, string[]>, entries: {entry: Entry, folded: Folded}[], rare: (word: string) => number}} Prepared */

/** How much a word counts where it is found: in the title, more where it is all of its subject, in what is said, in the rest. */
const [TITLE, SUBJECT, TOLD, MORE] = [2.5, 7, 1, 0.7];
/** What is left of that where the word only begins so, and where the game has another word for it. */
const [BEGUN, MEANT] = [0.6, 0.9];
/** How much more a word counts that is the whole subject of a rule. */
const WHOLE = 2.5;
/** Below this part of the words, each by how rare it is, nothing is found. */
const LEAST = 0.4;
/** Questions are about rules, which are the first group. */
const RULES = 0;
const OF_RULES = 2;

/** A word without its ending, so that one form of it finds the others. @param {string} word */
export function stem(word) {
  if (word.length < 4 || /\d/.test(word)) return word;
  let found = word.replace(/ies$/, "y").replace(/(s|x|z|ch|sh)es$/, "$1").replace(/(?<![sui])s$/, "");
  if (found.length > 7) found = found.replace(/ment$/, "");
  if (found.length > 5) found = found.replace(/(?:ing|ed)$/, "");
  if (found.length > 4) found = found.replace(/([b-df-hj-np-tv-z])\1$/, "$1").replace(/e$/, "");
  return found;
}

/** @param {string} text @returns {string[]} */
const stems = (text) => folded(text).split(" ").filter(Boolean).map(stem);

/** @type {WeakMap<Searched, Prepared>} */
const kept = new WeakMap();

/** @param {Searched} searched @returns {Prepared} */
function prepared(searched) {
  const known = kept.get(searched);
  if (known) return known;
  /** @type {Map<string, number>} */
  const count = new Map();
  const entries = searched.entries.map((entry) => {
    const [, , key, title, told, names, words] = entry;
    const subject = stems(title.split(":")[0]);
    const strong = stems(`${key} ${title} ${names.replaceAll("|", " ")}`);
    const made = { key: folded(key), title: folded(title), names: names ? names.split("|") : [], subject, strong, told: stems(told), more: stems(words) };
    for (const word of new Set([...strong, ...made.told, ...made.more])) count.set(word, (count.get(word) ?? 0) + 1);
    return { entry, folded: made };
  });
  const subjects = new Set(entries.filter(({ entry, folded }) => entry[0] === RULES && folded.subject.length === 1).map(({ folded }) => folded.subject[0]));
  const rare = (/** @type {string} */ word) => Math.log(1 + entries.length / (count.get(word) ?? entries.length)) * (subjects.has(word) ? WHOLE : 1);
  const meant = new Map(Object.entries(searched.meant).map(([word, instead]) => [stem(word), stems(instead)]));
  const found = { small: new Set(searched.small), meant, entries, rare };
  kept.set(searched, found);
  return found;
}

/** How much a word counts in an entry. @param {Folded} entry @param {string} word */
function worth({ subject, strong, told, more }, word) {
  if (subject.includes(word)) return TITLE + SUBJECT / subject.length;
  if (strong.includes(word)) return TITLE;
  if (strong.some((other) => other.startsWith(word))) return TITLE * BEGUN;
  if (told.includes(word)) return TOLD;
  if (more.includes(word)) return MORE;
  if (word.length > 2 && (told.some((other) => other.startsWith(word)) || more.some((other) => other.startsWith(word)))) return MORE * BEGUN;
  return 0;
}

/** @typedef {{word: string, instead: string[], weight: number}} Token */

/**
 * How well an entry fits; 0 if it does not.
 * @param {Entry} entry
 * @param {Folded} folded
 * @param {string} asked
 * @param {Token[]} tokens
 * @param {boolean} question
 */
function score(entry, folded, asked, tokens, question) {
  const { key, title, names, strong } = folded;
  if (key === asked || names.includes(asked)) return 1000;
  if (title === asked) return 900;
  let [sum, met, all] = [0, 0, 0];
  for (const { word, instead, weight } of tokens) {
    const found = Math.max(worth(folded, word), ...instead.map((other) => worth(folded, other) * MEANT));
    sum += found * weight;
    all += weight;
    if (found > 0) met += weight;
  }
  if (met < all * LEAST) return 0;
  let total = (sum / all) * (met / all) - strong.length / 100;
  if (question && entry[0] === RULES) total *= OF_RULES;
  if (key.startsWith(asked)) total += 200;
  else if (title.startsWith(asked)) total += 100;
  return total;
}

/** The entries that fit, the best first. @param {Searched} searched @param {string} asked @returns {Hit[]} */
export function search(searched, asked) {
  const wanted = folded(asked);
  if (!wanted) return [];
  const { small, meant, entries, rare } = prepared(searched);
  const words = wanted.split(" ");
  const weighty = words.filter((word) => !small.has(word));
  const tokens = (weighty.length ? weighty : words).map((one) => {
    const word = stem(one);
    const instead = meant.get(word) ?? [];
    return { word, instead, weight: Math.max(...[word, ...instead].map(rare)) };
  });
  const question = words.length > 2;
  return entries
    .map(({ entry, folded }) => ({ entry, score: score(entry, folded, wanted, tokens, question) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score);
}

/** Sentences of the referee that have all the words. @param {string[][]} said @param {Searched} searched @param {string} asked */
export function spoken(said, searched, asked) {
  const { small } = prepared(searched);
  const tokens = folded(asked).split(" ").filter((word) => word.length > 2 && !small.has(word)).map(stem);
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

/** Entries of which every word that was asked for is nearly one of the names, the nearest first. @param {Searched} searched @param {string} asked @returns {Entry[]} */
export function near(searched, asked) {
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
  return prepared(searched)
    .entries.map(({ entry, folded: { key, title, names } }) => {
      const strong = `${key} ${title} ${names.join(" ")}`.split(" ");
      return { entry, off: tokens.reduce((sum, token) => sum + Math.min(...strong.map((word) => apart(token, word))), 0) };
    })
    .filter(({ off }) => off < Infinity)
    .sort((a, b) => a.off - b.off || a.entry[3].length - b.entry[3].length)
    .slice(0, 6)
    .map(({ entry }) => entry);
}
