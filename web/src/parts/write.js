import { h } from "../shared/dom.js";

/** @type {(host: HTMLElement, app: import("../app.js").App) => import("../app.js").Part} */
export default function open(host, app) {
  host.append(h("h1", {}, "Write"));
  return {
    enter() {
      app.referee.start();
    },
  };
}
