/* Write: a record in an editor that knows the game, with the board beside it. */
import "./write.css";
import { Writer } from "../write/writer.js";

/** @type {(host: HTMLElement, app: import("../app.js").App) => import("../app.js").Part} */
export default function open(host, app) {
  const writer = new Writer(host, app);
  return {
    async enter(params) {
      app.referee.start();
      if (params.record) writer.load(params.record);
      else if (!writer.writing) await writer.start();
      const line = Number(params.query.get("line"));
      if (line && writer.writing) writer.editor.go(line);
    },
    keep: async () => writer.drafts.now(),
    leave: () => void writer.drafts.now(),
  };
}
