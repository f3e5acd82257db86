/* Places: the referee counts lines and columns from 1, columns in characters; the editor counts units of UTF-16 from 0. */

/**
 * @param {import("@codemirror/state").Text} doc
 * @param {number} line
 * @param {number} column
 */
export function offset(doc, line, column) {
  const found = doc.line(Math.max(1, Math.min(line, doc.lines)));
  let at = 0;
  let left = column - 1;
  for (const sign of found.text) {
    if (left-- <= 0) break;
    at += sign.length;
  }
  return found.from + at;
}

/**
 * @param {import("@codemirror/state").Text} doc
 * @param {number} pos
 */
export function place(doc, pos) {
  const line = doc.lineAt(pos);
  return { line: line.number, column: [...line.text.slice(0, pos - line.from)].length + 1 };
}

/**
 * From where to where something stands; at least one sign, so that it can be seen.
 * @param {import("@codemirror/state").Text} doc
 * @param {{line: number, column: number, end: number}} at
 */
export function span(doc, { line, column, end }) {
  const whole = doc.line(Math.max(1, Math.min(line, doc.lines)));
  let from = offset(doc, line, column);
  let to = Math.max(from, offset(doc, line, end));
  if (from === to) to = Math.min(whole.to, from + 1);
  if (from === to) from = Math.max(whole.from, from - 1);
  return { from, to };
}
