/* The real board looks different: what is on the real board is set by taps, and a line says it. */
import { Refused } from "../referee.js";
import { h } from "../shared/dom.js";
import { PlaceSheet } from "../shared/place.js";

export class Seen {
  /**
   * @param {object} to
   * @param {import("../referee.js").Referee} to.referee
   * @param {string} to.text The position of the record.
   * @param {(board: import("../shared/map.js").Drawn) => void} to.drawn The position has changed.
   * @param {(country: string) => void} to.mark
   * @param {(text: string, correct: boolean) => void} to.write
   * @param {() => void} to.leave
   */
  constructor(to) {
    this.text = to.text;
    this.trouble = h("p", { class: "trouble", role: "alert", hidden: true });
    this.sheetHost = h("div", { class: "rc-place" });
    this.sheet = new PlaceSheet(this.sheetHost, {
      referee: to.referee,
      text: () => this.text,
      took: (shown, country) => {
        this.text = shown.text;
        to.drawn(shown.board);
        if (this.sheet.open) to.mark(country);
        this.trouble.hidden = true;
      },
      refused: (words) => this.#refuse(words),
      closed: () => {
        to.mark("");
        this.title.focus({ preventScroll: true });
      },
    });
    this.mark = to.mark;
    this.leave = to.leave;
    this.title = h("h2", { class: "rc-asked-title", tabindex: "-1" }, "What does the board show?");
    const write = (/** @type {boolean} */ correct) => this.sheet.changes.then(() => to.write(this.text, correct));
    this.element = h(
      "section",
      { class: "rc-asked rc-board-seen", "aria-label": "The real board looks different" },
      this.title,
      h("p", { class: "rc-hint" }, "Tap a country on the map, or the tracks, and set what you see on the table. Only the differences are written."),
      this.trouble,
      h("div", { class: "rc-chips" }, h("button", { class: "rc-chip", onclick: () => this.look("") }, "Tracks, cards, clock")),
      this.sheetHost,
      h(
        "div",
        { class: "rc-foot-key rc-seen-keys" },
        h("button", { class: "main rc-big", onclick: () => write(false) }, "Report it", h("small", {}, "mistake (board:)")),
        h("button", { class: "rc-big", onclick: () => write(true) }, "Correct it", h("small", {}, "no finding (set:)")),
        h("button", { class: "rc-big", onclick: to.leave }, "Leave it"),
      ),
    );
  }

  /** @param {string} country A country was tapped; "" for the tracks. */
  async look(country) {
    try {
      await this.sheet.look(country);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return this.#refuse(error.message);
    }
    this.mark(country);
    this.sheetHost.scrollIntoView({ block: "start" });
  }

  /** @param {string} words */
  #refuse(words) {
    this.trouble.textContent = words;
    this.trouble.hidden = false;
  }
}
