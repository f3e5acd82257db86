/* The answer: its word, one sentence and the rule that decides; all else is folded below. */
import { h } from "../shared/dom.js";
import { shared } from "./share.js";

/** @typedef {{title: string, summary: string, to: string}} Rule */
/** @typedef {{kind: string, counted: boolean, message: string, reason: string, help: string, instead: string[][], assumed: string, rule: string, also: string[], told: boolean}} Finding */
/** @typedef {"yes" | "no" | "yes so far" | "it depends" | "cannot be judged"} Word */
/** @typedef {{when: string, then: string, states: string[]}} Case */
/** @typedef {{name: string, decides: boolean, of_track: boolean, cases: Case[]}} Hanging */
/** @typedef {{name: string, rule: string, needed: string, results: {result: string, chance: number, board: string[]}[]}} OpenRoll */
/**
 * @typedef {object} One The answer on one play.
 * @property {Word} word
 * @property {string} said
 * @property {string} head
 * @property {string} by
 * @property {string[]} play
 * @property {string[]} read_as
 * @property {string} suggested
 * @property {Finding[]} findings
 * @property {{sentence: string, rule: string, near: string}[]} met Why a play is legal, what came nearest to forbidding it first.
 * @property {string[]} readings The rulings that bear on it.
 * @property {Hanging[]} hanging What the answer, or the number needed, hangs on.
 * @property {OpenRoll[]} open Rolls that are still to be made.
 * @property {boolean} certain Whether the chances hang on no track.
 * @property {{said: string, chance: string, rule: string}[]} rolls
 * @property {string} then What the changes are: those of the board, or those that there would be.
 * @property {{said: string, rule: string}[]} changes
 * @property {{question: string, chosen: string, others: string}[]} instead
 */
/**
 * @typedef {object} Told
 * @property {One[]} answers
 * @property {Record<string, Rule>} rules
 * @property {{bbcode: string, markdown: string}} forum
 * @property {string} text
 * @property {any} board
 * @property {import("./carried.js").Carried} link What a link carries of it.
 */

/** @type {Record<Word, [string, string, string]>} The words of answers: sign, style, and what is said. */
export const WORDS = {
  yes: ["✓", "yes", "Yes"],
  no: ["✗", "no", "No"],
  "yes so far": ["✓", "so-far", "Yes, so far"],
  "it depends": ["⇄", "depends", "It depends"],
  "cannot be judged": ["?", "unknown", "I cannot say"],
};

/**
 * The word of an answer with its sentence.
 * @param {Word} word
 * @param {string} head
 * @param {HTMLElement | string | null} rule
 * @param {string} [id]
 */
export function verdict(word, head, rule, id = "ask-verdict") {
  const [sign, style, said] = WORDS[word];
  return h("h2", { class: `verdict ${style}`, tabindex: "-1", id }, h("span", { class: "sign", "aria-hidden": "true" }, sign), h("span", {}, h("strong", {}, `${said}. `), head, ...(rule ? [" (", rule, ")."] : ["."])));
}

/**
 * @typedef {object} To
 * @property {(line: string) => void} ask Ask about another line.
 * @property {(said: string) => void} state State something more of the position, and ask again.
 * @property {() => void} write Go on in the editor.
 * @property {(answer: boolean) => Promise<string>} link The address of the question.
 * @property {(text: string) => void} say
 */

/**
 * @param {Told} told
 * @param {To} to
 * @returns {HTMLElement[]}
 */
export function answered(told, to) {
  const parts = told.answers.flatMap((one, n) => answer(one, told, to, n));
  return [...parts, shared(told, to), ...told.answers.map((one) => h("p", { class: "asked" }, h("code", {}, one.play.join("\n"))))];
}

/**
 * @param {One} one
 * @param {Told} told
 * @param {To} to
 * @param {number} n
 * @returns {HTMLElement[]}
 */
function answer(one, told, to, n) {
  const link = (/** @type {string} */ number, full = true) => ruleLink(number, told.rules[number], full);
  const several = told.answers.length > 1;
  const [deciding, other] = [one.hanging.filter((thing) => thing.decides), one.hanging.filter((thing) => !thing.decides)];
  /** @type {(HTMLElement | null)[]} */
  const parts = [
    several ? h("p", { class: "asked of" }, h("code", {}, one.play.join("\n"))) : null,
    verdict(one.word, one.head, one.by ? link(one.by, false) : null, n ? `ask-verdict-${n}` : undefined),
  ];
  if (one.read_as.length) parts.push(h("p", { class: "read-as" }, "Read as ", h("code", {}, one.read_as.join("\n"))));
  if (one.suggested) parts.push(h("p", { class: "suggested" }, "Did you mean ", h("code", {}, one.suggested), "? ", h("button", { type: "button", onclick: () => to.ask(one.suggested) }, "Ask about that")));
  if (deciding.length) parts.push(folded("What it hangs on", true, ...deciding.map((thing) => hanging(thing, to))));
  if (one.open.length) parts.push(folded("What each result does", !deciding.length, ...one.open.map((roll) => results(roll, one.certain, one.open.length > 1))));
  if (other.length) parts.push(folded(one.open.length ? "What the number needed hangs on" : "What it would change with", one.word === "yes so far", ...other.map((thing) => hanging(thing, to))));
  const rolls = one.rolls.map((roll) => [roll.said, roll.chance ? ` Chances: ${roll.chance}. ` : " ", link(roll.rule, false)]);
  const changes = one.changes.map((change) => [`${change.said} `, link(change.rule, false)]);
  if (rolls.length || changes.length) parts.push(folded(one.then, one.word === "yes", listed([...rolls, ...changes])));
  const why = because(one, told, link);
  if (why.length) parts.push(folded("Why", one.word === "no", ...why));
  if (one.instead.length) {
    const rows = one.instead.map(({ question, chosen, others }) => h("div", {}, h("dt", {}, question), h("dd", {}, h("span", {}, `here: ${chosen}; `), h("b", {}, `also legal: ${others}`))));
    parts.push(folded("What would be legal", false, h("dl", { class: "instead" }, ...rows)));
  }
  return parts.filter((part) => part !== null);
}

