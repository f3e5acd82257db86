/* What a question is about, by taps: whose play, the card, its use, then what the referee asks, one question after the other. */
import { h } from "../shared/dom.js";
import { Pad } from "../shared/pad.js";

/**
 * @typedef {object} Answer
 * @property {string} tap
 * @property {string} label
 * @property {string} note
 * @property {string} chance That the play succeeds; "" where there is no success, or it is not known.
 * @property {{said: string, rule: string}[]} why Why a rule refuses it.
 * @property {string} country
 */

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} hint
 * @property {string} rule
 * @property {string} kind
 * @property {number} dice
 * @property {string} unnoted
 * @property {boolean} use Whether it is how the card is used.
 * @property {boolean} places Whether any country of the map may be meant.
 * @property {string} so_far The line as it is before the dice.
 * @property {Answer[]} answers
 * @property {{tap: string, label: string}[]} more
 */

/** @typedef {{crumbs: {question: string, answer: string, at: number, opens: string}[], question: Question | null, line: string, dead: string}} Built */
/** @typedef {{n: number, title: string, ops: number, side: string, rules: string[]}} Card */
/** @typedef {{kind: string, cards: number[], reserves: boolean, words: string}} Line */
/** @typedef {"door" | "card" | "asked" | "place" | "position" | "answer"} Stage */

const FACES = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
/** Answers that are all shown; of more the map and a folded list have them, on a narrow screen an open one. */
const FEW = 12;
const narrow = matchMedia("(max-width: 56rem)");
const PLAYS = { US: "The US plays", J: "The Jihadist plays" };

