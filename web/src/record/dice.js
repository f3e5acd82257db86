/* Dice as they lie on the table: a row of six faces for each. */
import { h } from "../shared/dom.js";

const SVG = "http://www.w3.org/2000/svg";
/** @type {Record<number, [number, number][]>} Where the pips of a face lie, in thirds. */
const PIPS = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [2, 0], [0, 2], [2, 2]],
  5: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
  6: [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
};

/** @param {number} n */
function face(n) {
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("viewBox", "0 0 40 40");
  drawn.setAttribute("aria-hidden", "true");
  for (const [x, y] of PIPS[n]) {
    const pip = document.createElementNS(SVG, "circle");
    pip.setAttribute("cx", String(9 + x * 11));
    pip.setAttribute("cy", String(9 + y * 11));
    pip.setAttribute("r", "4");
    drawn.append(pip);
  }
  return drawn;
}

export class Dice {
  /**
   * @param {number} n How many dice.
   * @param {string[]} names What each of them is for, where they are not alike.
   * @param {(dice: number[]) => void} done
   */
  constructor(n, names, done) {
    /** @type {number[]} */
    this.faces = Array.from({ length: n }, () => 0);
    this.done = done;
    /** @type {HTMLElement[]} */
    this.rows = this.faces.map((_, i) => {
      const name = names[i] || (n > 1 ? `Die ${i + 1}` : "");
      return h(
        "div",
        { class: "rc-die-row", role: "group", "aria-label": name || "The die" },
        n > 1 ? h("span", { class: "rc-die-name" }, name) : "",
        ...[1, 2, 3, 4, 5, 6].map((f) => h("button", { class: "rc-die", "aria-label": String(f), "aria-pressed": "false", onclick: () => this.set(i, f) }, face(f))),
      );
    });
    this.element = h("div", { class: "rc-dice" }, ...this.rows);
  }

  /** @param {number} die @param {number} f */
  set(die, f) {
    this.faces[die] = f;
    this.rows[die].querySelectorAll("button").forEach((button, i) => button.setAttribute("aria-pressed", String(i + 1 === f)));
    if (this.faces.every(Boolean)) this.done(this.faces);
  }

  /** Take back the dice that are told, where not all are. Whether there were any. */
  clear() {
    if (!this.faces.some(Boolean)) return false;
    this.faces.fill(0);
    for (const button of this.element.querySelectorAll("button")) button.setAttribute("aria-pressed", "false");
    return true;
  }

  /** @param {number} f A face, for the first die that has none. */
  press(f) {
    const at = this.faces.indexOf(0);
    if (at >= 0) this.set(at, f);
  }
}
