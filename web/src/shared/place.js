/* What is in a country, or on the tracks: controls made of what the referee says can be set there, over a position as text.
   What it says cannot be is shown so; if it is tapped all the same, the referee refuses it: the sheet may be a tap late. */
import "./place.css";
import { Refused } from "../referee.js";
import { h } from "./dom.js";

/**
 * @typedef {object} Option
 * @property {any} value
 * @property {string} label
 * @property {string} why Why it cannot be, "" if it can.
 */

/**
 * @typedef {object} Control
 * @property {"number" | "toggle" | "choice" | "state" | "plots" | "many" | "member" | "cards" | "card" | "turn"} kind
 * @property {string} field
 * @property {string} subject
 * @property {string} label
 * @property {string} rule
 * @property {any} value
 * @property {Option[]} options
 * @property {number} min
 * @property {number} max
 * @property {string} why
 * @property {string} [none]
 * @property {string[]} [among]
 */

/**
 * @typedef {object} SheetData
 * @property {string} name
 * @property {boolean} [small] Whether it is what decides most plays alone.
 * @property {string} [printed]
 * @property {{title: string, controls: Control[]}[]} groups
 * @property {[string, string][]} [follows]
 */

let serial = 0;

export class PlaceSheet {
  /**
   * @param {HTMLElement} host
   * @param {object} to
   * @param {import("../referee.js").Referee} to.referee
   * @param {() => string} to.text The position that is changed.
   * @param {(shown: any, name: string) => void} to.took A change was made: the position now. The name is that of the country.
   * @param {(words: string) => void} to.refused A change was refused after the sheet was closed.
   * @param {() => void} to.closed
   */
  constructor(host, to) {
    this.to = to;
    /** @type {Promise<void>} The changes that are on their way. */
    this.changes = Promise.resolve();
    this.small = false;
    this.title = h("h2", { tabindex: "-1" });
    this.printed = h("p", { class: "sheet-printed" });
    this.said = h("p", { class: "sheet-said", role: "status", hidden: true });
    this.body = h("div", { class: "sheet-body" });
    this.root = h(
      "section",
      { class: "sheet", hidden: true, "aria-label": "What is here" },
      h("div", { class: "sheet-head" }, this.title, h("button", { type: "button", class: "main", onclick: () => this.close() }, "Done")),
      this.printed,
      this.said,
      this.body,
    );
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
    host.append(this.root);
    this.open = false;
    this.name = "";
  }

  /**
   * What is in a country; "" for the tracks, cards and clock. Raises Refused.
   * @param {string} country
   * @param {boolean} [small] Only what decides most plays.
   */
  async look(country, small = false) {
    this.small = small;
    this.#show(await this.to.referee.call("ask.sheet", { text: this.to.text(), country, small }));
  }

  /** @param {{subject: string, field: string, value: any}} change One after the other: each is made to what the last has left. */
  #set(change) {
    const country = this.name;
    this.changes = this.changes.then(() => this.#change(change, country));
  }

