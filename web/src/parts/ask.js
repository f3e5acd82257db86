/* Ask: one dispute. A position by taps, one play, the answer with its rule. */
import "./ask.css";
import { REPLACED, Refused } from "../referee.js";
import { answered } from "../ask/answer.js";
import { Builder } from "../ask/build.js";
import { carried, claim, linked } from "../ask/carried.js";
import { PlaceSheet } from "../shared/place.js";
import { blank } from "../shared/blank.js";
import { h } from "../shared/dom.js";
import { BrokenLink, unpacked } from "../shared/link.js";
import { BoardMap } from "../shared/map.js";

/**
 * @typedef {object} Shown
 * @property {string} text
 * @property {import("../shared/map.js").Drawn} board
 * @property {import("../shared/blank.js").Brief} brief The same in short.
 * @property {{said: string, rule: string, to: string, line: number}[]} wrong
 * @property {boolean} clock Whether the clock is stated.
 * @property {boolean} unknown Whether what the position does not state is unknown.
 * @property {string} side
 * @property {{value: string, label: string}[]} sides
 * @property {{kind: string, label: string, side: string}[]} lines
 * @property {string} [play]
 * @property {string[]} [notes]
 * @property {any} [sheet]
 */

const KEPT = "ask/question";
const MOST_BACK = 100;
const LOADING = "The referee is being loaded; then it judges this play itself.";
const JUDGING = "The referee is judging this play now.";

/** @type {(host: HTMLElement, app: import("../app.js").App) => import("../app.js").Part} */
export default function open(host, app) {
  return new Ask(host, app);
}

