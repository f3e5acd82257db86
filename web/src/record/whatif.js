/* What if: a play of the game tried differently, beside the game, until it is kept in the record or dropped. */
import { h } from "../shared/dom.js";
import { sheet } from "./sheet.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Send} Send */

/** Most letters of the words that are kept with it. */
const MOST_WORDS = 300;

/** The band above the table that says what is tried, with the two ways out of it. */
export class Band {
  /** @param {Send} send */
  constructor(send) {
    this.send = send;
    this.title = h("p", { class: "rc-band-title", id: "rc-band-title" });
    this.keep = h("button", { "aria-label": "Keep it beside the game", onclick: () => this.#ask() }, "Keep it");
    this.drop = h("button", { "aria-label": "Drop it: back to the game", onclick: () => this.#leave() }, "Drop it");
    this.element = h("section", { class: "rc-band", hidden: true, "aria-labelledby": "rc-band-title" }, this.title, this.keep, this.drop);
    /** @type {State["what_if"]} */
    this.tried = null;
  }

  /** @param {State["what_if"]} tried What is tried now; null for the game itself. */
  show(tried) {
    this.tried = tried;
    this.element.hidden = !tried;
    this.title.textContent = tried?.title ?? "";
    this.title.title = tried?.instead_of ?? "";
    this.keep.disabled = !tried?.lines.length;
  }

  #ask() {
    const field = h("input", { type: "text", id: "what-if-words", maxlength: String(MOST_WORDS), autocomplete: "off", enterkeyhint: "done" });
    const done = () => {
      open.close();
      void this.send("keep", { words: field.value });
    };
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // else it would press the key that opened this
      done();
    });
    const lines = this.tried?.lines ?? [];
    const open = sheet(
      "Keep it beside the game",
      h("p", { class: "rc-hint" }, `Below ${this.tried?.instead_of}, as a variation: the report shows it, and the verdict on the game stays what it is.`),
      h("ol", { class: "rc-log" }, ...lines.map((line) => h("li", { class: "rc-entry-line" }, h("code", {}, line)))),
      h("label", { for: "what-if-words" }, "Your words on it, if you like"),
      field,
      h("button", { class: "main rc-big", onclick: done }, "Keep it beside the game"),
    );
  }

  #leave() {
    if (!this.tried?.lines.length) return void this.send("drop");
    const open = sheet(
      "Drop it?",
      h("p", {}, "What was tried is forgotten. The game is as it was."),
      h("button", { class: "rc-big rc-danger", onclick: () => { open.close(); void this.send("drop"); } }, "Drop it"),
      h("button", { class: "rc-big", onclick: () => open.close() }, "Go on with it"),
    );
  }
}
