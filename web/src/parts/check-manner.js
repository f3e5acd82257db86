/* How a record is judged: as which form, what holds after a violation, from where on it is told. */
import { h } from "../shared/dom.js";

/**
 * @param {string} id
 * @param {string} words
 * @param {string[][]} choices
 * @param {string} value
 * @param {(value: string) => void} act
 */
function select(id, words, choices, value, act) {
  const made = h("select", { id, onchange: () => act(made.value) }, ...choices.map(([name, title]) => h("option", { value: name, selected: name === value }, title)));
  return h("p", {}, h("label", { for: id }, words), made);
}

/**
 * @param {any} answer What the referee said.
 * @param {{form: string, policy: string, since: string, mapping: string}} how
 * @param {any} known The forms and policies that there are.
 * @param {(changed: {form?: string, policy?: string, since?: string, mapping?: string}) => void} redo
 */
export function manner(answer, how, known, redo) {
  const unread = answer.verdict === "unread";
  const forms = (known?.forms ?? []).map((/** @type {any} */ one) => [one.name, one.title]);
  const policies = (known?.policies ?? []).map((/** @type {any} */ one) => [one.name, one.words]);
  const looks = answer.form.named ? "what it looks like" : `${answer.form.title} (it looks like it)`;
  const found = h("details", { class: "ck-how" }, h("summary", {}, "How it is judged"), select("ck-form", "Read it as", [["", looks], ...forms], how.form, (form) => redo({ form })));
  if (answer.form.name === "vassal") found.append(mapping(how, redo));
  if (!unread) found.append(select("ck-policy", "After a violation", policies, how.policy, (policy) => redo({ policy })), since(answer, how, redo));
  found.open = unread || Boolean(how.form || how.since || how.mapping || answer.trouble || how.policy !== "as-played");
  return found;
}

/**
 * The file that says what the pieces of a VASSAL module mean.
 * @param {{mapping: string}} how
 * @param {(changed: {mapping: string}) => void} redo
 */
function mapping(how, redo) {
  const file = h("input", { id: "ck-mapping", type: "file", accept: ".toml", onchange: async () => file.files?.[0] && redo({ mapping: await file.files[0].text() }) });
  const without = how.mapping ? h("button", { type: "button", onclick: () => redo({ mapping: "" }) }, "Without it") : null;
  return h("p", {}, h("label", { for: "ck-mapping" }, how.mapping ? "Another mapping of the module" : "A mapping of the module (.toml)"), file, without);
}

/**
 * @param {any} answer
 * @param {{since: string}} how
 * @param {(changed: {since: string}) => void} redo
 */
function since(answer, how, redo) {
  const field = h("input", { id: "ck-since", type: "text", list: "ck-parts", value: how.since, autocomplete: "off", placeholder: "a24, line 30, last, a day" });
  return h(
    "form",
    {
      class: "ck-since",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        redo({ since: field.value.trim() });
      },
    },
    h("label", { for: "ck-since" }, "Only what is new since"),
    h("span", { class: "ck-row" }, field, h("button", { type: "submit" }, "Show")),
    h("datalist", { id: "ck-parts" }, ...(answer.parts ?? []).map((/** @type {any} */ one) => h("option", { value: one.name }, one.words))),
    answer.trouble ? h("p", { class: "trouble", role: "alert" }, answer.trouble) : null,
  );
}
