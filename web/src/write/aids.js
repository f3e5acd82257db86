/* What the referee has worked out, shown beside the lines: results and tracks as hints, turns that fold, an outline. */
import { codeFolding, foldGutter, foldService } from "@codemirror/language";
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";
import { h } from "../shared/dom.js";
import { offset } from "./places.js";

/** @typedef {{line: number, column: number, text: string, kind: string, more: string[]}} Hint */
/** @typedef {{name: string, line: number, parts: {name: string, line: number}[]}} Entry */

const AROUND = 40;
/* Lines above and below those that are seen for which hints are fetched as well. */
const QUIET = 600;

class HintWidget extends WidgetType {
  /** @param {Hint} hint */
  constructor(hint) {
    super();
    this.hint = hint;
  }

  /** @param {HintWidget} other */
  eq(other) {
    return this.hint.text === other.hint.text && this.hint.kind === other.hint.kind;
  }

  toDOM() {
    return h("span", { class: `hint-beside hint-${this.hint.kind}`, title: this.hint.more.join("\n") }, this.hint.text);
  }
}

/** @type {import("@codemirror/state").StateEffectType<import("@codemirror/view").DecorationSet>} */
const putHints = StateEffect.define();

const hints = StateField.define({
  create: () => Decoration.none,
  update(value, tr) {
    for (const effect of tr.effects) if (effect.is(putHints)) return effect.value;
    if (!tr.docChanged) return value;
    const mapped = value.map(tr.changes);
    /** @type {[number, number][]} */
    const changed = [];
    tr.changes.iterChangedRanges((_a, _b, from, to) => changed.push([tr.newDoc.lineAt(from).from, tr.newDoc.lineAt(to).to]));
    return mapped.update({ filter: (at) => !changed.some(([from, to]) => at >= from && at <= to) });
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** @type {import("@codemirror/state").StateEffectType<{from: number, to: number}[]>} */
const putFolds = StateEffect.define();

const folds = StateField.define({
  create: () => /** @type {{from: number, to: number}[]} */ ([]),
  update(value, tr) {
    for (const effect of tr.effects) if (effect.is(putFolds)) return effect.value;
    if (!tr.docChanged) return value;
    return value.map(({ from, to }) => ({ from: tr.changes.mapPos(from), to: tr.changes.mapPos(to, -1) })).filter((one) => one.from < one.to);
  },
});

const fold = foldService.of((state, start, end) => state.field(folds).find((one) => one.from >= start && one.from <= end && one.to > end) ?? null);

export class Aids {
  /**
   * @param {import("./link.js").Link} link
   * @param {() => import("./editor.js").Editor} editor
   */
  constructor(link, editor) {
    this.link = link;
    this.editor = editor;
    this.on = window.matchMedia("(min-width: 48rem)").matches; // on a phone they take the room of the record
    this.outline = h("select", { class: "write-outline", "aria-label": "Go to", hidden: true });
    this.shown = "";
    this.hinted = "";
    this.extensions = [hints, folds, fold, codeFolding(), foldGutter()];
  }

  /** Another record is opened. */
  forget() {
    this.outline.hidden = true;
    this.shown = "";
  }

  /** Everything is judged. */
  all() {
    this.#outlined();
    this.look();
  }

  /** Other lines are seen, or the same ones were judged anew. */
  async look() {
    if (!this.on) return;
    const found = await this.link.ask(
      "hints",
      () => {
        if (!this.link.done) return null;
        const { state, viewport } = this.editor().view;
        const first = state.doc.lineAt(viewport.from).number - AROUND;
        return { first: Math.max(1, first), last: state.doc.lineAt(viewport.to).number + AROUND };
      },
      { latest: true, quiet: QUIET },
    );
    if (found && this.on) this.#show(found);
  }

  /** Switch the hints off, or on again; whether they are on. */
  toggle() {
    this.on = !this.on;
    if (this.on) this.look();
    else this.#show([]);
    return this.on;
  }

  /** @param {Hint[]} found */
  #show(found) {
    const { view } = this.editor();
    const { doc } = view.state;
    const said = JSON.stringify(found);
    if (said === this.hinted && view.state.field(hints).size === found.length) return;
    this.hinted = said;
    const made = found
      .filter((hint) => hint.line <= doc.lines)
      .map((hint) => Decoration.widget({ widget: new HintWidget(hint), side: 1 }).range(offset(doc, hint.line, hint.column)));
    view.dispatch({ effects: putHints.of(Decoration.set(made, true)) });
  }

  async #outlined() {
    /** @type {{entries: Entry[], folds: [number, number][]} | null} */
    const found = await this.link.ask("outline", () => (this.link.done ? {} : null), { latest: true, quiet: QUIET });
    if (!found) return;
    const { view } = this.editor();
    const { doc } = view.state;
    const ranges = found.folds.filter(([first, last]) => first < last && last <= doc.lines).map(([first, last]) => ({ from: doc.line(first).to, to: doc.line(last).to }));
    view.dispatch({ effects: putFolds.of(ranges) });
    const said = JSON.stringify(found.entries);
    if (said === this.shown || this.outline === document.activeElement) return;
    this.shown = said;
    this.outline.hidden = found.entries.length === 0;
    this.outline.replaceChildren(h("option", { value: "" }, "Go to …"), ...found.entries.map(listed));
    this.outline.value = "";
  }
}

/** @param {Entry} entry */
function listed(entry) {
  const whole = h("option", { value: entry.line }, entry.name);
  if (!entry.parts.length) return whole;
  return h("optgroup", { label: entry.name }, ...entry.parts.map((part) => h("option", { value: part.line }, `${entry.name}, ${part.name}`)));
}
