/* Ask: one question. What it is about by taps, what was there as far as the play needs it, the answer with its rule. */
import "./ask.css";
import { REPLACED, Refused } from "../referee.js";
import { answered } from "../ask/answer.js";
import { carried, claim, linked } from "../ask/carried.js";
import { Wizard } from "../ask/wizard.js";
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
 * @property {boolean} unknown Whether what the position does not state is unknown; else it is stated whole.
 * @property {string[]} stated The countries of which anything is stated.
 * @property {string} said What is stated, in few words.
 * @property {string} rules
 * @property {{value: string, label: string}[]} games The rules that there are.
 * @property {string} side
 * @property {{value: string, label: string}[]} sides
 * @property {{kind: string, label: string, side: string}[]} lines
 * @property {string} [play]
 * @property {string[]} [notes]
 * @property {any} [sheet]
 */

const KEPT = "ask/question";
const MOST_BACK = 100;
/** Milliseconds after which the likely answer is looked for. */
const PAUSE = 60;
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
    /** @type {{text: string, whole: boolean}[]} Earlier positions. */
    this.back = [];
    /** @type {any} The answer that stands there. */
    this.told = null;
    /** @type {import("../ask/wizard.js").Card[] | null} */
    this.deck = null;
    this.deckOf = "";
    this.typing = 0;
    this.ahead = 0;
    /** @type {Promise<void> | undefined} Until what was kept is shown, which takes away every answer. */
    this.restored = undefined;
    /** @type {((stated: boolean) => void) | null} Who waits for the sheet of a country. */
    this.waits = null;

    this.trouble = h("p", { class: "trouble", role: "alert", hidden: true });
    this.games = h("select", { id: "ask-game" }, h("option", { value: "" }, "Begin with …"));
    this.undo = h("button", { type: "button", disabled: true, onclick: () => this.#undo() }, "Undo");
    const tracks = h("button", { type: "button", onclick: () => this.#sheet("") }, "Tracks, cards, clock");
    this.wrong = h("ul", { class: "wrong", hidden: true });
    this.area = h("textarea", { rows: "8", spellcheck: "false", autocapitalize: "off", "aria-label": "The position as text", maxlength: "20000" });
    this.line = h("textarea", { id: "ask-line", rows: "2", spellcheck: "false", autocapitalize: "off", maxlength: "2000", placeholder: "side, card, use, places" });
    this.ask = h("button", { type: "button", class: "main", onclick: () => this.#judge() }, "Ask the referee");
    this.answer = h("section", { class: "answer", "aria-label": "The answer", hidden: true });
    this.seen = h("div", { class: "chips seen", role: "group", "aria-label": "The board", hidden: true });

    const board = h("div", { class: "ask-board" });
    const panel = h("div", { class: "ask-panel" });
    this.whole = h("div", { class: "ask", "data-stage": "door" }, board, panel);
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
    const wizard = h("section", { class: "ask-part wizard", "aria-label": "The question" });
    this.notation = h(
      "details",
      { class: "ask-part notation" },
      h("summary", {}, "The play in notation, if you know it"),
      h("label", { for: "ask-line" }, "Its line; of several plays one line each"),
      this.line,
      h("div", { class: "bar" }, this.ask),
    );
    this.setup = h(
      "details",
      { class: "ask-part setup" },
      h("summary", {}, "Set up more"),
      h("p", { class: "hint" }, "Tap a country of the map to set what lies there. A scenario states the whole board; without one, what you do not state is unknown."),
      h("div", { class: "bar" }, h("label", { class: "sr", for: "ask-game" }, "Begin with"), this.games, tracks, this.undo),
      h("details", {}, h("summary", {}, "As text"), h("p", { class: "hint" }, "The same in the notation. Change either; both follow."), this.area),
    );
    panel.append(this.trouble, this.answer, wizard, this.wrong, this.notation, this.setup);
    host.append(h("h1", {}, "Ask"), h("p", { class: "lead" }, "One question at the table: was it legal, what comes of it, by which rule?"), this.whole);
    this.wizard = new Wizard(wizard, {
      shown: () => this.shown,
      build: (line, taps) => this.#guarded(() => app.referee.call("ask.build", { text: this.text, side: this.wizard.side, kind: line.kind, cards: line.cards, reserves: line.reserves, taps })),
      cards: () => this.#cards(),
      roll: (n) => app.referee.call("ask.roll", { dice: n }),
      side: (side) => this.#play(side),
      rules: async (rules) => Boolean(await this.#change("ask.rules", { rules })),
      look: (country) => this.#look_at(country),
      tracks: () => this.#sheet(""),
      words: () => app.go("learn"),
      clear: async () => {
        await this.#change("ask.show", { text: "" }, true);
      },
      standing: () => this.#guarded(() => app.referee.call("ask.standing", { text: this.text })),
      ahead: (line) => this.#expect(line),
      done: (line) => {
        this.line.value = line;
        void this.#judge();
      },
      lit: (question, choose, kept) => this.#lit(question, choose, kept),
      stage: (stage) => {
        this.whole.dataset.stage = stage;
        if (stage !== "answer") this.#forget();
      },
      say: (text) => app.say(text),
    });

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
      this.restored = this.#restore();
      try {
        await this.restored;
      } finally {
        this.restored = undefined;
      }
    }
    const trouble = this.trouble.textContent ?? "";
    if (!this.shown) await this.#guarded(async () => this.#take(await this.app.referee.call("ask.show", { text: "" })));
    if (this.games.options.length === 1) await this.#guarded(() => this.#listGames());
    if (trouble) this.#say(trouble);
  }

  /** What was being asked when the page was left. */
  async #restore() {
    const kept = await this.app.store.get(KEPT);
    this.line.value = String(kept?.play ?? "");
    this.notation.open = this.line.value !== "";
    this.text = String(kept?.text ?? ""); // whoever asks before it is shown asks about it
    await this.#sketch(kept?.brief ?? null);
    await this.#guarded(async () => this.#take(await this.app.referee.call("ask.show", { text: this.text, whole: kept?.whole ?? Boolean(kept?.text) })));
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
    clearTimeout(this.ahead);
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
    void this.app.store.set(KEPT, { text: this.text, play: this.line.value, brief: this.shown?.brief, whole: this.shown?.unknown === false });
  }

  // ---------------------------------------------------------------- the position

  /**
   * Show a position that the referee has read.
   * @param {Shown} shown
   * @param {boolean} [fresh] Whether it is another one, and not the same with a change.
   */
  #take(shown, fresh = false) {
    if (this.shown && shown.text !== this.text) {
      this.back.push({ text: this.text, whole: !this.shown.unknown });
      if (this.back.length > MOST_BACK) this.back.shift();
    }
    this.shown = shown;
    this.text = shown.text;
    this.undo.disabled = this.back.length === 0;
    if (document.activeElement !== this.area) this.area.value = shown.text;
    if (shown.play !== undefined) {
      this.line.value = shown.play;
      this.notation.open = true;
    }
    if (fresh) {
      this.sheet.close();
      this.map.view.all();
    }
    this.wrong.replaceChildren(...shown.wrong.map((one) => h("li", {}, `Line ${one.line}: ${one.said} `, one.to ? h("a", { href: `#/learn/${one.to}` }, one.rule) : "")));
    this.wrong.hidden = shown.wrong.length === 0;
    if (fresh) this.wizard.door(false);
    else this.wizard.over();
    this.#forget();
    this.map.show(shown.board);
    this.#keep();
  }

  /**
   * Have the referee change the position; the position then, null where it refuses.
   * @param {string} call
   * @param {object} given
   * @param {boolean} [fresh]
   * @returns {Promise<Shown | null>}
   */
  async #change(call, given, fresh = false) {
    return this.#guarded(async () => {
      const shown = await this.app.referee.call(call, { text: this.text, ...given });
      this.#take(shown, fresh);
      return shown;
    });
  }

  /** No answer stands there any more. */
  #forget() {
    this.told = null;
    this.answer.hidden = true;
    this.answer.replaceChildren();
    this.seen.hidden = true;
  }

  /** @param {string} side Whose play it is. */
  async #play(side) {
    if (this.shown?.clock && side !== this.shown.side) await this.#change("ask.side", { side });
  }

  async #begin() {
    const game = this.games.value;
    this.games.value = "";
    if (!game) return;
    this.line.value = "";
    await this.#guarded(async () => this.#take(await this.app.referee.call("ask.begin", { game }), true));
  }

  async #undo() {
    const was = this.back.pop();
    if (was === undefined) return;
    await this.#guarded(async () => {
      const shown = await this.app.referee.call("ask.show", was);
      this.text = was.text;
      this.#take(shown, true);
      this.app.say("Taken back.");
    });
    this.undo.disabled = this.back.length === 0;
  }

  async #typed() {
    const text = this.area.value;
    const shown = await this.#guarded(() => this.app.referee.call("ask.show", { text, whole: this.shown?.unknown === false }, undefined, { latest: "ask.show" }));
    if (shown && shown !== REPLACED) this.#take(shown);
  }

  /**
   * What is in a country; "" for the tracks, cards and clock.
   * @param {string} country
   * @param {boolean} [small] Only what decides most plays.
   */
  async #sheet(country, small = Boolean(this.shown?.unknown && country)) {
    this.#waited(false);
    return this.#guarded(async () => {
      await this.sheet.look(country, small);
      if (this.told && this.shown) {
        this.map.show(this.shown.board);
        this.#look("before");
      }
      this.map.mark(country);
      return true;
    });
  }

  /** @param {string} country @returns {Promise<boolean>} Whether somebody has said what is there, or that nobody knows. */
  async #look_at(country) {
    if (!(await this.#sheet(country, true))) return false;
    return new Promise((resolve) => (this.waits = resolve));
  }

  /** @param {boolean} stated */
  #waited(stated) {
    const waits = this.waits;
    this.waits = null;
    waits?.(stated);
  }

  async #closed() {
    const country = this.sheet.name;
    this.map.mark("");
    await this.sheet.changes;
    if (this.waits) return this.#waited(true);
    /** @type {HTMLElement | undefined} */ (country ? this.map.placeOf(country) : undefined)?.focus({ preventScroll: true });
  }

  // ---------------------------------------------------------------- the play and the answer

  async #cards() {
    const of = this.shown?.unknown ? "every" : this.text;
    if (!this.deck || this.deckOf !== of) {
      this.deck = /** @type {any} */ (await this.app.referee.call("ask.cards", { text: this.text }));
      this.deckOf = of;
    }
    return /** @type {any} */ (this.deck);
  }

  /** @param {string} line The play that is likely to be asked about: its answer is looked for while the dice are. */
  #expect(line) {
    clearTimeout(this.ahead);
    const text = this.text;
    this.ahead = window.setTimeout(() => {
      if (!this.app.referee.busy && this.text === text) this.app.referee.call("ask.judge", { text, play: line }).catch(() => {});
    }, PAUSE);
  }

  /**
   * @param {import("../ask/wizard.js").Question | null} question
   * @param {(country: string) => void} choose
   * @param {boolean} [kept] Whether nothing was tapped.
   */
  #lit(question, choose, kept = false) {
    if (!question) {
      this.map.onchoose = (country) => this.#sheet(country);
      this.map.light(null);
      return;
    }
    if (!this.waits && !kept) this.sheet.close();
    const lit = new Map();
    const also = new Map(question.places ? Object.keys(this.shown?.board.countries ?? {}).map((name) => [name, name]) : []);
    for (const answer of question.answers) {
      if (!answer.country) continue;
      if (answer.why.length) also.set(answer.country, `${answer.label}, not allowed`);
      else if (lit.has(answer.country)) lit.set(answer.country, answer.country);
      else lit.set(answer.country, answer.chance ? `${answer.label}, chance ${answer.chance}` : answer.label);
    }
    for (const name of lit.keys()) also.delete(name);
    this.map.onchoose = choose;
    this.map.light(lit, { zoom: lit.size > 0, also });
  }

  /** @param {import("../ask/carried.js").Carried | null} [claimed] The answer that a link has. */
  async #judge(claimed = null) {
    await this.restored;
    this.#keep();
    await this.sheet.changes;
    const play = this.line.value;
    const told = await this.#guarded(() => this.app.referee.call("ask.judge", { text: this.text, play }, undefined, { latest: "ask.judge" }));
    if (!told || told === REPLACED) return;
    this.sheet.close();
    this.wizard.answered();
    this.told = told;
    this.notation.open = this.setup.open = false;
    this.answer.replaceChildren(
      ...answered(told, {
        ask: (line) => {
          this.line.value = line;
          void this.#judge();
        },
        state: async (said) => {
          if (await this.#change("ask.state", { said })) await this.#judge();
        },
        link: async (answer) => `${location.href.split("#")[0]}#${await linked(told.text, answer ? told.link : null)}`,
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
    performance.mark("answered");
    const head = /** @type {HTMLElement} */ (this.answer.querySelector("h2"));
    if (claimed) {
      const own = told.link;
      const same = claimed.word === own.word && claimed.head === own.head && claimed.by === own.by;
      head.after(same ? h("p", { class: "claim" }, "The referee has judged it on this device; the link has the same answer.") : h("p", { class: "trouble" }, `The link has another answer: “${claimed.head}”. This one is the referee's.`));
    }
    head.focus({ preventScroll: true });
    this.#reach();
  }

  #reach() {
    if (matchMedia("(max-width: 56rem)").matches) scrollTo({ top: 0 });
    else this.answer.scrollIntoView({ block: "nearest" });
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
