/* Record: a game is written down while it is played, by taps. What is asked and what may be answered comes from the referee. */
import "./record.css";
import { h } from "../shared/dom.js";
import { Refused } from "../referee.js";
import { BrokenLink, unpacked } from "../shared/link.js";
import { Keep } from "../record/keep.js";
import { keeping } from "../record/keeping.js";
import { menu } from "../record/menu.js";
import { Shelf } from "../record/shelf.js";
import { Table } from "../record/table.js";
import * as sheets from "../record/sheet.js";
import { received } from "../record/turn.js";
import { which } from "../record/versions.js";

/** @typedef {import("../record/types.js").State} State */
/** @typedef {import("../record/keep.js").Kept} Kept */

/** @type {(host: HTMLElement, app: import("../app.js").App) => import("../app.js").Part} */
export default function open(host, app) {
  const keep = new Keep(app.store);
  const trouble = h("div", { class: "rc-record-trouble", role: "alert" });
  /** @type {State | null} */
  let state = null;
  /** @type {Promise<void> | null} */
  let scenarios = null;

  /** @type {import("../record/types.js").Send} */
  const send = async (call, given = {}) => {
    if (table.busy) return;
    table.busy = true;
    try {
      await took(await app.referee.call(`record.${call}`, given));
    } catch (error) {
      failed(error);
    } finally {
      table.busy = false;
    }
  };

  const table = new Table(send, {
    menu: () => state && menu(state, keep, app, { send, see, leave, deal: table.deck }),
    why: async (country) => {
      try {
        sheets.whyNot(await app.referee.call("record.why"), (n) => send("pick", { refused: true, n, at: state?.at }), country);
      } catch (error) {
        failed(error);
      }
    },
    log: async () => {
      try {
        const { text } = state ?? { text: "" };
        sheets.log(await app.referee.call("record.lines"), (line) => app.open({ text, line, name: keep.now?.name ?? "" }, "ask"), (line) => send("back", { line }), (line) => send("instead", { line }));
      } catch (error) {
        failed(error);
      }
    },
    type: () => sheets.typed(state?.draft ?? "", (text) => send("type", { text })),
  });
  const shelf = new Shelf({
    goOn: (kept) => app.go("record", { path: [kept.id] }),
    remove: async (kept) => {
      await keep.remove(kept.id);
      shelf.showKept(await keep.all());
    },
    begin: (what, name) => void begin("begin", what, `${name}, ${today()}`),
    options: () => app.referee.call("record.options"),
    take: (text, name) => void begin("open", { text }, `${name}, ${today()}`),
    about: keeping(app, async () => shelf.showKept(await keep.all())),
  });
  host.append(trouble, shelf.element, table.element);
  table.element.hidden = true;

  /** @param {unknown} error */
  function failed(error) {
    const words = error instanceof Refused ? error.message : "The referee failed at this. It is a fault of the program; Undo takes a step back.";
    trouble.replaceChildren(h("p", { class: "trouble" }, words));
    if (!(error instanceof Refused)) console.error(error);
  }

  /** @param {State} now Show what stands, and save it. */
  async function took(now) {
    state = now;
    trouble.replaceChildren();
    if (now.wrong && !now.waits) trouble.append(h("p", { class: "trouble" }, now.said.join(" ")));
    table.show(now, sheets.rule);
    const lead = now.waits ? ["A rule speaks against it.", ...now.waits.said] : now.said;
    app.say([...lead, now.question.title].join(" "));
    const said = await keep.save(now);
    if (said) trouble.append(h("p", { class: "trouble" }, said));
  }

  /**
   * A record begins, or one goes on.
   * @param {string} call @param {Record<string, any>} what @param {string} name
   * @param {import("../record/keep.js").Kept} [kept] The record that goes on.
   * @returns {Promise<boolean>} Whether it does.
   */
  async function begin(call, what, name, kept) {
    try {
      const now = await app.referee.call(`record.${call}`, what);
      if (now.nowhere) {
        await lay();
        shelf.where(name, (where) => void begin(call, { ...what, ...where }, name, kept));
        return false;
      }
      if (kept) keep.now = kept;
      else keep.begin(name);
      await play(now);
      app.go("record", { path: [keep.now?.id ?? ""] });
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  }

  /** @param {State} now */
  async function play(now) {
    const deck = await app.referee.call("record.deck");
    table.deck = new Map(deck.map((/** @type {import("../record/types.js").Card} */ c) => [c.n, c]));
    shelf.element.hidden = true;
    table.element.hidden = false;
    host.classList.add("at-table");
    window.scrollTo(0, 0);
    await took(now);
    table.asked?.title.focus({ preventScroll: true }); // digits mean something from the first key on
  }

  /**
   * A record comes with a link.
   * @param {string} word @param {string} name
   * @param {boolean} turn Whether the other player has sent the turn.
   */
  async function linked(word, name, turn) {
    try {
      const text = await unpacked(word);
      const title = name.replace(/\.lgn$/, "") || `A record, ${today()}`;
      const met = await keep.met(text, title);
      const choice = met ? await which(met) : "link";
      if (choice === "mine" && met) {
        await goOn(met.kept);
        app.go("record", { path: [met.kept.id] });
      } else if (!(await begin("open", { text }, choice === "both" ? `${title} (link)` : title, choice === "link" ? met?.kept : undefined))) return;
      if (!turn || !state || (choice === "mine" && met?.mine.length)) return;
      received(await app.referee.call("record.turn", met && choice !== "both" ? { had: met.had } : {}), state, Boolean(met), () => table.asked?.title.focus({ preventScroll: true }));
    } catch (error) {
      await lay();
      failed(error instanceof BrokenLink ? new Refused(error.message) : error);
    }
  }

  /** @param {Kept} kept Go on with a record that is kept. */
  async function goOn(kept) {
    const now = await app.referee.call("record.open", { text: kept.text, open: kept.open, seed: kept.seed, always: kept.always, finish: Boolean(kept.finish) });
    keep.now = kept;
    await play(now);
  }

  async function see() {
    try {
      if (state) await table.see(state, app.referee, sheets.rule);
    } catch (error) {
      failed(error);
    }
  }

  async function leave() {
    state = null;
    keep.now = null;
    app.go("record");
  }

  async function lay() {
    table.element.hidden = true;
    shelf.element.hidden = false;
    shelf.forget();
    host.classList.remove("at-table");
    shelf.showKept(await keep.all());
    scenarios ??= app.referee.call("record.scenarios").then((found) => shelf.showScenarios(found));
    await scenarios;
  }

  return {
    async enter({ path, record, query }) {
      app.referee.start();
      trouble.replaceChildren();
      if (query.has("r")) return linked(query.get("r") ?? "", query.get("n") ?? "", query.has("t"));
      if (record) return void (await begin("open", { text: record.text, finish: Boolean(record.finish) }, record.name || `A record, ${today()}`));
      const id = path[0] ?? "";
      if (id && keep.now?.id === id && state) return;
      if (!id && keep.now && state) return app.go("record", { path: [keep.now.id] });
      const kept = id ? await keep.get(id) : undefined;
      if (!kept) return lay();
      table.element.hidden = shelf.element.hidden = true;
      try {
        await goOn(kept);
      } catch (error) {
        await lay();
        failed(error);
        trouble.append(h("button", { onclick: () => app.open({ text: kept.text, name: `${kept.name}.lgn` }, "write") }, `Open “${kept.name}” in Write`));
      }
    },
  };
}

function today() {
  return new Date().toLocaleDateString([], { day: "numeric", month: "short", year: "numeric" });
}
