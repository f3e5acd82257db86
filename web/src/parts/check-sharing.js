/* What is made of a verdict: a post, a link that carries the record, files. */
import { h } from "../shared/dom.js";
import { copied, save } from "../shared/hand.js";
import { LONG, packed } from "../shared/link.js";
import { image, png } from "../shared/picture.js";
import { carried } from "./check-claimed.js";

/**
 * @param {import("../app.js").App} app
 * @param {any} answer
 * @param {{policy: string}} how
 */
export function sharing(app, answer, how) {
  const place = h("div", { class: "ck-share-out" });
  /** @type {HTMLButtonElement[]} */
  const buttons = [];

  /**
   * A button that shows something below, or puts it away.
   * @param {string} words
   * @param {() => Promise<(Node | string)[]>} make
   */
  function shows(words, make) {
    const button = h("button", { type: "button", "aria-expanded": "false" }, words);
    button.addEventListener("click", async () => {
      const open = button.getAttribute("aria-expanded") === "true";
      for (const one of buttons) one.setAttribute("aria-expanded", "false");
      place.replaceChildren();
      if (open) return;
      button.setAttribute("aria-expanded", "true");
      let made;
      try {
        made = await make();
      } catch (error) {
        made = [h("p", { class: "trouble", role: "alert" }, error instanceof Error && error.message ? error.message : "This cannot be had.")];
      }
      if (button.getAttribute("aria-expanded") === "true") place.replaceChildren(...made);
    });
    buttons.push(button);
    return button;
  }

  /**
   * A text that is taken away by copying it.
   * @param {string} words What it is.
   * @param {string} text
   * @param {boolean} long
   */
  function offered(words, text, long) {
    const field = long ? h("textarea", { readonly: true, rows: 8, "aria-label": words }) : h("input", { type: "text", readonly: true, "aria-label": words });
    field.value = text;
    const said = h("span", { class: "ck-copied", role: "status" });
    const button = h("button", { type: "button", class: "main" }, "Copy");
    button.addEventListener("click", async () => {
      said.textContent = (await copied(field)) ? "Copied." : "It is selected: copy it by hand.";
    });
    return { field, row: h("div", { class: "bar" }, button, said) };
  }

  async function post() {
    const below = h("div", {});
    const choice = h("select", { "aria-label": "Where it is posted" }, h("option", { value: "bbcode" }, "BBCode, for BoardGameGeek"), h("option", { value: "markdown" }, "Markdown, for other forums and chats"));
    const fill = async () => {
      const saved = await app.referee.call("check.saved", { as: choice.value });
      const { field, row } = offered("The post", saved.text, true);
      below.replaceChildren(field, row);
    };
    choice.addEventListener("change", fill);
    await fill();
    return [choice, below];
  }

  async function link() {
    const saved = await app.referee.call("check.saved", { as: "notation" });
    const name = saved.name.slice(0, 80);
    const more = how.policy === "as-played" ? "" : `&p=${encodeURIComponent(how.policy)}`;
    const bare = `${location.origin}${location.pathname}#/check?r=${await packed(saved.text)}&n=${encodeURIComponent(name)}${more}`;
    const url = `${bare}&v=${await carried(answer)}`;
    const { field, row } = offered("A link that carries the record", url, false);
    const words = url.length > LONG ? `This link has ${url.length.toLocaleString("en")} characters, which is too long for many programs: they cut it off. Save the record and send the file instead.` : "Whoever opens it sees this verdict. The record is in the link itself; no server sees it.";
    if (url.length <= LONG && "share" in navigator) {
      row.append(h("button", { type: "button", onclick: () => navigator.share({ title: `${answer.name}: ${answer.found}`, url }).catch(() => {}) }, "Share …"));
    }
    const below = h("div", { class: "qr", hidden: true, "aria-live": "polite" });
    const draw = async () => {
      const { shown } = await import("../shared/qr.js");
      below.replaceChildren(
        ...shown(
          [
            { link: url, words: "The other player's camera opens this verdict." },
            { link: bare, words: "The other player's camera opens the record; their referee judges it." },
          ],
          "This record",
        ),
      );
      below.hidden = false;
      below.scrollIntoView({ block: "nearest" });
    };
    row.append(h("button", { type: "button", onclick: draw }, "QR code"));
    return [h("p", { class: url.length > LONG ? "trouble" : "ck-quiet" }, words), field, row, below];
  }

  /** The end card, for a forum. */
  async function card() {
    const made = await app.referee.call("check.card");
    const shown = image(made.text, made.words);
    shown.className = "ck-card";
    const name = made.name.replace(/svg$/, "png");
    const said = h("span", { class: "ck-copied", role: "status" });
    /** @param {() => Promise<void>} what */
    const trying = (what) => async () => {
      try {
        await what();
      } catch (error) {
        if (!(error instanceof DOMException && error.name === "AbortError")) said.textContent = "This browser cannot draw the picture; save the SVG.";
      }
    };
    const saved = trying(async () => {
      save(name, new Uint8Array(await (await png(shown)).arrayBuffer()));
      said.textContent = `${name} is saved.`;
    });
    const row = h("div", { class: "bar" }, h("button", { type: "button", class: "main", onclick: saved }, "Save the picture"));
    const share = trying(async () => navigator.share({ files: [new File([await png(shown)], name, { type: "image/png" })], title: answer.name }));
    if (navigator.canShare?.({ files: [new File([], name, { type: "image/png" })] })) row.append(h("button", { type: "button", onclick: share }, "Share …"));
    row.append(h("button", { type: "button", onclick: () => save(made.name, made.text) }, "As SVG"), said);
    return [shown, row];
  }

  async function files() {
    const said = h("p", { class: "ck-copied", role: "status" });
    const file = (/** @type {string} */ words, /** @type {string} */ call, /** @type {object} */ given) => {
      const button = h("button", { type: "button" }, words);
      button.addEventListener("click", async () => {
        button.disabled = true;
        said.textContent = "";
        try {
          const made = await app.referee.call(call, given);
          save(made.name, made.text);
          said.textContent = `${made.name} is saved.`;
        } catch (error) {
          said.textContent = error instanceof Error ? error.message : "This cannot be saved.";
        }
        button.disabled = false;
      });
      return h("li", {}, button);
    };
    return [
      h(
        "ul",
        { class: "ck-list" },
        file("The report, one page of HTML", "check.report", {}),
        file("A lesson: was this legal?", "check.report", { lesson: true }),
        file("The record with the findings as comments", "check.saved", { as: "annotated" }),
        file("The record alone, in the notation", "check.saved", { as: "notation" }),
        file("The verdict as JSON", "check.saved", { as: "json" }),
      ),
      said,
    ];
  }

  return h(
    "section",
    { class: "ck-share", "aria-label": "Share and save" },
    h("div", { class: "bar" }, shows("Link", link), shows("Forum post", post), shows("End card", card), shows("Save", files)),
    place,
  );
}
