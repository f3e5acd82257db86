/* Where a record begins: go on with one that is kept, or choose a scenario; all the rest has an answer already. */
import { h } from "../shared/dom.js";

/** @typedef {import("./keep.js").Kept} Kept */
/** @typedef {{name: string, rule: string, said: string}} Option */
/** @typedef {{name: string, start: string, first: boolean}} Scenario */
/** @typedef {{title: string, hint: string, options: Option[]}} Options */
/** @typedef {{name: string, side: string, title: string, levels: {word: string, title: string, adds: string}[]}} Seat */
/** @typedef {{scenarios: Scenario[], lengths: string[], seats: Seat[]}} Offered */

/** @type {Record<string, string>} Systems whose own title tells a newcomer little. */
const AGAINST = { "jihadist-activities": "the solitaire Jihadist (chapter 9)" };

export class Shelf {
  /**
   * @param {object} does
   * @param {(kept: Kept) => void} does.goOn
   * @param {(kept: Kept) => void} does.remove
   * @param {(what: Record<string, any>, name: string) => void} does.begin
   * @param {() => Promise<Options[]>} does.options
   * @param {(text: string, name: string) => void} does.take A record that somebody else has written.
   * @param {HTMLElement} does.about What is kept, in words.
   */
  constructor(does) {
    this.does = does;
    this.kept = h("div", { class: "rc-shelf-kept" });
    this.fresh = h("div", { class: "shelf-new" }, h("p", { class: "rc-hint" }, "The scenarios come with the referee, which is being loaded."));
    this.head = h("h2", {}, "A new game");
    this.element = h("div", { class: "rc-shelf" }, h("h1", {}, "Record"), this.kept, this.head, this.fresh, does.about);
    /** @type {((what: {scenario: string, length: string}) => void) | null} What is begun in place of a new game. */
    this.instead = null;
  }

  /**
   * Ask where a game begins that somebody has told.
   * @param {string} name @param {(what: {scenario: string, length: string}) => void} then
   */
  where(name, then) {
    this.instead = then;
    this.head.textContent = `Where does “${name}” begin?`;
    this.element.classList.add("rc-where-begins");
    this.head.scrollIntoView({ block: "start" });
  }

  /** A new game is begun again by a tap on a scenario. */
  forget() {
    this.instead = null;
    this.head.textContent = "A new game";
    this.element.classList.remove("rc-where-begins");
  }