/**
 * @param {string} title
 * @param {boolean} open
 * @param {...HTMLElement} what
 */
function folded(title, open, ...what) {
  return h("details", { open }, h("summary", {}, title), ...what);
}

/** @param {(string | HTMLElement)[][]} rows */
function listed(rows) {
  return h("ul", {}, ...rows.map((row) => h("li", {}, ...row)));
}

/**
 * One thing that is not stated: what comes of each of its values; a tap on one states it.
 * @param {Hanging} thing
 * @param {To} to
 */
function hanging(thing, to) {
  const rows = thing.cases.map(({ when, then, states }) => {
    const words = h("span", {}, when);
    const what = h("small", {}, then);
    if (!states.length) return h("p", {}, words, ": ", what);
    const say = states[Math.floor((states.length - 1) / 2)];
    return h("button", { type: "button", onclick: () => to.state(say) }, words, what);
  });
  return h("div", { class: "hanging", role: "group", "aria-label": thing.name }, ...rows);
}

/**
 * @param {OpenRoll} roll
 * @param {boolean} certain
 * @param {boolean} named
 */
function results(roll, certain, named) {
  const percent = (/** @type {number} */ chance) => ` ${Math.round(100 * chance)} %`;
  const rows = roll.results.map(({ result, chance, board }) => h("div", {}, h("dt", {}, result, certain ? h("span", { class: "chance" }, percent(chance)) : ""), h("dd", {}, board.join("; ") || "nothing changes")));
  return h("div", {}, named ? h("h3", {}, roll.name, ": ", roll.needed) : null, h("dl", { class: "results" }, ...rows));
}

/**
 * The grounds of an answer: what was found, the requirements that it meets, the readings.
 * @param {One} one
 * @param {Told} told
 * @param {(number: string, full?: boolean) => HTMLElement} link
 */
function because(one, told, link) {
  /** @type {HTMLElement[]} */
  const parts = one.findings.filter((finding) => one.word !== "yes so far" || finding.kind !== "incomplete").map((finding) => found(finding, link, told));
  const list = (/** @type {One["met"]} */ grounds) => h("ul", { class: "rules" }, ...grounds.map((ground) => h("li", {}, `${ground.sentence} `, link(ground.rule, false))));
  const [own, others] = [one.met.filter((ground) => ground.near !== "other"), one.met.filter((ground) => ground.near === "other")];
  if (own.length) parts.push(list(own));
  if (one.readings.length) parts.push(h("h3", {}, "Readings of the rules"), listed(one.readings.map((said) => [said])));
  if (others.length) parts.push(folded(`${others.length} more`, false, list(others)));
  return parts;
}

/**
 * @param {string} number
 * @param {Rule | undefined} rule
 * @param {boolean} full
 */
function ruleLink(number, rule, full) {
  const known = number.replace(/(\d)-[a-z]+$/, "$1"); // without the name that a list inside the rule has here
  if (!rule?.to) return h("span", {}, known);
  const words = full && rule.title && /^\d/.test(number) ? `Rule ${known}` : known;
  const path = rule.to.split("/").map(encodeURIComponent).join("/");
  return h("a", { href: `#/learn/${path}`, title: rule.title || null }, words);
}

/**
 * @param {Finding} finding
 * @param {(number: string, full?: boolean) => HTMLElement} link
 * @param {Told} told
 */
function found(finding, link, told) {
  const rule = told.rules[finding.rule];
  return h(
    "div",
    { class: `finding ${finding.counted ? finding.kind : "note"}` },
    finding.told ? null : h("p", { class: "said" }, finding.counted ? "" : h("b", {}, finding.kind === "note" ? "Note: " : "Follows: "), finding.message),
    finding.reason ? h("p", {}, finding.reason) : null,
    rule?.summary ? h("p", { class: "rule" }, link(finding.rule), h("b", {}, ` ${rule.title}. `), rule.summary) : rule?.to ? h("p", { class: "rule" }, "See ", link(finding.rule), ".") : null,
    finding.help ? h("p", { class: "help" }, finding.help) : null,
    ...finding.instead.map(([label, words]) => h("p", { class: "help" }, `${label}: `, h("code", {}, words))),
    finding.assumed ? h("p", {}, finding.assumed) : null,
    finding.also.length ? h("p", {}, "See also ", ...finding.also.flatMap((number, i) => [i ? ", " : "", link(number)]), ".") : null,
  );
}
