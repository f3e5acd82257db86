/* The answer: yes or no first, then why, by which rule, what changed, what would have been legal. */
import { h } from "../shared/dom.js";
import { copied } from "../shared/hand.js";

/** @typedef {{title: string, summary: string, to: string}} Rule */
/** @typedef {{kind: string, counted: boolean, message: string, reason: string, help: string, instead: string[][], assumed: string, rule: string, also: string[]}} Finding */
/**
 * @typedef {object} Told
 * @property {"yes" | "no" | "unknown"} word
 * @property {string} head
 * @property {string} by
 * @property {string[]} play
 * @property {string[]} read_as
 * @property {string} suggested
 * @property {Finding[]} findings
 * @property {Record<string, Rule>} rules
 * @property {{sentence: string, rule: string, near: "lifted" | "allowed" | "just" | "own" | "general" | "other"}[]} met Why a play is legal, what came nearest to forbidding it first.
 * @property {string[]} readings The rulings that bear on it.
 * @property {{said: string, chance: string, rule: string}[]} rolls
 * @property {string} then What the changes are: those of the board, or those that there would be.
 * @property {{said: string, rule: string}[]} changes
 * @property {{question: string, chosen: string, others: string}[]} instead
 * @property {{bbcode: string, markdown: string}} forum
 * @property {string} text
 * @property {string} note What has to be said of the position.
 * @property {any} board
 * @property {import("./carried.js").Carried} link What a link carries of it.
 */

export const SIGNS = { yes: "✓", no: "✗", unknown: "?" };

/**
 * @param {Told} told
 * @param {object} to
 * @param {(line: string) => void} to.ask Ask about another line.
 * @param {() => void} to.write Go on in the editor.
 * @param {() => Promise<string>} to.link The address of the question with this answer.
 * @param {(text: string) => void} to.say
 * @returns {HTMLElement[]}
 */
export function answered(told, to) {
  const link = (/** @type {string} */ number, full = true) => ruleLink(number, told.rules[number], full);
  const head = h("h2", { class: `verdict ${told.word}`, tabindex: "-1", id: "ask-verdict" }, h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[told.word]), h("span", {}, told.head, ...(told.by ? [" (", link(told.by, false), ")."] : ["."])));
  /** @type {(HTMLElement | null)[]} */
  const parts = [head, h("p", { class: "asked" }, h("code", {}, told.play.join("\n")))];
  if (told.note) parts.push(h("p", { class: "soft" }, told.note));
  if (told.read_as.length) parts.push(h("p", { class: "read-as" }, "Read as ", h("code", {}, told.read_as.join("\n"))));
  if (told.suggested) parts.push(h("p", { class: "suggested" }, "Did you mean ", h("code", {}, told.suggested), "? ", h("button", { type: "button", onclick: () => to.ask(told.suggested) }, "Ask about that")));
  for (const finding of told.findings) parts.push(found(finding, link, told));
  if (told.met.length) parts.push(met(told, link));
  if (told.readings.length) parts.push(listed("Readings of the rules", told.readings.map((said) => [said])));
  if (told.rolls.length) parts.push(listed("Dice", told.rolls.map((roll) => [roll.said, roll.chance ? ` Chances: ${roll.chance}. ` : " ", link(roll.rule, false)])));
  if (told.board) {
    if (told.changes.length) parts.push(listed(told.then, told.changes.map((change) => [`${change.said} `, link(change.rule, false)])));
    else parts.push(h("p", { class: "soft" }, "Nothing changes on the board."));
  }
  if (told.instead.length) {
    const rows = told.instead.map(({ question, chosen, others }) => h("div", {}, h("dt", {}, question), h("dd", {}, h("span", {}, `here: ${chosen}; `), h("b", {}, `also legal: ${others}`))));
    parts.push(h("details", { open: told.word === "no" }, h("summary", {}, "What else would have been legal"), h("dl", { class: "instead" }, ...rows)));
  }
  parts.push(shared(told, to));
  return parts.filter((part) => part !== null);
}

/**
 * The requirements that a legal play meets; those that any card has to meet are folded.
 *
 * @param {Told} told
 * @param {(number: string, full?: boolean) => HTMLElement} link
 */
function met(told, link) {
  const list = (/** @type {Told["met"]} */ grounds) => h("ul", { class: "rules" }, ...grounds.map((ground) => h("li", {}, `${ground.sentence} `, link(ground.rule, false))));
  const [own, other] = [told.met.filter((ground) => ground.near !== "other"), told.met.filter((ground) => ground.near === "other")];
  const more = other.length ? h("details", {}, h("summary", {}, `${other.length} more`), list(other)) : null;
  return h("div", {}, h("h3", {}, "Why"), list(own), ...(more ? [more] : []));
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
    h("p", { class: "said" }, finding.counted ? "" : h("b", {}, finding.kind === "note" ? "Note: " : "Follows: "), finding.message),
    finding.reason ? h("p", {}, finding.reason) : null,
    rule?.summary ? h("p", { class: "rule" }, link(finding.rule), h("b", {}, ` ${rule.title}. `), rule.summary) : rule?.to ? h("p", { class: "rule" }, "See ", link(finding.rule), ".") : null,
    finding.help ? h("p", { class: "help" }, finding.help) : null,
    ...finding.instead.map(([label, words]) => h("p", { class: "help" }, `${label}: `, h("code", {}, words))),
    finding.assumed ? h("p", {}, `The referee went on as if: ${finding.assumed}`) : null,
    finding.also.length ? h("p", {}, "See also ", ...finding.also.flatMap((number, i) => [i ? ", " : "", link(number)]), ".") : null,
  );
}

/**
 * @param {string} title
 * @param {(string | HTMLElement)[][]} rows
 */
function listed(title, rows) {
  return h("div", {}, h("h3", {}, title), h("ul", {}, ...rows.map((row) => h("li", {}, ...row))));
}

/**
 * What is done with the answer: a link, the editor, the text for a forum.
 * @param {Told} told
 * @param {{write: () => void, link: () => Promise<string>, say: (text: string) => void}} to
 */
function shared(told, to) {
  const url = h("input", { type: "text", readonly: true, "aria-label": "Link to this question" });
  const form = h("select", { id: "ask-form" }, h("option", { value: "bbcode" }, "BBCode"), h("option", { value: "markdown" }, "Markdown"));
  const text = h("textarea", { readonly: true, rows: "7", "aria-label": "The answer for a forum" });
  const fill = () => (text.value = form.value === "markdown" ? told.forum.markdown : told.forum.bbcode);
  form.addEventListener("change", fill);
  fill();
  const copy = async (/** @type {HTMLInputElement | HTMLTextAreaElement} */ field, /** @type {string} */ what) =>
    to.say((await copied(field)) ? `${what} copied.` : `${what} selected; copy it with your keys.`);
  const place = h("div", { class: "bar", hidden: true }, url, h("button", { type: "button", onclick: () => copy(url, "The link is") }, "Copy"));
  const linked = async () => {
    url.value = await to.link();
    place.hidden = false;
    await copy(url, "The link is");
  };
  return h(
    "div",
    { class: "share" },
    h("div", { class: "bar" }, h("button", { type: "button", onclick: linked }, "Link to this question"), h("button", { type: "button", onclick: () => to.write() }, "Open in Write")),
    place,
    h("details", {}, h("summary", {}, "As text for a forum or a mail"), h("div", { class: "bar" }, h("label", { for: "ask-form" }, "Form"), form, h("button", { type: "button", onclick: () => copy(text, "The answer is") }, "Copy")), text),
  );
}
