/* Files that lie on the host as gzip, under a name that no host takes for one. */

/**
 * The answer with its body unpacked; as it is where the host has done that already.
 * @param {Response} answer
 * @param {string} type Its media type.
 */
export async function unpacked(answer, type) {
  if (!answer.ok || !answer.body) return answer;
  const reader = answer.body.getReader();
  const first = await reader.read();
  const gzip = first.value?.[0] === 0x1f && first.value?.[1] === 0x8b;
  const whole = new ReadableStream({
    start(controller) {
      if (first.value) controller.enqueue(first.value);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (why) => reader.cancel(why),
  });
  const body = gzip ? whole.pipeThrough(/** @type {any} */ (new DecompressionStream("gzip"))) : whole;
  return new Response(body, { headers: { "content-type": type } });
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