class Ask {
  /**
   * @param {HTMLElement} host
   * @param {import("../app.js").App} app
   */
  constructor(host, app) {
    this.app = app;
    /** @type {Shown | null} */
    this.shown = null;
    this.text = "";
    this.side = "";
    /** @type {string[]} Earlier positions. */
    this.back = [];
    /** @type {any} The answer that stands there. */
    this.told = null;
    /** @type {import("../ask/build.js").Card[] | null} */
    this.deck = null;
    this.deckOf = "";
    this.typing = 0;

    this.trouble = h("p", { class: "trouble", role: "alert", hidden: true });
    this.games = h("select", { id: "ask-game" }, h("option", { value: "" }, "Begin with …"));
    this.undo = h("button", { type: "button", disabled: true, onclick: () => this.#undo() }, "Undo");
    const tracks = h("button", { type: "button", onclick: () => this.#sheet("") }, "Tracks, cards, clock");
    this.rest = h("input", { type: "checkbox", id: "ask-rest", onchange: () => this.#rest() });
    this.wrong = h("ul", { class: "wrong", hidden: true });
    this.area = h("textarea", { rows: "8", spellcheck: "false", autocapitalize: "off", "aria-label": "The position as text", maxlength: "20000" });
    this.sides = h("div", { class: "chips", role: "group", "aria-label": "Whose play" });
    this.line = h("textarea", { id: "ask-line", rows: "2", spellcheck: "false", autocapitalize: "off", maxlength: "2000", placeholder: "as you would write it down" });
    this.ask = h("button", { type: "button", class: "main", onclick: () => this.#judge() }, "Ask the referee");
    this.answer = h("section", { class: "answer", "aria-label": "The answer", hidden: true });
    this.seen = h("div", { class: "chips seen", role: "group", "aria-label": "The board", hidden: true });

    const board = h("div", { class: "ask-board" });
    const panel = h("div", { class: "ask-panel" });
    this.map = new BoardMap(board);
    board.append(this.seen);
    this.map.onchoose = (country) => this.#sheet(country);
    this.sheet = new PlaceSheet(panel, {
      referee: app.referee,
      text: () => this.text,
      took: (shown, country) => {
        this.#take(shown);
        if (this.sheet.open && this.sheet.name === country) this.map.mark(country);
      },
      refused: (words) => this.#say(words),
      closed: () => this.#closed(),
    });
    const building = h("details", { class: "building" }, h("summary", {}, "Put the play together by taps"));
    this.builder = new Builder(building, {
      build: (line, taps) => this.#guarded(() => app.referee.call("ask.build", { text: this.text, side: this.side, kind: line.kind, cards: line.cards, reserves: line.reserves, taps })),
      cards: () => this.#cards(),
      roll: (n) => app.referee.call("ask.roll", { dice: n }),
      done: (line) => {
        this.line.value = line;
        void this.#judge();
      },
      lit: (question, choose) => this.#lit(question, choose),
      say: (text) => app.say(text),
    });
    this.building = building;
    panel.append(
      this.trouble,
      h(
        "section",
        { class: "ask-part", "aria-labelledby": "ask-position" },
        h("h2", { id: "ask-position" }, "The position"),
        h("p", { class: "hint" }, "Tap a country to set what lies there."),
        h("div", { class: "bar" }, h("label", { class: "sr", for: "ask-game" }, "Begin with"), this.games, tracks, this.undo),
        h("p", { class: "tick" }, this.rest, h("label", { for: "ask-rest" }, "The rest of the board is not known")),
        this.wrong,
        h("details", {}, h("summary", {}, "As text"), h("p", { class: "hint" }, "The same in the notation. Change either; both follow."), this.area),
      ),
      h(
        "section",
        { class: "ask-part", "aria-labelledby": "ask-play" },
        h("h2", { id: "ask-play" }, "The play"),
        this.sides,
        h("label", { for: "ask-line" }, "Its line"),
        this.line,
        h("div", { class: "bar" }, this.ask),
        building,
      ),
      this.answer,
    );
    host.append(h("h1", {}, "Ask"), h("p", { class: "lead" }, "One dispute: set the position, say the play, and read whether it was legal and by which rule."), h("div", { class: "ask" }, board, panel));

    this.games.addEventListener("change", () => this.#begin());
    this.area.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = window.setTimeout(() => this.#typed(), 400);
    });
    this.line.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      void this.#judge();
    });
    this.line.addEventListener("input", () => this.#keep());
  }

  // ---------------------------------------------------------------- coming and going

  /** @param {any} params */
  async enter(params) {
    this.app.referee.start();
    this.#say("");
    const shared = params.query?.get("q");
    const record = params.record ?? (params.text !== undefined ? { text: params.text, name: params.name, line: params.line } : null);
    if (shared) {
      await this.#linked(shared, params.query.get("a") ?? "");
    } else if (record) {
      if (!this.shown) await this.#sketch(null);
      await this.#guarded(async () => this.#take(await this.app.referee.call("ask.take", { text: record.text, line: record.line ?? 0, name: record.name ?? "" }), true));
    } else if (!this.shown) {
      const kept = await this.app.store.get(KEPT);
      this.line.value = String(kept?.play ?? "");
      this.text = String(kept?.text ?? ""); // whoever asks before it is shown asks about it
      await this.#sketch(kept?.brief ?? null);
      await this.#guarded(async () => this.#take(await this.app.referee.call("ask.show", { text: this.text })));
    }
    const trouble = this.trouble.textContent ?? "";
    if (!this.shown) await this.#guarded(async () => this.#take(await this.app.referee.call("ask.show", { text: "" })));
    if (this.games.options.length === 1) await this.#guarded(() => this.#listGames());
    if (trouble) this.#say(trouble);
  }

  /**
   * A question in a link: its answer as the link has it at once, then the referee's own.
   * @param {string} question
   * @param {string} answer "" in a link that has none.
   */
  async #linked(question, answer) {
    const told = await carried(answer);
    const state = this.app.referee.ready ? JUDGING : LOADING;
    this.#forget();
    this.map.onchoose = () => {};
    this.ask.disabled = true;
    this.line.value = told?.play ?? "";
    await this.#sketch(told);
    this.#claim(claim(told, state));
    const taken = await this.#guarded(async () => {
      this.#take(await this.app.referee.call("ask.take", { text: await unpacked(question), name: "" }), true);
      return true;
    });
    this.map.onchoose = (country) => this.#sheet(country);
    this.ask.disabled = false;
    if (location.hash.startsWith("#/ask?")) history.replaceState(null, "", "#/ask");
    if (taken) {
      this.#claim(claim(told, JUDGING));
      await this.#judge(told);
    } else if (told) this.#claim(claim(told, "It could not be judged here."));
    else this.#forget();
  }

  /** @param {HTMLElement[]} parts The answer of a link, or what is said in its place. */
  #claim(parts) {
    const first = this.answer.hidden;
    this.answer.replaceChildren(...parts);
    this.answer.hidden = false;
    if (first) this.#reach();
  }

  /**
   * Draw a position before the referee does.
   * @param {import("../shared/blank.js").Brief | null} brief Null for the blank map.
   */
  async #sketch(brief) {
    const found = await blank(brief?.map);
    if (!found) return;
    const looks = brief?.looks ?? [];
    const countries = Object.fromEntries(looks.map(([name, , , , words]) => [name, words]));
    this.map.show({ ...found, looks, facts: brief?.facts ?? [], more: [], words: "", countries });
  }

  leave() {
    clearTimeout(this.typing);
  }

  async #listGames() {
    /** @type {Map<string, HTMLElement>} */
    const groups = new Map();
    for (const { name, label, group } of await this.app.referee.call("ask.games")) {
      const made = h("option", { value: name }, label);
      if (!group) {
        this.games.append(made);
        continue;
      }
      if (!groups.has(group)) groups.set(group, h("optgroup", { label: group }));
      groups.get(group)?.append(made);
    }
    this.games.append(...groups.values());
  }

  /**
   * Do something, and say why where it cannot be had.
   * @template T
   * @param {() => Promise<T>} what
   * @returns {Promise<T | null>}
   */
  async #guarded(what) {
    try {
      const found = await what();
      this.#say("");
      return found;
    } catch (error) {
      if (!(error instanceof Refused || error instanceof BrokenLink)) throw error;
      this.#say(error.message);
      return null;
    }
  }

