/* Findings as cards: what is wrong in one sentence, the line with the part underlined, why, what to write instead. */
import { h } from "../shared/dom.js";

const FIRST = 40;

/**
 * @typedef {object} Rule
 * @property {string} name
 * @property {string} words
 * @property {string} to Where the page tells of it; "" for nowhere.
 */

/**
 * @typedef {object} Finding
 * @property {string} id
 * @property {number} line
 * @property {string} where
 * @property {string} kind
 * @property {string} words
 * @property {string} own The kind's own name; "" where it says no more than the words.
 * @property {string} about Where the page explains the kind.
 * @property {string} whose Whose play it speaks against, in words; "" for neither.
 * @property {Rule} rule
 * @property {Rule[]} also
 * @property {string} message
 * @property {string[]} quote
 * @property {string} means
 * @property {string[][]} more
 * @property {string[][]} instead The lines to write or to leave out, each with what to do.
 * @property {string} effect What that would clear; "" where nothing is known.
 * @property {number | null} fix Its number among those with a fix that can be made; null for none.
 * @property {boolean} play
 * @property {Finding[]} [followers]
 */

/**
 * @typedef {object} Acts
 * @property {(f: Finding) => void} write
 * @property {(f: Finding) => void} apply
 * @property {(f: Finding) => void} ask
 * @property {(f: Finding) => void} report
 */

/**
 * @param {Rule} rule
 */
function cite(rule) {
  if (!rule.words) return null;
  if (!rule.to) return h("span", {}, rule.words);
  const link = h("a", { href: `#/learn/${rule.to.split("/").map(encodeURIComponent).join("/")}` }, rule.words);
  return h("span", { class: "ck-cite", "data-rule": rule.name }, link, h("span", { class: "ck-title" }));
}

/** @param {Finding} f */
function line(f) {
  if (!f.quote.length) return null;
  const [before, part, behind] = f.quote;
  return h("p", { class: "ck-line" }, h("code", {}, before, part ? h("mark", {}, part) : h("mark", { class: "gap" }, "\u00a0"), behind));
}

/**
 * @param {Finding} f
 * @param {Acts} acts
 * @param {number} level
 * @returns {HTMLElement}
 */
function card(f, acts, level) {
  const followers = f.followers ?? [];
  const also = f.also.map(cite).filter((one) => one !== null);
  const rule = cite(f.rule);
  const button = (/** @type {string} */ words, /** @type {(f: Finding) => void} */ act) =>
    h("button", { type: "button", onclick: () => act(f) }, words, h("span", { class: "sr" }, `, ${f.where}`));
  return h(
    "article",
    { class: `ck-finding ${f.kind}` },
    h(level === 3 ? "h3" : "h4", { class: "ck-what" }, h("a", { class: "ck-kind", href: `#/learn/${f.about}` }, f.words), " ", f.own ? h("small", { class: "ck-own" }, f.own) : null, " ", f.whose ? h("span", { class: "ck-play" }, f.whose) : null, " ", h("span", { class: "ck-where" }, f.where)),
    h("p", { class: "ck-say" }, f.message),
    line(f),
    f.means ? h("p", { class: "ck-means" }, h("code", {}, f.means)) : null,
    f.more.length ? h("dl", { class: "ck-more" }, ...f.more.map(([label, words]) => h("div", {}, h("dt", {}, label), h("dd", {}, words)))) : null,
    f.instead.length || f.effect
      ? h(
          "div",
          { class: "ck-instead" },
          ...f.instead.map(([label, words]) => h("p", {}, h("b", {}, label), " ", h("code", {}, words))),
          f.effect ? h("p", {}, `That would clear ${f.effect}.`) : null,
        )
      : null,
    rule || also.length ? h("p", { class: "ck-rule" }, rule, also.length ? h("span", { class: "ck-also" }, rule ? "; also " : "Also ", ...also.flatMap((one, i) => (i ? [", ", one] : [one]))) : null) : null,
    h(
      "p",
      { class: "ck-acts" },
      f.fix !== null ? button("Apply to a copy", acts.apply) : null,
      button("Write here", acts.write),
      f.play ? button("Ask about this", acts.ask) : null,
      f.id ? button("In the report", acts.report) : null,
    ),
    followers.length
      ? h(
          "details",
          { class: "ck-followers" },
          h("summary", {}, followers.length === 1 ? "1 more, only because of this" : `${followers.length} more, only because of this`),
          ...followers.map((one) => card(one, acts, 4)),
        )
      : null,
  );
}

/**
 * A list of cards, the first of them at once and the rest when they are wanted.
 * @param {Finding[]} found
 * @param {Acts} acts
 */
function cards(found, acts) {
  const list = h("div", { class: "ck-cards" }, ...found.slice(0, FIRST).map((f) => card(f, acts, 3)));
  const rest = found.slice(FIRST);
  if (rest.length) {
    const more = h("button", { type: "button", class: "ck-rest" }, `${rest.length} more`);
    more.addEventListener("click", () => {
      const next = rest.splice(0, 4 * FIRST).map((f) => card(f, acts, 3));
      more.before(...next);
      next[0].querySelector("button")?.focus();
      if (rest.length) more.textContent = `${rest.length} more`;
      else more.remove();
    });
    list.append(more);
  }
  return list;
}

/**
 * All that was found, by cause.
 * @param {{causes: Finding[], orphans: Finding[], notes: Finding[]}} answer
 * @param {Acts} acts
 */
export function findings(answer, acts) {
  const found = [];
  if (answer.causes.length) found.push(h("h2", {}, "Findings"), cards(answer.causes, acts));
  if (answer.orphans.length) found.push(h("h2", {}, "Only because of an earlier line"), cards(answer.orphans, acts));
  if (answer.notes.length) {
    const words = answer.notes.length === 1 ? "1 note" : `${answer.notes.length} notes`;
    const notes = h("details", { class: "ck-notes" }, h("summary", {}, `${words}: nothing is wrong there`), cards(answer.notes, acts));
    notes.open = !answer.causes.length;
    found.push(notes);
  }
  return found;
}

/**
 * The names of all rules that are cited.
 * @param {HTMLElement} host
 */
export const cited = (host) => [...new Set([...host.querySelectorAll(".ck-cite")].map((one) => one.getAttribute("data-rule") ?? ""))];

/**
 * Put the titles of rules behind their numbers.
 * @param {HTMLElement} host
 * @param {Record<string, string>} titles
 */
export function entitle(host, titles) {
  for (const one of host.querySelectorAll(".ck-rule > .ck-cite")) {
    const title = titles[one.getAttribute("data-rule") ?? ""];
    const place = one.querySelector(".ck-title");
    if (title && place) place.textContent = ` ${title}`;
  }
}
