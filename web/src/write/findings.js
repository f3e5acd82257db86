/* What is wrong: underlined in the text, marked in the margin, told in a list; it moves along with the text while the
   referee has not judged the lines again. */
import { setDiagnostics } from "@codemirror/lint";
import { StateEffect, StateField } from "@codemirror/state";
import { h } from "../shared/dom.js";
import { span } from "./places.js";

/** @typedef {import("./link.js").Told} Told */
/** @typedef {{from: number, to: number, told: Told}} Found A finding where it stands now. */
/** @typedef {import("@codemirror/lint").Diagnostic} Diagnostic */

/** @type {import("@codemirror/state").StateEffectType<Found[]>} */
const put = StateEffect.define();

/** @type {StateField<Found[]>} */
export const found = StateField.define({
  create: () => /** @type {Found[]} */ ([]),
  update(value, tr) {
    for (const effect of tr.effects) if (effect.is(put)) return effect.value;
    if (!tr.docChanged) return value;
    return value.map(({ from, to, told }) => ({ from: tr.changes.mapPos(from, 1), to: tr.changes.mapPos(to, -1), told }));
  },
});

/** @type {Record<string, Diagnostic["severity"]>} */
const SEVERITIES = { note: "info", incomplete: "warning", unsupported: "warning", slip: "warning" };

/**
 * Put what the referee said beside the text; what it says of lines that are not judged again yet stays.
 * @param {import("@codemirror/view").EditorView} view
 * @param {import("./link.js").Judged} answer
 * @param {import("@codemirror/state").Text} doc The text that was judged.
 * @param {import("@codemirror/state").ChangeSet | null} since What was changed after it.
 */
export function show(view, answer, doc, since) {
  const now = view.state.doc;
  /** @type {Found[]} */
  const all = answer.findings.map((told) => {
    const { from, to } = span(doc, told);
    if (!since) return { from, to, told };
    return { from: since.mapPos(from, 1), to: Math.max(since.mapPos(from, 1), since.mapPos(to, -1)), told };
  });
  if (!answer.done && answer.judged < doc.lines) {
    const beyond = doc.line(Math.max(1, answer.judged)).to;
    const edge = since ? since.mapPos(beyond, -1) : beyond;
    all.push(...view.state.field(found).filter((one) => !one.told.early && (one.from > edge || answer.judged < 1)));
  }
  all.sort((a, b) => a.from - b.from);
  const marks = all.filter((one) => one.to <= now.length).map(diagnostic);
  const spec = setDiagnostics(view.state, marks);
  view.dispatch({ effects: [put.of(all), ...[spec.effects ?? []].flat()] });
}

/**
 * @param {Found} one
 * @returns {Diagnostic}
 */
function diagnostic({ from, to, told }) {
  return {
    from,
    to,
    severity: told.follows ? "hint" : (SEVERITIES[told.kind] ?? "error"),
    message: `${told.words}: ${told.message}`,
    renderMessage: () => h("div", { class: "finding-tip" }, ...body(told)),
  };
}

/**
 * A finding in words, with the rule to be looked up.
 * @param {Told} told
 */
export function body(told) {
  return [
    h("p", { class: "finding-head" }, h("b", { class: `kind kind-${told.follows ? "follows" : told.kind}` }, told.words), " ", told.own ? h("small", {}, told.own) : "", " ", rule(told.rule)),
    h("p", {}, told.message),
    ...told.more.map(([label, text]) => h("p", { class: "finding-more" }, h("span", { class: "label" }, `${label}: `), ...linked(text))),
  ];
}

/**
 * @param {string} number
 * @param {string} [text]
 */
export function rule(number, text = `rule ${number}`) {
  return number ? h("a", { href: `#/learn/rule/${encodeURIComponent(number)}`, class: "r" }, text) : "";
}

/** @param {[string, string][]} pieces A text in pieces, with the rules that it names to be looked up. */
export function linked(pieces) {
  return pieces.map(([text, number]) => (number ? rule(number, text) : text));
}

/** @param {[string, string][]} pieces */
export function plain(pieces) {
  return pieces.map(([text]) => text).join("");
}

/**
 * A finding in a sentence, to be spoken.
 * @param {Told} told
 */
export function spoken(told) {
  return [`${told.words}${told.rule ? `, rule ${told.rule}` : ""}: ${told.message}`, ...told.more.map(([label, text]) => `${label}: ${plain(text)}`)].join(" ");
}

/** What is wrong on the line where the cursor is.
 * @param {import("@codemirror/state").EditorState} state
 */
export function here(state) {
  const line = state.doc.lineAt(state.selection.main.head);
  return state.field(found).filter((one) => one.from >= line.from && one.from <= line.to);
}

export class FindingsList {
  /**
   * @param {HTMLElement} host
   * @param {(line: number) => void} go Go to a line.
   * @param {() => void} takeOver Take over what was supposed for slips of the pen.
   */
  constructor(host, go, takeOver) {
    this.go = go;
    this.words = h("span", { class: "quiet" });
    this.asRead = h("p", { class: "as-read", hidden: true }, h("button", { type: "button", onclick: takeOver }, "Write it as it was read"), " ", this.words);
    this.count = h("span", { class: "count" });
    this.list = h("ol", { class: "findings" });
    this.empty = h("p", { class: "quiet" });
    host.append(h("h2", { class: "small" }, "Findings ", this.count), this.asRead, this.empty, this.list);
    this.shown = "";
  }

  /**
   * @param {import("@codemirror/state").EditorState} state
   * @param {boolean} done Whether everything is judged.
   * @param {string} asRead How the record was read otherwise than it is written, "" if it was not.
   */
  show(state, done, asRead) {
    this.asRead.hidden = !done || !asRead;
    this.words.textContent = asRead;
    const all = state.field(found);
    const at = state.doc.lineAt(state.selection.main.head).number;
    const rows = all.map((one) => ({ ...one, line: state.doc.lineAt(Math.min(one.from, state.doc.length)).number }));
    const said = JSON.stringify([done, rows.map((one) => [one.line, one.told.message, one.told.kind, one.told.more])]);
    if (said !== this.shown) {
      this.shown = said;
      const counted = rows.filter((one) => one.told.counted).length;
      this.count.textContent = counted ? String(counted) : "";
      this.empty.textContent = rows.length ? "" : done ? "Nothing is wrong." : "Judging …";
      this.empty.hidden = rows.length > 0;
      this.list.replaceChildren(...rows.map((one) => this.#row(one)));
    }
    for (const row of this.list.children) row.classList.toggle("at", Number(/** @type {HTMLElement} */ (row).dataset.line) === at);
  }

  /** @param {Found & {line: number}} one */
  #row({ told, line }) {
    const also = told.see.filter((n) => n !== told.line);
    return h(
      "li",
      { "data-line": line },
      h("button", { type: "button", class: "bare line", "aria-label": `Go to line ${line}`, onclick: () => this.go(line) }, `${line}`),
      h(
        "div",
        { class: "finding" },
        ...body(told),
        also.length > 0 && h("p", { class: "see" }, ...also.map((n) => h("button", { type: "button", class: "bare", onclick: () => this.go(n) }, `To line ${n}`))),
      ),
    );
  }
}
