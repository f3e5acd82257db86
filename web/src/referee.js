/* The referee in its worker: requests go out one at a time, answers come back as promises. */
import { snapshot } from "./shared/snapshot.js";

/** Milliseconds after which a page that nobody asks anything makes its next start quick. */
const QUIET = 4000;

/** What cannot be had: its message is a sentence for the user. */
export class Refused extends Error {}

/** A fault of the program. */
export class Fault extends Error {}

/**
 * @typedef {object} Waiting
 * @property {string} name
 * @property {object} given
 * @property {Uint8Array | undefined} data
 * @property {string} latest
 * @property {((done: number, of: number) => void) | undefined} told
 * @property {(answer: any) => void} resolve
 * @property {(error: Error) => void} reject
 */

/** A request that a later one of its kind has replaced. */
export const REPLACED = Symbol("replaced");

export class Referee {
  constructor() {
    /** @type {(words: string) => void} What the loading has come to; "" once it is done. */
    this.onstate = () => {};
    /** @type {Waiting[]} */
    this.queue = [];
    /** @type {Waiting | null} */
    this.now = null;
    /** @type {Worker | null} */
    this.worker = null;
    this.ready = false;
    this.slow = 0;
    this.quiet = 0;
  }

  /** Load the referee if that has not begun. */
  start() {
    if (this.worker) return;
    this.slow = window.setTimeout(() => this.onstate("The referee is being loaded …"), 300);
    this.worker = this.#begin("");
    this.worker.onmessage = (event) => this.#heard(event.data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.#broken("The referee could not be loaded. Is the device offline, or the page older than its host?");
    };
  }

  /** @param {string} what */
  #begin(what) {
    // said by its name: what a service worker answers has an address of its own
    const kept = navigator.serviceWorker?.controller ? " kept" : "";
    return new Worker(new URL("worker.js", document.baseURI), { type: "module", name: `referee${kept}${what}` });
  }

  /** Keep the memory of a fresh start for the next one, once nobody waits for anything. */
  #keepLater() {
    clearTimeout(this.quiet);
    this.quiet = window.setTimeout(async () => {
      if (this.busy || (await snapshot.has(document.baseURI))) return;
      const beside = this.#begin(" keep");
      beside.onmessage = beside.onerror = () => beside.terminate();
    }, QUIET);
  }

  /**
   * Ask the referee for something.
   * @param {string} name Such as check.judge.
   * @param {object} given What it needs, as JSON.
   * @param {Uint8Array} [data] The bytes of a file.
   * @param {{latest?: string, told?: (done: number, of: number) => void}} [how] `latest`: a request of that name that
   * still waits is dropped and answered REPLACED. `told` hears how far a long one has come.
   * @returns {Promise<any>}
   */
  call(name, given = {}, data = undefined, { latest = "", told = undefined } = {}) {
    this.start();
    if (latest) {
      this.queue = this.queue.filter((one) => {
        if (one.latest !== latest) return true;
        one.resolve(REPLACED);
        return false;
      });
    }
    return new Promise((resolve, reject) => {
      this.queue.push({ name, given, data, latest, told, resolve, reject });
      this.#next();
    });
  }

  /** Whether anything waits or is being answered. */
  get busy() {
    return this.now !== null || this.queue.length > 0;
  }

  #next() {
    if (!this.ready || this.now || !this.worker) return;
    const one = this.queue.shift();
    if (!one) return this.#keepLater();
    clearTimeout(this.quiet);
    this.now = one;
    this.worker.postMessage({ name: one.name, given: JSON.stringify(one.given), data: one.data });
  }

  /** @param {any} message */
  #heard(message) {
    if (message.state === "ready") {
      this.ready = true;
      clearTimeout(this.slow);
      this.onstate("");
      performance.mark("referee-ready");
      return this.#next();
    }
    if (message.state === "failed") return this.#broken("The referee could not be loaded on this device.");
    if (message.progress) return this.now?.told?.(message.progress[0], message.progress[1]);
    const one = this.now;
    this.now = null;
    if (one) {
      const answer = JSON.parse(message.answer);
      if ("ok" in answer) one.resolve(answer.ok);
      else if ("refused" in answer) one.reject(new Refused(answer.refused));
      else one.reject(new Fault(answer.fault));
      if (answer.fault === "worker") return this.#anew();
    }
    this.#next();
  }

  /** Python itself has failed: the next request begins with another one. */
  #anew() {
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    if (this.queue.length) this.start();
  }

  /** @param {string} words */
  #broken(words) {
    clearTimeout(this.slow);
    this.onstate("");
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    for (const one of [...(this.now ? [this.now] : []), ...this.queue]) one.reject(new Refused(words));
    this.now = null;
    this.queue = [];
  }
}
