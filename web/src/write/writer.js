/* The part as a whole: which record is open, what is shown beside it, where it goes from here. */
import { h } from "../shared/dom.js";
import { Aids } from "./aids.js";
import { Beside } from "./beside.js";
import { newRecord } from "./begin.js";
import { Drafts, offered } from "./drafts.js";
import { Editor } from "./editor.js";
import { FindingsList, found, here, show } from "./findings.js";
import { Knowing } from "./knowing.js";
import { Link } from "./link.js";
import { Remarks } from "./remarks.js";
import { help, keys, toolbar } from "./toolbar.js";

const MOST_BYTES = 4_000_000;
const WIDE = "(min-width: 64rem)";
const NAME = "record.lgn";

export class Writer {
  /**
   * @param {HTMLElement} host
   * @param {import("../app.js").App} app
   */
  constructor(host, app) {
    this.app = app;
    this.writing = false;
    this.drafts = new Drafts(app.store);
    this.trouble = h("p", { class: "trouble", role: "alert", hidden: true });
    this.first = h("div", { class: "write-start" });
    this.desk = h("div", { class: "write-desk", hidden: true });
    this.file = h("input", { type: "file", hidden: true, "aria-label": "A record", onchange: () => this.#chosen() });
    host.append(h("h1", {}, "Write"), this.trouble, this.first, this.desk, this.file);

    const box = h("div", { class: "write-editor" });
    this.status = h("p", { class: "write-status" });
    const board = h("section", { class: "write-board", "aria-label": "The board" });
    const list = h("section", { class: "write-findings", "aria-label": "Findings" });
    this.sections = { findings: list, board };
    this.buttons = {
      findings: h("button", { type: "button", onclick: () => this.#unfold("findings") }, "Findings"),
      board: h("button", { type: "button", onclick: () => this.#unfold("board") }, "Board"),
    };

    /** Counts what was begun, so that a list of records which comes late takes nothing away. */
    this.turn = 0;
    const now = () => ({ doc: this.editor.view.state.doc, line: this.editor.line, name: this.editor.name });
    this.link = new Link(app.referee, now, {
      judged: (answer, doc, since) => {
        if (answer.judged >= this.editor.line) this.desk.dataset.version = String(answer.version);
        this.asRead = answer.as_read;
        show(this.editor.view, answer, doc, since);
        this.beside.follow();
        this.#told();
      },
      done: () => {
        this.beside.drawn = null;
        this.beside.follow();
        this.aids.all();
        this.#told();
      },
      trouble: (words) => this.#complain(words),
    });
    this.knowing = new Knowing(this.link, app, () => this.editor);
    this.aids = new Aids(this.link, () => this.editor);
    this.editor = new Editor(box, {
      more: [...this.knowing.extensions, ...this.aids.extensions],
      keys: keys(this),
      onupdate: (update) => this.#update(update),
    });
    this.beside = new Beside(board, this.link, now);
    this.remarks = new Remarks(board, this.editor, (words) => this.app.say(words));
    this.beside.map.onchoose = (country) => (this.remarks.draws ? this.remarks.choose(country) : this.#find(country));
    this.asRead = "";
    this.findings = new FindingsList(
      list,
      (line) => this.editor.go(line),
      () => this.knowing.takeOver(),
    );
    this.bar = toolbar(this);
    const folds = h("div", { class: "write-folds", role: "group", "aria-label": "Beside the record" }, this.buttons.findings, this.buttons.board);
    this.fixing = h("button", { type: "button", class: "bare", hidden: true, onclick: () => this.knowing.fix() }, "Corrections");
    const left = h("div", { class: "write-left" }, box, h("div", { class: "write-below" }, this.status, this.fixing), this.knowing.fixes, folds);
    this.desk.append(this.bar.element, h("div", { class: "write-main" }, left, list, board), help());
    this.#droppable(box);
    this.wide = window.matchMedia(WIDE);
    this.wide.addEventListener("change", () => this.#unfold("findings"));
    this.#unfold("findings");
    this.drafts.onkept = (kept) =>
      (this.bar.kept.textContent = kept === null ? "" : kept ? "Kept in this browser" : "Not kept: this browser stores nothing");
  }

  /** @param {HTMLElement} box A file that is dropped on the editor is opened, and not put into the text. */
  #droppable(box) {
    box.addEventListener("dragover", (event) => event.preventDefault());
    box.addEventListener(
      "drop",
      (event) => {
        const file = event.dataTransfer?.files[0];
        if (!file) return;
        event.preventDefault();
        event.stopPropagation();
        this.#take(file);
      },
      { capture: true },
    );
  }

  /* ------------------------------------------------------------ records */

  /** What there is to begin with. */
  async start() {
    const mine = ++this.turn;
    await this.drafts.now();
    const drafts = await this.drafts.all();
    if (mine !== this.turn) return; // something was begun in the meantime
    this.writing = false;
    this.desk.hidden = true;
    this.first.hidden = false;
    this.#complain("");
    const go = (/** @type {import("./drafts.js").Draft} */ draft) => this.#begin(draft.text, draft.name, draft.line, draft.id);
    this.first.replaceChildren(
      h("p", { class: "lead" }, "Write a game down, or correct a record: every line is judged as you type, with the board beside it."),
      h(
        "p",
        { class: "bar" },
        h("button", { type: "button", class: "main", onclick: () => this.fresh() }, "New record"),
        h("button", { type: "button", onclick: () => this.choose() }, "Open a file"),
        h("button", { type: "button", onclick: () => this.#begin("", NAME) }, "Empty page"),
      ),
      ...(drafts.length ? [h("h2", {}, "Go on with"), offered(drafts, go, (draft) => this.drafts.remove(draft.id))] : []),
    );
  }

  fresh() {
    this.turn++;
    this.first.replaceChildren(
      newRecord(
        this.app.referee,
        (text, name) => this.#begin(text, name),
        () => this.start(),
      ),
    );
  }

  choose() {
    this.file.value = "";
    this.file.click();
  }

  #chosen() {
    const file = this.file.files?.[0];
    if (file) this.#take(file);
  }

  /** @param {File} file */
  async #take(file) {
    if (file.size > MOST_BYTES) return this.#complain("The file is larger than 4 MB; no record is.");
    try {
      const read = await this.app.referee.call("write.read", { name: file.name }, new Uint8Array(await file.arrayBuffer()));
      this.#begin(read.text, read.name);
    } catch (error) {
      this.#complain(/** @type {Error} */ (error).message);
    }
  }

  /** @param {{text: string, name?: string, line?: number}} record A record that another part hands over. */
  load({ text, name, line }) {
    if (this.writing && this.editor.text === text) {
      if (line) this.editor.go(line);
    } else this.#begin(text, name || NAME, line);
  }

  /**
   * @param {string} text
   * @param {string} name
   * @param {number} [line]
   * @param {string} [id]
   */
  #begin(text, name, line, id) {
    this.turn++;
    this.drafts.begin(id);
    this.writing = true;
    this.first.hidden = true;
    this.desk.hidden = false;
    this.#complain("");
    this.knowing.forget();
    this.aids.forget();
    this.editor.load(text, name, line);
    this.bar.name.value = name;
    this.beside.drawn = null;
    this.link.replace();
    this.drafts.later(this.kept);
    this.#told();
    this.editor.view.focus();
  }

  kept = () => ({ text: this.editor.text, name: this.editor.name, line: this.editor.line });

  /** @param {string} name */
  rename(name) {
    this.editor.name = name.trim().slice(0, 80) || NAME;
    this.drafts.later(this.kept);
  }

  save() {
    const { name, text } = this.editor;
    const url = URL.createObjectURL(new Blob([text.endsWith("\n") ? text : `${text}\n`], { type: "text/plain;charset=utf-8" }));
    const file = /\.(lgn|txt)$/i.test(name) ? name : `${name.replace(/\.[a-z]{1,5}$/i, "")}.lgn`;
    h("a", { href: url, download: file.replace(/[\\/:*?"<>|]/g, "-") }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    this.app.say(`${file} is saved`);
  }

  /** @param {string} part Hand the record over. */
  hand(part) {
    this.drafts.now();
    this.app.open({ text: this.editor.text, name: this.editor.name, line: this.editor.line }, part);
  }

  /** The position in front of the line of the cursor, and its play, become a question. */
  async ask() {
    await this.drafts.now();
    const answer = await this.link.ask("position", { line: this.editor.line });
    if (!answer) return;
    this.app.open({ text: `${answer.setup}\n${answer.play}\n`, name: `Line ${this.editor.line} of ${this.editor.name}` }, "ask");
  }

  /* ------------------------------------------------------------ what is shown */

  /** @param {import("@codemirror/view").ViewUpdate} update */
  #update(update) {
    if (update.docChanged) {
      this.link.changed(update.changes);
      this.drafts.later(this.kept);
      this.bar.kept.textContent = "";
    }
    if (update.viewportChanged) this.aids.look();
    if (update.docChanged || update.selectionSet) {
      if (update.startState.doc.lineAt(update.startState.selection.main.head).number !== this.editor.line) this.knowing.forget();
      this.beside.follow();
      this.#told();
    }
  }

  #told() {
    const { state } = this.editor.view;
    const rest = this.link.done && this.link.since === null && this.link.sent !== null;
    this.findings.show(state, rest, this.asRead);
    const counted = state.field(found).filter((one) => one.told.counted).length;
    this.buttons.findings.textContent = counted ? `Findings (${counted})` : "Findings";
    const own = here(state)[0];
    const where = `Line ${this.editor.line}`;
    if (own) this.status.textContent = `${where}: ${own.told.words}. ${own.told.message}`;
    else if (!rest) this.status.textContent = `${where}. Judging …`;
    else this.status.textContent = `${where}. ${counted ? `${counted} finding${counted === 1 ? "" : "s"} in the record.` : "Nothing is wrong."}`;
    this.status.classList.toggle("wrong", Boolean(own?.told.counted));
    this.fixing.hidden = !own?.told.counted;
  }

  /** @param {string} words */
  #complain(words) {
    this.trouble.textContent = words;
    this.trouble.hidden = !words;
  }

  /** @param {"findings" | "board"} which The section that a narrow screen shows. */
  #unfold(which) {
    for (const name of /** @type {("findings" | "board")[]} */ (["findings", "board"])) {
      this.sections[name].hidden = !this.wide.matches && name !== which;
      this.buttons[name].setAttribute("aria-pressed", String(name === which));
    }
    this.beside.visible = !this.sections.board.hidden;
    if (this.writing) this.beside.follow();
  }

  /** @param {string} country Go to the next line that names it. */
  #find(country) {
    const { doc } = this.editor.view.state;
    for (let n = 0; n < doc.lines; n++) {
      const line = ((this.editor.line + n) % doc.lines) + 1;
      if (doc.line(line).text.includes(country)) return this.editor.go(line);
    }
    this.app.say(`No line names ${country}.`);
  }
}
