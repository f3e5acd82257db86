/* Several records: each with its verdict in a line, as soon as it is judged; one of them is opened, or all are one page. */
import { h } from "../shared/dom.js";
import { Audit } from "./check-audit.js";
import { MOST } from "./check-incoming.js";

/**
 * @typedef {object} One
 * @property {string} name
 * @property {() => void} open
 * @property {() => Promise<{number?: number, name?: string, data?: Uint8Array}>} glance What the referee needs to look at it.
 */

const WORDS = { clean: "clean", findings: "with mistakes", idle: "with nothing to judge", unread: "that cannot be read", archive: "packed" };

/** The number of the last records that came together. */
let piles = 0;

export class Many {
  /**
   * @param {import("../referee.js").Referee} referee
   * @param {One[]} records
   */
  constructor(referee, records) {
    this.referee = referee;
    this.records = records;
    this.pile = ++piles;
    /** @type {Audit | null} */
    this.audit = null;
    this.all = h("button", { type: "button", class: "main", disabled: true, "aria-expanded": "false", onclick: () => this.#turn() }, "One page for all");
    this.sum = h("p", { role: "status" }, records.length ? "They are judged one after the other. Choose one." : "");
    this.places = records.map(() => h("span", { class: "ck-glance" }));
    /** @type {{verdict: string, words: string}[]} */
    this.found = [];
    this.list = h("ul", { class: "ck-list" }, ...records.map((one, i) => h("li", {}, h("button", { type: "button", onclick: one.open }, h("b", {}, one.name), this.places[i] ?? ""))));
    this.element = h("div", { class: "ck-many" }, this.sum, records.length > 1 ? h("div", { class: "bar" }, this.all) : "", this.list);
  }

  /** The page of all of them in place of the list, or the list again. */
  #turn() {
    if (!this.audit) {
      this.audit = new Audit(this.referee, this.pile);
      this.element.append(this.audit.host);
      this.audit.make();
    } else this.audit.host.hidden = !this.audit.host.hidden;
    this.list.hidden = !this.audit.host.hidden;
    this.all.textContent = this.list.hidden ? "The records one by one" : "One page for all";
    this.all.setAttribute("aria-expanded", String(this.list.hidden));
  }

  /**
   * @param {One} one
   * @param {number} at
   * @returns {Promise<{verdict: string, words: string}>}
   */
  async #glance(one, at) {
    const { data, ...given } = await one.glance();
    if (data && data.length > MOST) return { verdict: "unread", words: "too large for a record" };
    return this.referee.call("check.glance", { ...given, pile: this.pile, at }, data);
  }

  /**
   * Judge them, from the first to the last.
   * @param {() => boolean} wanted Whether anybody still looks.
   */
  async look(wanted) {
    /** @type {Map<string, number>} */
    const sums = new Map();
    for (const [i, one] of this.records.entries()) {
      const place = /** @type {HTMLElement} */ (this.places[i]);
      let found = this.found[i];
      try {
        found ??= await this.#glance(one, i);
      } catch {
        found = { verdict: "unread", words: "cannot be read" };
      }
      this.found[i] = found;
      if (!wanted()) return;
      place.textContent = found.words;
      place.classList.add(found.verdict);
      sums.set(found.verdict, (sums.get(found.verdict) ?? 0) + 1);
    }
    this.all.disabled = false;
    const parts = Object.entries(WORDS).filter(([verdict]) => sums.has(verdict));
    if (this.records.length > 1) this.sum.textContent = `${parts.map(([verdict, words]) => `${sums.get(verdict)} ${words}`).join(", ")}. Choose one.`;
  }
}
