/* What the referee knows of the place where the cursor is: what may stand there, what stands there, what to write instead. */
import { autocompletion } from "@codemirror/autocomplete";
import { StateEffect, StateField } from "@codemirror/state";
import { EditorView, hoverTooltip, showTooltip } from "@codemirror/view";
import { h } from "../shared/dom.js";
import { here, linked, plain, spoken } from "./findings.js";
import { GLANCE } from "./link.js";
import { offset, place } from "./places.js";

/** @typedef {{title: [string, string][], paragraphs: {entry: boolean, pieces: [string, string][]}[]}} Told */
/** @typedef {{label: string, kind: string, detail: string, more: string, insert: string, first: number, last: number, caret: number, forbidden: boolean, about: string}} Offer */
/** @typedef {{title: string, edits: import("./editor.js").Edit[], best: boolean}} Fix */

/** @type {import("@codemirror/state").StateEffectType<import("@codemirror/view").Tooltip | null>} */
const tip = StateEffect.define();

const tips = StateField.define({
  create: () => /** @type {import("@codemirror/view").Tooltip | null} */ (null),
  update(value, tr) {
    for (const effect of tr.effects) if (effect.is(tip)) return effect.value;
    return tr.docChanged || tr.selection ? null : value;
  },
  provide: (field) => showTooltip.from(field),
});

export class Knowing {
  /**
   * @param {import("./link.js").Link} link
   * @param {import("../app.js").App} app
   * @param {() => import("./editor.js").Editor} editor
   */
  constructor(link, app, editor) {
    this.link = link;
    this.app = app;
    this.editor = editor;
    this.fixes = h("div", { class: "write-fixes", hidden: true });
    /** @type {import("@codemirror/state").Extension[]} */
    this.extensions = [
      tips,
      hoverTooltip((view, pos) => this.#hovered(view, pos), { hoverTime: 350 }),
      autocompletion({
        override: [(context) => this.#offered(context)],
        activateOnTypingDelay: 100,
        icons: false,
        maxRenderedOptions: 60,
        optionClass: (option) => `offer-${option.type} ${/** @type {any} */ (option).forbidden ? "offer-forbidden" : ""}`,
      }),
    ];
  }

  /** Offer nothing any more. */
  forget() {
    this.fixes.hidden = true;
  }

  /* ------------------------------------------------------------ what may stand here */

  /**
   * @param {import("@codemirror/autocomplete").CompletionContext} context
   * @returns {Promise<import("@codemirror/autocomplete").CompletionResult | null>}
   */
  async #offered(context) {
    const { doc } = context.state;
    const { line, column } = place(doc, context.pos);
    const before = doc.line(line).text.slice(0, context.pos - doc.line(line).from);
    if (!context.explicit && !/[\w>:+/[]\s?$|^$/.test(before)) return null;
    if (!context.explicit && before.trim() === "") return null;
    /** @type {Offer[] | null} */
    const offers = await this.link.ask("complete", { line, column }, { latest: true, quiet: context.explicit ? 0 : GLANCE });
    if (!offers?.length || context.aborted) return null;
    const least = Math.min(...offers.map((one) => one.first));
    return {
      from: offset(doc, line, least),
      filter: false,
      options: offers.map((one) => this.#option(one, line)),
    };
  }

  /**
   * @param {Offer} one
   * @param {number} line
   */
  #option(one, line) {
    return {
      label: one.label,
      detail: one.detail,
      type: one.kind,
      forbidden: one.forbidden,
      info: one.about || one.more ? () => this.#info(one) : undefined,
      apply: (/** @type {EditorView} */ view) => {
        const from = offset(view.state.doc, line, one.first);
        const to = Math.max(offset(view.state.doc, line, one.last), view.state.selection.main.head);
        const caret = from + [...one.insert].slice(0, one.caret).join("").length;
        view.dispatch({ changes: { from, to, insert: one.insert }, selection: { anchor: caret }, userEvent: "input.complete", scrollIntoView: true });
      },
    };
  }

  /** @param {Offer} one */
  async #info(one) {
    const told = one.about ? await this.link.ask("tell", { about: one.about }) : null;
    if (told) return h("div", { class: "told-tip" }, ...paragraphs(told));
    return one.more ? h("div", { class: "told-tip" }, h("p", {}, one.more)) : null;
  }

  /* ------------------------------------------------------------ what stands here */

  /**
   * @param {EditorView} view
   * @param {number} pos
   * @returns {Promise<import("@codemirror/view").Tooltip | null>}
   */
  async #hovered(view, pos) {
    const { doc } = view.state;
    const { line, column } = place(doc, pos);
    if (this.link.judged < line) return null;
    const told = await this.link.ask("hover", { line, column }, { latest: true });
    if (!told) return null;
    return tooltip(offset(doc, line, told.first), offset(doc, line, told.last), told);
  }

