/* What this browser keeps, where and how much; all records as one file, out and in again; and how to delete it all. */
import { h } from "../shared/dom.js";
import { save } from "../shared/hand.js";
import { Refused } from "../referee.js";
import { exported, imported, kept } from "./backup.js";
import { PREFIX as RECORDS } from "./keep.js";
import { PREFIX as DRAFTS } from "../write/drafts.js";

/** @typedef {import("../app.js").App} App */

const MOST_IMPORTED = 32 * 1024 * 1024;
const OURS = "labyrinth-";

/**
 * Whether what is kept will stay, in a sentence.
 * @param {App} app
 */
export async function stays(app) {
  if (await app.store.secured()) return "The browser has agreed to keep it until you delete it.";
  return "The browser may delete it when space runs short or after a long time without a visit: export the records now and then.";
}

/** @param {App} app Save all records as one file. */
export async function exportAll(app) {
  const { bytes, count } = await exported(app.store);
  save(`labyrinth-records-${new Date().toISOString().slice(0, 10)}.zip`, bytes);
  app.say(counted(count, "record", "is", "are") + " in the file.");
}

/**
 * @param {App} app
 * @param {() => void} changed The records are others now.
 */
export function keeping(app, changed) {
  const list = h("ul", {});
  const state = h("p", {});
  const said = h("p", { class: "rc-hint", role: "status" });
  const file = h("input", { type: "file", accept: ".zip,.lgn", class: "sr", tabindex: "-1", "aria-hidden": "true", onchange: () => take() });
  const ask = h("button", { type: "button", onclick: () => navigator.storage.persist().then(show) }, "Ask the browser to keep it");
  const out = h("button", { type: "button", onclick: () => exportAll(app) }, "Export all records");
  const erase = h("div", {});
  const whole = h(
    "details",
    { class: "rc-keeping", ontoggle: () => whole.open && show() },
    h("summary", {}, "What is kept on this device"),
    h("p", {}, "This browser keeps it on this device, and nowhere else:"),
    list,
    state,
    h("div", { class: "bar" }, ask, out, h("button", { type: "button", onclick: () => file.click() }, "Import records"), file),
    h("p", { class: "rc-hint" }, "The export is a zip archive with one text file per record. An import changes no record that is here already."),
    said,
    h("p", { class: "rc-hint" }, "“Delete” beside a record deletes that one. The button below deletes everything, and so does deleting the data of this site in the browser's settings."),
    erase,
  );

  async function show() {
    const [records, drafts, all, room, sure] = await Promise.all([kept(app.store, RECORDS), kept(app.store, DRAFTS), app.store.list(""), navigator.storage?.estimate?.(), stays(app)]);
    const size = [...records, ...drafts].reduce((sum, one) => sum + new Blob([one.text]).size, 0);
    const rows = [`${counted(records.length, "record")} and ${counted(drafts.length, "draft")} of the editor: ${amount(size)}`];
    if (all.some((name) => !name.startsWith(RECORDS) && !name.startsWith(DRAFTS))) rows.push("what was open last in Check and in Ask");
    rows.push("the page itself, for use without a network");
    if (room?.usage) rows.push(`in all ${amount(room.usage)}`);
    list.replaceChildren(...rows.map((row) => h("li", {}, row)));
    state.textContent = sure;
    ask.hidden = !navigator.storage?.persist || (await app.store.secured());
    out.disabled = records.length + drafts.length === 0;
    offerErase(false);
  }

  async function take() {
    const [chosen] = file.files ?? [];
    file.value = "";
    if (!chosen) return;
    said.textContent = "Importing …";
    try {
      if (chosen.size > MOST_IMPORTED) throw new Refused("This file is too large to be an export of records.");
      const bytes = new Uint8Array(await chosen.arrayBuffer());
      const found = await app.referee.call("kept.unpack", { name: chosen.name }, bytes);
      const { added, copies, same, lost } = await imported(app.store, found.records);
      const told = [
        `${counted(added + copies, "record")} imported.`,
        copies ? `${counted(copies, "record", "differs", "differ")} from one of the same name; both are kept, the import with a number.` : "",
        same ? `${counted(same, "record", "was", "were")} here already.` : "",
        lost ? `${counted(lost, "record")} could not be kept: this browser keeps nothing more.` : "",
        ...found.notes,
      ];
      await show();
      changed();
      said.textContent = told.filter(Boolean).join(" ");
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      said.textContent = error.message;
    }
  }

  /** @param {boolean} sure Whether it is asked about once more. */
  function offerErase(sure) {
    if (!sure) return erase.replaceChildren(h("button", { type: "button", class: "rc-danger", onclick: () => offerErase(true) }, "Delete everything …"));
    const no = h("button", { type: "button", onclick: () => offerErase(false) }, "Keep it");
    erase.replaceChildren(h("p", {}, "Delete all records, all drafts and the kept page from this device? This cannot be undone."), h("div", { class: "bar" }, h("button", { type: "button", class: "rc-danger", onclick: everything }, "Delete everything"), no));
    no.focus();
  }

  async function everything() {
    await app.store.clear().catch(() => undefined);
    for (const name of "caches" in window ? await caches.keys() : []) if (name.startsWith(OURS)) await caches.delete(name);
    for (const one of (await navigator.serviceWorker?.getRegistrations()) ?? []) await one.unregister();
    location.replace(location.pathname);
  }

  return whole;
}

/**
 * @param {number} n
 * @param {string} noun
 * @param {string} [one] A verb for one.
 * @param {string} [many]
 */
function counted(n, noun, one = "", many = "") {
  return `${n} ${noun}${n === 1 ? "" : "s"}${one ? ` ${n === 1 ? one : many}` : ""}`;
}

/** @param {number} bytes */
function amount(bytes) {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
}