  /**
   * @param {{subject: string, field: string, value: any}} change
   * @param {string} country
   */
  async #change(change, country) {
    const { referee, text, took, refused } = this.to;
    const here = () => this.open && this.name === country;
    try {
      const shown = await referee.call("ask.set", { text: text(), country, small: this.small, ...change });
      took(shown, country);
      if (here()) this.#show(shown.sheet, shown.notes);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (!here()) return refused(error.message);
      await this.look(country, this.small);
      this.say(error.message);
    }
  }

  /**
   * @param {SheetData} data
   * @param {string[]} [notes] What had to go because of the last change.
   */
  #show(data, notes = []) {
    const fresh = !this.open || this.name !== data.name;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const key = this.root.contains(focused) ? focused?.dataset.key : undefined;
    const top = this.root.scrollTop;
    this.name = data.name;
    this.open = true;
    this.title.textContent = data.small ? `${data.name}: what was there?` : data.name || "Tracks, cards and clock";
    this.root.setAttribute("aria-label", this.title.textContent);
    this.printed.textContent = data.printed ?? "";
    this.printed.hidden = !data.printed;
    this.say(notes.join(" "));
    this.body.replaceChildren(...data.groups.map((group) => this.#group(group)));
    if (data.follows?.length) this.body.append(follows(data.follows));
    if (data.small) this.body.append(h("button", { type: "button", class: "bare", "data-key": "more", onclick: () => void this.look(data.name) }, "Aid, markers and more"));
    this.root.hidden = false;
    if (fresh) {
      this.root.scrollTop = 0;
      this.title.focus({ preventScroll: true });
      return;
    }
    this.root.scrollTop = top;
    const again = key ? [...this.root.querySelectorAll("[data-key]")].find((one) => /** @type {HTMLElement} */ (one).dataset.key === key) : null;
    /** @type {HTMLElement} */ (again ?? this.title).focus({ preventScroll: true });
  }

  /** @param {string} text */
  say(text) {
    this.said.textContent = text;
    this.said.hidden = !text;
  }

  close() {
    if (!this.open) return;
    this.open = false;
    this.root.hidden = true;
    this.to.closed();
  }

  /** @param {{title: string, controls: Control[]}} group */
  #group({ title, controls }) {
    const made = controls.map((control) => this.#control(control));
    if (title !== "Lately") return h("div", { class: "sheet-group" }, title ? h("h3", {}, title) : null, ...made);
    const folded = h("details", { class: "sheet-group" }, h("summary", {}, title), ...made);
    folded.open = controls.some((control) => control.value);
    return folded;
  }

  /** @param {Control} control */
  #control(control) {
    const set = (/** @type {any} */ value) => this.#set({ subject: control.subject, field: control.field, value });
    const key = `${control.subject}/${control.field}`;
    switch (control.kind) {
      case "number":
        return this.#number(control, key, control.value, set);
      case "turn":
        return h(
          "div",
          { class: "sheet-turn" },
          this.#choice({ ...control, value: control.value[0] }, `${key}/side`, (side) => set([side, control.value[1]])),
          this.#number({ ...control, label: `${control.label} number`, why: "" }, `${key}/n`, control.value[1], (n) => set([control.value[0], n])),
        );
      case "toggle":
        return this.#toggle(control, key, Boolean(control.value), (on) => set(on));
      case "member": {
        const others = (control.among ?? []).filter((name) => name !== this.name);
        return this.#toggle(control, key, Boolean(control.value), (on) => set({ each: (on ? [...others, this.name] : others).map((name) => [name]) }));
      }
      case "choice":
      case "state":
        return this.#choice(control, key, set);
      case "plots":
        return this.#plots(control, key, set);
      case "many":
        return this.#many(control, key, set);
      default:
        return this.#cards(control, key, set);
    }
  }

  /**
   * @param {Control} control
   * @param {string} key
   * @param {number | null} value
   * @param {(value: number | null) => void} set
   */
  #number(control, key, value, set) {
    const id = `sheet-${++serial}`;
    let now = value ?? (this.small ? control.min : control.min - 1);
    const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ words) => {
      const stuck = now + by < control.min || now + by > control.max;
      const act = () => {
        if (now + by < control.min && !(this.small && value === null)) return;
        now = Math.max(control.min, now + by); // a second tap may come before the answer to the first
        field.value = String(now);
        set(now);
      };
      return h(
        "button",
        {
          type: "button",
          class: "step",
          "data-key": `${key}${sign}`,
          "aria-label": `${control.label}: ${words}`,
          "aria-disabled": stuck,
          onclick: act,
        },
        sign,
      );
    };
    const field = h("input", {
      id,
      type: "number",
      inputmode: "numeric",
      min: control.min,
      max: control.max,
      value: value ?? "",
      placeholder: value === null ? "?" : "",
      "data-key": key,
      onchange: () => {
        const typed = field.value.trim();
        if (typed === "" && control.none) return set(null);
        const n = Number.parseInt(typed, 10);
        if (Number.isInteger(n) && n >= 0) set(n);
        else field.value = value === null ? "" : String(value);
      },
    });
    const note = control.why && value !== null && value >= control.max ? h("small", {}, control.why) : null;
    return h("div", { class: "sheet-row" }, h("label", { for: id }, control.label), h("span", { class: "stepper" }, step(-1, "−", "one fewer"), field, step(1, "+", "one more")), note);
  }

  /**
   * @param {Control} control
   * @param {string} key
   * @param {boolean} on
   * @param {(on: boolean) => void} set
   */
  #toggle(control, key, on, set) {
    const stuck = Boolean(control.why) && !on;
    return h(
      "div",
      { class: "sheet-row" },
      h("span", { "aria-hidden": "true" }, control.label),
      h(
        "button",
        {
          type: "button",
          class: "chip-button",
          role: "switch",
          "aria-checked": String(on),
          "aria-label": control.label,
          "aria-disabled": stuck,
          "data-key": key,
          onclick: () => set(!on),
        },
        on ? "Yes" : "No",
      ),
    );
  }

  /**
   * @param {Control} control
   * @param {string} key
   * @param {(value: any) => void} set
   */
  #choice(control, key, set) {
    const chips = control.options.map((option, i) => this.#chip(option, `${key}/${i}`, same(option.value, control.value), () => set(option.value)));
    return h("div", { class: `sheet-row wide ${control.kind}`, role: "group", "aria-label": control.label }, h("span", { "aria-hidden": "true" }, control.label), h("span", { class: "chips" }, ...chips));
  }

  /**
   * @param {Option} option
   * @param {string} key
   * @param {boolean} on
   * @param {() => void} act
   */
  #chip(option, key, on, act) {
    const stuck = Boolean(option.why) && !on;
    return h(
      "button",
      { type: "button", class: "chip-button", "aria-pressed": String(on), "aria-disabled": stuck, title: stuck ? option.why : null, "data-key": key, onclick: act },
      option.label,
    );
  }

  /**
   * @param {Control} control
   * @param {string} key
   * @param {(value: any) => void} set
   */
  #plots(control, key, set) {
    /** @type {string[]} */
    let have = control.value;
    const put = (/** @type {string[]} */ values) => set((have = values));
    const words = new Map(control.options.map((option) => [option.value, option.label]));
    const lying = have.map((value, i) =>
      h("button", { type: "button", class: "chip-button taken", "data-key": `${key}-${i}`, "aria-label": `Take off: ${words.get(value) ?? value}`, onclick: () => put(have.filter((_, k) => k !== i)) }, `${words.get(value) ?? value} ×`),
    );
    const more = control.options.map((option, i) => this.#chip({ ...option, label: `+ ${option.label}` }, `${key}+${i}`, false, () => put([...have, option.value])));
    return h("div", { class: "sheet-row wide", role: "group", "aria-label": control.label }, h("span", { "aria-hidden": "true" }, control.label), h("span", { class: "chips" }, ...lying, ...more));
  }

  /**
   * @param {Control} control
   * @param {string} key
   * @param {(value: any) => void} set
   */
  #many(control, key, set) {
    /** @type {any[]} */
    let have = control.value;
    const cards = typeof (control.options[0]?.value ?? "") === "number";
    const put = (/** @type {any[]} */ values) => {
      have = values;
      set(cards ? (values.length ? values : null) : { each: values });
    };
    const chips = control.options.map((option, i) => {
      const on = have.includes(option.value);
      return this.#chip(option, `${key}/${i}`, on, () => put(have.includes(option.value) ? have.filter((value) => value !== option.value) : [...have, option.value]));
    });
    return h("div", { class: "sheet-row wide", role: "group", "aria-label": control.label }, h("span", { "aria-hidden": "true" }, control.label), h("span", { class: "chips" }, ...chips));
  }

  /**
   * Numbers of cards, typed.
   * @param {Control} control
   * @param {string} key
   * @param {(value: any) => void} set
   */
  #cards(control, key, set) {
    const id = `sheet-${++serial}`;
    const one = control.kind === "card";
    const have = (one ? (control.value === null ? [] : [control.value]) : control.value).map((/** @type {number} */ n) => n || "?");
    const field = h("input", {
      id,
      type: "text",
      value: have.join(" "),
      placeholder: one ? "none" : "numbers, such as 5 98",
      "data-key": key,
      onchange: () => {
        const numbers = field.value.split(/[\s,]+/).filter(Boolean).map((word) => (word === "?" ? 0 : Number.parseInt(word, 10)));
        if (numbers.some((n) => !Number.isInteger(n) || n < 0)) return this.say("Cards are named by their numbers.");
        set(numbers.length === 0 ? null : one ? numbers[0] : numbers);
      },
    });
    return h("div", { class: "sheet-row wide" }, h("label", { for: id }, control.label), field);
  }
}

/** @param {any} one @param {any} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {[string, string][]} pairs What follows from the rest of the board. */
function follows(pairs) {
  const list = h("dl", { class: "board-facts" }, ...pairs.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
  return h("div", { class: "sheet-group" }, h("h3", {}, "What follows from the board"), list);
}
