/* How records come in besides by a button: dropped on the page, or pasted anywhere in it. */

/** Most bytes of a file; the referee refuses larger ones too, after they were read. */
export const MOST = 32 * 1024 * 1024;
/** Most characters of a record that are shown in the field; a longer one stays a file. */
export const MOST_SHOWN = 200_000;

/**
 * What is dropped or pasted while the part is shown.
 * @param {HTMLElement} host
 * @param {HTMLTextAreaElement} field
 * @param {{files: (files: File[]) => void, text: (text: string) => void}} take
 */
export function openings(host, field, take) {
  /** @param {DragEvent} event */
  function over(event) {
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
    host.classList.add("ck-over");
  }

  /** @param {DragEvent} event */
  function dropped(event) {
    event.preventDefault();
    host.classList.remove("ck-over");
    const files = [...(event.dataTransfer?.files ?? [])];
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (files.length) take.files(files);
    else if (text.trim()) take.text(text);
  }

  /** @param {DragEvent} event */
  function left(event) {
    if (!event.relatedTarget) host.classList.remove("ck-over");
  }

  /** @param {ClipboardEvent} event */
  function pasted(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target !== field && target.closest?.("input, textarea, select, iframe")) return;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    // what is added to something that is already there is checked when it is complete
    const whole = field.value.trim() === "" || field.value.length === field.selectionEnd - field.selectionStart;
    if (!text && files.length) take.files(files);
    else if (text.trim() && (target !== field || whole)) take.text(text);
    else return;
    event.preventDefault();
  }

  return {
    open() {
      window.addEventListener("dragover", over);
      window.addEventListener("drop", dropped);
      window.addEventListener("dragleave", left);
      document.addEventListener("paste", pasted);
    },
    shut() {
      host.classList.remove("ck-over");
      window.removeEventListener("dragover", over);
      window.removeEventListener("drop", dropped);
      window.removeEventListener("dragleave", left);
      document.removeEventListener("paste", pasted);
    },
  };
}

/** @param {File | {name: string, bytes: Uint8Array}} file */
export const bytes = async (file) => (file instanceof File ? new Uint8Array(await file.arrayBuffer()) : file.bytes);

/** @param {number} size */
export const megabytes = (size) => (size < 1024 * 1024 ? `${Math.ceil(size / 1024)} KB` : `${Math.round(size / 1024 / 1024)} MB`);

/**
 * The text of a file, if it is one that can be shown.
 * @param {Uint8Array} data
 */
export function legible(data) {
  if (data.length > MOST_SHOWN) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(data);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
