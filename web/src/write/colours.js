/* The colours of a record: the patterns are those that other editors use, read from their file when the page is built. */
import { Decoration, EditorView, ViewPlugin } from "@codemirror/view";
import { RangeSetBuilder } from "@codemirror/state";
import grammar from "../../../editors/labyrinth.tmLanguage.json";

/** What the look calls the kinds of pieces that the patterns name; the longest name that fits counts. */
const LOOKS = /** @type {[string, string][]} */ ([
  ["comment.block.variation", "aside"],
  ["comment", "remark"],
  ["punctuation.definition.comment", "remark"],
  ["keyword.other.mark", "mark"],
  ["entity.name.tag", "tag"],
  ["string", "text"],
  ["variable.language.side.jihadist", "j"],
  ["variable.language.side.us", "us"],
  ["keyword.control", "use"],
  ["keyword.other.choice", "choice"],
  ["keyword.operator.claims", "claims"],
  ["keyword.operator", "sign"],
  ["support.function.label", "dice"],
  ["constant.numeric.dice", "dice"],
  ["punctuation.section.dice", "dice"],
  ["support.constant.statement", "fact"],
  ["constant.other.plot", "plot"],
  ["storage.type.cells", "plot"],
  ["constant", "number"],
  ["punctuation", "sign"],
  ["entity.name.country", "country"],
]);

/** @typedef {{at: RegExp, name: string, captures: Record<string, string>}} Pattern */
/** @typedef {{from: number, to: number, look: string}} Piece */

/**
 * The patterns in the order in which an editor tries them.
 * @param {any[]} entries
 * @returns {Pattern[]}
 */
function patterns(entries) {
  return entries.flatMap((entry) => {
    const named = entry.include ? /** @type {any} */ (grammar.repository)[entry.include.slice(1)] : entry;
    if (!named.match) return patterns(named.patterns);
    const anyCase = named.match.startsWith("(?i)");
    const captures = Object.fromEntries(Object.entries(named.captures ?? {}).map(([n, c]) => [n, /** @type {any} */ (c).name]));
    return [{ at: new RegExp(anyCase ? named.match.slice(4) : named.match, anyCase ? "dgi" : "dg"), name: named.name ?? "", captures }];
  });
}

const PATTERNS = patterns(grammar.patterns);

/** @param {string} scope */
function look(scope) {
  let best = "";
  let found = "";
  for (const [name, word] of LOOKS) if (scope.startsWith(name) && name.length > best.length) [best, found] = [name, word];
  return found;
}

/**
 * The pieces of a line, as an editor finds them: the nearest match, of several the first listed.
 * @param {string} line
 * @returns {Piece[]}
 */
export function pieces(line) {
  /** @type {Piece[]} */
  const found = [];
  /** @type {(RegExpExecArray | null | undefined)[]} What each pattern found last; it is looked for again once it is passed. */
  const nearest = [];
  let at = 0;
  while (at < line.length) {
    let best = -1;
    for (let i = 0; i < PATTERNS.length; i++) {
      let match = nearest[i];
      if (match === undefined || (match && match.index < at)) {
        PATTERNS[i].at.lastIndex = at;
        match = PATTERNS[i].at.exec(line);
        while (match && !match[0]) {
          PATTERNS[i].at.lastIndex = match.index + 1;
          match = match.index < line.length ? PATTERNS[i].at.exec(line) : null;
        }
        nearest[i] = match;
      }
      if (match && (best < 0 || match.index < /** @type {RegExpExecArray} */ (nearest[best]).index)) best = i;
    }
    if (best < 0) break;
    const match = /** @type {RegExpExecArray} */ (nearest[best]);
    const { name, captures } = PATTERNS[best];
    const to = match.index + match[0].length;
    const whole = look(captures[0] ?? name);
    let done = match.index;
    for (const [n, scope] of Object.entries(captures)) {
      const where = n === "0" ? undefined : match.indices?.[Number(n)];
      if (!where || where[0] < done || where[0] === where[1]) continue;
      if (whole && done < where[0]) found.push({ from: done, to: where[0], look: whole });
      found.push({ from: where[0], to: where[1], look: look(scope) });
      done = where[1];
    }
    if (whole && done < to) found.push({ from: done, to, look: whole });
    at = to;
  }
  return found;
}

const MOST_KEPT = 2000;
const MOST_LINE = 4000;
/** @type {Map<string, Piece[]>} The lines that were seen last: most of them stay as they are. */
const kept = new Map();

/** @param {string} line */
function known(line) {
  let found = kept.get(line);
  if (!found) {
    if (kept.size > MOST_KEPT) kept.clear();
    found = line.length > MOST_LINE ? [] : pieces(line);
    kept.set(line, found);
  }
  return found;
}

const MARKS = Object.fromEntries(LOOKS.map(([, word]) => [word, Decoration.mark({ class: `lgn-${word}` })]));

/** @param {EditorView} view */
function painted(view) {
  /** @type {RangeSetBuilder<Decoration>} */
  const made = new RangeSetBuilder();
  for (const { from, to } of view.visibleRanges) {
    for (let pos = from; pos <= to; ) {
      const line = view.state.doc.lineAt(pos);
      for (const piece of known(line.text)) if (piece.look) made.add(line.from + piece.from, line.from + piece.to, MARKS[piece.look]);
      pos = line.to + 1;
    }
  }
  return made.finish();
}

export const colours = ViewPlugin.fromClass(
  class {
    /** @param {EditorView} view */
    constructor(view) {
      this.decorations = painted(view);
    }

    /** @param {import("@codemirror/view").ViewUpdate} update */
    update(update) {
      if (update.docChanged || update.viewportChanged) this.decorations = painted(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
