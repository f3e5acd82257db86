/* Sheets over the page: what a rule forbids and why, the lines so far, a line that is typed, the menu. */
import { h } from "../shared/dom.js";

/** @typedef {import("./types.js").Forbidden} Forbidden */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Rule} Rule */

/**
 * A sheet that Escape, its key or a tap beside it closes.
 * @param {string} title
 * @param {...(Node | string)} children
 */
export function sheet(title, ...children) {
  const close = () => {
    made.close();
    made.remove();
  };
  const made = h(
    "dialog",
    { class: "rc-sheet", "aria-label": title, onclose: () => made.remove(), onclick: (/** @type {Event} */ e) => e.target === made && close() },
    h("div", { class: "rc-sheet-in" }, h("div", { class: "rc-sheet-top" }, h("h2", {}, title), h("button", { class: "bare", onclick: close }, "Close")), ...children),
  );
  document.body.append(made);
  made.showModal();
  return { element: made, close };
}

/** @param {Rule} rule */
export function rule(rule) {
  sheet(`Rule ${rule.number}${rule.title ? `: ${rule.title}` : ""}`, h("p", {}, rule.summary || "This rule has no summary."));
}

/**
 * What is not allowed, and why.
 * @param {{title: string, rule: Rule | null, refused: Forbidden[]}} told
 * @param {(n: number) => void} write
 * @param {string} country The one that is asked about, "" for all.
 */
export function whyNot(told, write, country) {
  const rows = told.refused.map((f) => {
    const row = h(
      "details",
      { class: "rc-why", "data-words": `${f.label} ${f.country}`.toLocaleLowerCase() },
      h(
        "summary",
        {},
        h("span", {}, h("b", {}, f.label), f.asked ? h("small", {}, ` ${f.asked}`) : "", ...f.why.map((w) => h("span", { class: "rc-because" }, w.said, w.rule ? ` (${w.rule.number})` : ""))),
      ),
      ...f.why.map((w) => (w.rule ? h("p", {}, `Rule ${w.rule.number}, ${w.rule.title}: ${w.rule.summary}`) : "")),
      h("button", { class: "rc-anyway", onclick: () => { open.close(); write(f.n); } }, "It was played: record it anyway"),
    );
    return row;
  });
  const find = h("input", {
    type: "search",
    placeholder: "Find",
    "aria-label": "Find what is not allowed",
    autocomplete: "off",
    value: country,
    oninput: () => filter(),
  });
  const none = h("p", { hidden: true }, `No rule forbids ${country || "this"} here: it is no answer to this question.`);
  const filter = () => {
    const wanted = find.value.trim().toLocaleLowerCase();
    for (const row of rows) row.hidden = !(row.dataset.words ?? "").includes(wanted);
    none.hidden = rows.some((row) => !row.hidden);
  };
  const open = sheet(
    "Why not?",
    rows.length > 8 ? find : "",
    ...(rows.length ? [none, ...rows] : [h("p", {}, "No rule forbids anything here that could be meant.")]),
    h("p", { class: "rc-hint" }, told.rule ? `${told.title} Rule ${told.rule.number}, ${told.rule.title}: ${told.rule.summary}` : told.title),
  );
  if (country && rows.length) filter();
}

/**
 * The lines so far, what each did, what is wrong.
 * @param {Line[]} lines
 * @param {(line: number) => void} ask Asks about the play on a line.
 * @param {(line: number) => void} back Takes back everything from a line on.
 * @param {(line: number) => void} instead Tries something else than the play on a line.
 */
export function log(lines, ask, back, instead) {
  const row = (/** @type {Line} */ line) => {
    const made = entry(line, true);
    if (line.side) made.append(h("button", { class: "bare", "aria-label": `Ask about ${line.text}`, onclick: () => { open.close(); ask(line.n); } }, "Ask about this"), h("button", { class: "bare", "aria-label": `Go back to before ${line.text}`, onclick: () => { open.close(); back(line.n); } }, "Go back to here"));
    if (line.tries) made.append(h("button", { class: "bare", "aria-label": `What if, instead of ${line.text}`, onclick: () => { open.close(); instead(line.n); } }, "What if?"));
    return made;
  };
  const open = sheet("The record so far", lines.length ? h("ol", { class: "rc-log" }, ...[...lines].reverse().map(row)) : h("p", {}, "Nothing is written yet."));
}

/** @param {Line} line @param {boolean} full @param {() => void} [ticked] Each movement can be ticked off. */
export function entry(line, full, ticked) {
  const wrong = line.findings.filter((f) => !f.note);
  return h(
    "li",
    { class: `rc-entry-line rc-side-${line.side || "none"}${wrong.length ? " wrong" : ""}` },
    h("code", {}, line.text),
    ...(full ? line.findings : wrong).map((f) => h("p", { class: f.note ? "rc-note" : "rc-finding" }, `${f.kind} (${f.rule}): ${f.said} ${full ? f.help : ""}`)),
    line.did.length ? h("ul", { class: "rc-did" }, ...line.did.map((d) => h("li", {}, ticked ? h("label", {}, h("input", { type: "checkbox", onchange: ticked }), h("span", {}, d)) : d))) : "",
  );
}

/**
 * A line that is typed: an answer, a line of the notation, a remark.
 * @param {string} draft
 * @param {(text: string) => void} send
 */
export function typed(draft, send) {
  const field = h("input", { type: "text", id: "typed-line", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send", maxlength: "2000" });
  const submit = (/** @type {string} */ lead) => {
    const text = field.value.trim();
    if (!text) return;
    open.close();
    send(lead + text);
  };
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // else it would press the key that opened this
    submit("");
  });
  const put = (/** @type {string} */ text) =>
    h("button", { class: "rc-chip", onclick: () => { field.value = text; field.focus(); } }, text.trim() || text);
  const open = sheet(
    "Type a line",
    h("label", { for: "typed-line" }, "A line of the record, or answers as words: woi pak 4"),
    h("div", { class: "bar" }, field, h("button", { class: "main", onclick: () => submit("") }, "Write")),
    h("div", { class: "rc-chips rc-quiet" }, put("; "), put("board: "), put("set: "), put("draw "), draft ? put(`${draft} `) : ""),
    h("p", { class: "rc-hint" }, "“;” begins a remark, “board:” says what you see and has it compared, “set:” puts the board right."),
    h("button", { class: "bare", onclick: () => submit("! ") }, "Write it whatever a rule says"),
  );
  field.focus();
}
