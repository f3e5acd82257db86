/* Which part of a drawing is shown, and how large: wheel, pinch, drag; the drawing always fills its frame. */

/** @typedef {{x: number, y: number, w: number, h: number}} Shown The part that is shown, in the units of the drawing. */

/** Pixels that a pointer has to go before it drags. */
const SLACK = 6;
/** Most pixels to a unit. */
const LARGEST = 2.4;
/** From so many pixels to a unit on words can be read, on a frame that is too narrow for all of the map. */
const LEGIBLE = 0.8;
const NARROW = 560;
/** Most pixels to a unit where the drawing is shown as large as something fits. */
const COMFORTABLE = 1.05;
const MARGIN = 24;

export class View {
  /**
   * @param {HTMLElement} box The frame.
   * @param {(whole: boolean) => void} onchange What happens when another part is shown.
   */
  constructor(box, onchange) {
    this.box = box;
    this.onchange = onchange;
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Shown} All of the drawing. */
    this.whole = { x: 0, y: 0, w: 1300, h: 800 };
    /** @type {Shown} */
    this.now = this.whole;
    this.zoomed = false;
    /** @type {Shown | null} Where it is on its way to. */
    this.target = null;
    this.frame = 0;
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    this.dragging = false;
    this.dragged = false;
    new ResizeObserver(() => this.#settle(this.target ?? this.now)).observe(box);
    box.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    box.addEventListener("pointerdown", (event) => this.#down(event));
    box.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) box.addEventListener(name, (event) => this.#up(/** @type {PointerEvent} */ (event)));
  }

  /** Pixels to a unit. */
  get scale() {
    return (this.box.clientWidth || 1) / this.now.w;
  }

  /** @param {SVGSVGElement} svg A drawing, shown as the one before it was. */
  drawn(svg) {
    if (this.target) this.zoomed = true;
    const [x, y, w, h] = (svg.getAttribute("viewBox") ?? "").split(/\s+/).map(Number);
    const first = this.svg === null;
    this.svg = svg;
    this.whole = { x, y, w, h };
    this.box.style.setProperty("--map-ratio", `${w} / ${h}`);
    this.#settle(first ? this.whole : this.target ?? this.now);
  }

  /** Show all of it. */
  all() {
    this.#glide(this.#full());
  }

  /**
   * @param {number} by How many times as large.
   * @param {number} [x] What stays where it is.
   * @param {number} [y]
   */
  zoom(by, x = this.now.x + this.now.w / 2, y = this.now.y + this.now.h / 2) {
    this.#glide(this.#larger(this.now, by, x, y));
  }

  /** @param {{left: number, top: number, right: number, bottom: number}} box Show this as large as it fits, and not larger than is of use. */
  fit(box) {
    const [wide, high] = [this.box.clientWidth || 1, this.box.clientHeight || 1];
    const w = Math.max(box.right - box.left + 2 * MARGIN, ((box.bottom - box.top + 2 * MARGIN) * wide) / high, wide / COMFORTABLE);
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    this.#glide({ x: x - w / 2, y: y - (w * high) / wide / 2, w, h: (w * high) / wide });
  }

  /** @param {{left: number, top: number, right: number, bottom: number}} box Move this into sight. */
  reveal(box) {
    const { x, y, w, h } = this.now;
    const gap = 10 / this.scale;
    const dx = box.left - gap < x ? box.left - gap - x : box.right + gap > x + w ? box.right + gap - x - w : 0;
    const dy = box.top - gap < y ? box.top - gap - y : box.bottom + gap > y + h ? box.bottom + gap - y - h : 0;
    if (dx || dy) this.#glide({ x: x + dx, y: y + dy, w, h });
  }

  /** Whether the pointer that was lifted last had dragged the drawing: then it chooses nothing. */
  moved() {
    const was = this.dragged;
    this.dragged = false;
    return was;
  }

  /**
   * A point of the page in the units of the drawing.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {[number, number]}
   */
  point(clientX, clientY) {
    const at = this.box.getBoundingClientRect();
    const unit = this.now.w / (this.box.clientWidth || 1);
    return [this.now.x + (clientX - at.left - this.box.clientLeft) * unit, this.now.y + (clientY - at.top - this.box.clientTop) * unit];
  }

  // ---------------------------------------------------------------- what may be shown

  /** All of the drawing in the shape of the frame. */
  #full() {
    const shape = (this.box.clientHeight || 1) / (this.box.clientWidth || 1);
    const { x, y, w, h } = this.whole;
    const wide = Math.max(w, h / shape);
    return { x: x + (w - wide) / 2, y: y + (h - wide * shape) / 2, w: wide, h: wide * shape };
  }

