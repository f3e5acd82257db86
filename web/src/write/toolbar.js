/* The buttons over the editor; on a phone most of them stand in a menu. */
import { h } from "../shared/dom.js";

/** @param {any} writer */
export function keys(writer) {
  /** @param {() => any} what */
  const does = (what) => () => {
    what();
    return true;
  };
  return [
    { key: "Mod-.", run: does(() => writer.knowing.fix()) },
    { key: "Mod-i", run: does(() => writer.knowing.tell()), preventDefault: true },
    { key: "Shift-Alt-f", run: does(() => writer.knowing.format()) },
    { key: "Mod-s", run: does(() => writer.save()), preventDefault: true },
  ];
}

/** @param {any} writer */
export function toolbar(writer) {
  /** @param {string} text @param {() => void} onclick @param {Record<string, any>} [more] */
  const button = (text, onclick, more = {}) => h("button", { type: "button", onclick, ...more }, text);
  /** @param {string} text @param {string} short @param {() => void} onclick A button that is a sign on a phone. */
  const sign = (text, short, onclick) => h("button", { type: "button", onclick, "aria-label": text }, h("span", { class: "word" }, text), h("span", { class: "sign", "aria-hidden": "true" }, short));
  const name = h("input", { type: "text", class: "write-name", "aria-label": "Name of the record", maxlength: 80, spellcheck: "false", autocomplete: "off" });
  name.addEventListener("change", () => writer.rename(name.value));
  const { outline } = writer.aids;
  outline.addEventListener("change", () => {
    if (outline.value) writer.editor.go(Number(outline.value));
    outline.value = "";
  });
  const kept = h("span", { class: "write-kept quiet" });
  const hints = button("Hints", () => hints.setAttribute("aria-pressed", String(writer.aids.toggle())), { "aria-pressed": String(writer.aids.on) });
  const menu = h(
    "div",
    { class: "write-menu", id: "write-menu" },
    button("Find", () => writer.editor.find()),
    button("Format", () => writer.knowing.format()),
    hints,
    button("What is this?", () => writer.knowing.tell()),
    button("Save as file", () => writer.save()),
    button("All records", () => writer.start()),
    h("span", { class: "write-hand" }, button("Check", () => writer.hand("check"), { "aria-label": "Check the record" }), button("Ask", () => writer.ask(), { "aria-label": "Ask about this line" }), button("Record", () => writer.hand("record"), { "aria-label": "Record on by taps" })),
  );
  const more = button("More", () => fold(more.getAttribute("aria-expanded") !== "true"), { class: "write-more", "aria-expanded": "false", "aria-controls": "write-menu" });
  /** @param {boolean} open */
  const fold = (open) => {
    more.setAttribute("aria-expanded", String(open));
    menu.classList.toggle("open", open);
  };
  menu.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("button")) fold(false);
  });
  const element = h(
    "div",
    { class: "write-bar" },
    name,
    sign("Undo", "↶", () => writer.editor.undo()),
    sign("Redo", "↷", () => writer.editor.redo()),
    more,
    menu,
    outline,
    kept,
  );
  return { element, name, kept };
}

export function help() {
  /** @param {string} key @param {string} what */
  const row = (key, what) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, what));
  return h(
    "details",
    { class: "write-keys" },
    h("summary", {}, "Keys"),
    h(
      "dl",
      {},
      row("Ctrl Space", "what can be written here"),
      row("Ctrl .", "corrections for this line"),
      row("Ctrl I", "explains the findings of this line and the word at the cursor"),
      row("F8, Shift F8", "the next finding, the one before"),
      row("Alt Shift F", "puts the record into its canonical form"),
      row("Ctrl F", "find and replace"),
      row("Ctrl /", "turns the line into a comment, and back"),
      row("Ctrl Z, Ctrl Y", "undo, redo"),
      row("Ctrl S", "saves it as a file"),
      row("Tab", "leaves the editor"),
    ),
  );
}
