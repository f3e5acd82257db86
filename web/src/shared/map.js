/* The map of a position: drawn by the referee; lit, tapped, pinched and dragged here. */
import "./map.css";
import { paint } from "./blank.js";
import { drawing, h, svg } from "./dom.js";
import { View } from "./view.js";

/**
 * @typedef {object} Drawn
 * @property {string} svg
 * @property {[string, string][]} facts
 * @property {[string, string][]} more
 * @property {string} words
 * @property {Record<string, string>} [countries] What lies in each country, in words.
 * @property {import("./blank.js").Blank["plates"]} [plates]
 * @property {import("./blank.js").Look[]} [looks] What has yet to be drawn on a blank map.
 */

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box In the units of the drawing. */

/** How near a tap has to be to a country, in pixels: half of a target for a finger. */
const REACH = 24;
/** Below this many pixels to a unit a crowded spot is enlarged before anything is chosen there. */
const CROWDED = 0.55;
/** Lit countries up to this number are tab stops of their own; of more there is one, and the arrow keys go on. */
const STOPS = 12;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Seconds that a piece is on its way. */
const FLIGHT = 0.9;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class BoardMap {
  /**
   * @param {HTMLElement} host Where it is put.
   * @param {{facts?: boolean}} [how] Whether the tracks stand below it.
   */
  constructor(host, { facts = true } = {}) {
    this.box = h("div", { class: "mapbox board-map" });
    this.facts = h("dl", { class: "board-facts", hidden: !facts });
    const closer = h("button", { type: "button", "aria-label": "Zoom in", onclick: () => this.view.zoom(1.6) }, "+");
    const wider = h("button", { type: "button", "aria-label": "Zoom out", onclick: () => this.view.zoom(1 / 1.6) }, "−");
    const all = h("button", { type: "button", "aria-label": "The whole map", onclick: () => this.view.all() }, "All");
    this.buttons = h("div", { class: "map-buttons" }, closer, wider, all);
    this.frame = h("div", { class: "map-frame" }, this.box, this.buttons);
    host.append(this.frame, this.facts);
    /** @type {(country: string) => void} What happens when a country is chosen. */
    this.onchoose = () => {};
    /** @type {Map<string, string> | null} The countries that may be chosen, each with what choosing it means; null: all. */
    this.lit = null;
    /** @type {Map<string, string>} Others that may be chosen without being lit. */
    this.also = new Map();
    /** @type {Map<string, string>} The chance of a success in each. */
    this.odds = new Map();
    /** @type {Map<string, Box>} Where each country's box is. */
    this.boxes = new Map();
    /** @type {Record<string, string>} */
    this.lying = {};
    this.current = "";
    this.view = new View(this.box, (whole) => {
      all.disabled = wider.disabled = whole;
    });
    this.box.addEventListener("click", (event) => this.#tapped(event));
    this.box.addEventListener("keydown", (event) => this.#key(event));
    this.box.addEventListener("focusin", (event) => {
      const name = countryOf(event.target);
      if (!name) return;
      this.current = name;
      const box = this.boxes.get(name);
      if (box && /** @type {Element} */ (event.target).matches(":focus-visible")) this.view.reveal(box);
    });
  }

  /** @param {Drawn} drawn Show a position; what part of the map is shown stays. */
  show(drawn) {
    const map = drawing(drawn.svg);
    map.id = "map";
    if (drawn.plates && drawn.looks) paint(map, drawn.plates, drawn.looks);
    const focused = this.box.contains(document.activeElement) ? countryOf(document.activeElement) : "";
    this.box.replaceChildren(map);
    this.lying = drawn.countries ?? {};
    this.view.drawn(map);
    this.boxes.clear();
    for (const place of this.#places()) this.boxes.set(place.dataset.country ?? "", boxOf(place));
    this.facts.replaceChildren(
      ...[...drawn.facts, ...drawn.more].map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    );
    this.light(this.lit, { also: this.also, odds: this.odds });
    if (focused) this.placeOf(focused)?.focus({ preventScroll: true });
  }

  /**
   * @param {Map<string, string> | null} lit The countries that may be chosen and what that means; null: all, none in particular.
   * @param {{zoom?: boolean, also?: Map<string, string>, odds?: Map<string, string>}} [how] Whether the map shows them as large as
   * they fit; which others may be chosen that are not lit; and the chance of each.
   */
  light(lit, { zoom = false, also = new Map(), odds = new Map() } = {}) {
    this.lit = lit;
    this.also = also;
    this.odds = odds;
    const open = this.#places().filter((place) => lit === null || lit.has(place.dataset.country ?? ""));
    const each = lit !== null && open.length <= STOPS;
    if (!open.some((place) => place.dataset.country === this.current)) this.current = open[0]?.dataset.country ?? "";
    for (const place of this.#places()) {
      const name = place.dataset.country ?? "";
      const may = this.#may(name);
      const shines = lit !== null && lit.has(name);
      place.classList.toggle("lit", shines);
      place.classList.toggle("dim", lit !== null && !shines);
      place.querySelector(".odds")?.remove();
      const box = this.boxes.get(name);
      if (shines && box && odds.get(name)) place.append(svg("text", { class: "odds", x: (box.right - box.left) / 2, y: box.bottom - box.top, "aria-hidden": "true" }, odds.get(name)));
      if (may) {
        place.setAttribute("tabindex", (each && shines) || name === this.current ? "0" : "-1");
        place.setAttribute("role", "button");
        place.setAttribute("aria-label", `${lit?.get(name) || also.get(name) || name} (${this.lying[name] || "nothing there"})`);
      } else {
        for (const attribute of ["tabindex", "role", "aria-label"]) place.removeAttribute(attribute);
      }
    }
    if (zoom) this.zoomTo(open.map((place) => place.dataset.country ?? ""));
  }

  /** @param {Iterable<string>} names Show these countries as large as they fit; all of the map if none are named. */
  zoomTo(names) {
    const boxes = [...names].map((name) => this.boxes.get(name)).filter((box) => box !== undefined);
    if (boxes.length === 0) return this.view.all();
    this.view.fit({
      left: Math.min(...boxes.map((box) => box.left)),
      top: Math.min(...boxes.map((box) => box.top)),
      right: Math.max(...boxes.map((box) => box.right)),
      bottom: Math.max(...boxes.map((box) => box.bottom)),
    });
  }

  /** Let what the last play moved go its way once, unless somebody wants no motion. */
  play() {
    if (still.matches) return;
    for (const way of this.box.querySelectorAll(".moves path")) {
      const motion = svg("animateMotion", { path: way.getAttribute("d") ?? "", dur: `${FLIGHT}s`, begin: "indefinite", fill: "freeze", calcMode: "spline", keyTimes: "0;1", keySplines: ".4 0 .2 1" });
      const piece = svg("circle", { class: `flying ${way.getAttribute("class")}`, r: 11, "aria-hidden": "true" }, motion);
      way.after(piece);
      /** @type {SVGAnimationElement} */ (motion).beginElement();
      setTimeout(() => piece.remove(), FLIGHT * 1000 + 200);
    }
  }

  /** @returns {string[]} The countries in which something has changed, or which a finding is about. */
  changed() {
    return this.#places().filter((place) => place.matches(".hit, .found")).map((place) => place.dataset.country ?? "");
  }

  /** @param {string} name The drawing of a country. */
  placeOf(name) {
    return this.#places().find((place) => place.dataset.country === name);
  }

  /** @param {...string} names Mark the countries that something is being said of. */
  mark(...names) {
    for (const place of this.#places()) place.classList.toggle("marked", names.includes(place.dataset.country ?? ""));
    for (const name of names) {
      const box = this.boxes.get(name);
      if (box) this.view.reveal(box);
    }
  }

  /** @returns {SVGGElement[]} */
  #places() {
    return [...this.box.querySelectorAll("g[data-country]")].map((place) => /** @type {SVGGElement} */ (place));
  }

  /** @param {string} name */
  #may(name) {
    return this.boxes.has(name) && (this.lit === null || this.lit.has(name) || this.also.has(name));
  }

  /** @param {MouseEvent} event */
  #tapped(event) {
    if (this.view.moved()) return;
    const target = /** @type {Element} */ (event.target);
    if (event.detail === 0 && countryOf(target)) return this.#choose(countryOf(target)); // a screen reader's click
    const [x, y] = this.view.point(event.clientX, event.clientY);
    const near = [...this.boxes]
      .filter(([name]) => this.#may(name))
      .map(([name, box]) => ({ name, far: distance(box, x, y) * this.view.scale }))
      .filter((one) => one.far <= REACH)
      .sort((a, b) => a.far - b.far || Number(this.lit?.has(b.name) ?? 0) - Number(this.lit?.has(a.name) ?? 0));
    const finger = /** @type {PointerEvent} */ (event).pointerType === "touch";
    if (finger && near.length > 1 && near[1].far < REACH / 2 && this.view.scale < CROWDED) return this.view.zoom(2.4, x, y);
    const land = /** @type {HTMLElement | null} */ (target.closest(".land"))?.id.replace("land", "m") ?? "";
    const below = countryOf(land ? this.box.querySelector(`#${CSS.escape(land)}`) : target);
    if (near.length && (near[0].far === 0 || !this.#may(below))) return this.#choose(near[0].name);
    if (this.#may(below)) return this.#choose(below);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const name = countryOf(event.target);
    if (!name) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.#choose(name);
    }
    const step = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    const from = this.boxes.get(name);
    if (!step || !from) return;
    event.preventDefault();
    const next = this.#next(from, step, name);
    if (!next) return;
    for (const place of this.#places()) {
      if (!this.#may(place.dataset.country ?? "") || this.lit !== null && this.lit.size <= STOPS) continue;
      place.setAttribute("tabindex", place.dataset.country === next ? "0" : "-1");
    }
    this.placeOf(next)?.focus({ preventScroll: true });
  }

  /**
   * The nearest country that may be chosen in a direction.
   * @param {Box} from
   * @param {number[]} step
   * @param {string} name
   */
  #next(from, [dx, dy], name) {
    const [x, y] = [(from.left + from.right) / 2, (from.top + from.bottom) / 2];
    let best = "";
    let least = Infinity;
    for (const [other, box] of this.boxes) {
      if (other === name || !this.#may(other)) continue;
      const [ox, oy] = [(box.left + box.right) / 2 - x, (box.top + box.bottom) / 2 - y];
      const along = ox * dx + oy * dy;
      const aside = Math.abs(ox * dy) + Math.abs(oy * dx);
      if (along <= 1 || aside > 2.5 * along) continue;
      if (along + 2 * aside < least) [best, least] = [other, along + 2 * aside];
    }
    return best;
  }

  /** @param {string} name */
  #choose(name) {
    if (!this.#may(name)) return;
    this.current = name;
    this.onchoose(name);
  }
}

/** @param {EventTarget | null} target The country that an element belongs to, "" for none. */
function countryOf(target) {
  const place = /** @type {Element | null} */ (target)?.closest?.("g[data-country]");
  return /** @type {SVGGElement | null | undefined} */ (place)?.dataset.country ?? "";
}

/** @param {SVGGElement} place */
function boxOf(place) {
  const [, x, y] = /translate\(\s*(-?[\d.]+)[\s,]+(-?[\d.]+)/.exec(place.getAttribute("transform") ?? "") ?? ["", "0", "0"];
  const frame = place.querySelector(".box");
  const [left, top] = [Number(x), Number(y)];
  return { left, top: top - 12, right: left + Number(frame?.getAttribute("width")), bottom: top + Number(frame?.getAttribute("height")) };
}

/**
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 */
function distance(box, x, y) {
  return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
}
