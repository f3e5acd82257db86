/* The question that is asked, as things to tap: chips, dice, the number pad, the usual answer as the big key. */
import { h } from "../shared/dom.js";
import { Dice } from "./dice.js";
import { Pad } from "../shared/pad.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Pick} Pick */
/** @typedef {import("./types.js").Passed} Passed */
/** @typedef {import("./types.js").Send} Send */

const MANY = 15;
/** Countries from this number on are chosen on the map; the list of them is pulled up. */
const ON_MAP = 4;
/** Most letters of a chance that is written on the map: "33 %". */
const MOST_ODDS = 6;
const narrow = matchMedia("(max-width: 48rem)");

export class Asked {
  /**
   * @param {State} state
   * @param {Map<number, import("./types.js").Card>} deck
   * @param {Send} send
   * @param {(rule: import("./types.js").Rule) => void} explain
   */
  constructor(state, deck, send, explain) {
    this.state = state;
    this.deck = deck;
    this.send = send;
    this.explain = explain;
    /** @type {Pad | null} */
    this.pad = null;
    /** @type {Dice | null} */
    this.dice = null;
    /** @type {Map<string, {n: number, passed?: number, words: string, odds: string}[]>} What a country on the map means. */
    this.places = new Map();
    this.title = h("h2", { class: "rc-asked-title", tabindex: "-1" });
    this.answers = h("div", { class: "rc-answers" });
    this.element = h("section", { class: `rc-asked rc-side-${state.question.side || "none"}`, "aria-label": "The question" });
    this.#build();
  }

  /** The countries that can be tapped, with what that means. */
  get lit() {
    return new Map([...this.places].map(([country, meant]) => [country, [country, meant.map((m) => m.words).filter(Boolean).join("; ")].filter(Boolean).join(": ")]));
  }

  /** The chance of each. */
  get odds() {
    return new Map([...this.places].map(([country, meant]) => [country, meant.map((m) => m.odds).filter((odds) => odds.length <= MOST_ODDS)[0] ?? ""]));
  }

  /** @param {string} country A country of the map was tapped. */
  choose(country) {
    const meant = this.places.get(country) ?? [];
    if (meant.length === 1) this.#pick(meant[0].n, meant[0].passed);
    else if (meant.length > 1) this.#only(country);
  }

  /** Take back what is half typed or half rolled. Whether there was anything. */
  clear() {
    if (this.pad?.typed) {
      while (this.pad.typed) this.pad.press("Backspace");
      return true;
    }
    return this.dice?.clear() ?? false;
  }

  /** @param {string} key A key of the keyboard. Whether it meant something here. */
  press(key) {
    if (this.pad && (/^[0-9]$/.test(key) || key === "Backspace" || (key === "Enter" && this.pad.typed))) {
      this.pad.press(key);
      return true;
    }
    if (this.dice && /^[1-6]$/.test(key)) {
      this.dice.press(Number(key));
      return true;
    }
    if (key === "Enter" && this.state.question.usual) {
      this.send("usual", { at: this.state.at });
      return true;
    }
    return false;
  }

  #build() {
    const { question: q, waits, draft, finishes } = this.state;
    const rule = q.rule;
    if (draft) this.element.append(h("p", { class: "rc-draft" }, h("span", { class: "sr" }, "The line so far: "), h("code", {}, draft), h("span", { class: "rc-caret", "aria-hidden": "true" })));
    if (waits) return this.#waiting(waits.line, waits.said);
    if (finishes) this.element.append(this.#told(finishes));
    else if (q.settled) this.element.append(h("p", { class: "rc-settled" }, q.settled));
    if (draft) this.element.append(...this.state.told.map((words) => h("p", { class: "rc-settled" }, words)));
    this.element.append(...q.passed.map((p, i) => this.#passed(p, i)));
    this.title.append(q.title);
    if (rule) this.title.append(" ", h("button", { class: "rc-rule", "aria-label": `Rule ${rule.number}: ${rule.title}`, onclick: () => this.explain(rule) }, rule.number));
    this.element.append(this.title);
    if (q.hint) this.element.append(h("p", { class: "rc-hint" }, q.hint));
    this.element.append(this.answers);
    if (q.kind === "anyway") this.#foot(h("button", { class: "main rc-big", onclick: () => this.send("anyway", { at: this.state.at }) }, "Record it anyway"));
    else if (q.kind === "dice") this.#rolled();
    else if (q.pad) this.#cards();
    else this.#chips(q.picks);
    if (q.usual && !(q.counts && q.usual.n >= 0)) {
      const words = q.usual.label;
      this.#foot(h("button", { class: "main rc-big rc-usual", onclick: () => this.send("usual", { at: this.state.at }) }, words));
    }
    if (finishes) this.element.append(this.#unanswered(q.kind));
  }

  /** @param {NonNullable<State["finishes"]>} finishes The player's own words, and the line as it is. */
  #told({ now, of, told, line }) {
    return h(
      "div",
      { class: "rc-finishes", tabindex: "0", role: "region", "aria-label": "What was noted" },
      h("p", { class: "rc-hint" }, `Open line ${now} of ${of}`),
      ...told.map((words) => h("q", {}, words)),
      h("code", {}, line),
    );
  }

  /** @param {string} kind Ways not to answer: what nobody noted, and what is left for later. */
  #unanswered(kind) {
    const say = (/** @type {string} */ words, /** @type {string} */ text) => h("button", { class: "rc-chip", onclick: () => this.send("type", { at: this.state.at, text }) }, words);
    const left = [say("Leave this line as it is", "later"), say("Leave all the rest", "later all")];
    return h("div", { class: "rc-chips rc-quiet rc-unanswered" }, ...(kind === "dice" ? [] : [say("Not noted", "x")]), ...left);
  }

  /** @param {Node} what */
  #foot(what) {
    this.element.append(h("div", { class: "rc-foot-key" }, what));
  }

