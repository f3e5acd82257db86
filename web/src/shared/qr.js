/* A link as a QR code, drawn on this device. */
import { encode } from "uqr";
import { h } from "./dom.js";

/** Most characters of a link that a phone still reads from a screen. */
export const MOST_READ = 1100;
/** Most characters of a link that it reads if it is held near. */
const MOST_DENSE = 1700;
const QUIET = 4;
const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function code(text) {
  const { data, size } = encode(text, { ecc: "L", border: QUIET });
  const map = document.createElementNS(SVG, "svg");
  map.setAttribute("viewBox", `0 0 ${size} ${size}`);
  map.setAttribute("shape-rendering", "crispEdges");
  map.setAttribute("role", "img");
  map.setAttribute("aria-label", "The link as a QR code");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join(""));
  map.append(path);
  return map;
}

/**
 * The first of some links that a phone can read, drawn, with words below it; or why there is none.
 * @param {{link: string, words: string}[]} links The one that says most comes first.
 * @param {string} what What is too long, if it is: "This game".
 */
export function shown(links, what) {
  const readable = links.find(({ link }) => link.length <= MOST_READ) ?? links.find(({ link }) => link.length <= MOST_DENSE);
  if (!readable) return [h("p", {}, `${what} is too long for a QR code; send the link.`)];
  const near = readable.link.length > MOST_READ ? " The code is dense: hold the camera near it." : "";
  return [code(readable.link), h("p", { class: "qr-words" }, readable.words + near)];
}
