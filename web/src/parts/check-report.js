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
    /** @type {{name: string, text: string, chances: boolean} | null} */
    this.made = null;
    this.url = "";
    this.turn = 0;
    this.words = h("p", { class: "ck-wait", role: "status" });
    this.title = h("h2", { class: "ck-head", tabindex: -1 });
    this.saver = h("button", { type: "button", onclick: () => this.made && save(this.made.name, this.made.text) }, "Save");
    this.place = h("div", { class: "ck-frame" });
    /** Whether games are being played on from its positions. */
    this.rolling = false;
    this.roller = h("button", { type: "button", onclick: () => (this.rolling ? (this.rolling = false) : this.#rollOut()) });
    /** Whether the report is shown as a lesson. */
    this.lesson = false;
    this.teacher = h("button", { type: "button", "aria-pressed": "false", title: "Hide the verdict: was it legal?", onclick: () => this.#teach() }, "Lesson");
    this.bar = h("progress", { max: 1, value: 0, "aria-label": "Rollouts", hidden: true });
    this.roller.hidden = true;
    this.#rests();
    this.host = h(
      "section",
      { class: "ck-report", "aria-label": "Report", hidden: true },
      h("div", { class: "ck-bar" }, h("button", { type: "button", onclick: back }, "Findings"), this.title, this.teacher, this.roller, this.saver),
      this.bar,
      this.words,
      this.place,
    );
  }

  /** The report as a file, drawn once. */
  async file() {
    const mine = this.turn;
    const made =
      this.made ??
      (await this.app.referee.call("check.report", { lesson: this.lesson }, undefined, {
        told: (/** @type {number} */ done, /** @type {number} */ of) => (this.words.textContent = `The report is being drawn: ${done} of ${of} lines`),
      }));
    if (mine === this.turn) {
      this.made = made;
      this.roller.hidden = !made.chances;
    }
    return made;
  }

  /** Show the lesson in the place of the report, or the report again. */
  async #teach() {
    this.lesson = !this.lesson;
    this.teacher.setAttribute("aria-pressed", String(this.lesson));
    this.#rests();
    this.roller.hidden = true;
    this.turn++;
    this.place.replaceChildren();
    this.#drop();
    await this.show(this.title.textContent ?? "");
  }

  #rests() {
    this.rolling = false;
    this.bar.hidden = true;
    this.roller.textContent = "Roll out";
    this.roller.title = "Play on from every position by the flowcharts, for better chances than those of the table";
  }

  /** Play on from all positions in turn until it is stopped or done, then draw the report anew. */
  async #rollOut() {
    const mine = this.turn;
    this.rolling = true;
    this.bar.hidden = false;
    this.roller.textContent = "Stop";
    this.roller.title = "What has been played is kept";
    try {
      for (let left = 1; left && this.rolling && mine === this.turn; ) {
        const { done, of, each } = await this.app.referee.call("check.roll_out");
        left = of - done;
        if (mine !== this.turn) return;
        this.bar.value = of ? done / of : 1;
        this.words.textContent = `${each} rollouts from each position so far; the chart takes them from 20 on.`;
      }
      if (mine !== this.turn) return;
      this.#rests();
      this.words.textContent = "The report is being drawn …";
      this.#drop();
      this.wanted = "chances";
      this.#frame((await this.file()).text, this.title.textContent ?? "");
      if (mine === this.turn) this.words.textContent = "";
    } catch (error) {
      this.#rests();
      this.#failed(error);
    }
  }

  /** @param {unknown} error */
  #failed(error) {
    if (!(error instanceof Refused || error instanceof Fault)) throw error;
    this.words.textContent = error instanceof Refused ? error.message : "The referee failed at this report. It is a fault of the program.";
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
      this.#failed(error);
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
    this.#rests();
    this.roller.hidden = true;
    this.lesson = false;
    this.teacher.setAttribute("aria-pressed", "false");
    this.words.textContent = "";
    this.wanted = "";
    this.place.replaceChildren();
    this.#drop();
  }

  #drop() {
    this.made = null;
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = "";
  }
}
