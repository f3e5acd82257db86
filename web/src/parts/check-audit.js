/* The audit of several records: one page, with a title and standings; who is one player is asked by taps. */
import { h } from "../shared/dom.js";
import { save } from "../shared/hand.js";
import { Fault, Refused, REPLACED } from "../referee.js";

/** Milliseconds after the last key before the page is made again. */
const PAUSE = 600;
/** The results that can be stated of a game, in words. */
const RESULTS = { "": "not decided", US: "the US won", J: "the Jihadist won", draw: "a draw" };
/** The results that give points, with the points that they usually give. */
const POINTS = { win: 1, draw: 0.5, loss: 0, unfinished: 0 };

export class Audit {
  /**
   * @param {import("../referee.js").Referee} referee
   * @param {number} pile The number of the records.
   */
  constructor(referee, pile) {
    this.referee = referee;
    this.pile = pile;
    this.turn = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    /** @type {{name: string, text: string} | null} */
    this.made = null;
    this.url = "";
    /** @type {string[][]} */
    this.same = [];
    /** @type {string[][]} */
    this.apart = [];
    /** @type {Record<string, string>} */
    this.results = {};
    this.title = h("input", { id: "ck-title", type: "text", maxlength: 80, autocomplete: "off", oninput: () => this.#soon() });
    this.date = h("input", { id: "ck-date", type: "text", maxlength: 40, autocomplete: "off", oninput: () => this.#soon() });
    this.points = Object.entries(POINTS).map(([name, n]) => h("input", { id: `ck-points-${name}`, type: "number", step: "any", value: String(n), oninput: () => this.#soon() }));
    this.names = h("div", { class: "ck-names" });
    this.undecided = h("div", {});
    this.words = h("p", { class: "ck-wait", role: "status" });
    this.saver = h("button", { type: "button", class: "main", disabled: true, onclick: () => this.made && save(this.made.name, this.made.text) }, "Save the page");
    this.place = h("div", { class: "ck-frame" });
    this.host = h(
      "section",
      { class: "ck-audit", "aria-label": "One page for all" },
      h("div", { class: "ck-fields" }, h("p", {}, h("label", { for: "ck-title" }, "Title"), this.title), h("p", {}, h("label", { for: "ck-date" }, "Date"), this.date)),
      this.names,
      h(
        "details",
        {},
        h("summary", {}, "Points and results"),
        h("div", { class: "ck-fields" }, ...this.points.map((input, i) => h("p", {}, h("label", { for: input.id }, `Points for ${["a win", "a draw", "a loss", "an unfinished game"][i]}`), input))),
        this.undecided,
      ),
      h("div", { class: "bar" }, this.saver),
      this.words,
      this.place,
    );
  }

  #soon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.make(), PAUSE);
  }

  #stated() {
    const points = Object.fromEntries(Object.keys(POINTS).map((name, i) => [name, this.points[i]?.value || "0"]));
    const results = Object.fromEntries(Object.entries(this.results).filter(([, result]) => result));
    return { title: this.title.value, date: this.date.value, points, same: this.same, apart: this.apart, results };
  }

  /** Make the page by what is stated now. */
  async make() {
    clearTimeout(this.waiting);
    const mine = ++this.turn;
    try {
      const found = await this.referee.call("check.audit", { pile: this.pile, tournament: this.#stated() }, undefined, { latest: "audit" });
      if (mine !== this.turn || found === REPLACED) return;
      this.made = found;
      this.saver.disabled = false;
      this.words.textContent = "";
      this.#ask(found.pairs);
      this.#offer(found.undecided);
      this.#frame(found.text);
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Fault)) throw error;
      if (mine === this.turn) this.words.textContent = error instanceof Refused ? error.message : "The referee failed at this page. It is a fault of the program.";
    }
  }

  /**
   * Names that may be one player: two taps decide.
   * @param {string[][]} pairs
   */
  #ask(pairs) {
    const answer = (/** @type {string[][]} */ list, /** @type {string[]} */ pair) => () => {
      list.push(pair);
      this.names.querySelector("button")?.focus();
      this.make();
    };
    const done = this.same.map((pair, i) => h("li", {}, `${pair.map((n) => `“${n}”`).join(" is ")}. `, h("button", { type: "button", class: "bare", onclick: () => (this.same.splice(i, 1), this.make()) }, "Take it back")));
    this.names.replaceChildren(
      ...pairs.map((pair) =>
        h(
          "div",
          { class: "ck-pair", role: "group", "aria-label": `${pair[0]} and ${pair[1]}` },
          h("span", {}, "Are ", h("b", {}, `“${pair[0]}”`), " and ", h("b", {}, `“${pair[1]}”`), " one player?"),
          h("button", { type: "button", onclick: answer(this.same, pair) }, "One player"),
          h("button", { type: "button", onclick: answer(this.apart, pair) }, "Two players"),
        ),
      ),
      done.length ? h("ul", { class: "ck-notes-list" }, ...done) : "",
    );
  }

  /**
   * Games without a victory on the board, whose result can be stated.
   * @param {{file: string, words: string, result: string}[]} games
   */
  #offer(games) {
    if (this.undecided.contains(document.activeElement)) return; // it would take the field away that somebody is at
    this.undecided.replaceChildren(
      ...games.map(({ file, words, result }, i) => {
        const choice = h("select", { id: `ck-result-${i}` }, ...Object.entries(RESULTS).map(([value, name]) => h("option", { value, selected: value === result }, name)));
        choice.addEventListener("change", () => {
          this.results[file] = choice.value;
          this.make();
        });
        return h("p", {}, h("label", { for: choice.id }, words ? `${file}: “${words}”` : file), choice);
      }),
    );
  }

  /** @param {string} text */
  #frame(text) {
    if (this.url) URL.revokeObjectURL(this.url);
    this.url = URL.createObjectURL(new Blob([text], { type: "text/html;charset=utf-8" }));
    const frame = h("iframe", { title: "The audit of these records", sandbox: "allow-scripts allow-popups", referrerpolicy: "no-referrer" });
    frame.src = this.url;
    this.place.replaceChildren(frame);
  }
}
