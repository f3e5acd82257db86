/* The menu: what a record can be used for besides, and what is seldom set. */
import { h } from "../shared/dom.js";
import { copied, save } from "../shared/hand.js";
import { LONG, packed } from "../shared/link.js";
import { exportAll, stays } from "./keeping.js";
import { Pad } from "../shared/pad.js";
import { filed } from "./keep.js";
import { sheet } from "./sheet.js";
import { sending } from "./turn.js";

/** @typedef {import("./types.js").State} State */

/** The other parts, for a phone whose screen is the table's alone. */
const PARTS = [["ask", "Ask the referee something else"], ["learn", "Look up a rule or a card"], ["home", "The first page"]];
/** @typedef {import("./types.js").Card} Card */

/**
 * @param {State} state
 * @param {import("./keep.js").Keep} keep
 * @param {import("../app.js").App} app
 * @param {{send: import("./types.js").Send, see: () => void, leave: () => void, deal: Map<number, Card>}} does
 */
export function menu(state, keep, app, does) {
  const name = keep.now?.name ?? "A record";
  const item = (/** @type {string} */ words, /** @type {() => void} */ does) =>
    h("button", { class: "rc-item", onclick: () => { open.close(); does(); } }, words);
  const field = h("input", { type: "text", id: "record-name", maxlength: "80", value: name, autocomplete: "off", onchange: () => keep.rename(field.value) });
  const last = state.lines.at(-1)?.text ?? "";
  const dealt = last.startsWith("deal ") ? state.hands.filter((hand) => hand.known.length < hand.n) : [];
  const dice = h("input", { type: "checkbox", checked: state.always, onchange: () => { open.close(); does.send("always", { on: dice.checked }); } });
  const lasting = h("span", {});
  stays(app).then((words) => lasting.append(` ${words}`));
  const open = sheet(
    name,
    h("p", { class: "rc-hint" }, `${state.clock.said}. ${state.wrongs ? `${state.wrongs} mistake${state.wrongs > 1 ? "s" : ""} so far.` : "No mistakes so far."} Saved in this browser after every play.`, lasting),
    h("label", { for: "record-name" }, "Name"),
    field,
    h(
      "div",
      { class: "rc-items" },
      item("Check it: verdict and report", () => app.open({ text: state.text, name: `${name}.lgn` }, "check")),
      item("Go on with it in the editor", () => app.open({ text: state.text, name: `${name}.lgn` }, "write")),
      item("Save as a file (.lgn)", () => save(`${filed(name)}.lgn`, state.text)),
      item("Export all records (.zip)", () => exportAll(app)),
      item("Share, or send the turn", () => share(name, state, app)),
      ...(state.draft || state.waits ? [] : [item("The real board looks different", does.see)]),
      ...dealt.map((hand) => item(`Name the ${hand.n} cards of the ${hand.name} hand`, () => deal(hand, state, does))),
      item("Other records, a new game", does.leave),
      ...PARTS.map(([part, words]) => item(words, () => app.go(part))),
    ),
    h("label", { class: "rc-tick" }, dice, h("span", {}, "The referee rolls all dice")),
    h("h3", {}, "The board"),
    board(app),
  );
}

/** @param {import("../app.js").App} app */
function board(app) {
  const words = h("div", { class: "rc-board-words" });
  app.referee.call("record.about").then(
    ({ board }) => words.append(...board.map((/** @type {string} */ line) => h("p", {}, line))),
    () => words.append("The board cannot be told now."),
  );
  return words;
}

/**
 * A link that carries the record, which no server sees; and the record as text.
 * @param {string} name
 * @param {State} state
 * @param {import("../app.js").App} app
 */
async function share(name, state, app) {
  const text = state.text;
  const tail = `r=${await packed(text)}&n=${encodeURIComponent(`${name}.lgn`)}`;
  const link = (/** @type {string} */ part) => `${location.origin}${location.pathname}#/${part}?${tail}`;
  const row = (/** @type {string} */ words, /** @type {HTMLInputElement | HTMLTextAreaElement} */ field) => {
    const key = h("button", { onclick: async () => {
      key.textContent = (await copied(field)) ? "Copied" : "Selected";
      app.say(key.textContent);
    } }, "Copy");
    return h("label", { class: "rc-share-row" }, h("span", {}, words), field, key);
  };
  const field = (/** @type {string} */ value) => h("input", { type: "text", readonly: true, value });
  const drawn = h("div", { class: "qr", hidden: true, "aria-live": "polite" });
  const draw = async () => {
    const { shown } = await import("../shared/qr.js");
    drawn.replaceChildren(...shown([{ link: link("record"), words: "A second phone opens the game as it stands. Scan again after more plays: it goes on in the same game there." }], "This game"));
    drawn.hidden = false;
    drawn.scrollIntoView({ block: "nearest" });
  };
  sheet(
    "Share",
    await sending(state, name, `${link("record")}&t=1`, app),
    h("h3", {}, "The record"),
    row("A link to its verdict", field(link("check"))),
    row("A link to go on writing", field(link("record"))),
    h("button", { class: "rc-big", onclick: draw }, "QR code: follow the game on a second phone"),
    drawn,
    row("The record as text", h("textarea", { rows: 4, readonly: true }, text)),
    navigator.share ? h("button", { class: "rc-big", onclick: () => navigator.share({ title: name, url: link("check") }).catch(() => {}) }, "Send the link to its verdict …") : "",
    h("p", { class: "rc-hint" }, tail.length > LONG ? "The link is long: some programs cut it. The file is safer." : "The record is in the link itself; no server keeps it."),
  );
}

/**
 * Name the cards of a hand, so that they become keys.
 * @param {State["hands"][number]} hand
 * @param {State} state
 * @param {{send: import("./types.js").Send, deal: Map<number, Card>}} does
 */
function deal(hand, state, does) {
  /** @type {number[]} */
  const named = [];
  const list = h("div", { class: "rc-chips" });
  const place = h("div", {});
  const open = sheet(`The ${hand.name} hand`, h("p", { class: "rc-hint" }, `${hand.n} cards are in it. Once they are named, each is one tap.`), list, place);
  const show = () => {
    list.replaceChildren(
      ...named.map((n) => h("button", { class: "rc-chip", "aria-label": `Take ${n} away`, onclick: () => { named.splice(named.indexOf(n), 1); show(); } }, `${n} ${does.deal.get(n)?.title ?? ""} ×`)),
    );
    if (named.length === hand.n) {
      place.replaceChildren(h("button", { class: "main rc-big", onclick: () => { open.close(); does.send("dealt", { side: hand.side, cards: named }); } }, "That is the hand"));
      return;
    }
    const pad = new Pad({
      deck: does.deal,
      numbers: state.numbers.filter((n) => !named.includes(n)),
      gone: state.gone,
      unknown: false,
      take: (n) => {
        if (!named.includes(n)) named.push(n);
        show();
      },
    });
    place.replaceChildren(pad.element);
  };
  show();
}
