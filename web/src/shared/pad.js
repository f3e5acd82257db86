/* The number pad: a card by the number on it, with its name as it is typed; or by a part of its name. */
import { h } from "./dom.js";

/** @typedef {import("../record/types.js").Card} Card */

const MOST_NAMED = 8;
/** So many cards begin with two digits that have a key of their own. */
const LEAST_BEGUN = 5;

export class Pad {
  /**
   * @param {object} what
   * @param {Map<number, Card>} what.deck
   * @param {number[]} what.numbers Cards that may be meant: one of them is taken as soon as no other begins with its digits.
   * @param {Record<string, string>} what.gone Why a card cannot be meant.
   * @param {boolean} what.unknown Whether a card that nobody knows may be meant.
   * @param {(n: number) => void} what.take
   */
  constructor({ deck, numbers, gone, unknown, take }) {
    this.deck = deck;
    this.numbers = numbers;
    this.gone = gone;
    this.take = take;
    this.typed = "";
    this.shown = h("output", { class: "rc-pad-shown", "aria-live": "polite" });
    this.zero = h("button", { class: "rc-padkey", onclick: () => this.#press(this.typed ? "0" : this.beginnings[0] || "0") }, "0");
    this.ok = h("button", { class: "rc-padkey rc-ok", onclick: () => (this.typed ? this.#done() : this.#press(this.beginnings[1])) }, "OK");
    /** The first two digits of most cards, while nothing is typed: no number begins with 0, and there is nothing to say OK to. */
    this.beginnings = beginnings(deck.keys());
    const key = (/** @type {string} */ text) => h("button", { class: "rc-padkey", onclick: () => this.press(text) }, text);
    const keys = h(
      "div",
      { class: "rc-keys", role: "group", "aria-label": "Number of the card" },
      ..."123456789".split("").map(key),
      unknown ? h("button", { class: "rc-padkey rc-small", "aria-label": "A card that nobody knows", onclick: () => this.take(0) }, "unknown") : h("span"),
      this.zero,
      this.ok,
    );
    this.found = h("div", { class: "rc-chips found" });
    this.name = h("input", {
      type: "search",
      placeholder: "or a part of its name",
      "aria-label": "A part of the card's name",
      autocomplete: "off",
      enterkeyhint: "search",
      oninput: () => this.#search(),
    });
    this.element = h("div", { class: "rc-pad" }, h("div", { class: "rc-pad-top" }, this.shown, this.name), this.found, keys);
    this.#show();
  }

  /** @param {string} digits */
  #press(digits) {
    for (const digit of digits) this.press(digit);
  }

  /** @param {string} key A digit, Backspace or Enter. */
  press(key) {
    if (key === "Backspace") this.typed = this.typed.slice(0, -1);
    else if (key === "Enter") return this.#done();
    else if (this.typed.length < 3) this.typed += key;
    const fits = this.numbers.filter((n) => String(n).startsWith(this.typed));
    if (this.typed && fits.length === 1 && String(fits[0]) === this.typed) return this.#done();
    this.#show();
  }

  #done() {
    const n = Number(this.typed);
    if (n) this.take(n);
  }

  #show() {
    const card = this.deck.get(Number(this.typed));
    const gone = card ? this.gone[card.n] : "";
    const words = !this.typed ? "Its number" : card ? card.title + (gone ? ` – ${gone}` : "") : this.#begun() ? "…" : "no such card";
    this.shown.replaceChildren(
      h("b", {}, this.typed || "–"),
      h("span", {}, words),
      this.typed ? h("button", { class: "bare rc-back", "aria-label": "Take the last digit back", onclick: () => this.press("Backspace") }, "⌫") : "",
    );
    this.name.hidden = this.typed !== "";
    const [first, second] = this.typed ? [] : this.beginnings;
    this.zero.textContent = first ?? "0";
    this.ok.textContent = second ?? "OK";
    this.ok.classList.toggle("rc-ok", !second);
    this.ok.disabled = !card && !second;
  }

  #begun() {
    return [...this.deck.keys()].some((n) => String(n).startsWith(this.typed));
  }

  #search() {
    const words = this.name.value.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const fits = words.length ? [...this.deck.values()].filter((c) => words.every((w) => `${c.n} ${c.title}`.toLocaleLowerCase().includes(w))) : [];
    this.found.replaceChildren(
      ...fits.slice(0, MOST_NAMED).map((c) => h("button", { class: "rc-chip", onclick: () => this.take(c.n) }, `${c.n} ${c.title}`, this.gone[c.n] ? h("small", {}, this.gone[c.n]) : "")),
      words.length && !fits.length ? h("p", { class: "rc-hint" }, "No card is called so.") : "",
    );
  }
}

/** @param {Iterable<number>} deck @returns {string[]} The two digits with which cards of three begin, where there are few. */
function beginnings(deck) {
  /** @type {Map<string, number>} */
  const count = new Map();
  for (const n of deck) if (n > 99) count.set(String(n).slice(0, 2), (count.get(String(n).slice(0, 2)) ?? 0) + 1);
  const many = [...count].filter(([, n]) => n >= LEAST_BEGUN).map(([digits]) => digits);
  return many.length === 2 ? many.sort() : [];
}
