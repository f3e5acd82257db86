/* A picture of the referee's: an SVG as an image, and the same as a PNG, drawn on this device. */

/**
 * An SVG as an image of the page.
 * @param {string} text
 * @param {string} words What it shows.
 */
export function image(text, words) {
  const shown = document.createElement("img");
  shown.alt = words;
  shown.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  return shown;
}

/**
 * The bytes of an SVG as a PNG.
 * @param {HTMLImageElement} shown
 * @returns {Promise<Blob>}
 */
export async function png(shown) {
  await shown.decode();
  const canvas = document.createElement("canvas");
  canvas.width = shown.naturalWidth;
  canvas.height = shown.naturalHeight;
  canvas.getContext("2d")?.drawImage(shown, 0, 0, canvas.width, canvas.height);
  const made = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!(made instanceof Blob)) throw new Error("This browser cannot draw the picture; save the SVG.");
  return made;
}
