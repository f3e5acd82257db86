/* The turn goes to the other player by a link, and comes back: whose it is, and what was played since. */
import { h } from "../shared/dom.js";
import { copied } from "../shared/hand.js";
import { entry, sheet } from "./sheet.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {{said: string, lines: import("./types.js").Line[], wrongs: number}} Turn */

/**
 * What the link shows of hands, in a sentence; "" for nothing.
 * @param {State} state
 */
function shows(state) {
  if (state.deals) return "This page has dealt the cards, and the record says which: whoever looks into the link can see both hands. It hides them only from players who do not look.";
  if (state.hands.some((hand) => hand.known.length)) return "Cards of a hand are named in the record: the other player can see them.";
  return "";
}

/**
 * Send the turn: a message with the link.
 * @param {State} state
 * @param {string} name
 * @param {string} link
 * @param {import("../app.js").App} app
 */
export async function sending(state, name, link, app) {
  /** @type {Turn} */
  const { said } = await app.referee.call("record.turn");
  const field = h("textarea", { rows: 3, readonly: true, "aria-label": "The message" });
  field.value = `${said}: ${link}`;
  const done = h("p", { class: "rc-hint", role: "status" });
  const copy = async () => {
    done.textContent = (await copied(field)) ? "Copied. Paste it into a message to the other player." : "It is selected: copy it by hand.";
  };
  const share = async () => {
    try {
      await navigator.share({ title: name, text: field.value });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) await copy();
    }
  };
  const hints = [state.draft || state.waits ? "The play that is begun is not in it: only complete lines are." : "", shows(state)].filter(Boolean);
  return h(
    "section",
    { class: "rc-send", "aria-label": "Send the turn" },
    h("p", { class: "rc-send-said" }, `${said}.`),
    h("button", { class: "main rc-big", onclick: "share" in navigator ? share : copy }, "Send the turn"),
    "share" in navigator ? h("button", { class: "rc-big", onclick: copy }, "Copy the message") : "",
    done,
    ...hints.map((words) => h("p", { class: "rc-hint" }, words)),
    h("details", {}, h("summary", {}, "The message"), field),
  );
}

/**
 * The turn has come: whose it is, what was played since, and what is wrong with that.
 * @param {Turn} turn
 * @param {State} state
 * @param {boolean} known Whether the reader had the game before.
 * @param {() => void} closed
 */
export function received(turn, state, known, closed) {
  const { lines, wrongs } = turn;
  const verdict = wrongs ? `${wrongs === 1 ? "One thing is" : `${wrongs} things are`} wrong with it, shown in red.` : "Nothing is wrong with it.";
  const what = !lines.length ? "Nothing was played since." : `${known ? "This was played since you had it last" : "This was played last"}. ${verdict}`;
  const open = sheet(
    turn.said,
    h("p", { class: wrongs ? "trouble" : "" }, what),
    h("ol", { class: "rc-log" }, ...lines.map((line) => entry(line, true))),
    state.deals ? h("p", { class: "rc-hint" }, shows(state)) : "",
    h("div", { class: "rc-send-on" }, h("button", { class: "main rc-big", onclick: () => open.close() }, "Go on")),
  );
  open.element.addEventListener("close", closed);
}