  /** @param {Kept[]} found */
  showKept(found) {
    const [last, ...others] = found;
    this.kept.replaceChildren();
    if (!last) return;
    this.kept.append(
      h("button", { class: "main rc-big", onclick: () => this.does.goOn(last) }, h("span", {}, `Go on: ${last.name}`), h("small", {}, last.stands)),
      this.#keptRow(last, false),
    );
    if (others.length)
      this.kept.append(h("details", {}, h("summary", {}, `${others.length} more record${others.length > 1 ? "s" : ""}`), h("ul", { class: "rc-kept-list" }, ...others.map((k) => h("li", {}, this.#keptRow(k, true))))));
  }

  /** @param {Kept} k @param {boolean} open */
  #keptRow(k, open) {
    const row = h("div", { class: "rc-kept-row" });
    const when = new Date(k.saved).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const sure = () => {
      row.replaceChildren(h("span", {}, `Delete “${k.name}”?`), h("button", { class: "rc-danger", onclick: () => this.does.remove(k) }, "Delete"), h("button", { onclick: () => row.replaceWith(this.#keptRow(k, open)) }, "Keep"));
      row.querySelector("button")?.focus();
    };
    row.append(
      open ? h("button", { class: "rc-kept-open", onclick: () => this.does.goOn(k) }, k.name, h("small", {}, when)) : h("small", {}, `Saved ${when}`),
      h("button", { class: "bare", "aria-label": `Delete ${k.name}`, onclick: sure }, "Delete"),
    );
    return row;
  }

  /** @param {Offered} offered */
  showScenarios({ scenarios, lengths, seats }) {
    const settings = { length: lengths[0], seat: "", level: "", always: false, deals: false };
    /** @type {Set<string>} */
    const options = new Set();
    const names = { J: this.#name("Jihadist"), US: this.#name("US") };
    const start = (/** @type {Record<string, any>} */ what, /** @type {string} */ name) => {
      if (this.instead && what.scenario) return this.instead({ scenario: what.scenario, length: settings.length });
      return this.does.begin(
        { length: settings.length, J: names.J.value, US: names.US.value, options: [settings.seat, settings.level, ...options].filter(Boolean), always: settings.always, deals: settings.deals, ...what },
        name,
      );
    };
    const chip = (/** @type {Scenario} */ s) => h("button", { class: "rc-chip rc-scenario", onclick: () => start({ scenario: s.name }, s.name) }, s.name, h("small", {}, s.start));
    const first = scenarios.filter((s) => s.first);
    const later = scenarios.filter((s) => !s.first);
    const rest = h("div", {}, h("p", { class: "rc-hint" }, "…"));
    const more = h(
      "details",
      { ontoggle: () => more.open && rest.childElementCount < 2 && this.does.options().then(showRest) },
      h("summary", {}, "Names, dice and optional rules"),
      h("div", { class: "rc-names" }, h("label", {}, "Jihadist ", names.J), h("label", {}, "US ", names.US)),
      this.#tick("The referee rolls all dice", (on) => (settings.always = on)),
      rest,
    );
    const showRest = (/** @type {Options[]} */ found) =>
      rest.replaceChildren(
        ...found.flatMap((group) => [
          h("h3", {}, group.title),
          h("p", { class: "rc-hint" }, group.hint),
          ...group.options.map((o) => this.#tick(`${o.said} (${o.rule})`, (on) => (on ? options.add(o.name) : options.delete(o.name)))),
        ]),
      );
    const level = h("div", { class: "rc-levels" });
    const middle = h("textarea", { rows: "3", id: "middle", "aria-describedby": "middle-hint", autocapitalize: "off", spellcheck: "false" });
    this.fresh.replaceChildren(
      this.#choice("Length", lengths.map((l) => [l, l]), settings.length, (value) => (settings.length = value)),
      this.#choice(
        "Who plays",
        [["", "Two people"], ...seats.map((o) => /** @type {[string, string]} */ ([o.name, `Against ${AGAINST[o.name] ?? `the ${o.title}`}`]))],
        "",
        (value) => {
          const seat = seats.find((o) => o.name === value);
          settings.seat = value;
          settings.level = "";
          level.replaceChildren();
          if (!seat) return;
          const levels = seat.levels.map((l) => /** @type {[string, string, string]} */ ([l.word, l.title, l.adds]));
          level.append(this.#choice(`Level of the ${seat.title}: each level includes those before it`, levels, "", (word) => (settings.level = word)));
        },
      ),
      level,
      this.#choice(
        "What is on the table",
        [["", "The board game"], ["phone", "Only this screen", "it shuffles, deals and rolls"]],
        "",
        (value) => (settings.deals = value !== ""),
      ),
      more,
      h("p", { class: "rc-hint" }, "Tap the scenario, and the game begins."),
      h("div", { class: "rc-chips scenarios" }, ...first.map(chip)),
      h("details", {}, h("summary", {}, `${later.length} more scenarios`), h("div", { class: "rc-chips scenarios" }, ...later.map(chip))),
      h(
        "details",
        {},
        h("summary", {}, "In the middle of a game, or from a record"),
        h("label", { for: "middle" }, "What lies on the table, or a whole record"),
        middle,
        h("p", { class: "rc-hint", id: "middle-hint" }, "turn 2, phase US 1, prestige 5, Pakistan Fair Neutral 2 sleepers, hand US 5, hand J 6"),
        h("button", { onclick: () => this.#middle(middle.value, start) }, "Begin there"),
      ),
    );
  }

  /** @param {string} text @param {(what: Record<string, any>, name: string) => void} start */
  #middle(text, start) {
    if (!text.trim()) return;
    if (/^\s*\[/.test(text)) this.does.take(text, "A record");
    else start({ setup: text }, "A position");
  }

  /** @param {string} who */
  #name(who) {
    return h("input", { type: "text", maxlength: "60", autocomplete: "off", placeholder: "a name", "aria-label": `Who plays the ${who}` });
  }

  /** @param {string} words @param {(on: boolean) => void} set */
  #tick(words, set) {
    const box = h("input", { type: "checkbox", onchange: () => set(box.checked) });
    return h("label", { class: "rc-tick" }, box, h("span", {}, words));
  }

  /** @param {string} title @param {([string, string] | [string, string, string])[]} values @param {string} usual @param {(value: string) => void} set */
  #choice(title, values, usual, set) {
    const group = h("div", { class: "rc-chips rc-row", role: "group", "aria-label": title });
    group.append(
      ...values.map(([value, words, small]) =>
        h(
          "button",
          {
            class: "rc-chip",
            "aria-pressed": String(value === usual),
            onclick: (/** @type {Event} */ event) => {
              for (const one of group.children) one.setAttribute("aria-pressed", String(one === event.currentTarget));
              set(value);
            },
          },
          words,
          small ? h("small", {}, small) : "",
        ),
      ),
    );
    return h("div", { class: "rc-setting" }, h("p", { class: "rc-passed-title" }, title), group);
  }
}