  /** @param {string} text */
  #say(text) {
    this.trouble.textContent = text;
    this.trouble.hidden = !text;
    if (text) this.trouble.scrollIntoView({ block: "nearest" });
  }

  #keep() {
    void this.app.store.set(KEPT, { text: this.text, play: this.line.value, brief: this.shown?.brief });
  }

  // ---------------------------------------------------------------- the position

  /**
   * Show a position that the referee has read.
   * @param {Shown} shown
   * @param {boolean} [fresh] Whether it is another one, and not the same with a change.
   */
  #take(shown, fresh = false) {
    if (this.shown && shown.text !== this.text) {
      this.back.push(this.text);
      if (this.back.length > MOST_BACK) this.back.shift();
    }
    this.shown = shown;
    this.text = shown.text;
    this.rest.checked = shown.unknown;
    this.undo.disabled = this.back.length === 0;
    if (document.activeElement !== this.area) this.area.value = shown.text;
    if (shown.clock || !this.side) this.side = shown.side;
    if (shown.play !== undefined) {
      this.line.value = shown.play;
      const said = shown.sides.find((one) => shown.play?.trim().toUpperCase().startsWith(`${one.value} `));
      if (said && !shown.clock) this.side = said.value;
    }
    if (fresh) {
      this.sheet.close();
      this.map.view.all();
    }
    this.wrong.replaceChildren(...shown.wrong.map((one) => h("li", {}, `Line ${one.line}: ${one.said} `, one.to ? h("a", { href: `#/learn/${one.to}` }, one.rule) : "")));
    this.wrong.hidden = shown.wrong.length === 0;
    this.#forget();
    this.#showSides();
    this.builder.over(this.side, shown.lines);
    this.map.show(shown.board);
    this.#keep();
  }

  /** No answer stands there any more. */
  #forget() {
    this.told = null;
    this.answer.hidden = true;
    this.answer.replaceChildren();
    this.seen.hidden = true;
  }

  #showSides() {
    this.sides.replaceChildren(
      ...(this.shown?.sides ?? []).map(({ value, label }) =>
        h("button", { type: "button", class: "chip-button", "aria-pressed": String(value === this.side), onclick: () => this.#play(value) }, label),
      ),
    );
  }

  /** @param {string} side Whose play it is. */
  async #play(side) {
    if (side === this.side || !this.shown) return;
    this.side = side;
    if (this.shown.clock) await this.#guarded(async () => this.#take(await this.app.referee.call("ask.side", { text: this.text, side })));
    else {
      this.#showSides();
      this.builder.over(side, this.shown.lines);
    }
  }

  async #rest() {
    const unknown = this.rest.checked;
    const shown = await this.#guarded(() => this.app.referee.call("ask.rest", { text: this.text, unknown }));
    if (shown) this.#take(shown);
    else this.rest.checked = !unknown;
    if (this.sheet.open) await this.#sheet(this.sheet.name);
  }

  async #begin() {
    const game = this.games.value;
    this.games.value = "";
    if (!game) return;
    this.deck = null;
    this.side = "";
    this.line.value = "";
    await this.#guarded(async () => this.#take(await this.app.referee.call("ask.begin", { game }), true));
  }

  async #undo() {
    const text = this.back.pop();
    if (text === undefined) return;
    await this.#guarded(async () => {
      const shown = await this.app.referee.call("ask.show", { text });
      this.text = text;
      this.#take(shown, true);
      this.app.say("Taken back.");
    });
    this.undo.disabled = this.back.length === 0;
  }

  async #typed() {
    const text = this.area.value;
    const shown = await this.#guarded(() => this.app.referee.call("ask.show", { text }, undefined, { latest: "ask.show" }));
    if (shown && shown !== REPLACED) this.#take(shown);
  }

  /** @param {string} country What is in a country; "" for the tracks, cards and clock. */
  async #sheet(country) {
    await this.#guarded(async () => {
      await this.sheet.look(country);
      if (this.told && this.shown) {
        this.map.show(this.shown.board);
        this.#look("before");
      }
      this.map.mark(country);
    });
  }

  #closed() {
    const country = this.sheet.name;
    this.map.mark("");
    /** @type {HTMLElement | undefined} */ (country ? this.map.placeOf(country) : undefined)?.focus({ preventScroll: true });
  }

  // ---------------------------------------------------------------- the play and the answer

  async #cards() {
    const rules = this.text.split("\n").filter((line) => line.startsWith("[")).join();
    if (!this.deck || this.deckOf !== rules) {
      this.deck = /** @type {any} */ (await this.app.referee.call("ask.cards", { text: this.text }));
      this.deckOf = rules;
    }
    return /** @type {any} */ (this.deck);
  }

  /**
   * @param {import("../ask/build.js").Question | null} question
   * @param {(country: string) => void} choose
   */
  #lit(question, choose) {
    if (!question) {
      this.map.onchoose = (country) => this.#sheet(country);
      this.map.light(null);
      return;
    }
    this.sheet.close();
    if (this.told && this.shown) {
      this.#forget();
      this.map.show(this.shown.board);
    }
    const lit = new Map();
    const also = new Map();
    for (const answer of question.answers) {
      if (!answer.country) continue;
      if (answer.why.length) also.set(answer.country, `${answer.label}, not allowed`);
      else if (lit.has(answer.country)) lit.set(answer.country, answer.country);
      else lit.set(answer.country, answer.note ? `${answer.label}, ${answer.note}` : answer.label);
    }
    this.map.onchoose = choose;
    this.map.light(lit, { zoom: lit.size > 0, also });
  }

  /** @param {import("../ask/carried.js").Carried | null} [claimed] The answer that a link has. */
  async #judge(claimed = null) {
    this.#keep();
    await this.sheet.changes;
    const play = this.line.value;
    const told = await this.#guarded(() => this.app.referee.call("ask.judge", { text: this.text, play }, undefined, { latest: "ask.judge" }));
    if (!told || told === REPLACED) return;
    this.sheet.close();
    this.told = told;
    this.map.onchoose = (country) => this.#sheet(country);
    this.map.light(null);
    this.answer.replaceChildren(
      ...answered(told, {
        ask: (line) => {
          this.line.value = line;
          void this.#judge();
        },
        link: async () => `${location.href.split("#")[0]}#${await linked(told.text, told.link)}`,
        write: () => this.app.open({ text: told.text, name: "question.lgn", line: told.text.trimEnd().split("\n").length }, "write"),
        say: (text) => this.app.say(text),
      }),
    );
    this.answer.hidden = false;
    this.#look(told.board ? "after" : "");
    if (told.board) {
      this.map.show(told.board);
      this.map.zoomTo(this.map.changed());
    }
    const head = /** @type {HTMLElement} */ (this.answer.querySelector("h2"));
    if (claimed) {
      const same = claimed.word === told.word && claimed.head === told.head && claimed.by === told.by;
      head.after(same ? h("p", { class: "claim" }, "The referee has judged it on this device; the link has the same answer.") : h("p", { class: "trouble" }, `The link has another answer: “${claimed.head}”. This one is the referee's.`));
    }
    head.focus({ preventScroll: true });
    this.#reach();
  }

  #reach() {
    this.answer.scrollIntoView({ block: matchMedia("(max-width: 56rem)").matches ? "start" : "nearest" });
  }

  /** @param {"before" | "after" | ""} which Which board is shown beside an answer. */
  #look(which) {
    this.seen.hidden = !which;
    const button = (/** @type {"before" | "after"} */ name, /** @type {string} */ words) =>
      h(
        "button",
        {
          type: "button",
          class: "chip-button",
          "aria-pressed": String(name === which),
          onclick: () => {
            if (!this.told || !this.shown) return;
            this.map.show(name === "after" ? this.told.board : this.shown.board);
            this.#look(name);
          },
        },
        words,
      );
    this.seen.replaceChildren(button("before", "Before the play"), button("after", "After it"));
  }
}
