/* What leaves the page by the user's own hand: the clipboard, and files to be saved. */

/**
 * Copy the text of a field. Whether it was copied; if not, it stands selected in the field.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 */
export async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    try {
      return document.execCommand("copy");
    } catch {
      return false;
    }
  }
}

/** @type {Record<string, string>} The kind of a file by its ending. */
const TYPES = { html: "text/html;charset=utf-8", json: "application/json;charset=utf-8", zip: "application/zip", svg: "image/svg+xml", png: "image/png" };

/**
 * Save a file.
 * @param {string} name
 * @param {string | Uint8Array} content
 */
export function save(name, content) {
  const type = TYPES[name.split(".").pop() ?? ""] ?? "text/plain;charset=utf-8";
  const url = URL.createObjectURL(new Blob([/** @type {any} */ (content)], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
