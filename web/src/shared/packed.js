/* Files that are kept on the host as Zstandard, a fifth smaller than gzip, under a name that no host takes for one. */
import { decompress } from "fzstd";

/** How a file in this format begins. */
const ZSTANDARD = [0x28, 0xb5, 0x2f, 0xfd];

/**
 * The answer with its body unpacked; as it is if the service worker has done that already.
 * @param {Response} answer
 * @param {string} type Its media type.
 */
export async function unpacked(answer, type) {
  if (!answer.ok) return answer;
  const body = new Uint8Array(await answer.arrayBuffer());
  const packed = ZSTANDARD.every((byte, i) => body[i] === byte);
  return new Response(/** @type {any} */ (packed ? decompress(body) : body), { headers: { "content-type": type } });
}

/**
 * The files of a tar that our build has made.
 * @param {Uint8Array} tar
 * @returns {Generator<{name: string, content: Uint8Array}>}
 */
export function* entries(tar) {
  const text = new TextDecoder();
  const field = (/** @type {number} */ from, /** @type {number} */ n) => text.decode(tar.subarray(from, from + n)).replace(/\0.*$/s, "");
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(field(at + 124, 12), 8);
    const prefix = field(at + 345, 155);
    yield { name: (prefix ? `${prefix}/` : "") + field(at, 100), content: tar.subarray(at + 512, at + 512 + size) };
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
