// @ts-check
/** Learn: rules, cards, flowcharts and all the rest, to be looked up and walked through. It needs no referee. */
import "./learn.css";
import { h } from "../shared/dom.js";
import { article, href, light, rows } from "./learn/blocks.js";
import { isQuestion, near, search, spoken } from "./learn/search.js";

/** @typedef {import("./learn/search.js").Entry} Entry */
/** @typedef {import("./learn/blocks.js").PageData} PageData */
/** @typedef {{groups: string[], files: string[], where: Record<string, number>, aliases: [string, string][], home: string[][]} & import("./learn/search.js").Searched} Index */

const MOST_OF_A_GROUP = 8;
const MOST_SAID = 6;
const RESULTS = ".learn-best a, .learn-rows a";
const MOST_TOLD = 130;
/** The group of rules, of which a question has its results first. */
const RULES = 0;
const FIND = "find/";

/** @type {Map<string, Promise<any>>} */
const asked = new Map();

const url = (/** @type {string} */ name) => new URL(`learn/${name}.json`, document.baseURI);

/** A file that cannot be had now. */
class Unreached extends Error {}

/** A file of Learn, fetched once. @param {string} name @returns {Promise<any>} */
function file(name) {
  let found = asked.get(name);
  if (!found) {
    found = fetch(url(name))
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)))
      .catch(() => {
        asked.delete(name); // it can be tried again
        throw new Unreached(name);
      });
    asked.set(name, found);
  }
  return found;
}

/** The page for an address, and the place on it. @param {Index} index @param {string} address @returns {[string, string]} */
function found(index, address) {
  const plain = address.toLowerCase().replace(/[\s_]+/g, "-");
  for (let id = plain, at = ""; id; ) {
    if (Object.hasOwn(index.where, id)) return [id, at];
    let other = id;
    for (const [pattern, instead] of index.aliases) {
      other = other.replace(new RegExp(pattern), instead);
      if (Object.hasOwn(index.where, other)) return [other, at];
    }
    const cut = id.lastIndexOf("/");
    if (at || cut < 0) break; // one place is all that a page has
    [id, at] = [id.slice(0, cut), id.slice(cut + 1)];
  }
  return ["", ""];
}

