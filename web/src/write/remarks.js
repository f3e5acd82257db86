/* Remarks of a teacher: words on the line of the cursor, and arrows and marks by taps on the map. */
import { h } from "../shared/dom.js";

const COLOURS = ["green", "red", "blue", "yellow"];

/**
 * A line with more words in its remark.
 * @param {string} line
 * @param {string} words
 */
export function remarked(line, words) {
  const behind = line.trimStart().startsWith("{") ? line.lastIndexOf("}") + 1 : 0;
  if (line.indexOf(";", behind) >= 0) return `${line.trimEnd()} ${words}`;
  return line.trim() ? `${line.trimEnd()}  ; ${words}` : `; ${words}`;
}

export class Remarks {
  /**
   * @param {HTMLElement} host
   * @param {import("./editor.js").Editor} editor
   * @param {(words: string) => void} say
   */
  constructor(host, editor, say) {
    this.editor = editor;
    this.say = say;
    /** The country at which an arrow begins, as long as its end is not chosen. */
    this.from = "";
    this.words = h("input", { type: "text", id: "write-remark", maxlength: 400, autocomplete: "off" });
    this.colour = h("select", { "aria-label": "Colour" }, ...COLOURS.map((name) => h("option", { value: name }, name)));
    this.button = h("button", { type: "button", "aria-pressed": "false", onclick: () => this.#turn(this.button.getAttribute("aria-pressed") !== "true") }, "Draw");
    this.told = h("p", { class: "quiet", role: "status" });
    const form = h("form", { class: "write-remark" }, h("label", { for: "write-remark" }, "A remark on this line"), h("div", { class: "bar" }, this.words, h("button", { type: "submit" }, "Add")), h("div", { class: "bar" }, this.button, this.colour), this.told);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const words = this.words.value.replace(/\s+/g, " ").trim();
      if (!words) return;
      this.words.value = "";
      this.#add(words);
    });
    const fold = h("details", { class: "write-on" }, h("summary", {}, "Write on this play"), form);
    fold.addEventListener("toggle", () => fold.open || this.#turn(false));
    host.querySelector(".beside-line")?.after(fold); // above the map, so that both are in view
  }

  /** Whether taps on the map draw. */
  get draws() {
    return this.button.getAttribute("aria-pressed") === "true";
  }

  /** @param {boolean} on */
  #turn(on) {
    this.from = "";
    this.button.setAttribute("aria-pressed", String(on));
    this.told.textContent = on ? "Tap a country, then the one to which the arrow leads; the same one twice marks it." : "";
  }

  /** @param {string} country One that was tapped. */
  choose(country) {
    if (!this.from) {
      this.from = country;
      this.told.textContent = `From ${country}: tap where the arrow leads, or ${country} again to mark it.`;
      return;
    }
    const colour = this.colour.value === COLOURS[0] ? "" : `${this.colour.value} `;
    this.#add(country === this.from ? `[%mark ${colour}${country}]` : `[%arrow ${colour}${this.from} > ${country}]`);
    this.from = "";
  }

  /** @param {string} words */
  #add(words) {
    const { line } = this.editor;
    this.editor.edit([{ first: line, last: line, lines: [remarked(this.editor.view.state.doc.line(line).text, words)] }]);
    this.told.textContent = `Written on line ${line}; the report shows it there.`;
    this.say(this.told.textContent);
  }
}
