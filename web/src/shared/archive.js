/* A zip of text files, as every computer opens it; not compressed, since records are small. */

const LOCAL = 0x04034b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
/** The version of the format that a reader needs, and the mark of names in UTF-8. */
const VERSION = 20;
const UTF_8 = 0x0800;

const CRC = new Uint32Array(256).map((_, n) => {
  for (let bit = 0; bit < 8; bit += 1) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n >>> 0;
});

/** @param {Uint8Array} bytes */
function checksum(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/**
 * Numbers as the format has them: each with its size in bytes.
 * @param {...[number, 2 | 4]} fields
 */
function header(...fields) {
  const bytes = new Uint8Array(fields.reduce((sum, [, size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [value, size] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

/**
 * @param {{name: string, text: string, time: Date}[]} files
 * @returns {Uint8Array}
 */
export function archive(files) {
  const encoder = new TextEncoder();
  /** @type {Uint8Array[]} */
  const parts = [];
  /** @type {Uint8Array[]} */
  const directory = [];
  let at = 0;
  for (const { name, text, time } of files) {
    const called = encoder.encode(name);
    const content = encoder.encode(text);
    const clock = (time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1);
    const day = ((Math.max(time.getFullYear(), 1980) - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate();
    /** @type {[number, 2 | 4][]} */
    const shared = [[VERSION, 2], [UTF_8, 2], [0, 2], [clock, 2], [day, 2], [checksum(content), 4], [content.length, 4], [content.length, 4], [called.length, 2], [0, 2]];
    const local = header([LOCAL, 4], ...shared);
    parts.push(local, called, content);
    directory.push(header([ENTRY, 4], [VERSION, 2], ...shared, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), called);
    at += local.length + called.length + content.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  parts.push(...directory, header([END, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [size, 4], [at, 4], [0, 2]));
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let to = 0;
  for (const part of parts) {
    whole.set(part, to);
    to += part.length;
  }
  return whole;
}
