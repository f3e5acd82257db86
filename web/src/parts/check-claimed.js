/* The verdict that a link carries beside its record, shown until the referee has judged the record itself. */
import { h } from "../shared/dom.js";
import { packed, rows, told, words } from "../shared/link.js";

/** @typedef {{head: string, looked: string, said: string[]}} Claimed */

const MOST_HEAD = 300;
const MOST_SAID = 8;
const MOST_SENTENCE = 400;

/** @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A verdict in a line. @param {any} answer */
export function headline(answer) {
  return { clean: "Clean", idle: "Nothing to judge", unread: "This cannot be read", findings: "" }[/** @type {string} */ (answer.verdict)] || sentence(answer.found);
}

/** A verdict for a link. @param {any} answer */
export function carried(answer) {
  const said = answer.causes.slice(0, MOST_SAID).map((/** @type {any} */ one) => `${one.where}: ${one.message}`);
  return packed(JSON.stringify({ head: headline(answer), looked: answer.looked, said }));
}

/**
 * The verdict in a link; null where none can be shown.
 * @param {string} word
 * @returns {Promise<Claimed | null>}
 */
export async function claimed(word) {
  const found = await told(word);
  if (!found || !words(found.head, 1)) return null;
  return { head: words(found.head, MOST_HEAD), looked: words(found.looked, MOST_HEAD), said: rows(found.said, MOST_SAID).map((one) => words(one, MOST_SENTENCE)).filter(Boolean) };
}

/** @param {Claimed} verdict */
export function shown({ head, looked, said }) {
  return h(
    "section",
    { class: "ck-verdict", "aria-label": "The verdict from the link" },
    h("h2", { class: "ck-head" }, head),
    h("p", {}, `${sentence(looked)}.`),
    h("p", { class: "ck-quiet" }, "This verdict comes from the link; the referee judges the record itself now."),
    h("ul", { class: "ck-notes-list" }, ...said.map((one) => h("li", {}, one))),
  );
}
