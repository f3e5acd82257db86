/* The shell: which part is shown, what all parts share, what is said when something goes wrong. */
import "./main.css";
import { h } from "./shared/dom.js";
import { Fault, Referee, Refused } from "./referee.js";
import { renewed } from "./shared/renewal.js";
import { Store } from "./shared/store.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./app.js").Part} Part */

/** @type {Record<string, () => Promise<{default: (host: HTMLElement, app: App) => Part}>>} */
const PARTS = {
  home: () => import("./parts/home.js"),
  check: () => import("./parts/check.js"),
  write: () => import("./parts/write.js"),
  ask: () => import("./parts/ask.js"),
  record: () => import("./parts/record.js"),
  learn: () => import("./parts/learn.js"),
};
const TITLES = { home: "Home", check: "Check", write: "Write", ask: "Ask", record: "Record", learn: "Learn" };

const main = /** @type {HTMLElement} */ (document.getElementById("part"));
const said = /** @type {HTMLElement} */ (document.getElementById("said"));
const loading = /** @type {HTMLElement} */ (document.getElementById("loading"));

const referee = new Referee();
/** @type {any} */ (window).referee = referee; // for whoever looks at the console, and for measurements
referee.onstate = (words) => {
  loading.textContent = words;
  loading.hidden = !words;
};

/** @typedef {{host: HTMLElement, part: Part}} Opened */
/** @type {Map<string, Promise<Opened>>} */
const opened = new Map();
/** @type {Opened | null} */
let present = null;
let shown = "";
/** The part that an address without one means: a file that another program opens is checked. */
const start = new URLSearchParams(location.search).has("open") ? "check" : "home";
/** @type {Map<Opened, number>} How far each part was scrolled when it was left. */
const left = new Map();
/** @type {Record<string, any>} What one part hands to the next, which no address could carry. */
let handed = {};

/** @type {App} */
const app = {
  referee,
  store: new Store(),
  say(text) {
    said.textContent = "";
    setTimeout(() => (said.textContent = text), 50);
  },
  go(part, params = {}) {
    handed = params;
    const words = [part, ...(params.path ?? [])].map(encodeURIComponent).join("/");
    if (location.hash === `#/${words}`) route();
    else location.hash = `#/${words}`;
  },
  open(record, part) {
    app.go(part, { record });
  },
};

/** Show the part that the address names: #/part/and/more?with=this. */
async function route() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  const words = path.split("/").filter(Boolean).map(plain);
  const name = Object.hasOwn(PARTS, words[0] ?? "") ? words[0] : start;
  const params = { ...handed, path: words.slice(1), query: new URLSearchParams(query) };
  const given = query !== "" || Object.keys(handed).length > 0;
  handed = {};
  for (const link of document.querySelectorAll(".parts a")) {
    if (link.getAttribute("href") === `#/${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = name === "home" ? "Labyrinth referee" : `${TITLES[/** @type {keyof typeof TITLES} */ (name)]} – Labyrinth referee`;
  shown = name;
  if (!opened.has(name)) opened.set(name, begin(name));
  const found = await opened.get(name);
  if (!found || shown !== name) return; // another address has come in the meantime
  if (present !== found) {
    if (present) left.set(present, scrollY);
    present?.part.leave?.();
    for (const host of main.querySelectorAll(":scope > .part")) /** @type {HTMLElement} */ (host).hidden = host !== found.host;
    present = found;
    scrollTo(0, given ? 0 : (left.get(found) ?? 0));
  }
  try {
    await found.part.enter?.(params);
  } catch (error) {
    app.say(told(error));
    found.host.prepend(h("p", { class: "trouble", role: "alert" }, told(error)));
  }
}

/**
 * Load a part of the page; where that fails the page says so in its place.
 * @param {string} name
 * @returns {Promise<Opened>}
 */
async function begin(name) {
  const host = h("section", { class: `part part-${name}`, "aria-label": TITLES[/** @type {keyof typeof TITLES} */ (name)], hidden: true }); // another address may come in the meantime
  main.querySelector(`:scope > .part-${name}`)?.remove(); // one that failed before
  main.append(host);
  try {
    const module = await PARTS[name]();
    return { host, part: module.default(host, app) };
  } catch (error) {
    opened.delete(name);
    host.replaceChildren(h("p", { class: "trouble", role: "alert" }, told(error)));
    return { host, part: {} };
  }
}

/** @param {string} word A part of the address, which anybody may have written. */
function plain(word) {
  try {
    return decodeURIComponent(word).slice(0, 200);
  } catch {
    return word.slice(0, 200);
  }
}

/** @param {unknown} error What happened, in a sentence for the user. */
function told(error) {
  if (error instanceof Refused) return error.message;
  if (error instanceof Fault) return "The referee failed here. This is a fault of the program, not of the record.";
  console.error(error);
  return "The page failed here. This is a fault of the program; loading the page again may help.";
}

window.addEventListener("hashchange", route);
window.addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof Refused || event.reason instanceof Fault) {
    app.say(told(event.reason));
    event.preventDefault();
  }
});
route();

if ("serviceWorker" in navigator && !new URLSearchParams(location.search).has("plain")) {
  renewed(offerNew, async () => {
    await Promise.all([...opened.values()].map(async (one) => (await one).part.keep?.()));
  }).catch(() => {
    // without it the page works all the same, but not offline
  });
}

/** @param {() => void} take Take a new version over. */
function offerNew(take) {
  const place = /** @type {HTMLElement} */ (document.getElementById("renewal"));
  const reload = h("button", { type: "button", class: "main", onclick: () => {
    reload.disabled = true;
    take();
  } }, "Reload");
  place.replaceChildren(h("span", {}, "A new version of this page is ready. Reloading keeps your records, your drafts and the open game."), reload, h("button", { type: "button", onclick: () => place.replaceChildren() }, "Later"));
}
