/* The answer that a link carries beside its question, so that it can be read at once. Anybody may have written it: it is
   bounded, it is text, and it is replaced by the referee's own answer. */
import { h } from "../shared/dom.js";
import { packed, rows, told, words } from "../shared/link.js";
import { WORDS, verdict } from "./answer.js";

/** @typedef {import("../shared/blank.js").Brief & {word: import("./answer.js").Word, head: string, by: string, play: string, said: string[]}} Carried */

const MOST_HEAD = 400;
const MOST_SENTENCE = 600;
const MOST_PLAY = 2000;
const MOST_SAID = 12;
const MOST_ROWS = 60;
const MOST_SIGNS = 40;
/** Larger than any place on the map. */
const FAR = 2000;

/**
 * The words of a link for a question, with its answer where there is one, without a "#".
 * @param {string} question
 * @param {Carried | null} answer
 */
export async function linked(question, answer) {
  return `/ask?q=${await packed(question)}${answer ? `&a=${await packed(JSON.stringify(answer))}` : ""}`;
}

/**
 * The answer in a link; null where none can be shown.
 * @param {string} word
 * @returns {Promise<Carried | null>}
 */
export async function carried(word) {
  return checked(await told(word));
}

/** @param {any} given @returns {Carried | null} */
function checked(given) {
  const word = given?.word === "unknown" ? "cannot be judged" : given?.word; // as older links have it
  if (!given || !Object.hasOwn(WORDS, word) || !words(given.head, 1)) return null;
  return {
    word,
    head: words(given.head, MOST_HEAD),
    by: words(given.by, 30),
    play: words(given.play, MOST_PLAY),
    said: rows(given.said, MOST_SAID).map((one) => words(one, MOST_SENTENCE)).filter(Boolean),
    map: words(given.map, 20),
    facts: rows(given.facts, MOST_ROWS).map((pair) => [words(pair?.[0], 60), words(pair?.[1], 120)]),
    looks: rows(given.looks, MOST_ROWS).map((one) => [words(one?.[0], 40), classes(one?.[1]), number(one?.[2]), rows(one?.[3], MOST_SIGNS).map(sign), words(one?.[4], 300)]),
  };
}

/** @param {any} given @returns {import("../shared/blank.js").Sign} */
function sign(given) {
  return [classes(given?.[0]), number(given?.[1]), number(given?.[2]), number(given?.[3]), words(given?.[4], 40), Math.min(1, number(given?.[5]) || 1)];
}

/** @param {any} given */
const number = (given) => (Number.isFinite(given) ? Math.max(-FAR, Math.min(FAR, given)) : 0);
/** @param {any} given */
const classes = (given) => (typeof given === "string" && /^[a-z0-9 -]{0,60}$/.test(given) ? given : "");

/**
 * The answer of a link, marked as such; without one what is being done in its place.
 * @param {Carried | null} answer
 * @param {string} state What the referee is doing.
 * @returns {HTMLElement[]}
 */
export function claim(answer, state) {
  const doing = h("p", { class: "claim", role: "status" }, answer ? `This answer comes from the link. ${state}` : state);
  if (!answer) return [doing];
  const { word, head, by, play, said } = answer;
  return [
    verdict(word, head, by),
    doing,
    h("p", { class: "asked" }, h("code", {}, play)),
    ...(said.length ? [h("ul", {}, ...said.map((one) => h("li", {}, one)))] : []),
  ];
}
