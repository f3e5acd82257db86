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

/**
 * Save a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function save(name, text) {
  const type = name.endsWith(".html") ? "text/html" : name.endsWith(".json") ? "application/json" : "text/plain";
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
