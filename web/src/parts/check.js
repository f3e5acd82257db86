/* Check: a record comes in by hand, by file, by link or from another program; the verdict, and what is made of it. */
import "./check.css";
import example from "../../../fixtures/logs/evening-2.lgn";
import { h } from "../shared/dom.js";
import { BrokenLink, unpacked } from "../shared/link.js";
import { Fault, Refused, REPLACED } from "../referee.js";
import { claimed, headline, sentence, shown as shownClaim } from "./check-claimed.js";
import { cited, entitle, findings } from "./check-findings.js";
import { Report } from "./check-report.js";
import { bytes, legible, megabytes, MOST, MOST_SHOWN, openings } from "./check-incoming.js";
import { manner } from "./check-manner.js";
import { Many } from "./check-many.js";
import { sharing } from "./check-sharing.js";

/** Most bytes of a record that is kept for the next visit. */
const MOST_KEPT = 4 * 1024 * 1024;
const LAST = "check/last";
const SHARED = "shared";
const ACCEPT = ".lgn,.json,.eml,.mbox,.txt,.md,.vlog,.vsav,.zip,.tar,.gz,.tgz,.xz,text/plain,message/rfc822,application/json,application/zip,application/octet-stream";

/**
 * @typedef {object} Incoming
 * @property {string} name
 * @property {Uint8Array} data
 * @property {string} [text] The same as text, where it is one that can be shown.
 */

/**
 * @typedef {object} How
 * @property {string} form
 * @property {string} policy
 * @property {string} since
 * @property {string} mapping The text of the mapping of a VASSAL module, "" for the one that the referee has.
 */

/** @returns {How} */
const usual = () => ({ form: "", policy: "as-played", since: "", mapping: "" });

