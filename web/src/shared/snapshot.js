/* The memory of Python as it was right after its start, kept in this browser: with it the next start takes a moment. */

const CACHE = "labyrinth-snapshot";
const BUILD = "@PYTHON@";
const PAGE = 65536;

/** @param {string} here */
const address = (here) => new URL(`snapshot/${BUILD}`, here).href;

export const snapshot = {
  /**
   * The memory that was kept, if it is that of this very build.
   * @param {string} here The address of the page.
   * @returns {Promise<Uint8Array | null>}
   */
  async get(here) {
    try {
      const found = await (await caches.open(CACHE)).match(address(here));
      return found ? new Uint8Array(await found.arrayBuffer()) : null;
    } catch {
      return null; // nothing can be kept here
    }
  },

  /** @param {string} here @param {Uint8Array} memory */
  async set(here, memory) {
    await this.forget();
    await (await caches.open(CACHE)).put(address(here), new Response(/** @type {any} */ (memory)));
  },

  async forget() {
    await caches.delete(CACHE);
  },

  /** @param {string} here Whether there is one. */
  async has(here) {
    try {
      return (await (await caches.open(CACHE)).match(address(here))) !== undefined;
    } catch {
      return true; // none can be made either
    }
  },
};

/**
 * Load Python with room for a memory of so many bytes: what is kept may be larger than what it starts with.
 * @template T
 * @param {number} size
 * @param {() => Promise<T>} load
 */
export async function grownTo(size, load) {
  const { instantiate, instantiateStreaming } = WebAssembly;
  /** @param {any} made */
  const grown = (made) => {
    const memory = (made.instance ?? made).exports.memory;
    const lacking = Math.ceil((size - memory.buffer.byteLength) / PAGE);
    if (lacking > 0) memory.grow(lacking);
    return made;
  };
  try {
    WebAssembly.instantiate = /** @type {any} */ (async (/** @type {[any]} */ ...what) => grown(await instantiate(...what)));
    WebAssembly.instantiateStreaming = async (...what) => grown(await instantiateStreaming(...what));
    return await load();
  } finally {
    Object.assign(WebAssembly, { instantiate, instantiateStreaming });
  }
}
