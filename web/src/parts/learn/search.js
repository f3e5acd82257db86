// @ts-check
/** Looking things up in the index: `referee/api/search/ranking.py` has the same algorithm, and a test compares the two. */

/**
 * Group, address, key, title, what it says, further names, further words, words in which players ask, weight in a question.
 * @typedef {[number, string, string, string, string, string, string, string, number]} Entry
 * @typedef {{entry: Entry, score: number}} Hit
 */

/** Words as they are looked for; the index was folded in the same way. @param {string} words */
export function folded(words) {
  return words
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/(?:(?<!\d)\.|\.(?!\d)|[^\p{L}\p{N}.])+/gu, " ")
    .trim();
}

/**
 * The index, of which the first `counted` entries say how rare a word is, and how a reader may ask: words that say nothing of
 * a subject, terms of several words, words for which the game has others, words of countries, which are examples mostly, and
 * words of a question about a solitaire system.
 * @typedef {{small: string[], terms: string[], meant: Record<string, string>, places: string[], alone: string[], counted: number, entries: Entry[]}} Searched
 */

/** @typedef {{key: string, title: string, names: string[], subject: Set<string>, strong: Set<string>, asked: Set<string>, told: Set<string>, more: Set<string>, length: number, tie: number}} Folded */
/** @typedef {{small: Set<string>, term: RegExp, phrases: Map<string, string[]>, longest: number, alone: Set<string>, entries: {entry: Entry, folded: Folded}[], rare: (word: string) => number}} Prepared */

/** How much a word counts: in a title or name, more where it is all of the subject, as players ask, in the text, around it. */
const [STRONG, SUBJECT, ASKED, TOLD, MORE] = [2.2, 1.6, 2.0, 1.2, 0.5];
/** What is left of that where a word only begins so, and where the rulebook has another word for it. */
const [BEGUN, MEANS] = [0.6, 0.85];
/** How much a long text makes each of its words count less. */
const LENGTH = 0.5;
/** The weight of a country, which is an example mostly, of the whole subject of a rule (Travel), of a word that is nowhere. */
const [PLACE, CORE, UNKNOWN] = [0.35, 1.6, 0.6];
/** The group of rules. */
const RULES = 0;
/** Below this part of the words, each by how rare it is, nothing is found. */
const LEAST = 0.35;
/** Words from this number on are a question. */
const QUESTION = 3;

/** Endings that are cut off words of at least so many letters, one after the other. @type {[number, RegExp, string][]} */
const ENDINGS = [
  [4, /ies$/, "y"],
  [4, /(s|x|z|ch|sh)es$/, "$1"],
  [4, /(?<![sui])s$/, ""],
  [8, /ment$/, ""],
  [6, /(?:ing|ed)$/, ""],
  [5, /([b-df-hj-np-tv-z])\1$/, "$1"],
  [5, /e$/, ""],
];

/** A word without its ending, so that one form of it finds the others. @param {string} word */
export function stem(word) {
  if (word.length < 4 || /\d/.test(word)) return word;
  for (const [least, ending, instead] of ENDINGS) if (word.length >= least) word = word.replace(ending, instead);
  return word;
}

/** The words of a folded text, each term as one. @param {string} text @param {RegExp} term */
const joined = (text, term) => text.replace(term, (found) => found.replaceAll(" ", "")).split(" ").filter(Boolean);

/** A weight in ten-thousandths, so that no logarithm of another program ranks otherwise. @param {number} value */
const rounded = (value) => Math.floor(value * 10_000 + 0.5) / 10_000;

/** @type {WeakMap<Searched, Prepared>} */
const kept = new WeakMap();

/** @param {Searched} searched @returns {Prepared} */
function prepared(searched) {
  const known = kept.get(searched);
  if (known) return known;
  const longestFirst = [...searched.terms].sort((a, b) => b.length - a.length);
  const term = new RegExp(`\\b(?:${longestFirst.join("|")})(?!\\w)`, "g");
  const stems = (/** @type {string} */ text) => joined(folded(text), term).map(stem);
  /** @type {Map<string, number>} */
  const count = new Map();
  let sum = 0;
  const read = searched.entries.map((entry, n) => {
    const [, , key, title, told, names, words, asked] = entry;
    const strong = stems(`${key} ${title} ${names.replaceAll("|", " ")}`);
    const made = { strong: new Set(strong), asked: new Set(stems(asked)), told: new Set(stems(told)), more: new Set(stems(words)) };
    const length = new Set([...made.strong, ...made.told, ...made.more]).size;
    if (n < searched.counted) {
      sum += length;
      for (const word of new Set([...made.strong, ...made.told, ...made.more, ...made.asked])) count.set(word, (count.get(word) ?? 0) + 1);
    }
    const subject = new Set(stems(title.split(":")[0]));
    return { entry, size: length, folded: { key: folded(key), title: folded(title), names: names ? names.split("|").map(folded) : [], subject, ...made, tie: made.strong.size / 100 } };
  });
  const mean = sum / searched.counted;
  const entries = read.map(({ entry, size, folded }) => ({ entry, folded: { ...folded, length: 1 / (1 - LENGTH + (LENGTH * size) / mean) } }));
  const places = new Set(searched.places);
  const core = new Set(entries.slice(0, searched.counted).filter(({ entry, folded }) => entry[0] === RULES && folded.subject.size === 1).flatMap(({ folded }) => [...folded.subject]));
  const unknown = rounded(Math.log(1 + searched.counted) * UNKNOWN);
  const rare = (/** @type {string} */ word) => {
    const n = count.get(word);
    return n ? rounded(Math.log(1 + searched.counted / n) * (places.has(word) ? PLACE : core.has(word) ? CORE : 1)) : unknown;
  };
  const phrases = new Map(Object.entries(searched.meant).map(([words, instead]) => [joined(words, term).map(stem).join(" "), stems(instead)]));
  const longest = Math.max(...[...phrases.keys()].map((words) => words.split(" ").length));
  const found = { small: new Set(searched.small), term, phrases, longest, alone: new Set(searched.alone), entries, rare };
  kept.set(searched, found);
  return found;
}

