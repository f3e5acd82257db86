/* What is kept in this browser, under names. Where nothing can be kept (private windows), it lasts as long as the page. */

const NAME = "labyrinth-referee";
/** Under this name it is kept that the browser was asked to keep all of it. */
const ASKED = "asked-to-stay";

export class Store {
  constructor() {
    /** @type {Map<string, any>} */
    this.memory = new Map();
    /** @type {Promise<IDBDatabase | null> | null} */
    this.base = null;
    // a page that goes away with a change under way would leave WebKit's database locked
    self.addEventListener("pagehide", () => this.#close());
  }

  /** @returns {Promise<IDBDatabase | null>} */
  #open() {
    this.base ??= new Promise((resolve) => {
      try {
        const wanted = indexedDB.open(NAME, 1);
        wanted.onupgradeneeded = () => wanted.result.createObjectStore("kept");
        wanted.onsuccess = () => resolve(wanted.result);
        wanted.onerror = () => resolve(null);
        wanted.onblocked = () => resolve(null);
      } catch {
        resolve(null);
      }
    });
    return this.base;
  }

  #close() {
    void this.base?.then((base) => base?.close());
    this.base = null;
  }

  /**
   * @param {IDBTransactionMode} mode
   * @param {(kept: IDBObjectStore) => IDBRequest} what
   * @returns {Promise<any>}
   */
  async #do(mode, what) {
    const base = await this.#open();
    if (!base) throw new Error("nothing is kept");
    return new Promise((resolve, reject) => {
      const transaction = base.transaction("kept", mode);
      const wanted = what(transaction.objectStore("kept"));
      transaction.oncomplete = () => resolve(wanted.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  }

  /**
   * What is kept under a name; undefined if nothing is.
   * @param {string} name
   */
  async get(name) {
    try {
      return await this.#do("readonly", (kept) => kept.get(name));
    } catch {
      return this.memory.get(name);
    }
  }

  /**
   * Keep something under a name. Whether it will outlast the page.
   * @param {string} name
   * @param {any} value
   */
  async set(name, value) {
    try {
      await this.#do("readwrite", (kept) => kept.put(value, name));
      return true;
    } catch {
      this.memory.set(name, value);
      return false;
    }
  }

  /** @param {string} name */
  async remove(name) {
    this.memory.delete(name);
    try {
      await this.#do("readwrite", (kept) => kept.delete(name));
    } catch {
      // it was never kept
    }
  }

  /** Ask the browser, once, to delete nothing of it when space runs short. */
  async secure() {
    if (!navigator.storage?.persist || (await this.get(ASKED))) return;
    await this.set(ASKED, true);
    await navigator.storage.persist().catch(() => false);
  }

  /** Whether the browser has agreed to that. */
  async secured() {
    return (await navigator.storage?.persisted?.().catch(() => false)) ?? false;
  }

  /** Forget everything. */
  async clear() {
    this.memory.clear();
    await this.#do("readwrite", (kept) => kept.clear());
  }

  /**
   * The names under which something is kept that begin so.
   * @param {string} prefix
   * @returns {Promise<string[]>}
   */
  async list(prefix) {
    let names = [...this.memory.keys()];
    try {
      names = names.concat(await this.#do("readonly", (kept) => kept.getAllKeys()));
    } catch {
      // what is in memory is all there is
    }
    return [...new Set(names.map(String))].filter((name) => name.startsWith(prefix)).sort();
  }
}
