/* The table: where the game stands, the map, the last lines, the question, and the keys at the bottom. */
import { h } from "../shared/dom.js";
import { BoardMap } from "../shared/map.js";
import { Asked } from "./question.js";
import { Seen } from "./seen.js";
import * as sheets from "./sheet.js";
import { Band } from "./whatif.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Card} Card */

/** So few targets are shown as large as they fit on a phone. */
const FEW = 8;
/** Lines that run along beside the map where there is room. */
const RUNNING = 5;
const narrow = matchMedia("(max-width: 48rem)");
/** Where the page scrolls as a whole. */
const short = matchMedia("(max-height: 34rem) and (max-width: 48rem) and (orientation: portrait)");

export class Table {
  /**
   * @param {import("./types.js").Send} send
   * @param {object} does
   * @param {() => void} does.menu
   * @param {(country: string) => void} does.why
   * @param {() => void} does.log
   * @param {() => void} does.type
   */
  constructor(send, does) {
    this.send = send;
    /** @type {Map<number, Card>} */
    this.deck = new Map();
    /** @type {Asked | null} */
    this.asked = null;
    this.name = h("h1", { class: "sr" }, "Record");
    this.clock = h("p", { class: "rc-clock" });
    this.top = h("div", { class: "rc-table-top" }, this.clock, h("button", { class: "bare", "aria-label": "All lines", onclick: does.log }, "Lines"), h("button", { class: "bare", onclick: does.menu }, "Menu"));
    this.band = new Band(send);
    this.mapHost = h("div", { class: "rc-table-map", id: "record-map" });
    this.map = new BoardMap(this.mapHost);
    this.map.onchoose = (country) => {
      if (this.busy) return;
      if (this.seeing) void this.seeing.look(country);
      else if (!this.asked) return;
      else if (this.asked.places.has(country)) this.asked.choose(country);
      else if (this.forbids) does.why(country);
    };
    /** @type {Seen | null} Somebody sets what the board shows. */
    this.seeing = null;
    /** @type {import("../shared/map.js").Drawn | undefined} */
    this.drawn = undefined;
    this.forbids = false;
    this.near = false;
    /** Whether a play is begun. */
    this.begun = false;
    /** @type {number | null} The number of the line that was written last. */
    this.written = null;
    /** Whose hand may be seen, where two people pass one screen over. */
    this.seat = "";
    this.tracks = h("dl", { class: "rc-tracks" });
    this.strip = h("div", { class: "rc-strip", tabindex: "0", role: "region", "aria-label": "The tracks" }, this.tracks);
    this.last = h("ol", { class: "rc-last" });
    this.told = h("div", { class: "rc-told" });
    this.ways = h("details", { class: "rc-ways" });
    this.played = h("details", { class: "rc-played", open: true }, (this.playedTitle = h("summary", {})), this.told, this.last, this.ways);
    this.seen = h(
      "div",
      { class: "rc-seen", tabindex: "0", role: "region", "aria-label": "The last play and the map" },
      this.played,
      this.mapHost,
    );
    this.question = h("div", { class: "rc-question" });
    this.undo = h("button", { class: "rc-tool undo", onclick: () => this.#back() }, "Undo");
    this.redo = h("button", { class: "rc-tool", onclick: () => this.send("redo") }, "Redo");
    this.why = h("button", { class: "rc-tool", onclick: () => does.why("") }, "Why not?");
    this.type = h("button", { class: "rc-tool", onclick: does.type }, "Type");
    this.tools = h("div", { class: "rc-tools", role: "toolbar", "aria-label": "Undo and more" }, this.undo, this.redo, this.why, this.type);
    this.element = h("div", { class: "rc-table", onkeydown: (/** @type {KeyboardEvent} */ e) => this.#key(e) }, this.name, h("div", { class: "rc-head" }, this.band.element, this.top, this.strip), this.seen, this.question, this.tools);
  }

  /** Whether an answer is being taken: until it is shown and saved no other one is. */
  get busy() {
    return this.element.hasAttribute("aria-busy");
  }

  set busy(is) {
    if (is) this.element.setAttribute("aria-busy", "true");
    else this.element.removeAttribute("aria-busy");
  }

  /** @param {State} state @param {(rule: import("./types.js").Rule) => void} explain */
  show(state, explain) {
    const { clock, hands } = state;
    this.name.textContent = `Record: ${state.title}`;
    this.band.show(state.what_if);
    this.element.classList.toggle("rc-trying", Boolean(state.what_if));
    const held = hands.map((hand) =>
      h("span", { class: `rc-hand rc-side-${hand.side}` }, h("span", { "aria-hidden": "true" }, `${hand.side} ${hand.n}`), h("span", { class: "sr" }, `${hand.name}: ${hand.n} cards in hand`)),
    );
    this.clock.replaceChildren(
      h("b", { class: `rc-who rc-side-${clock.side || "none"}` }, clock.who),
      ...held,
      h("span", { class: "rc-when" }, clock.when),
    );
    this.element.classList.toggle("rc-screen", state.deals);
    this.element.classList.toggle("rc-waiting", Boolean(state.waits));
    this.tracks.replaceChildren(...state.tracks.map((t) => h("div", { title: t.name }, h("dt", {}, t.short), " ", h("dd", {}, t.value))));
    this.#showPlayed(state);
    if (state.passes && state.question.kind === "card" && state.clock.side !== this.seat) return this.#cover(state, explain);
    const asked = new Asked(state, this.deck, this.send, explain);
    this.asked = asked;
    this.seeing = null;
    const had = this.question.contains(document.activeElement) || document.activeElement === document.body;
    this.question.replaceChildren(asked.element);
    this.question.scrollTop = 0;
    this.drawn = state.board ?? this.drawn;
    if (state.board) this.map.show(state.board);
    const written = state.lines.at(-1)?.n ?? 0;
    if (this.written !== null && written > this.written) this.map.play();
    this.written = written;
    this.forbids = state.question.forbids && !state.waits;
    this.#light(asked);
    this.undo.disabled = !state.undo;
    this.undo.title = state.undo ? `Takes back ${state.undo}` : "";
    this.undo.setAttribute("aria-label", state.undo ? `Undo: takes back ${state.undo}` : "Undo");
    this.redo.disabled = !state.redo;
    this.why.disabled = !state.question.forbids || Boolean(state.waits);
    this.type.disabled = false;
    if (had) asked.title.focus({ preventScroll: true });
    if (short.matches) {
      if (this.begun) asked.title.scrollIntoView({ block: "nearest" });
      else window.scrollTo(0, 0);
    }
  }

  /**
   * What the board shows is set by taps, in place of the question.
   * @param {State} state
   * @param {import("../referee.js").Referee} referee
   * @param {(rule: import("./types.js").Rule) => void} explain
   */
  async see(state, referee, explain) {
    const { text } = await referee.call("record.position");
    this.asked = null;
    this.seeing = new Seen({
      referee,
      text,
      drawn: (board) => this.map.show(board),
      mark: (country) => this.map.mark(country),
      write: (seen, correct) => void this.send("seen", { at: state.at, text: seen, correct }),
      leave: () => {
        if (this.drawn) this.map.show(this.drawn);
        this.show(state, explain);
        this.asked?.title.focus({ preventScroll: true });
      },
    });
    this.question.replaceChildren(this.seeing.element);
    this.map.light(null);
    this.played.open = false;
    for (const tool of [this.redo, this.why, this.type]) tool.disabled = true;
    this.undo.disabled = false;
    this.undo.setAttribute("aria-label", "Undo: leaves the board as it was");
    this.seeing.title.focus({ preventScroll: true });
    if (short.matches) this.seeing.title.scrollIntoView({ block: "nearest" });
  }

  /**
   * The screen goes to the other player, whose hand nobody else sees.
   * @param {State} state
   * @param {(rule: import("./types.js").Rule) => void} explain
   */
  #cover(state, explain) {
    this.asked = this.seeing = null;
    this.drawn = state.board ?? this.drawn;
    if (state.board) this.map.show(state.board);
    this.map.light(null);
    this.map.mark();
    const who = state.clock.player;
    const show = h("button", { class: "main rc-big", onclick: () => {
      this.seat = state.clock.side;
      this.show(state, explain);
      this.asked?.title.focus({ preventScroll: true });
    } }, `I am ${who}: show my hand`);
    this.question.replaceChildren(h("section", { class: `rc-asked rc-side-${state.clock.side}`, "aria-label": "The question" }, h("h2", { class: "rc-asked-title", tabindex: "-1" }, `Pass the screen to ${who}.`), show));
    this.undo.disabled = !state.undo;
    for (const tool of [this.redo, this.why, this.type]) tool.disabled = true;
  }

  #back() {
    if (this.seeing) this.seeing.leave();
    else if (!this.asked?.clear()) this.send("undo");
  }

  /** @param {State} state The last play with what the hand has to do; folded as soon as the next one is begun. */
  #showPlayed(state) {
    const lines = narrow.matches ? state.lines.filter((line, i) => line.did.length || i === state.lines.length - 1) : state.lines.slice(-RUNNING);
    const told = state.wrong || state.waits || state.draft ? [] : state.told;
    const n = lines.reduce((sum, line) => sum + line.did.length, 0);
    this.played.hidden = !lines.length && !told.length;
    this.told.replaceChildren(...told.map((words) => h("p", {}, words)));
    const done = state.deals ? undefined : () => {
      const left = this.last.querySelectorAll("input:not(:checked)").length;
      this.playedTitle.textContent = !n ? "The last play" : left ? `The last play: ${left} thing${left > 1 ? "s" : ""} to do on the board` : "The last play: all done on the board";
    };
    this.playedTitle.textContent = "The last play";
    this.last.replaceChildren(...lines.map((line) => sheets.entry(line, false, done)));
    done?.();
    this.ways.hidden = !state.ways.length;
    this.ways.open = false;
    this.ways.replaceChildren(
      h("summary", {}, "The way through the flowchart"),
      h("ol", {}, ...state.ways.map((way) => h("li", {}, way.asked, h("ul", {}, ...way.boxes.map((box) => h("li", {}, box)))))),
    );
    const begun = Boolean(state.draft);
    if (narrow.matches && (!begun || begun !== this.begun)) this.played.open = !begun;
    this.begun = begun;
    this.element.classList.toggle("rc-begun", begun);
    if (!begun) this.seen.scrollTop = 0;
  }

  /** @param {Asked} asked The targets shine, each with its chance; what a rule forbids can be asked about. */
  #light(asked) {
    const lit = asked.lit;
    const about = asked.state.waits ? [] : asked.state.question.about;
    this.map.mark(...(lit.size > 1 ? [] : about));
    this.element.classList.toggle("rc-where", lit.size > 1);
    if (!lit.size) this.map.light(null);
    else {
      const why = this.forbids ? [...this.map.boxes.keys()].filter((name) => !lit.has(name)) : [];
      this.map.light(lit, { also: new Map(why.map((name) => [name, `Why not ${name}?`])), odds: asked.odds });
    }
    const few = lit.size > 0 && lit.size <= FEW && narrow.matches;
    const changed = asked.state.deals && !this.begun ? this.map.changed() : about;
    const near = few ? [...lit.keys()] : narrow.matches && lit.size < 2 && changed.length <= FEW ? changed : [];
    if (near.length || this.near) this.map.zoomTo(near);
    this.near = near.length > 0;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = /** @type {Element} */ (event.target);
    if (event.altKey || at.closest("input, textarea")) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key === "z" || event.key === "y") {
        event.preventDefault();
        this.send(event.key === "z" && !event.shiftKey ? "undo" : "redo");
      }
      return;
    }
    if (event.key === "Enter" && at.closest("button, summary, a, [role=button]")) return;
    if (this.asked?.press(event.key)) event.preventDefault();
  }
}
