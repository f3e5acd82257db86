/* Home: what the page is, the last game, and three doors: to record a game, to ask, to check. */
import "./home.css";
import { h } from "../shared/dom.js";
import { Keep } from "../record/keep.js";

/** What a player has in mind who comes here, where that is done, and what is done there. */
const DOORS = [
  { part: "record", name: "We are playing", said: "Write the game down by taps. Every play is checked as it is made." },
  { part: "ask", name: "We disagree", said: "Put the play or the position: yes or no, and the rule." },
  { part: "check", name: "I have a game", said: "Paste or open it: what was illegal, who was winning, a report to share." },
];

/** @type {(host: HTMLElement, app: import("../app.js").App) => import("../app.js").Part} */
export default function open(host, app) {
  const keep = new Keep(app.store);
  const last = h("div", { class: "hm-last", hidden: true });
  host.append(
    h("h1", {}, "Labyrinth ", h("span", {}, "the referee")),
    h("p", { class: "hm-lead" }, "Checks every play and every die of Labyrinth: The War on Terror and The Awakening against the rules, on this device alone."),
    last,
    h("nav", { class: "hm-doors", "aria-label": "What brings you here" }, ...DOORS.map((door) => h("a", { href: `#/${door.part}`, class: `hm-door hm-${door.part}` }, h("b", {}, door.name), h("span", {}, door.said)))),
    h(
      "p",
      { class: "bar hm-beside" },
      h("a", { class: "button", href: "#/learn" }, "Learn the rules"),
      h("a", { class: "button", href: "#/check?example=1" }, "See an example"),
    ),
  );

  return {
    async enter() {
      app.referee.start();
      const [kept] = await keep.all();
      last.hidden = !kept;
      if (!kept) return;
      last.replaceChildren(h("a", { class: "button main", href: `#/record/${encodeURIComponent(kept.id)}` }, h("span", {}, "Go on with ", h("b", {}, kept.name)), h("small", {}, kept.stands)));
    },
  };
}
