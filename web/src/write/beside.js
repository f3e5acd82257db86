/* The board beside the editor: the position behind the line of the cursor, and what happened there. */
import { h } from "../shared/dom.js";
import { BoardMap } from "../shared/map.js";
import { rule } from "./findings.js";
import { GLANCE } from "./link.js";

export class Beside {
  /**
   * @param {HTMLElement} host
   * @param {import("./link.js").Link} link
   * @param {() => {doc: import("@codemirror/state").Text, line: number}} now
   */
  constructor(host, link, now) {
    this.link = link;
    this.now = now;
    this.title = h("p", { class: "beside-line" });
    this.map = new BoardMap(host);
    this.words = h("div", { class: "beside-words" });
    host.prepend(this.title);
    host.append(this.words);
    /** @type {{line: number, version: number} | null} What is drawn. */
    this.drawn = null;
    this.visible = true;
    this.shown = "";
  }

  /** The cursor is somewhere, or the record has changed, or been judged on. */
  async follow() {
    if (!this.visible) return;
    const { line } = this.now();
    const at = this.drawn;
    if (at && at.line === line && at.version === this.link.version && this.link.since === null) return;
    const answer = await this.link.ask(
      "board",
      () => {
        const now = this.now();
        return this.link.judged >= now.line ? { line: now.line } : null;
      },
      { latest: true, quiet: GLANCE },
    );
    if (!answer || answer.waits) return;
    this.drawn = { line: answer.line, version: this.link.version };
    this.title.textContent = answer.what ? `After line ${answer.line}` : `At line ${answer.line}`;
    const shown = answer.svg + JSON.stringify([answer.facts, answer.more]);
    if (shown !== this.shown) this.map.show(answer);
    this.shown = shown;
    this.words.replaceChildren(
      ...(answer.what ? [h("p", { class: "what" }, answer.what)] : []),
      ...list("Dice", answer.dice),
      ...list("Changes", answer.told),
    );
  }
}

/**
 * @param {string} title
 * @param {{text: string, rule: string}[]} told
 */
function list(title, told) {
  if (!told.length) return [];
  return [h("h3", { class: "small" }, title), h("ul", { class: "told" }, ...told.map((one) => h("li", {}, one.text, " ", rule(one.rule))))];
}
