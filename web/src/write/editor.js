/* The editor: a text with colours, findings, a history; what it knows of the game it asks the referee. */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, redo, undo } from "@codemirror/commands";
import { bracketMatching, foldKeymap } from "@codemirror/language";
import { lintGutter, nextDiagnostic, previousDiagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorSelection, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { colours } from "./colours.js";
import { found } from "./findings.js";
import { adopted } from "./sheets.js";

const MOST_LINES = 200_000;

/** @typedef {{first: number, last: number, lines: string[]}} Edit Lines that take the place of others. */

export class Editor {
  /**
   * @param {HTMLElement} host
   * @param {object} how
   * @param {import("@codemirror/state").Extension[]} how.more What the referee adds.
   * @param {import("@codemirror/view").KeyBinding[]} how.keys
   * @param {(update: import("@codemirror/view").ViewUpdate) => void} how.onupdate
   */
  constructor(host, { more, keys, onupdate }) {
    adopted();
    this.name = "record.lgn";
    this.label = new Compartment();
    this.extensions = [
      lineNumbers(),
      lintGutter(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      drawSelection(),
      history(),
      search({ top: true }),
      highlightSelectionMatches({ minSelectionLength: 3 }),
      bracketMatching({ brackets: "[]()" }),
      closeBrackets(),
      EditorState.languageData.of(() => [{ commentTokens: { line: ";" }, closeBrackets: { brackets: ["[", "("] } }]),
      EditorState.lineSeparator.of("\n"),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        "aria-label": "The record, a line for each play. Tab leaves it.",
        spellcheck: "false",
        autocorrect: "off",
        autocapitalize: "off",
        translate: "no",
      }),
      colours,
      found,
      keymap.of([
        ...keys,
        { key: "F8", run: nextDiagnostic },
        { key: "Shift-F8", run: previousDiagnostic },
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...searchKeymap,
        ...foldKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      EditorView.updateListener.of(onupdate),
      ...more,
    ];
    this.host = host;
    this.view = new EditorView({ parent: host, state: this.#state("") });
  }

  /** @param {string} text */
  #state(text) {
    return EditorState.create({ doc: plain(text), extensions: this.extensions });
  }

  /**
   * Another record: with a history of its own.
   * @param {string} text
   * @param {string} name
   * @param {number} [line]
   */
  load(text, name, line = 0) {
    this.name = name;
    const state = this.#state(text);
    this.view.destroy(); // and with it whatever is still to be shown of the record before
    this.view = new EditorView({ parent: this.host, state });
    const last = state.doc.lines;
    this.go(line ? Math.min(line, last) : last, { focus: false });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  get line() {
    return this.view.state.doc.lineAt(this.view.state.selection.main.head).number;
  }

  /**
   * Go to a line, to the end of what stands there.
   * @param {number} line
   * @param {{focus?: boolean}} [how]
   */
  go(line, { focus = true } = {}) {
    const { doc } = this.view.state;
    const at = doc.line(Math.max(1, Math.min(line, doc.lines)));
    this.view.dispatch({
      selection: EditorSelection.cursor(at.to),
      effects: EditorView.scrollIntoView(at.to, { y: "center" }),
    });
    if (focus) this.view.focus();
  }

  /** @param {Edit[]} edits Put other lines in the place of some, as one step of the history; the cursor stays on its line. */
  edit(edits) {
    const { doc } = this.view.state;
    const changes = edits
      .filter((edit) => edit.first >= 1 && edit.first <= doc.lines + (edit.last < edit.first ? 1 : 0))
      .map((edit) => {
        if (edit.first > doc.lines) return { from: doc.length, insert: edit.lines.map((line) => `\n${line}`).join("") };
        if (!edit.lines.length && edit.last >= edit.first) return without(doc, edit.first, Math.min(edit.last, doc.lines));
        if (edit.last < edit.first) return { from: doc.line(edit.first).from, insert: edit.lines.map((line) => `${line}\n`).join("") };
        return { from: doc.line(edit.first).from, to: doc.line(Math.min(edit.last, doc.lines)).to, insert: edit.lines.join("\n") };
      });
    if (changes.length) this.view.dispatch({ changes, userEvent: "input.edit" });
  }

  undo() {
    undo(this.view);
  }

  redo() {
    redo(this.view);
  }

  find() {
    openSearchPanel(this.view);
  }
}

/**
 * The change that takes lines out, with a line end.
 * @param {import("@codemirror/state").Text} doc
 * @param {number} first
 * @param {number} last
 */
function without(doc, first, last) {
  if (last < doc.lines) return { from: doc.line(first).from, to: doc.line(last + 1).from };
  return { from: Math.max(0, doc.line(first).from - 1), to: doc.line(last).to };
}

/**
 * The text with one kind of line ends, and without what no editor should hold.
 * @param {string} text
 */
function plain(text) {
  return text.replace(/\r\n?/g, "\n").split("\n").slice(0, MOST_LINES).join("\n");
}
