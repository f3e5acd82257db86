/* All that is kept in this browser as one archive of plain records, and such an archive taken in again. */
import { archive } from "../shared/archive.js";
import { PREFIX as DRAFTS } from "../write/drafts.js";
import { PREFIX as RECORDS } from "./keep.js";

/** @typedef {import("../shared/store.js").Store} Store */
/** @typedef {{name: string, text: string, saved: number}} Kept */

const ENDING = ".lgn";
const MOST_NAME = 80;

/**
 * What is kept under names that begin so.
 * @param {Store} store
 * @param {string} prefix
 * @returns {Promise<Kept[]>}
 */
export async function kept(store, prefix) {
  const found = await Promise.all((await store.list(prefix)).map((name) => store.get(name)));
  return found.filter((one) => typeof one?.text === "string" && one.text.trim()).map((one) => ({ name: String(one.name ?? ""), text: one.text, saved: Number(one.saved ?? one.at) || 0 }));
}

/**
 * Every record and every draft as one archive, each a text file of its own.
 * @param {Store} store
 * @returns {Promise<{bytes: Uint8Array, count: number}>}
 */
export async function exported(store) {
  const all = [...(await kept(store, RECORDS)), ...(await kept(store, DRAFTS))];
  /** @type {Set<string>} */
  const taken = new Set();
  const files = all.map(({ name, text, saved }) => {
    const called = unlike(fileName(name), (other) => taken.has(other.toLowerCase()));
    taken.add(called.toLowerCase());
    return { name: called + ENDING, text, time: new Date(saved || Date.now()) };
  });
  return { bytes: archive(files), count: files.length };
}

/**
 * Keep the records of an archive. One that is here already is passed over; none that is here is changed.
 * @param {Store} store
 * @param {{name: string, text: string}[]} records
 * @returns {Promise<{added: number, copies: number, same: number, lost: number}>}
 */
export async function imported(store, records) {
  const here = [...(await kept(store, RECORDS)), ...(await kept(store, DRAFTS))];
  const texts = new Set(here.map((one) => one.text.trimEnd()));
  const names = new Set(here.map((one) => one.name));
  const told = { added: 0, copies: 0, same: 0, lost: 0 };
  for (const { name, text } of records) {
    const plain = text.trimEnd();
    if (!plain || texts.has(plain)) {
      told.same += 1;
      continue;
    }
    const wanted = name || "A record";
    const called = unlike(wanted, (other) => names.has(other));
    const saved = Date.now();
    const id = crypto.randomUUID?.() ?? `${saved.toString(36)}-${Math.random().toString(36).slice(2)}`;
    if (!(await store.set(RECORDS + id, { id, name: called, text, seed: 0, always: false, stands: "Imported", saved, stamp: `${saved}.${Math.random()}` }))) told.lost += 1;
    else if (called === wanted) told.added += 1;
    else told.copies += 1;
    texts.add(plain);
    names.add(called);
  }
  return told;
}

/** @param {string} name A name that every device takes for a file. */
function fileName(name) {
  return name.replace(/[\p{C}\\/:*?"<>|]/gu, " ").replace(/\s+/g, " ").replace(/^[. ]+|[. ]+$/g, "").slice(0, MOST_NAME) || "record";
}

/**
 * A name that nothing else has.
 * @param {string} name
 * @param {(name: string) => boolean} taken
 */
function unlike(name, taken) {
  if (!taken(name)) return name;
  for (let n = 2; ; n += 1) if (!taken(`${name} (${n})`)) return `${name} (${n})`;
}
