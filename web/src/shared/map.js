/* The map of a position: drawn by the referee, lit and tapped here. */
import { drawing, h } from "./dom.js";

/**
 * @typedef {object} Drawn
 * @property {string} svg
 * @property {[string, string][]} facts
 * @property {[string, string][]} more
 * @property {string} words
 */

export class BoardMap {
  /** @param {HTMLElement} host Where it is put. */
  constructor(host) {
    this.box = h("div", { class: "mapbox board-map" });
    this.facts = h("dl", { class: "board-facts" });
    host.append(this.box, this.facts);
    /** @type {(country: string) => void} What happens when a country is chosen. */
    this.onchoose = () => {};
    /** @type {Map<string, string> | null} The countries that may be chosen, each with what choosing it means; null: all. */
    this.lit = null;
    this.box.addEventListener("click", (event) => this.#choose(event));
    this.box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      if (this.#choose(event)) event.preventDefault();
    });
  }

  /** @param {Drawn} drawn Show a position. */
  show(drawn) {
    const map = drawing(drawn.svg);
    map.id = "map";
    this.box.replaceChildren(map);
    this.facts.replaceChildren(
      ...[...drawn.facts, ...drawn.more].map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    );
    this.light(this.lit);
  }

  /** @param {Map<string, string> | null} lit The countries that may be chosen and what that means; null: all, none in particular. */
  light(lit) {
    this.lit = lit;
    for (const place of this.#places()) {
      const name = place.dataset.country ?? "";
      const open = lit === null || lit.has(name);
      place.classList.toggle("lit", lit !== null && open);
      place.classList.toggle("dim", lit !== null && !open);
      if (open) {
        place.setAttribute("tabindex", "0");
        place.setAttribute("role", "button");
        place.setAttribute("aria-label", lit?.get(name) || name);
      } else {
        place.removeAttribute("tabindex");
        place.removeAttribute("role");
        place.removeAttribute("aria-label");
      }
    }
  }

  /** @returns {SVGGElement[]} */
  #places() {
    return [...this.box.querySelectorAll("g[data-country]")].map((place) => /** @type {SVGGElement} */ (place));
  }

  /** @param {Event} event */
  #choose(event) {
    const place = /** @type {Element} */ (event.target).closest("g[data-country]");
    const name = /** @type {SVGGElement | null} */ (place)?.dataset.country;
    if (!name || (this.lit !== null && !this.lit.has(name))) return false;
    this.onchoose(name);
    return true;
  }
}