  /** @param {string} line @param {string[]} said A rule speaks against what was answered. */
  #waiting(line, said) {
    this.element.classList.add("rc-against");
    this.title.append("A rule speaks against it.");
    this.element.append(
      this.title,
      line ? h("p", { class: "rc-draft" }, h("code", {}, line)) : "",
      h("div", { role: "alert" }, ...said.map((s) => h("p", { class: "rc-reason" }, s))),
      h("p", { class: "rc-hint" }, "What was played was played: you can record it anyway."),
    );
    this.#foot(h("button", { class: "rc-big", onclick: () => this.send("undo") }, "Play it differently"));
    this.#foot(h("button", { class: "main rc-big", onclick: () => this.send("anyway", { at: this.state.at }) }, "Record it anyway"));
  }

  #rolled() {
    const q = this.state.question;
    this.dice = new Dice(q.dice, q.faces, (dice) => this.send("dice", { at: this.state.at, dice }));
    this.answers.append(
      this.dice.element,
      h(
        "div",
        { class: "rc-chips rc-quiet" },
        h("button", { class: "rc-chip", onclick: () => this.send("dice", { at: this.state.at, roll: true }) }, "Roll for me"),
        q.hides ? h("button", { class: "rc-chip", onclick: () => this.send("dice", { at: this.state.at, unknown: true }) }, "Not noted") : "",
      ),
    );
  }

  #cards() {
    const { question: q, numbers, gone, others, at } = this.state;
    const pad = new Pad({
      deck: this.deck,
      numbers,
      gone: q.kind === "card" ? gone : {},
      unknown: true,
      take: (n) => this.send("card", { at, cards: [n] }),
    });
    if (this.state.deals && this.state.clock.bot && q.kind === "card" && q.picks.length) {
      const [top] = q.picks;
      return this.#foot(h("button", { class: "main rc-big", onclick: () => this.#pick(top.n, undefined) }, "Turn over the next card"));
    }
    const picks = q.picks.filter((p) => p.n !== q.usual?.n); // the usual one is the big key
    if (picks.length) this.#chips(picks);
    if (picks.length && q.kind === "card" && this.state.deals) {
      if (others.length) this.answers.append(h("div", { class: "rc-chips rc-quiet" }, ...this.#others(others)));
    } else if (picks.length && q.kind === "card") {
      const other = h("button", { class: "rc-chip other", onclick: () => this.#open(other, pad) }, "Another card …");
      this.answers.append(h("div", { class: "rc-chips rc-quiet" }, other, ...this.#others(others)));
    } else {
      this.#open(null, pad);
      if (others.length) this.answers.append(h("div", { class: "rc-chips rc-quiet" }, ...this.#others(others)));
    }
  }

  /** @param {{kind: string, label: string}[]} others */
  #others(others) {
    return others.map((o) => h("button", { class: "rc-chip", onclick: () => this.send("other", { at: this.state.at, kind: o.kind }) }, o.label));
  }

  /** @param {HTMLElement | null} instead @param {Pad} pad */
  #open(instead, pad) {
    instead?.remove();
    this.pad = pad;
    this.answers.append(pad.element);
  }

  /** @param {Pick[]} picks */
  #chips(picks) {
    const { card, question: q } = this.state;
    const chips = picks.map((p) => this.#chip(p, undefined));
    if (q.counts && q.usual) chips[q.usual.n]?.classList.add("rc-usual");
    const box = h("div", { class: `rc-chips${q.counts ? " rc-counts" : ""}${picks.length > 6 ? " rc-many" : ""}` }, ...chips);
    let list = /** @type {HTMLElement} */ (this.answers);
    if (narrow.matches && picks.filter((p) => p.country).length >= ON_MAP) {
      const beside = chips.filter((_, i) => !picks[i].country);
      if (beside.length) this.answers.append(h("div", { class: "rc-chips" }, ...beside));
      list = h("details", { class: "rc-list" }, h("summary", {}, "The list"));
      this.answers.append(list);
      this.element.classList.add("rc-on-map");
    }
    if (picks.length > MANY) {
      const find = h("input", {
        type: "search",
        class: "rc-find",
        placeholder: `Find among ${picks.length}`,
        "aria-label": "Find an answer",
        autocomplete: "off",
        oninput: () => this.#filter(box, find.value),
      });
      list.append(find);
    }
    list.append(box);
    if (card) this.answers.append(this.#adds(card));
    if (!picks.length && !q.usual && q.kind === "answer") this.answers.append(h("p", { class: "rc-hint" }, "No rule allows an answer here. “Why not?” tells why; Undo takes a step back."));
  }

  /** @param {NonNullable<State["card"]>} card What can be added to a card. */
  #adds(card) {
    const { at } = this.state;
    const add = h("div", { class: "rc-chips rc-quiet" });
    if (card.more.reserves && card.held) add.append(h("button", { class: "rc-chip", onclick: () => this.send("card", { at, cards: card.cards, reserves: true }) }, `+ Reserves (${card.held})`));
    if (card.more.second) {
      const second = h("button", {
        class: "rc-chip",
        onclick: () => {
          const { numbers, gone } = this.state;
          this.pad = new Pad({ deck: this.deck, numbers, gone, unknown: true, take: (n) => this.send("card", { at, cards: [...card.cards, n] }) });
          this.title.replaceChildren(`Which card is played with ${card.names[0]}?`);
          this.answers.replaceChildren(this.pad.element);
          this.title.focus();
        },
      }, "+ a second card for a Reassessment");
      add.append(second);
    }
    return add;
  }

  /** @param {Passed} p @param {number} i A question that the next answer answers as usual. */
  #passed(p, i) {
    const chips = p.picks.map((k) => this.#chip(k, i, k.n === p.usual));
    const box = h("div", { class: "rc-chips rc-row", role: "group", "aria-label": p.title }, ...chips);
    return h("div", { class: "rc-passed" }, h("p", { class: "rc-passed-title" }, p.title), box);
  }

  /** @param {Pick} p @param {number | undefined} passed @param {boolean} [chosen] */
  #chip(p, passed, chosen = false) {
    if (p.country) {
      const meant = this.places.get(p.country) ?? [];
      meant.push({ n: p.n, passed, words: [p.label === p.country ? "" : p.label, p.note || p.odds].filter(Boolean).join(", "), odds: p.odds });
      this.places.set(p.country, meant);
    }
    const held = this.state.question.kind === "card" ? this.deck.get(Number.parseInt(p.label, 10)) : undefined;
    const whose = held && (held.side === "US" || held.side === "J" ? `${held.side} ` : "");
    return h(
      "button",
      {
        class: held ? `rc-chip rc-card rc-side-${held.side || "none"}` : "rc-chip",
        "data-words": p.label.toLocaleLowerCase(),
        "data-country": p.country || false,
        title: p.note || false,
        "aria-pressed": passed !== undefined ? String(chosen) : false,
        onclick: () => this.#pick(p.n, passed),
      },
      ...p.label.split("/").flatMap((part, i) => (i ? ["/", h("wbr"), part] : [part])),
      p.odds ? h("small", {}, p.odds) : "",
      held ? h("small", {}, `${whose}${held.ops}`, h("span", { class: "sr" }, held.ops > 1 ? " Operations" : " Operation")) : "",
    );
  }

  /** @param {number} n @param {number | undefined} passed */
  #pick(n, passed) {
    const at = this.state.at;
    this.send("pick", passed === undefined ? { at, n } : { at, n, passed });
  }

  /** @param {HTMLElement} box @param {string} words */
  #filter(box, words) {
    const wanted = words.trim().toLocaleLowerCase();
    for (const chip of box.querySelectorAll("button")) chip.hidden = !(chip.dataset.words ?? "").includes(wanted);
  }

  /** @param {string} country Of several answers that name one country only those are left. */
  #only(country) {
    const list = this.answers.querySelector("details");
    if (list) list.open = true;
    for (const chip of this.answers.querySelectorAll("button")) chip.hidden = chip.dataset.country !== country;
    const first = this.answers.querySelector(`button:not([hidden])`);
    if (first instanceof HTMLElement) first.focus();
  }
}
