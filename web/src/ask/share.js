/* What is done with an answer: a link, its QR code for the other player, the text for a forum. */
import { h } from "../shared/dom.js";
import { copied } from "../shared/hand.js";

/**
 * @param {{forum: {bbcode: string, markdown: string}}} told
 * @param {object} to
 * @param {(answer: boolean) => Promise<string>} to.link The address of the question, with its answer or without.
 * @param {() => void} to.write
 * @param {(text: string) => void} to.say
 */
export function shared(told, to) {
  const url = h("input", { type: "text", readonly: true, "aria-label": "Link to this question" });
  const form = h("select", { id: "ask-form" }, h("option", { value: "bbcode" }, "BBCode"), h("option", { value: "markdown" }, "Markdown"));
  const text = h("textarea", { readonly: true, rows: "7", "aria-label": "The answer for a forum" });
  const fill = () => (text.value = form.value === "markdown" ? told.forum.markdown : told.forum.bbcode);
  form.addEventListener("change", fill);
  fill();
  const copy = async (/** @type {HTMLInputElement | HTMLTextAreaElement} */ field, /** @type {string} */ what) =>
    to.say((await copied(field)) ? `${what} copied.` : `${what} selected; copy it with your keys.`);
  const place = h("div", { class: "bar", hidden: true }, url, h("button", { type: "button", onclick: () => copy(url, "The link is") }, "Copy"));
  const linked = async () => {
    url.value = await to.link(true);
    place.hidden = false;
    await copy(url, "The link is");
  };
  const drawn = h("div", { class: "qr", hidden: true, "aria-live": "polite" });
  const draw = async () => {
    const { shown } = await import("../shared/qr.js");
    const links = [
      { link: await to.link(true), words: "The other player's camera opens the question with its answer." },
      { link: await to.link(false), words: "The other player's camera opens the question; their referee answers it." },
    ];
    drawn.hidden = false;
    drawn.replaceChildren(...shown(links, "This question"));
    drawn.scrollIntoView({ block: "nearest" });
  };
  return h(
    "details",
    { class: "share" },
    h("summary", {}, "Share"),
    h("div", { class: "bar" }, h("button", { type: "button", onclick: linked }, "Link to this question"), h("button", { type: "button", onclick: draw }, "QR code"), h("button", { type: "button", onclick: () => to.write() }, "Open in Write")),
    place,
    drawn,
    h("details", {}, h("summary", {}, "As text for a forum or a mail"), h("div", { class: "bar" }, h("label", { for: "ask-form" }, "Form"), form, h("button", { type: "button", onclick: () => copy(text, "The answer is") }, "Copy")), text),
  );
}
