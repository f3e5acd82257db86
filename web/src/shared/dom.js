/* Elements, built from data; text is only ever text. */

/**
 * An element with its attributes and children. `on…` attributes are listeners, `false`, `null` and `undefined` leave
 * an attribute out, `true` sets it without a value.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) made.append(typeof child === "number" ? String(child) : child);
  return made;
}

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string | undefined)} children
 */
export function svg(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  for (const child of children) if (child !== undefined) made.append(child);
  return made;
}

/**
 * A drawing that the referee has made, as an element: parsed as SVG, where nothing runs, and taken over without whatever
 * is no drawing.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function drawing(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") throw new Error("this is no drawing");
  for (const foreign of parsed.querySelectorAll("script, foreignObject, iframe, style")) foreign.remove();
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
}