/** @type {(host: HTMLElement, app: import("../app.js").App) => import("../app.js").Part} */
export default function open(host, app) {
  const encoder = new TextEncoder();
  /** @type {Incoming | null} */
  let record = null;
  let how = usual();
  /** @type {any} What the referee said of it. */
  let answer = null;
  /** @type {any} The forms and policies that there are. */
  let known = null;
  let linked = "";
  let shown = false;
  let warm = false;
  let turn = 0;
  /** @type {(() => void) | null} Shows the records again of which one was opened. */
  let pile = null;

  // ------------------------------------------------------------ what stands on the page

  const field = h("textarea", { id: "ck-text", rows: 9, spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-describedby": "ck-what", oninput: () => field.value || (record = null) });
  const chosen = h("p", { class: "ck-chosen", hidden: true });
  const picker = h("input", { type: "file", accept: ACCEPT, multiple: true, hidden: true, tabindex: -1, "aria-hidden": "true", onchange: () => take([...(picker.files ?? [])]) });
  const again = h("div", { class: "ck-last", hidden: true });
  const trouble = h("p", { class: "trouble", role: "alert", hidden: true });
  const entry = h(
    "form",
    { class: "ck-in", onsubmit: submit },
    h("p", { class: "ck-lead" }, "Was it legal, and by which rule? Paste what was written down, or open the file."),
    again,
    h("label", { for: "ck-text" }, "The record"),
    field,
    chosen,
    h(
      "div",
      { class: "bar" },
      h("button", { type: "submit", class: "main" }, "Check it"),
      h("button", { type: "button", onclick: () => picker.click() }, "Open a file"),
      h("button", { type: "button", onclick: tryExample }, "See an example"),
      picker,
    ),
    h(
      "div",
      { id: "ck-what", class: "ck-what-in" },
      h("p", {}, "Paste or open a record in the notation or in JSON, mails (.eml, mbox), a forum post, notes, a game told in sentences, a VASSAL log or save, a saved game of the solitaire program, or a .zip of any of them. You can drop a file anywhere here."),
      h("p", {}, "The example is an evening of two players with ten findings."),
    ),
  );
  const meter = h("progress", { class: "ck-meter", "aria-label": "How far the check is" });
  const meterWords = h("span", {});
  const busy = h("div", { class: "ck-busy", hidden: true }, meter, meterWords);
  const claim = h("div", {});
  const out = h("div", { class: "ck-out", hidden: true });
  const report = new Report(app, () => app.go("check"));
  const body = h("div", { class: "ck-body" }, trouble, entry, claim, busy, out);
  host.append(h("h1", {}, "Check"), body, report.host);

  // ------------------------------------------------------------ a record comes in

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    if (record && !chosen.hidden) check(record, how);
    else if (field.value.trim()) check(typed(field.value, record?.name), usual());
    else complain("There is nothing to check yet. Paste a record, open a file, or see the example.");
  }

  /**
   * @param {string} text
   * @param {string} [name]
   * @returns {Incoming}
   */
  function typed(text, name = "record") {
    return { name, data: encoder.encode(text), text };
  }

  function tryExample() {
    return check(typed(example, "evening-2.lgn"), usual());
  }

  /**
   * Files from the picker, a drop or another program.
   * @param {(File | {name: string, bytes: Uint8Array})[]} files
   * @param {boolean} [ofPile] Whether it is one of those that are shown.
   */
  async function take(files, ofPile = false) {
    picker.value = "";
    if (files.length > 1) return choose(files);
    const [file] = files;
    if (!file) return undefined;
    const size = file instanceof File ? file.size : file.bytes.length;
    if (size > MOST) return complain(`“${file.name}” has ${megabytes(size)}, and a file may have ${megabytes(MOST)}. No record of a game is so large.`);
    let data;
    try {
      data = await bytes(file);
    } catch {
      return complain(`“${file.name}” cannot be read. Is it a folder? Pack its files as a .zip, or open them one by one.`);
    }
    return check({ name: file.name || "record", data }, usual(), { ofPile });
  }

  /**
   * Several files: one of them is chosen.
   * @param {(File | {name: string, bytes: Uint8Array})[]} files
   */
  function choose(files) {
    begin();
    const ones = files.slice(0, 200).map((file) => ({ name: file.name, open: () => take([file], true), glance: async () => ({ name: file.name, data: await bytes(file) }) }));
    several(`${files.length} files`, new Many(app.referee, ones));
  }

  /**
   * Several records, of which one is opened.
   * @param {string} words
   * @param {Many} many
   * @param {string[]} [notes]
   */
  function several(words, many, notes = []) {
    pile = () => {
      begin();
      answer = null;
      busy.hidden = true;
      out.replaceChildren(
        h("h2", { class: "ck-head", tabindex: -1 }, words),
        many.element,
        notes.length ? h("ul", { class: "ck-notes-list" }, ...notes.map((note) => h("li", {}, note))) : "",
        another(),
      );
      reveal(`${words}.`);
      const mine = ++turn;
      void many.look(() => mine === turn);
    };
    pile();
  }

  // ------------------------------------------------------------ the verdict

  /**
   * Have a record judged and show what comes of it.
   * @param {Incoming} what
   * @param {How} by
   * @param {{keepAddress?: boolean, ofPile?: boolean}} [more]
   */
  function check(what, by, { keepAddress = false, ofPile = false } = {}) {
    if (!ofPile) pile = null;
    record = what;
    how = by;
    if (!keepAddress) {
      linked = "";
      if (location.hash.includes("?") || location.hash.includes("/report")) history.replaceState(null, "", "#/check");
    }
    if (what.text === undefined) what.text = legible(what.data);
    fill(what);
    return ask("check.judge", { name: what.name, ...by }, what.data);
  }

  /**
   * Ask for a verdict, or for the same one in another way.
   * @param {string} call
   * @param {object} given
   * @param {Uint8Array} [data]
   */
  async function ask(call, given, data) {
    const mine = ++turn;
    begin();
    busy.hidden = false;
    progress(0, 0);
    let found;
    try {
      found = await app.referee.call(call, given, data, { latest: "check", told: progress });
    } catch (error) {
      if (mine !== turn) return;
      busy.hidden = true;
      answer = null;
      show();
      complain(told(error));
      return;
    }
    if (mine !== turn || found === REPLACED) return;
    busy.hidden = true;
    answer = found;
    known ??= await app.referee.call("check.forms").catch(() => null);
    if (mine !== turn) return;
    render();
    keep();
  }

  /** What was shown before goes away. */
  function begin() {
    trouble.hidden = true;
    out.hidden = true;
    claim.replaceChildren();
    report.forget();
    entry.hidden = true;
    app.referee.start();
  }

  /**
   * How far the referee has come.
   * @param {number} done
   * @param {number} of
   */
  function progress(done, of) {
    if (of) {
      meter.max = of;
      meter.value = done;
      meterWords.textContent = `${done} of ${of} lines are judged`;
    } else {
      meter.removeAttribute("value");
      meterWords.textContent = "The record is being read …";
    }
  }

  function render() {
    if (answer.verdict === "archive") return renderArchive();
    const unread = answer.verdict === "unread";
    const words = headline(answer);
    const head = h(
      "section",
      { class: `ck-verdict ${answer.verdict}`, "aria-label": "Verdict" },
      h("h2", { class: "ck-head", tabindex: -1 }, words),
      h("p", {}, unread ? `${answer.message}.` : `${sentence(answer.looked)}.`),
      answer.won ? h("p", { class: "ck-won" }, h("b", {}, answer.won)) : null,
      ...(answer.remarks ?? []).map((/** @type {string} */ one) => h("p", { class: "ck-remark" }, `${one}.`.replace(/\.\.$/, "."))),
      h("p", { class: "ck-name" }, h("b", {}, answer.name), ` was read as ${answer.form.title}.`),
    );
    const top = h("div", { class: "bar ck-main" });
    if (!unread) top.append(h("button", { type: "button", class: "main", onclick: () => toReport("") }, "Open the report"));
    if (pile) top.append(h("button", { type: "button", onclick: pile }, "The other records"));
    top.append(another());
    const found = unread ? [] : findings(answer, { write, apply, ask: toAsk, report: (f) => toReport(f.id) });
    const aside = h("aside", { class: "ck-aside", "aria-label": "What to do with it" }, head, top, unread ? null : sharing(app, answer, how), unread ? null : goingOn(), manner(answer, how, known, redo));
    out.replaceChildren(aside, h("div", { class: "ck-found" }, ...found, unread || answer.causes.length || answer.orphans.length ? null : h("p", { class: "ck-none" }, answer.verdict === "clean" ? "No rule was broken, no die misread, no piece where it cannot be." : "The record has no play yet, so there was nothing to check.")));
    reveal(unread ? `This cannot be read. ${answer.message}.` : `${words}. ${answer.looked}.`);
    entitled();
    return undefined;
  }

  async function entitled() {
    const rules = cited(out);
    if (rules.length) entitle(out, await app.referee.call("check.titles", { rules }).catch(() => ({})));
  }

  /** @param {Partial<How>} changed */
  function redo(changed) {
    how = { ...how, ...changed };
    ask("check.again", how);
  }

  function renderArchive() {
    const ones = answer.records.map((/** @type {{name: string}} */ one, /** @type {number} */ number) => ({
      name: one.name,
      open() {
        how = { ...how, form: "" };
        ask("check.member", { number, ...how });
      },
      glance: async () => ({ number }),
    }));
    const n = ones.length;
    several(n ? `${n === 1 ? "One record is" : `${n} records are`} in this archive` : "No record is in this archive", new Many(app.referee, ones), answer.notes);
  }

  function another() {
    return h("button", { type: "button", onclick: anew }, "Another record");
  }

  // ------------------------------------------------------------ what is done with a record and with a finding

  /** The same record in the editor, or at the table. */
  function goingOn() {
    const button = (/** @type {string} */ words, /** @type {string} */ part) => h("button", { type: "button", onclick: () => hand(part) }, words);
    const asRead = answer.as_read ? h("button", { type: "button", title: answer.as_read, onclick: takeOver }, "Edit it as read") : null;
    const n = answer.leaves_open;
    const finish = n ? h("button", { type: "button", title: `${n} line${n > 1 ? "s leave" : " leaves"} something open`, onclick: toFinish }, "Finish it by questions") : null;
    return h("div", { class: "bar ck-on", role: "group", "aria-label": "Go on with it" }, finish, button("Edit it", "write"), asRead, button("Play on", "record"));
  }

  /** The open lines of the record, asked about at the table. */
  async function toFinish() {
    await attempt(async () => app.open({ ...(await app.referee.call("check.saved", { as: "to_finish" })), finish: true }, "record"));
  }

  /** A copy of the record with its slips of the pen put right, in the editor. */
  async function takeOver() {
    await attempt(async () => app.open(await app.referee.call("check.saved", { as: "as_read" }), "write"));
  }

  /**
   * @param {string} part
   * @param {number} [line] A line of the record that was checked.
   */
  async function hand(part, line) {
    await attempt(async () => {
      const saved = await app.referee.call("check.saved", { as: "notation" });
      const at = line === undefined ? {} : { line: saved.lines[line] ?? 1 };
      app.open({ text: saved.text, name: saved.name, ...at }, part);
    });
  }

  /** @param {import("./check-findings.js").Finding} f */
  const write = (f) => hand("write", f.line);

  /**
   * A copy of the record with the fix of a finding made, in the editor; the record that was checked stays as it is.
   * @param {import("./check-findings.js").Finding} f
   */
  async function apply(f) {
    await attempt(async () => app.open(await app.referee.call("check.corrected", { number: f.fix }), "write"));
  }

  /** @param {import("./check-findings.js").Finding} f */
  async function toAsk(f) {
    await attempt(async () => {
      const { setup, play } = await app.referee.call("check.position", { line: f.line });
      app.open({ text: `${setup}\n${play}\n`, name: `${answer.name}, ${f.where}` }, "ask");
    });
  }

  /** @param {string} id The name of a play, such as a12; "" for the top. */
  function toReport(id) {
    report.wanted = id;
    app.go("check", { path: ["report"] });
  }

  /** @param {() => Promise<void>} what */
  async function attempt(what) {
    try {
      await what();
    } catch (error) {
      complain(told(error));
    }
  }

  // ------------------------------------------------------------ showing and keeping

  function show() {
    const any = answer !== null || out.childElementCount > 0;
    entry.hidden = any && !out.hidden;
  }

  /** @param {string} words */
  function reveal(words) {
    out.hidden = false;
    entry.hidden = true;
    app.say(words);
    if (shown && report.host.hidden) {
      window.scrollTo(0, 0);
      /** @type {HTMLElement | null} */ (out.querySelector(".ck-head"))?.focus({ preventScroll: true });
    }
  }

  /** The field again, with what was in it. */
  function anew() {
    turn++;
    out.hidden = busy.hidden = trouble.hidden = true;
    entry.hidden = false;
    linked = "";
    if (location.hash !== "#/check") history.replaceState(null, "", "#/check");
    field.focus();
    field.select();
  }

  /** @param {Incoming} what The record in the field, or its name where it is no text or a long one. */
  function fill(what) {
    const text = what.text;
    const long = text === undefined || text.length > MOST_SHOWN;
    field.value = long ? "" : /** @type {string} */ (text);
    field.hidden = chosen.hidden = false;
    if (long) {
      field.hidden = true;
      chosen.replaceChildren(h("b", {}, what.name), ` (${megabytes(what.data.length)}) `, h("button", { type: "button", class: "bare", onclick: clear }, "Take it away"));
    } else chosen.hidden = true;
  }

  function clear() {
    record = null;
    field.value = "";
    field.hidden = false;
    chosen.hidden = true;
    field.focus();
  }

  function keep() {
    if (!record || record.data.length > MOST_KEPT || !answer) return; // several records are none
    app.store.set(LAST, { name: record.name, data: record.data, how });
  }

  async function offer() {
    if (record || answer) return;
    const last = await app.store.get(LAST);
    if (record || answer || !(last?.data instanceof Uint8Array)) return;
    again.replaceChildren(
      h("button", { type: "button", onclick: () => check({ name: String(last.name), data: last.data }, { ...usual(), ...last.how }) }, "Check ", h("b", {}, String(last.name)), " again"),
      h(
        "button",
        {
          type: "button",
          class: "bare",
          onclick: () => {
            app.store.remove(LAST);
            again.hidden = true;
            field.focus();
          },
        },
        "Forget it",
      ),
    );
    again.hidden = false;
  }

  /** @param {string} words */
  function complain(words) {
    trouble.textContent = words;
    trouble.hidden = false;
    if (out.hidden) entry.hidden = false;
    trouble.scrollIntoView({ block: "nearest" });
  }

  // ------------------------------------------------------------ drops, pastes, links, other programs

  const doors = openings(host, field, { files: take, text: (text) => check(typed(text), usual()) });

  /** @param {URLSearchParams} query */
  async function fromLink(query) {
    linked = query.get("r") ?? "";
    try {
      const text = await unpacked(linked);
      const name = (query.get("n") ?? "").slice(0, 80) || "record.lgn";
      const verdict = await claimed(query.get("v") ?? "");
      const judged = check(typed(text, name), { ...usual(), policy: query.get("p") ?? "as-played" }, { keepAddress: true });
      if (verdict) claim.replaceChildren(shownClaim(verdict));
      await judged;
      claim.replaceChildren();
      if (verdict && answer && verdict.head !== headline(answer)) complain(`The link has another verdict: “${verdict.head}”. This one is the referee's.`);
    } catch (error) {
      if (!(error instanceof BrokenLink)) throw error;
      complain(error.message);
    }
  }

  /** What another program has shared with the page; the service worker has put it by. */
  async function fromOutside() {
    history.replaceState(null, "", "#/check");
    const found = await app.store.get(SHARED);
    await app.store.remove(SHARED);
    const files = (Array.isArray(found?.files) ? found.files : []).filter((/** @type {any} */ one) => one?.bytes instanceof Uint8Array).map((/** @type {any} */ one) => ({ name: String(one.name || "record"), bytes: one.bytes }));
    const text = typeof found?.text === "string" ? found.text : "";
    if (files.length) await take(files);
    else if (text.trim()) await check(typed(text, String(found.title || "record").slice(0, 80)), usual());
    else complain(found?.trouble ? String(found.trouble) : "Nothing came along. Share the file or the text once more.");
  }

  /** @type {any} */ (window).launchQueue?.setConsumer(async (/** @type {any} */ launch) => {
    const files = await Promise.all((launch.files ?? []).map((/** @type {any} */ one) => one.getFile()));
    if (!files.length) return;
    if (!shown) app.go("check");
    take(files);
  });

  return {
    async enter({ path, query, record: given }) {
      shown = true;
      if (!query.has("r")) trouble.hidden = true;
      doors.open();
      app.referee.start();
      if (!warm) app.referee.call("check.warm").catch(() => (warm = false)); // the first verdict is then there at once
      warm = true;
      if (given?.text !== undefined) await check(typed(String(given.text), String(given.name || "record")), usual());
      else if (query.has("shared")) await fromOutside();
      else if (query.has("example")) await tryExample();
      else if (query.has("r") && query.get("r") !== linked) await fromLink(query);
      const wanted = path[0] === "report";
      if (wanted && (!answer || ["unread", "archive"].includes(answer.verdict))) {
        history.replaceState(null, "", "#/check");
        report.hide();
      } else if (wanted) await report.show(answer.name);
      else report.hide();
      body.hidden = !report.host.hidden;
      host.classList.toggle("ck-reporting", body.hidden);
      await offer();
    },
    async keep() {
      if (!answer && field.value.trim()) await app.store.set(LAST, { name: "record", data: encoder.encode(field.value), how });
    },
    leave() {
      shown = false;
      doors.shut();
    },
  };
}

/** @param {unknown} error */
function told(error) {
  if (error instanceof Refused) return error.message;
  if (error instanceof Fault) return "The referee failed at this record. It is a fault of the program, not of the record.";
  throw error;
}
