/* A link as a QR code, drawn on this device. */
import { encode } from "uqr";

/** Most characters of a link that a phone still reads from a screen. */
export const MOST_READ = 1100;
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