  /**
   * @param {Shown} shown
   * @param {number} by
   * @param {number} x
   * @param {number} y
   */
  #larger(shown, by, x, y) {
    const w = shown.w / by;
    const k = w / shown.w;
    return { x: x - (x - shown.x) * k, y: y - (y - shown.y) * k, w, h: shown.h * k };
  }

  /** @param {Shown} wanted Something near it that fills the frame. */
  #within(wanted) {
    const full = this.#full();
    const shape = full.h / full.w;
    const w = Math.min(full.w, Math.max(wanted.w, (this.box.clientWidth || 1) / LARGEST));
    const h = w * shape;
    const [x, y] = [wanted.x + (wanted.w - w) / 2, wanted.y + (wanted.h - h) / 2];
    const keep = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ from, /** @type {number} */ whole) =>
      size >= whole ? from + (whole - size) / 2 : Math.min(Math.max(at, from), from + whole - size);
    return { x: keep(x, w, this.whole.x, this.whole.w), y: keep(y, h, this.whole.y, this.whole.h), w, h };
  }

  /**
   * Show a part at once.
   * @param {Shown} wanted
   * @param {Shown | null} [target] Where it is on the way to.
   */
  #settle(wanted, target = /** @type {Shown | null} */ (null)) {
    cancelAnimationFrame(this.frame);
    this.target = target;
    const full = this.#full();
    this.now = this.zoomed ? this.#within(wanted) : full;
    this.zoomed = this.now.w < full.w * 0.995;
    this.svg?.setAttribute("viewBox", [this.now.x, this.now.y, this.now.w, this.now.h].map((n) => n.toFixed(1)).join(" "));
    this.box.style.setProperty("--scale", this.scale.toFixed(3));
    this.box.classList.toggle("zoomed", this.zoomed);
    this.box.classList.toggle("large", this.box.clientWidth <= NARROW && this.scale >= LEGIBLE);
    this.onchange(!this.zoomed);
  }

  /** @param {Shown} wanted Go there, in a moment. */
  #glide(wanted) {
    cancelAnimationFrame(this.frame);
    const full = this.#full();
    const to = wanted.w >= full.w * 0.995 ? full : this.#within(wanted);
    const from = this.now;
    this.zoomed = true;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return this.#settle(to);
    const began = performance.now();
    const step = () => {
      const t = Math.min(1, (performance.now() - began) / 180);
      const k = 1 - (1 - t) ** 3;
      const mix = (/** @type {keyof Shown} */ name) => from[name] + (to[name] - from[name]) * k;
      this.zoomed = true;
      this.#settle(t < 1 ? { x: mix("x"), y: mix("y"), w: mix("w"), h: mix("h") } : to, t < 1 ? to : null);
      if (t < 1) this.frame = requestAnimationFrame(step);
    };
    step();
  }

  // ---------------------------------------------------------------- pointer and wheel

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!this.zoomed && event.deltaY > 0 && !event.ctrlKey) return; // the page scrolls
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    const by = Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 120 : 400));
    this.zoomed = true;
    this.#settle(this.#larger(this.now, by, ...this.point(event.clientX, event.clientY)));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (this.pointers.size === 0) this.dragging = this.dragged = false;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 2) this.#drag();
  }

  #drag() {
    this.dragging = this.dragged = true;
    cancelAnimationFrame(this.frame);
    for (const id of this.pointers.keys()) {
      try {
        this.box.setPointerCapture(id);
      } catch {
        this.pointers.delete(id); // it was lifted elsewhere
      }
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const was = this.pointers.get(event.pointerId);
    if (!was) return;
    if (!this.dragging) {
      if (!this.zoomed || Math.hypot(event.clientX - was.x, event.clientY - was.y) < SLACK) return;
      this.#drag();
    }
    const before = this.#grip();
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = this.#grip();
    const by = before.far > 0 && after.far > 0 ? after.far / before.far : 1;
    const [x, y] = this.point(before.x, before.y);
    const unit = this.now.w / by / (this.box.clientWidth || 1);
    const shown = this.#larger(this.now, by, x, y);
    this.zoomed = true;
    this.#settle({ ...shown, x: shown.x - (after.x - before.x) * unit, y: shown.y - (after.y - before.y) * unit });
  }

  /** Where the pointers are, taken together, and how far apart. */
  #grip() {
    const [a, b] = [...this.pointers.values()];
    if (!b) return { ...a, far: 0 };
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, far: Math.hypot(a.x - b.x, a.y - b.y) };
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size === 0) this.dragging = false;
    if (event.type === "pointercancel") this.dragged = false;
  }
}
