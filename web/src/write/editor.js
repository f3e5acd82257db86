/* The editor: a text with colours, findings, a history; what it knows of the game it asks the referee. */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, redo, undo } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { lintGutter, nextDiagnostic, previousDiagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorSelection, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { colours } from "./colours.js";
import { found } from "./findings.js";
import { adopted } from "./sheets.js";

const MOST_LINES = 200_000;

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

  /**
   * Take another text in place of this one, as one step of the history; what is the same stays, and so does the cursor.
   * @param {string[]} lines
   */
  replace(lines) {
    const { doc } = this.view.state;
    let top = 0;
    while (top < Math.min(doc.lines, lines.length) && doc.line(top + 1).text === lines[top]) top++;
    let end = 0;
    while (end < Math.min(doc.lines, lines.length) - top && doc.line(doc.lines - end).text === lines[lines.length - 1 - end]) end++;
    if (top === doc.lines && top === lines.length) return false;
    const { line } = this;
    const from = end ? doc.line(top + 1).from : top ? doc.line(top).to : 0;
    const to = end ? doc.line(doc.lines - end + 1).from : doc.length;
    const middle = lines.slice(top, lines.length - end);
    const whole = middle.map((text, n) => (end ? `${text}\n` : top || n ? `\n${text}` : text)).join("");
    this.view.dispatch({ changes: { from, to, insert: whole } });
    const now = this.view.state.doc.line(Math.min(line, this.view.state.doc.lines));
    this.view.dispatch({ selection: EditorSelection.cursor(now.to), scrollIntoView: true });
    return true;
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
 * The text with one kind of line ends, and without what no editor should hold.
 * @param {string} text
 */
function plain(text) {
  return text.replace(/\r\n?/g, "\n").split("\n").slice(0, MOST_LINES).join("\n");
}