/** @type {(host: HTMLElement, app: import("../app.js").App) => import("../app.js").Part} */
export default function open(host, app) {
  const field = h("input", { type: "search", id: "learn-seek", autocomplete: "off", spellcheck: "false", maxlength: "100", placeholder: "7.3.3, 17, Iran, can I recruit without a Cell", "aria-describedby": "learn-hint" });
  const place = h("div", { class: "learn-place" });
  host.append(
    h(
      "div",
      { class: "learn" },
      h(
        "div",
        { class: "learn-search", role: "search" },
        h("label", { for: "learn-seek" }, "A rule, a card, a country, a question"),
        h("div", { class: "learn-field" }, field, h("kbd", { "aria-hidden": "true" }, "/")),
        h("p", { class: "sr", id: "learn-hint" }, "Press slash to come here from anywhere in this part; the arrow down goes to the results."),
      ),
      place,
    ),
  );
  let here = "";
  let keeping = false;
  let turn = 0;
  /** How far each step of the way was scrolled, and where it led from. @type {Map<number, {y: number, last: string}>} */
  const steps = new Map();
  let step = 0;

  /** @param {...(Node | string)} nodes */
  const show = (...nodes) => place.replaceChildren(...nodes);
  const openRecord = (/** @type {string} */ text, /** @type {string} */ name, /** @type {string} */ part) => app.open({ text: `${text}\n`, name }, part);

  /**
   * Show what an address names. "moved": the reader came by a link and begins at the top; "back": over a page that was
   * left by a link, which is where they go on; "": nothing moves.
   * @typedef {"moved" | "back" | ""} How
   * @param {string} address
   * @param {How} how
   */
  async function go(address, how) {
    const mine = ++turn;
    here = address;
    const query = address.startsWith(FIND) ? address.slice(FIND.length) : "";
    if (field.value.trim() !== query) field.value = query;
    /** @type {Index} */
    let index;
    try {
      index = await file("index");
      keep(index);
      if (mine !== turn) return;
      if (query) return results(index, query, how);
      if (!address) return home(index, how);
      const [id, at] = found(index, address);
      if (!id) return unknown(index, address);
      const pages = /** @type {PageData[]} */ (await file(index.files[index.where[id]]));
      if (mine !== turn) return;
      const page = pages.find((p) => p.id === id);
      if (!page) return unknown(index, address);
      const drawn = article(page, openRecord, at);
      drawn.append(forAnother(address));
      if (at && !drawn.querySelector(`[data-at="${CSS.escape(at)}"]`)) return unknown(index, address);
      show(drawn);
      arrive(drawn, page, at, how);
    } catch (error) {
      if (!(error instanceof Unreached)) throw error;
      if (mine === turn) lost(address);
    }
  }

  /** The page for another phone, as a code for its camera. @param {string} address */
  function forAnother(address) {
    const below = h("div", { class: "qr", "aria-live": "polite" });
    const made = h("details", { class: "learn-qr" }, h("summary", {}, "Show it on another phone"), below);
    made.addEventListener("toggle", async () => {
      if (!made.open || below.childElementCount) return;
      const { shown } = await import("../shared/qr.js");
      below.replaceChildren(...shown([{ link: new URL(href(address), location.href).href, words: "The camera of the other phone opens this page." }], "This address"));
    });
    return made;
  }

  /** Bring the place that was asked for into view. @param {HTMLElement} drawn @param {PageData} page @param {string} at @param {How} how */
  function arrive(drawn, page, at, how) {
    const named = at ? /** @type {HTMLElement | null} */ (drawn.querySelector(`[data-at="${CSS.escape(at)}"]`)) : null;
    if (named instanceof HTMLDetailsElement) named.open = true;
    const title = /** @type {HTMLElement} */ (drawn.querySelector("h1"));
    document.title = `${page.key ? `${page.key} ` : ""}${page.title} – Learn`;
    if (named) {
      named.classList.add("learn-here");
      light(drawn, named.querySelector(".learn-key")?.textContent ?? "");
    }
    if (named && how !== "back") {
      const mark = named.querySelector("summary") ?? named;
      mark.focus({ preventScroll: true });
      named.scrollIntoView({ block: "start" });
    } else begin(title, how);
    app.say(page.title);
  }

  /** Where reading begins: at the title, or at the link over which the page was left. @param {HTMLElement} title @param {How} how */
  function begin(title, how) {
    if (!how) return;
    const { y, last } = steps.get(step) ?? { y: 0, last: "" };
    const link = how === "back" && last ? /** @type {HTMLElement | null} */ (place.querySelector(`a[href="${CSS.escape(last)}"]`)) : null;
    (link ?? title).focus({ preventScroll: true });
    scrollTo(0, how === "back" ? y : 0);
  }

  /** @param {Index} index @param {How} how */
  function home(index, how) {
    document.title = "Learn";
    const title = h("h1", { class: "learn-title", tabindex: "-1" }, "Learn");
    show(h("div", { class: "learn-home" }, title, rows(index.home)));
    begin(title, how);
  }

  /** @param {Index} index @param {string} query @param {How} how */
  function results(index, query, how) {
    const hits = search(index, query);
    document.title = `${query} – Learn`;
    const groups = index.groups.map((title, n) => ({ title, hits: hits.filter((hit) => hit.entry[0] === n) })).filter((g) => g.hits.length);
    const asked = isQuestion(index, query);
    const first = (/** @type {typeof groups[0]} */ group) => (asked && group.hits[0].entry[0] === RULES ? Infinity : group.hits[0].score);
    groups.sort((a, b) => first(b) - first(a));
    show(
      h("h1", { class: "learn-title", tabindex: "-1" }, hits.length ? `Found for “${query}”` : `Nothing found for “${query}”`),
      asked && hits.length ? best(hits[0].entry) : "",
      ...groups.map((group) => shelf(group.title, group.hits.map((hit) => row(hit.entry)))),
    );
    if (how === "back") begin(/** @type {HTMLElement} */ (place.firstElementChild), how);
    app.say(hits.length === 1 ? "One result" : `${hits.length || "No"} results`);
    const mine = turn;
    file("said").then(
      (said) => {
        if (mine === turn) sentences(spoken(said, index, query));
      },
      () => undefined,
    );
    if (hits.length) return;
    const alike = near(index, query);
    if (alike.length) place.append(shelf("Did you mean", alike.map(row)));
    else place.append(h("p", {}, "Try fewer words, a number, or the beginning of a word; ", h("a", { href: href("") }, "the start of Learn"), " lists everything."));
  }

  /** The likeliest answer to a question, in full. @param {Entry} entry */
  function best([, to, key, title, said]) {
    const link = h("a", { href: href(to) }, key ? `${key} ${title}` : title);
    return h("section", { class: "learn-best", "aria-label": "The likeliest answer" }, h("h2", {}, link), h("p", {}, said));
  }

  /** An entry as a row, the beginning of what it says beside it. @param {Entry} entry */
  function row([, to, key, title, said]) {
    return [to, key, title, said.length > MOST_TOLD ? `${said.slice(0, said.lastIndexOf(" ", MOST_TOLD))} …` : said];
  }

  /** A group of results; of many the first ones. @param {string} title @param {any[]} links */
  function shelf(title, links) {
    const list = rows(links.slice(0, MOST_OF_A_GROUP));
    const more = links.length - MOST_OF_A_GROUP;
    const button =
      more > 0
        ? h("button", { type: "button", onclick: () => {
            const whole = rows(links);
            list.replaceWith(whole);
            /** @type {HTMLElement} */ (whole.querySelectorAll("a")[MOST_OF_A_GROUP]).focus();
            button.remove();
          } }, `${more} more`)
        : h("span", {});
    return h("section", { class: "learn-part" }, h("h2", {}, title), list, button);
  }

  /** @param {string[][]} found */
  function sentences(found) {
    if (!found.length) return;
    place.append(shelf("What the referee says", found.slice(0, MOST_SAID * 4).map(([to, kind, text]) => [to, "", text, kind])));
  }

  /** @param {Index} index @param {string} address */
  function unknown(index, address) {
    const last = address.split("/").pop() ?? "";
    const hits = search(index, last.replaceAll("-", " ")).slice(0, MOST_OF_A_GROUP);
    const title = h("h1", { class: "learn-title", tabindex: "-1" }, "There is no such page");
    show(
      title,
      h("p", {}, "Nothing in Learn has the address ", h("code", {}, address.slice(0, 80)), ". Look for it above, or begin at ", h("a", { href: href("") }, "the start of Learn"), "."),
      hits.length ? shelf("Something like it", hits.map((hit) => row(hit.entry))) : "",
    );
    title.focus({ preventScroll: true });
    app.say("There is no such page");
  }

  /** @param {string} address */
  function lost(address) {
    const title = h("h1", { class: "learn-title", tabindex: "-1" }, "This page could not be fetched");
    show(
      title,
      h("p", {}, "There seems to be no connection, and it was not kept from an earlier visit."),
      h("p", {}, h("button", { type: "button", onclick: () => go(address, "moved") }, "Try again")),
    );
    title.focus({ preventScroll: true });
    app.say("This page could not be fetched");
  }

  /**
   * Have the service worker keep all pages while nothing else is to be done, so that they can be read without a network;
   * on a line that is to be spared only what was opened before there was a service worker.
   * @param {Index} index
   */
  async function keep(index) {
    if (keeping || !navigator.serviceWorker) return;
    keeping = true;
    const workers = navigator.serviceWorker;
    if (!workers.controller) await new Promise((done) => workers.addEventListener("controllerchange", done, { once: true }));
    const spared = /** @type {any} */ (navigator).connection?.saveData;
    for (const name of new Set([...asked.keys(), ...(spared ? [] : [...index.files, "said"])])) {
      await idle();
      await fetch(url(name)).catch(() => undefined);
    }
  }
  const idle = () => new Promise((done) => ("requestIdleCallback" in window ? requestIdleCallback(done, { timeout: 1000 }) : setTimeout(done, 200)));

  field.addEventListener("input", () => {
    const query = field.value.trim();
    const searching = here.startsWith(FIND);
    const address = query ? `${FIND}${encodeURIComponent(query)}` : "";
    // the first letter is a step of its own, so that Back leads to the page that was being read
    if (query && !searching) {
      leaveStep(href(address));
      history.pushState({ learn: (step = Date.now()) }, "", href(address));
      steps.set(step, { y: 0, last: "" });
    } else history.replaceState(history.state, "", href(address));
    go(query ? `${FIND}${query}` : "", "");
  });
  field.addEventListener("keydown", (event) => {
    const links = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(RESULTS)]);
    if (event.key === "ArrowDown" && links.length) {
      event.preventDefault();
      links[0].focus();
    } else if (event.key === "Enter" && here.startsWith(FIND) && links.length) {
      event.preventDefault();
      links[0].click();
    }
  });
  place.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const links = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(RESULTS)]);
    const at = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (at < 0) return;
    event.preventDefault();
    const to = at + (event.key === "ArrowDown" ? 1 : -1);
    (to < 0 ? field : links[Math.min(to, links.length - 1)]).focus();
  });
  // a link to the place where the reader is already brings it into view again
  place.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    leaveStep(link?.getAttribute("href") ?? "");
    if (link && link.hash && link.hash === location.hash) go(here, "moved");
  });
  /** @param {string} last The address over which the page is left. */
  function leaveStep(last) {
    steps.set(step, { y: scrollY, last });
  }
  /** @param {KeyboardEvent} event */
  function slash(event) {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]")) return;
    event.preventDefault();
    field.focus();
    field.select();
  }

  return {
    enter({ path }) {
      document.addEventListener("keydown", slash);
      const known = Number(history.state?.learn) || 0;
      const first = steps.size === 0 && host.parentElement?.childElementCount === 1;
      step = known || Date.now();
      if (!known) history.replaceState({ ...history.state, learn: step }, "");
      const how = steps.has(step) ? "back" : first ? "" : "moved";
      if (!steps.has(step)) steps.set(step, { y: 0, last: "" });
      return go(path.join("/"), how);
    },
    leave() {
      document.removeEventListener("keydown", slash);
      leaveStep("");
      turn += 1;
    },
  };
}