  /** Tell what stands at the cursor, and what is wrong on its line: shown there, and said. */
  async tell() {
    const { view } = this.editor();
    const { doc, selection } = view.state;
    const { line, column } = place(doc, selection.main.head);
    const told = await this.link.ask("hover", { line, column }, { latest: true });
    const own = here(view.state).map((one) => spoken(one.told));
    const said = told ? [plain(told.title), ...told.paragraphs.map((/** @type {any} */ p) => plain(p.pieces))] : [];
    if (!own.length) own.push(`Nothing is wrong on line ${line}.`);
    this.app.say([...own, ...said].join(" "));
    if (told) view.dispatch({ effects: tip.of(tooltip(selection.main.head, selection.main.head, told)) });
  }

  /* ------------------------------------------------------------ what to write instead */

  /** Offer what may be written in place of the line of the cursor. */
  async fix() {
    const editor = this.editor();
    const { line } = editor;
    /** @type {Fix[] | null} */
    const found = await this.link.ask("fixes", { line }, { latest: true });
    if (!found) return;
    if (!found.length) {
      this.app.say("No correction is known for this line.");
      this.fixes.replaceChildren(h("span", { class: "quiet" }, "No correction is known for this line."));
    } else {
      const buttons = found.map((one) => h("button", { type: "button", onclick: () => this.#apply(one) }, one.title));
      this.fixes.replaceChildren(...buttons, h("button", { type: "button", class: "bare", onclick: () => this.#leave() }, "Leave it"));
      this.fixes.hidden = false;
      buttons[0].focus();
      this.app.say(found.length === 1 ? "One correction for this line." : `${found.length} corrections for this line.`);
    }
    this.fixes.hidden = false;
  }

  #leave() {
    this.forget();
    this.editor().view.focus();
  }

  /** @param {Fix} fix */
  #apply(fix) {
    this.editor().edit(fix.edits);
    this.#leave();
  }

  /** Take over all that the referee supposes for slips of the pen; one undo takes it back. */
  async takeOver() {
    const editor = this.editor();
    const made = await this.link.ask("as_read", {}, { latest: true });
    if (!made) return;
    editor.edit(made.edits);
    this.app.say("The record is as it was read now. Undo takes it back.");
    editor.view.focus();
  }

  /** Put the whole record into its canonical form. */
  async format() {
    const editor = this.editor();
    const made = await this.link.ask("format", {}, { latest: true });
    if (!made) return;
    const left = made.left ? ` ${made.left} line${made.left === 1 ? " cannot be read and stays" : "s cannot be read and stay"} as written.` : "";
    editor.edit(made.edits);
    this.app.say((made.edits.length ? "The record is in its canonical form now." : "The record was in its canonical form already.") + left);
    editor.view.focus();
  }
}

/**
 * @param {number} pos
 * @param {number} end
 * @param {Told} told
 * @returns {import("@codemirror/view").Tooltip}
 */
function tooltip(pos, end, told) {
  return { pos, end, above: true, create: () => ({ dom: h("div", { class: "told-tip" }, ...paragraphs(told)) }) };
}

/** @param {Told} told */
function paragraphs(told) {
  return [
    h("p", {}, h("b", {}, ...linked(told.title))),
    ...told.paragraphs.map((one) => h("p", { class: one.entry ? "entry-line" : "" }, ...linked(one.pieces))),
  ];
}