export class Wizard {
  /**
   * @param {HTMLElement} host
   * @param {object} to
   * @param {() => import("../parts/ask.js").Shown | null} to.shown The position.
   * @param {(line: Line, taps: string[]) => Promise<Built | null>} to.build
   * @param {() => Promise<Card[]>} to.cards
   * @param {(n: number) => Promise<string>} to.roll
   * @param {(side: string) => Promise<void>} to.side Whose play it is.
   * @param {(rules: string) => Promise<boolean>} to.rules By which rules it is judged.
   * @param {(country: string) => Promise<boolean>} to.look Ask what is in a country; whether that was answered.
   * @param {() => void} to.tracks
   * @param {() => void} to.words A question in words.
   * @param {() => void} to.clear Nothing is stated any more.
   * @param {() => Promise<any[] | null>} to.standing What follows from the position.
   * @param {(line: string) => void} to.ahead The play is likely to be this one.
   * @param {(line: string) => void} to.done The line is complete.
   * @param {(question: Question | null, choose: (country: string) => void, kept?: boolean) => void} to.lit Show a question on the map; whether nothing was tapped.
   * @param {(stage: Stage) => void} to.stage
   * @param {(text: string) => void} to.say
   */
  constructor(host, to) {
    this.to = to;
    this.host = host;
    /** @type {Stage} */
    this.stage = "door";
    this.side = "";
    /** @type {Line | null} */
    this.line = null;
    /** @type {string[]} */
    this.taps = [];
    /** @type {Built | null} */
    this.built = null;
    this.thrown = "";
    this.busy = false;
    /** @type {Set<string>} Countries of which nothing was stated when they were asked for. */
    this.passed = new Set();
    /** @type {Pad | null} */
    this.pad = null;
    this.looking = false;
    host.addEventListener("keydown", (event) => this.#key(event));
    this.door();
  }

  /** The position has changed. */
  over() {
    const shown = this.to.shown();
    if (shown?.clock) this.side = shown.side;
    if (this.looking) return;
    if (this.stage === "door") this.door(false);
    else if (this.stage === "position") void this.#standing();
    else if (this.line && this.built?.question && this.stage !== "answer") void this.#go(this.taps, true);
    else if (this.stage === "answer") this.#answered();
  }

  /** The answer stands there. */
  answered() {
    this.to.lit(null, () => {});
    this.#stage("answer");
    this.#answered();
  }

  /** @param {Stage} stage */
  #stage(stage) {
    this.stage = stage;
    this.host.dataset.stage = stage;
    this.to.stage(stage);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.pad || /** @type {Element} */ (event.target).matches("input, select, textarea")) return;
    if (!/^(\d|Backspace|Enter)$/.test(event.key) || (event.key === "Enter" && /** @type {Element} */ (event.target).matches("button"))) return;
    event.preventDefault();
    this.pad.press(event.key);
  }

  /** @param {HTMLElement} title */
  #focus(title) {
    title.focus({ preventScroll: true });
  }

  // ---------------------------------------------------------------- what it is about

  /** @param {boolean} [fresh] Whether the user has come back here. */
  door(fresh = true) {
    const here = fresh && this.host.contains(document.activeElement);
    this.line = null;
    this.built = null;
    this.pad = null;
    this.taps = [];
    this.to.lit(null, () => {});
    this.#stage("door");
    const shown = this.to.shown();
    const title = h("h2", { id: "ask-about", tabindex: "-1", class: "question" }, "What is it about?");
    const door = (/** @type {string} */ words, /** @type {() => void} */ act, style = "") => h("button", { type: "button", class: `door ${style}`, onclick: act }, words);
    this.host.replaceChildren(
      title,
      h(
        "div",
        { class: "doors" },
        door(PLAYS.US, () => this.#plays("US"), "side-US"),
        door(PLAYS.J, () => this.#plays("J"), "side-J"),
        door("A position: who has won, how much is the penalty?", () => this.#position(), "wide"),
        door("In words", () => this.to.words(), "wide"),
      ),
      ...this.#known(shown),
    );
    if (here) this.#focus(title);
  }

  /** @param {import("../parts/ask.js").Shown | null} shown What is stated of the position. @returns {HTMLElement[]} */
  #known(shown) {
    if (!shown?.said) return [];
    const clear = h("button", { type: "button", class: "chip-button", onclick: () => this.to.clear() }, "Clear");
    return [h("div", { class: "known" }, h("p", {}, h("span", { class: "soft" }, shown.unknown ? "Stated: " : "The position: "), shown.said), clear)];
  }

  /** @param {string} side */
  async #plays(side) {
    this.side = side;
    await this.to.side(side);
    await this.#card();
  }

  async #position() {
    this.#stage("position");
    this.to.lit(null, () => {});
    const title = h("h2", { class: "question", tabindex: "-1" }, "Where does it stand?");
    this.standing = h("div", { class: "standing", "aria-live": "polite" });
    this.host.replaceChildren(
      this.#crumbs([]),
      title,
      h("p", { class: "hint" }, "Tap a country to say what is there, or the tracks. What you do not say is unknown."),
      h("div", { class: "bar" }, h("button", { type: "button", onclick: () => this.to.tracks() }, "Tracks, cards, clock")),
      this.standing,
    );
    this.#focus(title);
    await this.#standing();
  }

  async #standing() {
    const found = await this.to.standing();
    if (!found || this.stage !== "position" || !this.standing) return;
    const row = (/** @type {any} */ one) =>
      h("div", {}, h("dt", {}, one.name), h("dd", {}, h("b", {}, one.known ? one.value : "hangs on what is not stated"), one.known && one.because ? h("span", {}, ` ${one.because} `) : " ", one.to ? h("a", { href: `#/learn/${one.to}`, title: one.title || null }, one.rule) : one.rule));
    const [known, open] = [found.filter((one) => one.known), found.filter((one) => !one.known)];
    const said = known.length ? h("dl", { class: "standings" }, ...known.map(row)) : h("p", { class: "hint" }, "Nothing follows yet. Tap a country, or state a track.");
    this.standing.replaceChildren(said);
    if (open.length) this.standing.append(h("details", {}, h("summary", {}, `Not known yet (${open.length})`), h("dl", { class: "standings" }, ...open.map(row))));
  }

  // ---------------------------------------------------------------- the card

  /** @param {Line | null} [beside] A card that another one is played with. */
  async #card(beside = null) {
    const deck = await this.to.cards();
    this.line = null;
    this.built = null;
    this.to.lit(null, () => {});
    this.#stage("card");
    const shown = this.to.shown();
    const title = h("h2", { class: "question", tabindex: "-1" }, beside ? `Which card is played with ${beside.words}?` : "Which card?");
    this.pad = new Pad({
      deck: new Map(deck.map((card) => [card.n, card])),
      numbers: deck.map((card) => card.n),
      gone: {},
      unknown: false,
      take: (n) => this.#take(deck, [...(beside?.cards ?? []), n]),
    });
    const others = (shown?.lines ?? []).filter((one) => !one.side || one.side === this.side);
    const kinds = others.map((one) => h("button", { type: "button", class: "chip-button", onclick: () => this.#start({ kind: one.kind, cards: [], reserves: false, words: one.label }) }, one.label));
    this.host.replaceChildren(this.#crumbs([]), title, this.pad.element, ...(beside ? [] : [h("div", { class: "chips kinds", role: "group", "aria-label": "No card" }, ...kinds)]));
    this.#focus(title);
  }

  /** @param {Card[]} deck @param {number[]} numbers */
  async #take(deck, numbers) {
    const cards = numbers.map((n) => deck.find((card) => card.n === n));
    if (cards.some((card) => !card)) return this.to.say("There is no such card.");
    const rules = cards.map((card) => card?.rules ?? []).reduce((all, some) => all.filter((name) => some.includes(name)));
    const now = this.to.shown()?.rules ?? "";
    if (rules.length && !rules.includes(now) && this.to.shown()?.unknown && !(await this.to.rules(rules[0]))) return;
    this.pad = null;
    await this.#start({ kind: "card", cards: numbers, reserves: false, words: cards.map((card) => `${card?.n} ${card?.title}`).join(" + ") });
  }

  /** @param {Line} line */
  #start(line) {
    this.line = line;
    this.built = null;
    this.passed.clear();
    return this.#go([]);
  }

  // ---------------------------------------------------------------- the questions

  /**
   * @param {string[]} taps
   * @param {boolean} [kept] Whether nothing was tapped: the position is another one.
   * @returns {Promise<void>}
   */
  async #go(taps, kept = false) {
    if (!this.line || this.busy) return;
    this.busy = true;
    const built = await this.to.build(this.line, taps).finally(() => (this.busy = false));
    if (!built) {
      if (taps.length && this.line) return this.#go(taps.slice(0, -1), kept); // what was answered is no answer any more
      if (!this.built) this.line = null;
      return;
    }
    this.taps = taps;
    this.thrown = "";
    this.built = built;
    this.pad = null;
    if (built.line) return this.to.done(built.line);
    this.#show(built, kept);
  }

  /** @param {string} tap */
  #tap(tap) {
    return this.#go([...this.taps, tap]);
  }

  /** @param {Built} built @param {boolean} kept */
  #show(built, kept) {
    const asked = built.question;
    /** @type {HTMLElement[]} */
    const parts = [this.#crumbs(built.crumbs)];
    if (built.dead) parts.push(h("p", { class: "trouble" }, built.dead));
    this.host.replaceChildren(...parts, ...(asked ? this.#asked(asked) : []));
    const places = Boolean(asked?.places || asked?.answers.some((answer) => answer.country));
    this.#stage(places ? "place" : "asked");
    this.to.lit(asked && places ? asked : null, (country) => void this.#choose(country), kept);
    if (asked?.so_far) this.to.ahead(asked.so_far);
    const title = /** @type {HTMLElement | null} */ (this.host.querySelector(".question"));
    if (kept) return;
    if (title) this.#focus(title);
    scrollTo({ top: 0 });
  }

  /** What was answered so far, under an answer. */
  #answered() {
    this.host.replaceChildren(...(this.line && this.built ? [h("h3", {}, "Asked by these taps"), this.#crumbs(this.built.crumbs)] : []), h("div", { class: "bar" }, h("button", { type: "button", onclick: () => this.door() }, "Another question")));
  }

  /** @param {Built["crumbs"]} answered */
  #crumbs(answered) {
    const crumbs = h("ol", { class: "crumbs", "aria-label": "Answered so far" });
    const side = this.stage === "position" ? "A position" : PLAYS[/** @type {keyof typeof PLAYS} */ (this.side)];
    const crumb = (/** @type {string} */ words, /** @type {() => void} */ act, more = ", choose another", style = "", title = "") =>
      h("li", {}, h("button", { type: "button", class: `chip-button ${style}`, title: title || null, onclick: act }, words, h("span", { class: "sr" }, more)));
    crumbs.append(crumb(side, () => this.door()));
    if (this.line) {
      crumbs.append(crumb(this.line.words + (this.line.reserves ? " + Reserves" : ""), () => this.#card()));
      crumbs.append(h("li", {}, this.#rules()));
    }
    for (const { question, answer, at, opens } of answered) {
      const words = answer.slice(0, 1).toUpperCase() + answer.slice(1);
      crumbs.append(crumb(words, () => this.#go(this.#upTo(at, opens)), opens ? ", the only answer that is allowed; ask about another" : ", answer this again", opens ? "itself" : "", question));
    }
    return crumbs;
  }

  /** The rules by which it is judged: they follow from the card, and may be others. */
  #rules() {
    const shown = this.to.shown();
    const games = shown?.games ?? [];
    if (!shown?.unknown) return h("span", { class: "rules-chip" }, games.find((game) => game.value === shown?.rules)?.label ?? "");
    const select = h("select", { class: "rules-chip", "aria-label": "The rules" }, ...games.map((game) => h("option", { value: game.value, selected: game.value === shown.rules }, game.label)));
    select.addEventListener("change", () => void this.to.rules(select.value));
    return select;
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

  /** @param {Question} asked */
  #asked(asked) {
    const refused = asked.answers.filter((answer) => answer.why.length > 0);
    /** @type {HTMLElement[]} */
    const parts = [h("h2", { class: "question", tabindex: "-1" }, asked.title)];
    if (asked.hint) parts.push(h("p", { class: "hint" }, asked.hint));
    if (asked.places && refused.length === asked.answers.length) parts.push(h("p", { class: "hint" }, asked.answers.length ? "Nothing is legal; tap the country you mean." : "Tap the country you mean."));
    parts.push(h("div", { class: "only", hidden: true }));
    if (asked.kind === "dice") parts.push(this.#dice(asked));
    if (asked.more.length) parts.push(h("div", { class: "answers" }, ...asked.more.map((one) => h("button", { type: "button", class: "door", onclick: () => this.#tap(one.tap) }, one.label))));
    const places = asked.answers.filter((answer) => answer.country);
    const list = (/** @type {Answer[]} */ some) => h("div", { class: "answers" }, ...some.map((answer) => this.#button(answer)));
    if (places.length > FEW) {
      const others = asked.answers.filter((answer) => !answer.country);
      if (others.length) parts.push(list(others));
      parts.push(h("details", { class: "many", open: narrow.matches }, h("summary", {}, `On the map, or here: all ${places.length}`), list(places)));
    } else if (asked.answers.length) parts.push(list(asked.answers));
    if (asked.places) {
      const named = new Set(places.map((answer) => answer.country));
      const others = Object.keys(this.to.shown()?.board.countries ?? {}).filter((name) => !named.has(name));
      const chips = others.map((name) => h("button", { type: "button", "data-label": name, "data-country": name, onclick: () => void this.#choose(name) }, name));
      if (others.length) parts.push(h("details", { class: "many", open: !named.size && narrow.matches }, h("summary", {}, named.size ? "Another country" : "On the map, or here"), h("div", { class: "answers" }, ...chips)));
    }
    if (asked.use && this.line?.kind === "card") parts.push(this.#adds(this.line));
    if (refused.length) {
      parts.push(h("details", { class: "forbidden" }, h("summary", {}, `Why not (${refused.length})`), h("ul", {}, ...refused.map((answer) => h("li", {}, h("b", {}, answer.label), ": ", ...reasons(answer))))));
    }
    return parts;
  }

  /** @param {Line} line What can be added to a card. */
  #adds(line) {
    const second = h("button", { type: "button", class: "chip-button", onclick: () => this.#card(line) }, "+ a second card for a Reassessment");
    const reserves = h("button", { type: "button", class: "chip-button", "aria-pressed": String(line.reserves), onclick: () => this.#start({ ...line, reserves: !line.reserves }) }, "+ all Reserves");
    return h("div", { class: "chips kinds", role: "group", "aria-label": "With the card" }, ...(this.side === "US" && line.cards.length === 1 ? [second] : []), reserves);
  }

  /** @param {Answer} answer */
  #button(answer) {
    const act = () => (answer.country ? this.#choose(answer.country, answer.tap) : this.#tap(answer.tap));
    const no = answer.why.length > 0;
    return h(
      "button",
      { type: "button", class: no ? "no" : "", "data-label": answer.label, "data-country": answer.country || null, title: no ? answer.why[0].said : null, onclick: () => void act() },
      h("span", {}, answer.label, no ? h("span", { class: "sr" }, ", not allowed") : "", answer.chance ? h("span", { class: "chance" }, answer.chance, h("span", { class: "sr" }, " chance")) : ""),
      answer.note ? h("small", {}, answer.note) : null,
    );
  }

  /**
   * A country is meant; one of which nothing is stated is asked for first.
   * @param {string} country
   * @param {string} [tap] The answer, where it was chosen by itself.
   */
  async #choose(country, tap = "") {
    const shown = this.to.shown();
    if (!this.built?.question || this.busy || this.looking) return;
    if (this.built.question.places && shown?.unknown && !shown.stated.includes(country) && !this.passed.has(country)) {
      this.looking = true;
      const stated = await this.to.look(country).finally(() => (this.looking = false));
      if (!stated) return;
      this.passed.add(country);
      await this.#go(this.taps);
      if (!this.built?.question) return;
    }
    const fits = this.built.question.answers.filter((answer) => answer.country === country);
    const one = fits.find((answer) => answer.tap === tap) ?? (fits.length === 1 ? fits[0] : null);
    if (one) return this.#tap(one.tap);
    this.#only(country, fits);
  }

  /**
   * What can be answered with one country.
   * @param {string} country
   * @param {Answer[]} answers
   */
  #only(country, answers) {
    const place = /** @type {HTMLElement | null} */ (this.host.querySelector(".only"));
    if (!place) return;
    place.hidden = false;
    if (answers.length) place.replaceChildren(...answers.map((answer) => h("button", { type: "button", onclick: () => void this.#tap(answer.tap) }, answer.label)));
    else {
      const again = h("button", { type: "button", class: "chip-button", onclick: () => { this.passed.delete(country); void this.#again(country); } }, `What is in ${country}?`);
      place.replaceChildren(h("p", {}, `${country} is no answer here: what was stated there does not serve.`), ...(this.to.shown()?.unknown ? [again] : []));
    }
    this.to.say(place.textContent ?? "");
    place.querySelector("button")?.focus();
  }

  /** @param {string} country Ask once more what is in a country. */
  async #again(country) {
    this.looking = true;
    const stated = await this.to.look(country).finally(() => (this.looking = false));
    if (!stated) return;
    this.passed.add(country);
    await this.#go(this.taps);
    await this.#choose(country);
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
    const open = h("button", { type: "button", class: "main door", onclick: () => this.#tap("o") }, "Not rolled yet");
    const roll = h("button", { type: "button", onclick: async () => add((await this.to.roll(asked.dice - this.thrown.length)).slice(0, asked.dice - this.thrown.length)) }, "Roll for me");
    const unknown = asked.unnoted ? h("button", { type: "button", onclick: () => this.#tap(asked.unnoted) }, "Not noted") : null;
    tell();
    return h("div", { class: "dice" }, h("div", { class: "faces", role: "group", "aria-label": "The die shows" }, ...faces), shown, asked.so_far ? open : null, h("div", { class: "bar" }, roll, unknown));
  }
}

/** @param {Answer} answer @returns {(string | HTMLElement)[]} */
function reasons(answer) {
  return answer.why.flatMap(({ said, rule }) => [`${said} `, rule ? h("a", { href: `#/learn/rule/${encodeURIComponent(rule)}` }, rule) : "", " "]);
}
