/* The editor's own style rules: put into a sheet that scripts may change, where it would else write style elements, which
   the page's policy does not allow. The sheet is one that the editor itself makes for a shadow root of this document. */
import { StyleModule } from "style-mod";

export function adopted() {
  const root = /** @type {any} */ (document);
  const shadow = /** @type {any} */ (document.createElement("div").attachShadow({ mode: "closed" }));
  StyleModule.mount(shadow, new StyleModule({}));
  for (const key of Object.getOwnPropertySymbols(shadow)) root[key] ??= shadow[key];
}
