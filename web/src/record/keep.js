/* The records that are kept in this browser: each is saved with every answer. */
import { compared } from "./versions.js";

/**
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} name
 * @property {string} text
 * @property {object | null} open The play that is being answered.
 * @property {number} seed
 * @property {boolean} always
 * @property {boolean} [finish] Whether its open lines are being asked about.
 * @property {string} stands Where the game stands, in words.
 * @property {number} saved When it was saved.
 * @property {string} stamp Which page saved it at which time.
 */

export const PREFIX = "record:";
const MOST_NAME = 80;

export class Keep {
  /** @param {import("../shared/store.js").Store} store */
  constructor(store) {
    this.store = store;
    /** @type {Kept | null} The record that is being written. */
    this.now = null;
  }

  /** Every record, the one that was saved last first. */
  async all() {
    const names = await this.store.list(PREFIX);
    /** @type {(Kept | undefined)[]} */
    const found = await Promise.all(names.map((name) => this.store.get(name)));
    return found.filter((k) => k !== undefined).sort((a, b) => b.saved - a.saved);
  }

  /** @param {string} id @returns {Promise<Kept | undefined>} */
  async get(id) {
    return this.store.get(PREFIX + id);
  }

  /**
   * The kept record of this name that a text is a version of, if there is one.
   * @param {string} text
   * @param {string} name
   * @returns {Promise<import("./versions.js").Met | undefined>}
   */
  async met(text, name) {
    const named = (await this.all()).filter((kept) => kept.text && filed(kept.name) === filed(clean(name)));
    const met = named.map((kept) => ({ kept, ...compared(kept.text, text) })).filter((found) => found.game);
    const open = (/** @type {import("./versions.js").Met} */ found) => Boolean(found.kept.open) && found.news > 0;
    return met.find((found) => !found.mine.length && !open(found)) ?? met[0];
  }

  /** @param {string} name A new record of that name; it is saved with its first play. */
  begin(name) {
    this.now = { id: `${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`, name: clean(name), text: "", open: null, seed: 0, always: false, stands: "", saved: 0, stamp: "" };
    return this.now;
  }

  /**
   * Save what stands. What was not kept, in a sentence; "" if all is well.
   * @param {import("./types.js").State} state
   */
  async save(state) {
    const now = this.now;
    if (!now) return "";
    if (now.text === state.text && now.always === state.always && JSON.stringify(now.open ?? null) === JSON.stringify(state.open)) return "";
    const there = await this.get(now.id);
    let said = "";
    if (there && there.stamp !== now.stamp) {
      const copy = this.begin(`${now.name} (here)`);
      said = `Another page has gone on with this record; what you write here is kept as “${copy.name}”.`;
    }
    const kept = /** @type {Kept} */ (this.now);
    Object.assign(kept, { text: state.text, open: state.open, seed: state.seed, always: state.always, finish: Boolean(state.finishes), stands: state.clock.said, saved: Date.now() });
    kept.stamp = `${kept.saved}.${Math.random()}`;
    const lasts = await this.store.set(PREFIX + kept.id, { ...kept });
    if (lasts && state.lines.some((line) => line.side)) void this.store.secure();
    return lasts ? said : "This browser keeps nothing: export the record before you close the page.";
  }

  /** @param {string} name */
  async rename(name) {
    if (!this.now) return;
    this.now.name = clean(name) || this.now.name;
    await this.store.set(PREFIX + this.now.id, { ...this.now });
  }

  /** @param {string} id */
  async remove(id) {
    await this.store.remove(PREFIX + id);
    if (this.now?.id === id) this.now = null;
  }
}

/** @param {string} name The name of its file, without the ending. */
export function filed(name) {
  return name.replace(/[^\p{L}\p{N} _.-]/gu, "").trim() || "record";
}

/** @param {string} name */
function clean(name) {
  return name.replace(/[\p{C}]/gu, " ").trim().slice(0, MOST_NAME);
}