/** A word of a question, with those that the rulebook has for it; a known phrase has only these. @typedef {{words: string[], own: boolean, weight: number}} Token */

/** @param {string[]} words @param {Prepared} known @returns {Token[]} */
function tokens(words, { small, phrases, longest, rare }) {
  const cut = words.map(stem);
  /** @type {Map<string, {words: string[], own: boolean}>} */
  const found = new Map();
  const put = (/** @type {string[]} */ said, /** @type {boolean} */ own) => {
    const name = `${own} ${said.join(" ")}`;
    if (!found.has(name)) found.set(name, { words: said, own });
  };
  for (let at = 0; at < words.length; ) {
    let long = Math.min(longest, words.length - at);
    while (long > 1 && !phrases.has(cut.slice(at, at + long).join(" "))) long -= 1;
    if (long > 1) put(/** @type {string[]} */ (phrases.get(cut.slice(at, at + long).join(" "))), false);
    else if (!small.has(words[at])) put([cut[at], ...(phrases.get(cut[at]) ?? [])], true);
    at += Math.max(long, 1);
  }
  if (!found.size) for (const word of cut) put([word], true);
  return [...found.values()].map((token) => ({ ...token, weight: Math.max(...token.words.map(rare)) }));
}

/** How much a word counts in an entry. @param {Folded} entry @param {string} word */
function worth({ subject, strong, asked, told, more, length }, word) {
  const begins = (/** @type {Set<string>} */ words) => word.length > 2 && [...words].some((other) => other.startsWith(word));
  let found = 0;
  if (strong.has(word)) {
    found += STRONG;
    if (subject.has(word)) found += SUBJECT / subject.size;
  } else if (begins(strong)) found += STRONG * BEGUN;
  if (asked.has(word)) found += ASKED;
  if (told.has(word)) found += TOLD * length;
  else if (more.has(word)) found += MORE * length;
  else if (!found && begins(told)) found += MORE * BEGUN * length;
  return found;
}

/**
 * How well an entry fits; 0 if it does not.
 * @param {Entry} entry
 * @param {Folded} folded
 * @param {string} wanted
 * @param {Token[]} asked
 * @param {boolean} question
 * @param {boolean} alone whether the question is about a solitaire system
 */
function score(entry, folded, wanted, asked, question, alone) {
  const { key, title, names } = folded;
  if (key === wanted || names.includes(wanted)) return 1000;
  if (title === wanted) return 900;
  let [total, met, whole] = [0, 0, 0];
  for (const { words, own, weight } of asked) {
    let best = 0;
    words.forEach((word, n) => (best = Math.max(best, worth(folded, word) * (own && !n ? 1 : MEANS))));
    total += best * weight;
    whole += weight;
    if (best > 0) met += weight;
  }
  if (met < whole * LEAST) return 0;
  let found = (total / whole) * (met / whole) - folded.tie;
  if (question && !(alone && entry[8] < 1)) found *= entry[8];
  if (key.startsWith(wanted)) found += 200;
  else if (title.startsWith(wanted)) found += 100;
  return found;
}

/** Whether a reader asks in words, and not for a name. @param {Searched} searched @param {string} asked */
export const isQuestion = (searched, asked) => joined(folded(asked), prepared(searched).term).length >= QUESTION;

/** The entries that fit, the best first. @param {Searched} searched @param {string} asked @returns {Hit[]} */
export function search(searched, asked) {
  const known = prepared(searched);
  const wanted = folded(asked);
  const words = joined(wanted, known.term);
  if (!words.length) return [];
  const found = tokens(words, known);
  const alone = found.some((token) => token.words.some((word) => known.alone.has(word)));
  return known.entries
    .map(({ entry, folded }) => ({ entry, score: score(entry, folded, wanted, found, words.length >= QUESTION, alone) }))
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
