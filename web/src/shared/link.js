/* A record in the fragment of a link, which no server ever sees: packed, and unpacked within bounds. */

/** Most bytes that a link may unpack to. */
export const MOST_UNPACKED = 1_000_000;
/** Links with more characters are cut by some programs on their way. */
export const LONG = 8_000;
const MOST_CHARACTERS = 1_400_000;
/** Most bytes of what a link tells beside its record or its question. */
const MOST_TOLD = 60_000;

/** What a link holds cannot be had: its message is a sentence for the user. */
export class BrokenLink extends Error {}

const BROKEN = "The record in this link cannot be read: the link is not whole. Ask for it again, and take all of it.";

/**
 * A text for the fragment of a link.
 * @param {string} text
 */
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let found = "";
  for (let at = 0; at < bytes.length; at += 8192) found += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(found).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * The text that a link holds.
 * @param {string} word
 * @param {number} [most] Most bytes that it may unpack to.
 * @returns {Promise<string>}
 */
export async function unpacked(word, most = MOST_UNPACKED) {
  if (!/^[\w-]+$/.test(word)) throw new BrokenLink(BROKEN);
  if (word.length > MOST_CHARACTERS) throw new BrokenLink("The record in this link is too large for a link.");
  let bytes;
  try {
    bytes = Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  } catch {
    throw new BrokenLink(BROKEN);
  }
  const reader = new Blob([bytes]).stream().pipeThrough(/** @type {any} */ (new DecompressionStream("deflate-raw"))).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.length;
      if (size > most) {
        reader.cancel().catch(() => {});
        throw new BrokenLink("The record in this link unpacks to more than a megabyte; no record of a game does.");
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    if (error instanceof BrokenLink) throw error;
    throw new BrokenLink(BROKEN);
  }
}

/**
 * What a link tells beside its record or its question, as data that anybody may have written; null for nothing that can be read.
 * @param {string} word
 * @returns {Promise<any>}
 */
export async function told(word) {
  if (!word) return null;
  try {
    return JSON.parse(await unpacked(word, MOST_TOLD));
  } catch (error) {
    if (error instanceof BrokenLink || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A text in it. @param {any} given @param {number} most */
export const words = (given, most) => (typeof given === "string" ? given.slice(0, most) : "");

/** A list in it. @param {any} given @param {number} most @returns {any[]} */
export const rows = (given, most) => (Array.isArray(given) ? given.slice(0, most) : []);
