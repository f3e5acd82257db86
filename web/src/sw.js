/* The service worker: the whole page is kept when it is first opened, so that it works with the network off. */
import { unpacked } from "./shared/packed.js";
import { Store } from "./shared/store.js";

/** @type {any} */
const worker = self;
/** @type {string} What was built, so that parts of two versions never meet. */
const BUILD = "@BUILD@";
/** @type {string[]} What is kept from the beginning. */
const FILES = JSON.parse("@FILES@");
const KEPT = `labyrinth-referee-${BUILD}`;
const PACKED = "pyodide/wasm.packed";
const MOST_SHARED = 32 * 1024 * 1024;
const TOO_MUCH = "What was shared has more than 32 MB. No record of a game is so large.";
const WASM = "pyodide/pyodide.asm.wasm";

/** @param {string} path */
const here = (path) => new URL(path, worker.registration.scope).href;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));
worker.addEventListener("message", (/** @type {any} */ event) => event.data === "take over" && worker.skipWaiting());
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (new URL(request.url).origin !== worker.location.origin) return event.respondWith(Response.error());
  if (request.method === "POST" && request.url === here("share")) return event.respondWith(shared(request));
  if (request.method !== "GET") return undefined;
  return event.respondWith(answer(request));
});

async function keep() {
  const kept = await caches.open(KEPT);
  await Promise.all(
    FILES.map(async (path) => {
      const found = await fetch(here(path), { cache: "no-cache" });
      if (!found.ok) throw new Error(`${path} is not there`);
      // unpacked once, so that later starts need not, and the browser can keep what it makes of the WebAssembly
      if (path === PACKED) await kept.put(here(WASM), await unpacked(found, "application/wasm"));
      else await kept.put(here(path), path.endsWith(".packed") ? await unpacked(found, "application/octet-stream") : found);
    }),
  );
}

async function begin() {
  for (const name of await caches.keys()) if (name.startsWith("labyrinth-referee-") && name !== KEPT) await caches.delete(name);
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const kept = await caches.open(KEPT);
  const path = request.mode === "navigate" && isPage(request.url) ? here("index.html") : request.url;
  const found = await kept.match(path, { ignoreSearch: true });
  if (found) return found;
  const fresh = await fetch(request);
  // what is only looked at now and then, such as the gallery, is kept when it is first looked at
  if (fresh.ok && fresh.type === "basic" && request.url.startsWith(worker.registration.scope)) await kept.put(request.url, fresh.clone());
  return fresh;
}

/**
 * What another program shares with the page: put by until the page is there, which has it checked. It goes nowhere else.
 * @param {Request} request
 */
async function shared(request) {
  await new Store().set("shared", await parcel(request));
  return Response.redirect(here("#/check?shared=1"), 303);
}

/** @param {Request} request */
async function parcel(request) {
  if (Number(request.headers.get("content-length") ?? 0) > MOST_SHARED) return { trouble: TOO_MUCH };
  try {
    const form = await request.formData();
    const files = form.getAll("files").filter((one) => one instanceof File).slice(0, 20);
    if (files.reduce((sum, one) => sum + one.size, 0) > MOST_SHARED) return { trouble: TOO_MUCH };
    const word = (/** @type {string} */ name) => String(form.get(name) ?? "").slice(0, MOST_SHARED);
    return {
      files: await Promise.all(files.map(async (one) => ({ name: one.name, bytes: new Uint8Array(await one.arrayBuffer()) }))),
      text: word("text") || word("url"),
      title: word("title"),
    };
  } catch {
    return { trouble: "What was shared could not be taken over. Save it as a file and open that." };
  }
}

/** @param {string} url Whether this is the address of the page itself, whatever stands behind it. */
function isPage(url) {
  const path = url.slice(worker.registration.scope.length).split(/[?#]/)[0];
  return path === "" || path === "index.html";
}
