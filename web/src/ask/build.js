/* A play put together by taps: the card, then what the referee asks, one question after the other. */
import { h } from "../shared/dom.js";

/**
 * @typedef {object} Answer
 * @property {string} tap
 * @property {string} label
 * @property {string} note
 * @property {{said: string, rule: string}[]} why
 * @property {string} country
 */

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} rule
 * @property {string} kind
 * @property {number} dice
 * @property {string} unnoted
 * @property {Answer[]} answers
 * @property {{tap: string, label: string}[]} more
 */

/** @typedef {{crumbs: {question: string, answer: string, at: number, opens: string}[], question: Question | null, line: string, dead: string}} Built */
/** @typedef {{n: number, name: string, ops: number, side: string}} Card */
/** @typedef {{kind: string, cards: number[], reserves: boolean, words: string}} Line */

const FACES = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
/** Answers that are all shown; of more the map and a folded list have them. */
const FEW = 12;
const MOST_FOUND = 8;

export class Builder {
  /**
   * @param {HTMLElement} host
   * @param {object} to
   * @param {(line: Line, taps: string[]) => Promise<Built | null>} to.build
   * @param {() => Promise<Card[]>} to.cards
   * @param {(n: number) => Promise<string>} to.roll
   * @param {(line: string) => void} to.done The line is complete.
   * @param {(question: Question | null, choose: (country: string) => void) => void} to.lit Show a question on the map.
   * @param {(text: string) => void} to.say
   */
  constructor(host, to) {
    this.to = to;
    /** @type {Line | null} */
    this.line = null;
    /** @type {string[]} */
    this.taps = [];
    this.thrown = "";
    this.busy = false;
    /** @type {{kind: string, label: string, side: string}[]} */
    this.others = [];
    this.side = "J";
    this.field = h("input", { id: "ask-card", type: "text", autocomplete: "off", role: "combobox", "aria-expanded": "false", "aria-controls": "ask-found", placeholder: "number or name", maxlength: "60" });
    this.reserves = h("input", { type: "checkbox", id: "ask-reserves" });
    this.found = h("ul", { class: "found", id: "ask-found", "aria-label": "Cards" });
    this.kinds = h("div", { class: "chips" });
    this.begin = h(
      "div",
      { class: "build-begin" },
      h("label", { for: "ask-card" }, "Card"),
      h("span", { class: "build-card" }, this.field, h("span", { class: "tick" }, this.reserves, h("label", { for: "ask-reserves" }, "with all Reserves"))),
      this.found,
      this.kinds,
    );
    this.steps = h("div", { class: "build-steps", "aria-live": "polite" });
    host.append(this.begin, this.steps);
    this.field.addEventListener("input", () => this.#search());
    this.field.addEventListener("focus", () => this.#search());
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        this.#named();
      } else if (event.key === "ArrowDown") {
        event.preventDefault();
        this.found.querySelector("button")?.focus();
      }
    });
    this.found.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      event.preventDefault();
      const all = [...this.found.querySelectorAll("button")];
      const at = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) + (event.key === "ArrowDown" ? 1 : -1);
      if (at < 0) this.field.focus();
      else all[at]?.focus();
    });
  }

  /**
   * The position has changed, or the side.
   * @param {string} side
   * @param {{kind: string, label: string, side: string}[]} others Lines that are no cards.
   */
  over(side, others) {
    this.side = side;
    this.others = others;
    this.kinds.replaceChildren(
      ...others
        .filter((one) => !one.side || one.side === side)
        .map((one) => h("button", { type: "button", class: "chip-button", onclick: () => this.#start({ kind: one.kind, cards: [], reserves: false, words: one.label }) }, one.label)),
    );
    if (this.line) this.reset();
  }

  /** Nothing is being put together any more. */
  reset() {
    this.line = null;
    this.taps = [];
    this.thrown = "";
    this.steps.replaceChildren();
    this.begin.hidden = false;
    this.to.lit(null, () => {});
  }

  // ---------------------------------------------------------------- the card

  async #search() {
    const cards = await this.to.cards();
    const typed = this.field.value.trim().toLowerCase();
    const fits = cards.filter((card) => typed && (String(card.n).startsWith(typed) || card.name.toLowerCase().includes(typed)));
    fits.sort((a, b) => Number(String(b.n) === typed) - Number(String(a.n) === typed));
    this.field.setAttribute("aria-expanded", String(fits.length > 0));
    this.found.replaceChildren(
      ...fits.slice(0, MOST_FOUND).map((card) =>
        h("li", {}, h("button", { type: "button", onclick: () => this.#take([card.n], `${card.n} ${card.name}`) }, h("b", {}, card.n), ` ${card.name} `, h("small", {}, `${card.ops} · ${card.side}`))),
      ),
    );
    if (typed && fits.length === 0 && !/^\d+\s*\+/.test(typed)) this.found.append(h("li", { class: "none" }, "No card of this game is called so."));
  }

  async #named() {
    const typed = this.field.value.trim();
    const two = /^(\d{1,3})\s*\+\s*(\d{1,3})$/.exec(typed);
    if (two) return this.#take([Number(two[1]), Number(two[2])], `${two[1]} + ${two[2]}`);
    const cards = await this.to.cards();
    const exact = cards.find((card) => String(card.n) === typed);
    if (exact) return this.#take([exact.n], `${exact.n} ${exact.name}`);
    await this.#search();
    this.found.querySelector("button")?.click();
  }

  /**
   * @param {number[]} cards
   * @param {string} words
   */
  #take(cards, words) {
    this.field.value = "";
    this.found.replaceChildren();
    this.field.setAttribute("aria-expanded", "false");
    return this.#start({ kind: "card", cards, reserves: this.reserves.checked, words: words + (this.reserves.checked ? ", with all Reserves" : "") });
  }

  /** @param {Line} line */
  #start(line) {
    this.line = line;
    this.begin.hidden = true;
    return this.#go([]);
  }

  // ---------------------------------------------------------------- the questions

  /** @param {string[]} taps */
  async #go(taps) {
    if (!this.line || this.busy) return;
    this.busy = true;
    const built = await this.to.build(this.line, taps).finally(() => (this.busy = false));
    if (!built) {
      if (this.taps.length === 0 && !this.steps.firstChild) this.reset();
      return;
    }
    this.taps = taps;
    this.thrown = "";
    this.#show(built);
    if (built.line) this.to.done(built.line);
  }

  /** @param {string} tap */
  #tap(tap) {
    return this.#go([...this.taps, tap]);
  }

  /** @param {Built} built */
  #show(built) {
    const crumbs = h("ol", { class: "crumbs", "aria-label": "Answered so far" });
    crumbs.append(h("li", {}, h("button", { type: "button", class: "chip-button", onclick: () => this.#again() }, this.line?.words ?? "", h("span", { class: "sr" }, ", choose another"))));
    for (const { question, answer, at, opens } of built.crumbs) {
      const words = answer.slice(0, 1).toUpperCase() + answer.slice(1);
      const again = () => this.#go(this.#upTo(at, opens));
      crumbs.append(h("li", {}, h("button", { type: "button", class: opens ? "chip-button itself" : "chip-button", title: question, onclick: again }, words, h("span", { class: "sr" }, opens ? ", the only answer that is allowed; ask about another" : ", answer this again"))));
    }
    /** @type {HTMLElement[]} */
    const parts = [crumbs];
    if (built.dead) parts.push(h("p", { class: "trouble" }, built.dead));
    if (built.line) parts.push(h("p", { class: "built" }, "The play: ", h("code", {}, built.line)));
    const asked = built.question;
    this.steps.replaceChildren(...parts, ...(asked ? this.#asked(asked) : []));
    const forbidden = new Map();
    const open = new Map();
    for (const answer of asked?.answers ?? []) {
      if (!answer.country) continue;
      const many = answer.why.length ? forbidden : open;
      many.set(answer.country, [...(many.get(answer.country) ?? []), answer]);
    }
    this.to.lit(asked && (open.size || forbidden.size) ? asked : null, (country) => {
      const fits = open.get(country) ?? forbidden.get(country) ?? [];
      if (fits.length === 1 && !fits[0].why.length) return void this.#tap(fits[0].tap);
      this.#only(country, fits);
    });
    if (asked) {
      const title = /** @type {HTMLElement} */ (this.steps.querySelector(".question"));
      title.focus({ preventScroll: true });
      title.scrollIntoView({ block: "nearest" });
    }
  }

  /**
   * The taps in front of an answer, and what opens its question.
   * @param {number} at
   * @param {string} opens
   */
  #upTo(at, opens) {
    const kept = this.taps.filter((tap) => !tap.startsWith("=")).slice(0, at);
    const opened = this.taps.filter((tap) => tap.startsWith("=") && (!opens || Number(tap.slice(1)) < Number(opens.slice(1))));
    return [...opened, ...(opens ? [opens] : []), ...kept];
  }

  #again() {
    this.reset();
    this.field.focus();
  }

  /** @param {Question} asked */
  #asked(asked) {
    const legal = asked.answers.filter((answer) => answer.why.length === 0);
    const others = asked.answers.filter((answer) => answer.why.length > 0);
    /** @type {HTMLElement[]} */
    const parts = [h("p", { class: "question", tabindex: "-1" }, asked.title), h("div", { class: "only", hidden: true })];
    if (asked.kind === "dice") parts.push(this.#dice(asked));
    const places = legal.length > 0 && legal.every((answer) => answer.country);
    const list = h("div", { class: "answers" }, ...legal.map((answer) => this.#button(answer)));
    if (places && legal.length > FEW) {
      parts.push(h("p", { class: "hint" }, "Tap it on the map, or in the list."), h("details", {}, h("summary", {}, `All ${legal.length} answers`), list));
    } else if (legal.length) parts.push(list);
    if (asked.more.length) parts.push(h("div", { class: "answers" }, ...asked.more.map((one) => h("button", { type: "button", onclick: () => this.#tap(one.tap) }, one.label))));
    if (others.length) {
      parts.push(h("details", { class: "forbidden" }, h("summary", {}, `Not allowed here (${others.length})`), h("ul", {}, ...others.map((answer) => h("li", {}, ...this.#refused(answer))))));
    }
    return parts;
  }

  /** @param {Answer} answer */
  #button(answer) {
    return h("button", { type: "button", onclick: () => this.#tap(answer.tap) }, answer.label, answer.note ? h("small", {}, answer.note) : null);
  }

  /** @param {Answer} answer */
  #refused(answer) {
    const why = answer.why.flatMap(({ said, rule }) => [said, rule ? h("a", { href: `#/learn/rule/${encodeURIComponent(rule)}` }, rule) : "", " "]);
    return [
      h("span", {}, h("b", {}, answer.label), ": ", ...why.map((part) => (typeof part === "string" ? `${part} ` : part))),
      h("button", { type: "button", onclick: () => this.#tap(answer.tap), "aria-label": `Ask about ${answer.label} all the same` }, "Ask all the same"),
    ];
  }

  /**
   * What can be answered with one country.
   * @param {string} country
   * @param {Answer[]} answers
   */
  #only(country, answers) {
    const place = /** @type {HTMLElement} */ (this.steps.querySelector(".only"));
    place.hidden = false;
    place.replaceChildren(...answers.map((answer) => (answer.why.length ? h("p", { class: "refused" }, ...this.#refused(answer)) : this.#button(answer))));
    if (!answers.length) place.append(h("p", {}, `${country} is no answer here.`));
    this.to.say(place.textContent ?? "");
    place.querySelector("button")?.focus();
  }

  /** @param {Question} asked */
  #dice(asked) {
    const shown = h("p", { class: "thrown", "aria-live": "polite" });
    const tell = () => (shown.textContent = this.thrown ? `Thrown: ${[...this.thrown].join(" ")}` : asked.dice > 1 ? `${asked.dice} dice` : "");
    const add = (/** @type {string} */ faces) => {
      this.thrown += faces;
      tell();
      if (this.thrown.length >= asked.dice) void this.#tap(`d${this.thrown}`);
    };
    const faces = FACES.map((face, i) => h("button", { type: "button", class: "die", "aria-label": `${i + 1}`, onclick: () => add(String(i + 1)) }, h("span", { "aria-hidden": "true" }, face), h("small", { "aria-hidden": "true" }, i + 1)));
    const roll = h("button", { type: "button", onclick: async () => add((await this.to.roll(asked.dice - this.thrown.length)).slice(0, asked.dice - this.thrown.length)) }, "Roll for me");
    const unknown = asked.unnoted ? h("button", { type: "button", onclick: () => this.#tap(asked.unnoted) }, "Not noted") : null;
    tell();
    return h("div", { class: "dice" }, h("div", { class: "faces", role: "group", "aria-label": "The die shows" }, ...faces), shown, h("div", { class: "bar" }, roll, unknown));
  }
}
