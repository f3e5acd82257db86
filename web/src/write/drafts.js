/* Records that were being written: kept in this browser at every pause, and offered again. */
import { h } from "../shared/dom.js";

/** @typedef {{id: string, text: string, name: string, line: number, at: number}} Draft */

export const PREFIX = "write/";
const MOST = 12;
const PAUSE = 700;

export class Drafts {
  /** @param {import("../shared/store.js").Store} store */
  constructor(store) {
    this.store = store;
    this.id = "";
    this.timer = 0;
    /** @type {(() => {text: string, name: string, line: number}) | null} */
    this.waiting = null;
    /** @type {(kept: boolean | null) => void} Whether it is kept; null while a change waits to be. */
    this.onkept = () => {};
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.now();
    });
    window.addEventListener("pagehide", () => this.now());
  }

  /** @param {string} [id] A record is begun, or gone on with. */
  begin(id = "") {
    this.now();
    this.id = id || `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  }

  /** @param {() => {text: string, name: string, line: number}} what It has changed: keep it at the next pause. */
  later(what) {
    this.waiting = what;
    this.onkept(null);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.now(), PAUSE);
  }

  async now() {
    clearTimeout(this.timer);
    const what = this.waiting?.();
    this.waiting = null;
    if (!what || !this.id) return;
    if (!what.text.trim()) return this.store.remove(PREFIX + this.id);
    const kept = await this.store.set(PREFIX + this.id, { ...what, id: this.id, at: Date.now() });
    if (!this.waiting) this.onkept(kept);
  }

  /** @param {string} id */
  async remove(id) {
    await this.store.remove(PREFIX + id);
  }

  /** @returns {Promise<Draft[]>} The newest first; the oldest of too many are forgotten. */
  async all() {
    const names = await this.store.list(PREFIX);
    const found = await Promise.all(names.map(async (name) => /** @type {Draft | undefined} */ (await this.store.get(name))));
    const good = found.filter((one) => one !== undefined && typeof one.text === "string");
    const sorted = /** @type {Draft[]} */ (good).sort((a, b) => b.at - a.at);
    for (const old of sorted.splice(MOST)) await this.remove(old.id);
    return sorted;
  }
}

/**
 * The records that may be gone on with.
 * @param {Draft[]} drafts
 * @param {(draft: Draft) => void} go
 * @param {(draft: Draft) => void} forget
 */
export function offered(drafts, go, forget) {
  return h(
    "ul",
    { class: "drafts" },
    ...drafts.map((draft) => {
      const lines = draft.text.split("\n").filter((line) => line.trim()).length;
      const row = h(
        "li",
        {},
        h("button", { type: "button", class: "draft", onclick: () => go(draft) }, h("b", {}, draft.name), h("small", {}, `${lines} line${lines === 1 ? "" : "s"}, ${when(draft.at)}`)),
        h(
          "button",
          {
            type: "button",
            class: "bare",
            "aria-label": `Remove ${draft.name}`,
            onclick: () => {
              forget(draft);
              row.remove();
            },
          },
          "Remove",
        ),
      );
      return row;
    }),
  );
}

/** @param {number} at */
function when(at) {
  const then = new Date(at);
  const time = then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (then.toDateString() === new Date().toDateString()) return `today at ${time}`;
  return `${then.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" })}, ${time}`;
}
