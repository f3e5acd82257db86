/* Two versions of one game, that of a link and the one that is kept here: what each has that the other has not. */
import { h } from "../shared/dom.js";
import { sheet } from "./sheet.js";

/** @typedef {import("./keep.js").Kept} Kept */

/**
 * @typedef {object} Compared
 * @property {boolean} game Whether both are the same game.
 * @property {string[]} mine The lines that are kept here, and that the link has not.
 * @property {number} news How many lines of the link are not kept here.
 * @property {number} had The line of the link up to which both are the same.
 * @typedef {Compared & {kept: Kept}} Met
 */

/** Most lines that are shown of what the link has not. */
const SHOWN = 6;
/** Lines that say what is in a hand. */
const SECRET = /^(deal|draw)\b/;
/** Tags and the deal are the same in many games. */
const COMMON = /^(\[|;|deal\b)/;
/** What is never another in the same game. */
const NEVER = /^\[(Scenario|Rules|Length)\b/;

/** @param {string} text */
const rows = (text) => text.trimEnd().split(/\r?\n/);

/** @param {string} line Whether a line is a play, and no remark and no variation. */
const plays = (line) => !/^\s*($|[;{[])/.test(line);

/**
 * What a kept text and that of a link have of each other. What stands between the plays of one alone, a remark or a variation, parts no game.
 * @param {string} own
 * @param {string} link
 * @returns {Compared}
 */
export function compared(own, link) {
  const [mine, theirs] = [rows(own), rows(link)];
  /** @type {string[]} */
  const lacking = [];
  let at = 0;
  let same = 0;
  for (const line of mine) {
    if (!line.trim()) continue;
    let next = theirs.indexOf(line, at);
    if (lacking.some(plays) || (next > at && theirs.slice(at, next).some(plays))) next = -1;
    if (next < 0) lacking.push(line);
    else {
      at = next + 1;
      same += Number(!COMMON.test(line) && plays(line));
    }
  }
  const news = theirs.slice(at).filter((line) => line.trim()).length;
  const prefix = !lacking.some(plays) || !theirs.slice(at).some(plays);
  return { game: (same > 0 || prefix) && !lacking.some((line) => NEVER.test(line)), mine: lacking, news, had: at };
}

/**
 * Which version the game goes on in: asked only where something would be lost.
 * @param {Met} met
 * @returns {Promise<"mine" | "link" | "both">}
 */
export function which(met) {
  const { kept, mine, news } = met;
  if (!mine.length && !kept.open) return Promise.resolve("link");
  if (!mine.length && !news) return Promise.resolve("mine");
  return new Promise((choose) => {
    const key = (/** @type {string} */ words, /** @type {string} */ more, /** @type {"mine" | "link" | "both"} */ choice, lead = "") =>
      h("button", { class: `rc-big ${lead}`, onclick: () => { chosen = choice; open.close(); } }, h("span", {}, words, h("small", {}, more)));
    /** @type {"mine" | "link" | "both"} */
    let chosen = "mine";
    const shown = mine.filter((line) => !SECRET.test(line));
    const own = mine.length ? `Yours has ${counted(mine.length)} that the link has not` : "In yours a play is begun and not finished";
    const open = sheet(
      "Which one goes on?",
      h("p", {}, `“${kept.name}” is kept here already. ${own}${mine.length && kept.open ? ", and a play is begun" : ""}. ${news ? `The link has ${counted(news)} that yours has not.` : "The link has nothing that yours has not."}`),
      h("ol", { class: "rc-log" }, ...shown.slice(0, SHOWN).map((line) => h("li", { class: "rc-entry-line" }, h("code", {}, line)))),
      shown.length > SHOWN ? h("p", { class: "rc-hint" }, `and ${counted(shown.length - SHOWN)} more`) : "",
      key("Go on with mine", "The link is left alone", "mine", news ? "" : "main"),
      key("Take that of the link", "Mine is replaced", "link", "rc-danger"),
      key("Keep both", "That of the link as a record of its own", "both", news ? "main" : ""),
    );
    open.element.addEventListener("close", () => choose(chosen));
  });
}

/** @param {number} n */
const counted = (n) => `${n} line${n > 1 ? "s" : ""}`;
