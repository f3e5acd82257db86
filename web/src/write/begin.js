/* A new record: which scenario, how long, who plays. */
import { h } from "../shared/dom.js";

/** @typedef {{name: string, start: string, edition: string, options: {name: string, words: string}[]}} Scenario */

let made = 0;

/**
 * A form whose answers become the text of a new record.
 * @param {import("../referee.js").Referee} referee
 * @param {(text: string, name: string) => void} begin
 * @param {() => void} cancel
 */
export function newRecord(referee, begin, cancel) {
  const scenario = h("select", { required: true, disabled: true }, h("option", {}, "…"));
  const length = h("select", { disabled: true }, h("option", {}, "…"));
  const us = h("input", { type: "text", autocomplete: "off", maxlength: 60 });
  const jihadist = h("input", { type: "text", autocomplete: "off", maxlength: 60 });
  const explained = h("input", { type: "checkbox" });
  const options = h("div", { class: "new-options" });
  const trouble = h("p", { class: "trouble", role: "alert", hidden: true });
  const go = h("button", { class: "main", disabled: true }, "Begin");
  const form = h(
    "form",
    { class: "new-record" },
    field("Scenario", scenario),
    field("Length", length),
    field("US player", us),
    field("Jihadist player", jihadist),
    h("details", {}, h("summary", {}, "Optional rules, Bots, readings"), options),
    h("p", { class: "check-field" }, ...labelled("With notes on how lines are written", explained, true)),
    trouble,
    h("p", { class: "bar" }, go, h("button", { type: "button", onclick: cancel }, "Cancel")),
  );

  referee.call("write.scenarios").then(
    (/** @type {{scenarios: Scenario[], lengths: string[]}} */ offered) => {
      const editions = [...new Set(offered.scenarios.map((one) => one.edition))].sort().reverse();
      scenario.replaceChildren(
        ...editions.map((edition) =>
          h(
            "optgroup",
            { label: edition },
            ...offered.scenarios.filter((one) => one.edition === edition).map((one) => h("option", { value: one.name }, one.start ? `${one.name} (${one.start})` : one.name)),
          ),
        ),
      );
      const offer = () => {
        const found = offered.scenarios.find((one) => one.name === scenario.value)?.options ?? [];
        options.replaceChildren(...found.map((one) => h("p", { class: "check-field" }, ...labelled(one.words, h("input", { type: "checkbox", value: one.name }), true))));
      };
      scenario.addEventListener("change", offer);
      offer();
      length.replaceChildren(...offered.lengths.map((one) => h("option", {}, one)));
      scenario.disabled = length.disabled = go.disabled = false;
      scenario.focus();
    },
    (error) => {
      trouble.textContent = error.message;
      trouble.hidden = false;
    },
  );

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const today = new Date();
      const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
      const given = { scenario: scenario.value, length: length.value, us: us.value, jihadist: jihadist.value, date, explained: explained.checked, options: [...options.querySelectorAll("input")].filter((one) => one.checked).map((one) => one.value) };
      const { text } = await referee.call("write.new", given);
      const words = scenario.value.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
      begin(text, `${words || "record"}-${date}.lgn`);
    } catch (error) {
      trouble.textContent = /** @type {Error} */ (error).message;
      trouble.hidden = false;
    }
  });
  return form;
}

/**
 * @param {string} name
 * @param {HTMLElement} control
 */
function field(name, control) {
  return h("p", { class: "field" }, ...labelled(name, control));
}

/**
 * @param {string} name
 * @param {HTMLElement} control
 * @param {boolean} [behind]
 */
function labelled(name, control, behind = false) {
  control.id = `new-${(made += 1)}`;
  const label = h("label", { for: control.id }, name);
  return behind ? [control, label] : [label, control];
}
