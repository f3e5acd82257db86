/* The record that is being written and the referee's copy of it: what was changed goes out line by line, one request at a
   time; a key comes first, then what the writer asked for, then the board, then the rest of the record in slices. */
import { Refused } from "../referee.js";

/** @typedef {import("@codemirror/state").Text} Text */
/** @typedef {import("@codemirror/state").ChangeSet} ChangeSet */
/** @typedef {{line: number, column: number, end: number, kind: string, words: string, own: string, rule: string, message: string, more: [string, [string, string][]][], see: number[], early: boolean, counted: boolean, follows: boolean}} Told */
/** @typedef {{version: number, judged: number, done: boolean, as_read: string, findings: Told[]}} Judged */

const QUIET = 450;
/* Milliseconds without a key before the rest of the record is judged on. */
const GLANCE = 300;
/* The same before the board is drawn, or something is offered unasked: a person who goes on typing waits for neither. */
const TRIES = 3;

/**
 * @typedef {object} Heard
 * @property {(answer: Judged, doc: Text, since: ChangeSet | null) => void} judged What was found in `doc`; `since` is what was changed after it.
 * @property {(words: string) => void} trouble The referee cannot take the record: a sentence, or "" once it can again.
 * @property {() => void} done Everything is judged and nobody types.
 */

export class Link {
  /**
   * @param {import("../referee.js").Referee} referee
   * @param {() => {doc: Text, line: number, name: string}} now What stands in the editor, and where the cursor is.
   * @param {Heard} heard
   */
  constructor(referee, now, heard) {
    this.referee = referee;
    this.now = now;
    this.heard = heard;
    this.version = 0;
    /** @type {Text | null} What the referee has; null for nothing. */
    this.sent = null;
    /** @type {ChangeSet | null} What was changed since. */
    this.since = null;
    this.judged = 0;
    this.done = true;
    this.told = true;
    this.failed = 0;
    this.key = 0;
    this.running = false;
    /** Whether there is something new since the last look. */
    this.again = false;
    this.timer = 0;
    /** @type {{call: string, given: () => object | null, resolve: (answer: any) => void, reject: (error: Error) => void, quiet: number, latest: string}[]} */
    this.asked = [];
  }

  /** Another record altogether. */
  replace() {
    this.sent = null;
    this.since = null;
    this.failed = 0;
    this.#wake();
  }

  /** @param {ChangeSet} changes A key was typed. */
  changed(changes) {
    this.since = this.since ? this.since.compose(changes) : changes;
    this.key = performance.now();
    this.failed = 0;
    this.#wake();
  }

  /**
   * Ask for something about the record as it stands now. The answer is null where it has changed before.
   * @param {string} call
   * @param {object | (() => object | null)} given
   * @param {{latest?: boolean, quiet?: number}} [how] `latest`: only the last request of this name counts; `quiet`: milliseconds without a key before it.
   * @returns {Promise<any>}
   */
  ask(call, given, { latest = false, quiet = 0 } = {}) {
    if (latest) this.asked = this.asked.filter((one) => one.latest !== call || one.resolve(null));
    return new Promise((resolve, reject) => {
      const made = typeof given === "function" ? /** @type {() => object | null} */ (given) : () => given;
      this.asked.push({ call, given: made, resolve, reject, quiet, latest: latest ? call : "" });
      this.#wake();
    });
  }

  #wake() {
    clearTimeout(this.timer);
    this.again = true;
    if (!this.running) this.#run();
  }

  async #run() {
    this.running = true;
    try {
      do this.again = false;
      while ((await this.#step()) || this.again);
    } finally {
      this.running = false;
    }
  }

  /** Whether something was done, and more may be. */
  async #step() {
    if (this.failed >= TRIES) {
      for (const one of this.asked.splice(0)) one.resolve(null);
      return false;
    }
    if (this.sent === null || this.since !== null) return this.#send();
    const quiet = performance.now() - this.key;
    const next = this.asked.findIndex((one) => one.quiet <= quiet);
    if (next >= 0) return this.#answer(this.asked.splice(next, 1)[0]);
    if (!this.done && quiet >= QUIET) return this.#goOn();
    if (this.done && !this.told && quiet >= QUIET) {
      this.told = true;
      this.heard.done();
      return true;
    }
    const waits = [...this.asked.map((one) => one.quiet), ...(this.done && this.told ? [] : [QUIET])];
    if (waits.length) this.timer = window.setTimeout(() => this.#wake(), Math.max(1, Math.min(...waits) - quiet));
    return false;
  }

  async #send() {
    const { doc, line, name } = this.now();
    const before = this.version;
    this.version += 1;
    const known = this.sent;
    const changes = known && this.since ? changedLines(known, doc, this.since) : null;
    this.sent = doc;
    this.since = null;
    this.told = false;
    try {
      const answer = changes
        ? await this.referee.call("write.change", { before, version: this.version, line, changes })
        : await this.referee.call("write.open", { version: this.version, line, name, lines: doc.toJSON() });
      this.#heard(answer, doc);
      if (this.failed) this.heard.trouble("");
      this.failed = 0;
    } catch (error) {
      this.#lost(error);
    }
    return true;
  }

  async #goOn() {
    const doc = /** @type {Text} */ (this.sent);
    try {
      this.#heard(await this.referee.call("write.go_on", { version: this.version }), doc);
    } catch (error) {
      this.#lost(error);
    }
    return true;
  }

  /** @param {(typeof this.asked)[number]} one */
  async #answer(one) {
    const given = one.given();
    if (given === null) one.resolve(null);
    else {
      try {
        const answer = await this.referee.call(`write.${one.call}`, { version: this.version, ...given });
        one.resolve(this.since === null ? answer : null);
      } catch (error) {
        if (error instanceof Refused) one.reject(error);
        else one.resolve(null);
      }
    }
    return true;
  }

  /**
   * @param {Judged} answer
   * @param {Text} doc
   */
  #heard(answer, doc) {
    if (this.sent !== doc || answer.version !== this.version) return;
    this.judged = answer.judged;
    this.done = answer.done;
    this.heard.judged(answer, doc, this.since);
  }

  /** @param {unknown} error The two copies may differ now: the next request sends the whole text. */
  #lost(error) {
    this.sent = null;
    this.since = null;
    this.done = true;
    this.failed += 1;
    if (this.failed >= TRIES) {
      this.heard.trouble(error instanceof Refused ? error.message : "The referee failed on this record. This is a fault of the program; change the line that you typed last.");
    }
  }
}

/**
 * The lines that differ, as whole lines of the text before and behind.
 * @param {Text} before
 * @param {Text} behind
 * @param {ChangeSet} changes
 */
export function changedLines(before, behind, changes) {
  /** @type {{a: number, b: number, c: number, d: number}[]} Lines a to b became lines c to d. */
  const found = [];
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    const one = { a: before.lineAt(fromA).number, b: before.lineAt(toA).number, c: behind.lineAt(fromB).number, d: behind.lineAt(toB).number };
    const last = found[found.length - 1];
    if (last && (one.a <= last.b || one.c <= last.d)) {
      last.b = Math.max(last.b, one.b);
      last.d = Math.max(last.d, one.d);
    } else found.push(one);
  });
  return found.map(({ a, b, c, d }) => ({ first: a, last: b, lines: linesOf(behind, c, d) }));
}

/**
 * @param {Text} doc
 * @param {number} first
 * @param {number} last
 */
function linesOf(doc, first, last) {
  const found = [];
  for (let n = first; n <= last; n++) found.push(doc.line(n).text);
  return found;
}

export { GLANCE };
