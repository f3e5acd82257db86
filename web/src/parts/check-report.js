/* The report in the page: a frame that may run the report's own scripts and nothing else. */
import { h } from "../shared/dom.js";
import { save } from "../shared/hand.js";
import { Fault, Refused } from "../referee.js";

export class Report {
  /**
   * @param {import("../app.js").App} app
   * @param {() => void} back What leads back to the findings.
   */
  constructor(app, back) {
    this.app = app;
    /** The play that is shown first. */
    this.wanted = "";
    /** @type {{name: string, text: string} | null} */
    this.made = null;
    this.url = "";
    this.turn = 0;
    this.words = h("p", { class: "ck-wait", role: "status" });
    this.title = h("h2", { class: "ck-head", tabindex: -1 });
    this.saver = h("button", { type: "button", onclick: () => this.made && save(this.made.name, this.made.text) }, "Save");
    this.place = h("div", { class: "ck-frame" });
    this.host = h(
      "section",
      { class: "ck-report", "aria-label": "Report", hidden: true },
      h("div", { class: "ck-bar" }, h("button", { type: "button", onclick: back }, "Findings"), this.title, this.saver),
      this.words,
      this.place,
    );
  }

  /** The report as a file, drawn once. */
  async file() {
    const mine = this.turn;
    const made =
      this.made ??
      (await this.app.referee.call("check.report", {}, undefined, {
        told: (/** @type {number} */ done, /** @type {number} */ of) => (this.words.textContent = `The report is being drawn: ${done} of ${of} lines`),
      }));
    if (mine === this.turn) this.made = made;
    return made;
  }

  /** @param {string} name */
  async show(name) {
    this.host.hidden = false;
    this.title.textContent = name;
    this.title.focus({ preventScroll: true });
    window.scrollTo(0, 0);
    const mine = this.turn;
    this.saver.disabled = true;
    if (!this.made) this.words.textContent = "The report is being drawn …";
    try {
      const { text } = await this.file();
      if (mine !== this.turn) return;
      this.words.textContent = "";
      this.saver.disabled = false;
      this.#frame(text, name);
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Fault)) throw error;
      this.words.textContent = error instanceof Refused ? error.message : "The referee failed at this report. It is a fault of the program.";
    }
  }

  /**
   * @param {string} text
   * @param {string} name
   */
  #frame(text, name) {
    if (this.url && !this.wanted) return; // it is there, at the play where it was left
    if (!this.url) this.url = URL.createObjectURL(new Blob([text], { type: "text/html;charset=utf-8" }));
    const frame = h("iframe", { title: `Report on ${name}`, sandbox: "allow-scripts allow-popups", referrerpolicy: "no-referrer" });
    frame.src = this.url + (this.wanted ? `#${encodeURIComponent(this.wanted)}` : "");
    this.wanted = "";
    this.place.replaceChildren(frame);
  }

  hide() {
    this.host.hidden = true;
  }

  /** Another record comes: this report is none of it. */
  forget() {
    this.turn++;
    this.made = null;
    this.wanted = "";
    this.place.replaceChildren();
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = "";
  }
}
