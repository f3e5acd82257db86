/* The map before the referee is loaded: the blank map, a file of the page, and a position in short drawn on it. */

/** @typedef {[string, number, number, number, string, number?]} Sign Its classes, its place, the width of its plate, its text, its size. */
/** @typedef {[string, string, number, Sign[], string]} Look A country, its classes, the height of its box, its signs, the same in words. */
/** @typedef {{map: string, looks: Look[], facts: [string, string][]}} Brief */
/** @typedef {{svg: string, plates: Record<string, [number, number, number]>}} Blank */

const SVG = "http://www.w3.org/2000/svg";
const USUAL = "base";

/** @type {Map<string, Promise<Blank>>} */
const fetched = new Map();

/**
 * A blank map; null where it cannot be had.
 * @param {string} [name]
 * @returns {Promise<Blank | null>}
 */
export async function blank(name = USUAL) {
  const wanted = /^[a-z]{1,20}$/.test(name) ? name : USUAL;
  if (!fetched.has(wanted)) fetched.set(wanted, fetch(new URL(`maps/${wanted}.json`, document.baseURI)).then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status))));
  try {
    return (await fetched.get(wanted)) ?? null;
  } catch {
    fetched.delete(wanted);
    return null;
  }
}

/**
 * Draw a position on a blank map.
 * @param {ParentNode} map
 * @param {Blank["plates"]} plates
 * @param {Look[]} looks
 */
export function paint(map, plates, looks) {
  for (const [name, tone, height, signs] of looks) {
    const place = map.querySelector(`g[data-country="${CSS.escape(name)}"]`);
    if (!place) continue;
    const live = svg("g", { class: "live" });
    live.append(...signs.map((sign) => drawn(map, plates, sign)));
    place.querySelector(".live")?.replaceWith(live);
    for (const [part, more] of /** @type {const} */ ([["box", 0], ["rim", 0], ["halo", 9]])) place.querySelector(`.${part}`)?.setAttribute("height", String(height + more));
    for (const node of [place, map.querySelector(`#${CSS.escape(place.id.replace("m", "land"))}`)]) node?.classList.add(...tone.split(" ").filter(Boolean));
  }
}

/**
 * One sign: a shape of the map, a plate with words, or words alone.
 * @param {ParentNode} map
 * @param {Blank["plates"]} plates
 * @param {Sign} sign
 */
function drawn(map, plates, [style, x, y, width, text, size = 1]) {
  const kind = style.split(" ")[0];
  const g = svg("g", { class: style, transform: `translate(${x},${y}) scale(${size})` });
  const [height, radius, line] = Object.hasOwn(plates, kind) ? plates[kind] : [0, 0, 0];
  const shape = map.querySelector(`#${CSS.escape(`s-${kind}`)}`);
  if (shape) g.append(svg("use", { href: `#s-${kind}` }));
  else if (width) g.append(svg("rect", { width, height, rx: radius }));
  if (text) g.append(svg("text", { x: width / 2, y: width ? line : shape ? 5 : 0 }, text));
  return g;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 */
function svg(tag, attributes, text) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  if (text !== undefined) node.textContent = text;
  return node;
}
