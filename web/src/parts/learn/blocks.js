// @ts-check
/** Pages of Learn drawn from their data. Every text goes in as text, every drawing through `drawing`. */
import { drawing, h } from "../../shared/dom.js";

/** @typedef {string | Array<string | string[]>} Runs */
/** @typedef {Record<string, any>} Block */
/** @typedef {{key?: string, id: string, title: string, group?: string, crumbs?: string[][], under?: string[], lead?: Runs, parts?: Block[], around?: (string[] | null)[]}} PageData */

/** @param {string} address */
export const href = (address) => (address ? `#/learn/${address}` : "#/learn");

/** A text in pieces as nodes. @param {Runs} text @returns {(Node | string)[]} */
export function runs(text) {
  if (typeof text === "string") return [text];
  return text.map((piece) => {
    if (typeof piece === "string") return piece;
    const [kind, words, to] = piece;
    if (kind === "a") return h("a", { href: href(to) }, words);
    return h(kind === "c" ? "code" : kind === "b" ? "strong" : "em", {}, words);
  });
}

/**
 * A page as an article.
 * @param {PageData} page
 * @param {(text: string, name: string, part: string) => void} open opens a record in another part
 * @param {string} at the place on it that is asked for
 */
export function article(page, open, at = "") {
  const heading = h("h1", { class: "learn-title", tabindex: "-1" }, page.key ? h("span", { class: "learn-key" }, page.key) : "", page.key ? " " : "", page.title);
  return h(
    "article",
    { class: `learn-page ${page.group ?? ""}` },
    crumbs(page),
    heading,
    page.under ? h("p", { class: "learn-under" }, ...page.under.map((words) => h("span", {}, words))) : "",
    page.lead ? h("p", { class: "learn-lead" }, ...runs(page.lead)) : "",
    ...(page.parts ?? []).map((part) => section(part, page, open, at)),
    around(page),
  );
}

/** @param {PageData} page */
function crumbs(page) {
  if (!page.crumbs) return "";
  const steps = page.crumbs.map(([to, title]) => h("li", {}, h("a", { href: href(to) }, title)));
  return h("nav", { class: "learn-crumbs", "aria-label": "Where this is" }, h("ol", {}, ...steps));
}

/** @param {PageData} page */
function around(page) {
  if (!page.around) return "";
  const [before, after] = page.around;
  return h(
    "nav",
    { class: "learn-around", "aria-label": "Before and after" },
    before ? h("a", { href: href(before[0]), rel: "prev" }, h("span", { "aria-hidden": "true" }, "← "), before[1]) : h("span", {}),
    after ? h("a", { href: href(after[0]), rel: "next" }, after[1], h("span", { "aria-hidden": "true" }, " →")) : h("span", {}),
  );
}

/** @param {Block} part @param {PageData} page @param {(text: string, name: string, part: string) => void} open @param {string} asked */
function section(part, page, open, asked) {
  const inside = part.blocks.flatMap((/** @type {Block} */ block) => ("quiz" in block ? quiz(block, page, open, asked) : drawn(block, part, page, open)));
  const at = part.id ? { "data-at": part.id } : {};
  if (part.folded) return h("details", { class: "learn-part", ...at }, h("summary", {}, h("h2", {}, part.title)), ...inside);
  return h("section", { class: "learn-part", ...at }, part.title ? h("h2", {}, part.title) : "", ...inside);
}

/** @param {Block} block @param {Block} part @param {PageData} page @param {(text: string, name: string, part: string) => void} open @returns {(Node | string)[]} */
function drawn(block, part, page, open) {
  if ("p" in block) return [h("p", {}, ...runs(block.p))];
  if ("ul" in block) return [h("ul", { class: "learn-points" }, ...block.ul.map((/** @type {Runs} */ text) => h("li", {}, ...runs(text))))];
  if ("links" in block) return [rows(block.links)];
  if ("chips" in block) return [h("ul", { class: "learn-chips" }, ...block.chips.map((/** @type {string[]} */ [to, title]) => h("li", {}, h("a", { href: href(to) }, title))))];
  if ("facts" in block) return [facts(block.facts)];
  if ("code" in block) return [sample(block, open)];
  if ("table" in block) return [table(block.table, part.title || page.title)];
  if ("rows" in block) return [boxes(block.rows)];
  if ("said" in block) return [said(block.said)];
  if ("svg" in block) return [chart(block, page)];
  if ("frame" in block) return [report(block, page, open)];
  return [];
}

/** @param {string[][]} links */
export function rows(links) {
  return h(
    "ul",
    { class: "learn-rows" },
    ...links.map(([to, key, title, told]) =>
      h(
        "li",
        {},
        h(
          "a",
          { href: href(to) },
          key ? h("span", { class: "learn-key" }, key) : "",
          key ? " " : "",
          h("span", { class: "learn-name" }, title),
          told ? " " : "",
          told ? h("span", { class: "learn-told" }, told) : "",
        ),
      ),
    ),
  );
}

/** @param {[string, Runs][]} pairs */
function facts(pairs) {
  return h("dl", { class: "learn-facts" }, ...pairs.flatMap(([name, text]) => [h("dt", {}, name), h("dd", {}, ...runs(text))]));
}

/** Lines of the notation; a whole record can be taken elsewhere. @param {Block} block @param {(text: string, name: string, part: string) => void} open */
function sample(block, open) {
  const whole = block.open
    ? h(
        "p",
        { class: "learn-doors" },
        h("button", { type: "button", onclick: () => open(block.code, block.open, "check") }, "Check it"),
        h("button", { type: "button", onclick: () => open(block.code, block.open, "write") }, "Edit it"),
      )
    : "";
  return h(
    "div",
    { class: "learn-sample" },
    block.title ? h("p", {}, ...runs(block.title)) : "",
    h("pre", {}, h("code", {}, block.code)),
    ...(block.found ?? []).map((/** @type {Runs} */ text) => h("p", { class: "learn-found" }, ...runs(text))),
    whole,
  );
}

const DAY = 86_400_000;

/** The dispute of a day, today's unless another day is named; the answer after the reader's. @param {Block} block @param {PageData} page @param {(text: string, name: string, part: string) => void} open @param {string} at */
function quiz(block, page, open, at) {
  const now = new Date();
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY;
  const named = /^\d{4}-\d\d-\d\d$/.test(at) ? Date.parse(`${at}T00:00Z`) / DAY : NaN;
  const day = Number.isInteger(named) && named <= today ? named : today;
  const one = block.quiz[((day % block.quiz.length) + block.quiz.length) % block.quiz.length];
  const date = (/** @type {number} */ n) => new Date(n * DAY).toISOString().slice(0, 10);
  const words = new Date(day * DAY).toLocaleDateString("en-GB", { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" });
  const grade = h("p", { class: "learn-grade", role: "status" });
  const after = h("div", { hidden: true }, ...one.why.map((/** @type {Runs} */ text) => h("p", {}, ...runs(text))), h("p", { class: "learn-told" }, `The rule case: ${one.title}.`), h("p", { class: "learn-doors" }, h("button", { type: "button", onclick: () => open(one.record, one.open, "check") }, "Check it")));
  const buttons = block.choices.map((/** @type {string[]} */ [key, label]) =>
    h("button", { type: "button", onclick: () => {
      for (const [i, [other]] of block.choices.entries()) {
        buttons[i].disabled = true;
        if (other === one.right) buttons[i].classList.add("due");
      }
      if (key !== one.right) buttons[block.choices.findIndex((/** @type {string[]} */ c) => c[0] === key)].classList.add("missed");
      grade.textContent = key === one.right ? "Right." : `No: ${block.choices.find((/** @type {string[]} */ c) => c[0] === one.right)[1].toLowerCase()}.`;
      after.hidden = false;
    } }, label),
  );
  return [
    h(
      "section",
      { class: "learn-quiz", tabindex: "-1", "data-at": day === named ? at : null },
      h("h2", {}, words, one.game ? h("small", {}, ` ${one.game}`) : ""),
      h("h3", {}, "The position"),
      h("pre", {}, h("code", {}, one.position.join("\n"))),
      h("p", { class: "learn-told" }, "The rest of the map is empty. Unless stated, Prestige is 7, Funding 9 and the US Hard."),
      h("h3", {}, "The play"),
      h("p", {}, one.told),
      h("pre", {}, h("code", {}, one.play)),
      h("h3", {}, "Was this legal?"),
      h("div", { class: "learn-choices" }, ...buttons),
      grade,
      after,
    ),
    h("nav", { class: "learn-around", "aria-label": "Other days" }, h("a", { href: href(`${page.id}/${date(day - 1)}`), rel: "prev" }, h("span", { "aria-hidden": "true" }, "← "), "The day before"), day < today ? h("a", { href: day + 1 === today ? href(page.id) : href(`${page.id}/${date(day + 1)}`), rel: "next" }, "The day after", h("span", { "aria-hidden": "true" }, " →")) : h("span", {})),
  ];
}

/** @param {{head: Runs[], rows: Runs[][]}} data @param {string} title */
function table(data, title) {
  const heads = data.head.map((cell) => runs(cell).map((piece) => (typeof piece === "string" ? piece : piece.textContent)).join(""));
  return h(
    "div",
    { class: "learn-scroll", tabindex: "0", role: "region", "aria-label": `Table: ${title}, ${heads.join(" and ")}` },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...data.head.map((cell) => h("th", { scope: "col" }, ...runs(cell))))),
      h("tbody", {}, ...data.rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, ...runs(cell)))))),
    ),
  );
}

/** Boxes of a flowchart in words. @param {Block[]} data */
function boxes(data) {
  return h(
    "ul",
    { class: "learn-boxes" },
    ...data.map((row) =>
      h(
        "li",
        { "data-at": row.id, tabindex: "-1" },
        h("span", { class: "learn-key" }, row.key),
        " ",
        h("span", {}, ...runs(row.text)),
        ...(row.ways ?? []).map((/** @type {[string, Runs]} */ [answer, to]) => h("span", { class: "learn-way" }, h("b", {}, `${answer}: `), ...runs(to))),
        row.rests || row.rule ? h("small", {}, row.rule ? runs([row.rule])[0] : "", row.rule && row.rests ? "; " : "", row.rests ?? "") : "",
      ),
    ),
  );
}

/** Sentences of findings. @param {Block[]} data */
function said(data) {
  const labels = { why: "Why", instead: "Help", assumed: "Assumed from here on" };
  return h(
    "ul",
    { class: "learn-said" },
    ...data.map((row) =>
      h(
        "li",
        {},
        h("a", { class: `learn-kind ${row.kind}`, href: href(`finding/${row.kind}`) }, row.words),
        " ",
        h("span", {}, ...runs(row.text)),
        ...Object.entries(labels)
          .filter(([name]) => row[name])
          .map(([name, label]) => h("span", { class: "learn-way" }, h("b", {}, `${label}: `), ...runs(row[name]))),
        row.line ? h("code", { class: "learn-line" }, row.line) : "",
      ),
    ),
  );
}

/** Light the box of a drawing that has this name, and bring it into view there. @param {HTMLElement} drawn @param {string} name */
export function light(drawn, name) {
  for (const figure of drawn.querySelectorAll(".learn-chart")) {
    const n = [...figure.querySelectorAll(".say .name")].findIndex((said) => said.textContent === name);
    const box = figure.querySelectorAll("rect.box")[n];
    const pane = figure.querySelector(".learn-pane");
    if (!box || !pane) continue;
    box.classList.add("learn-lit");
    pane.scrollTop += box.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3;
  }
}

/** A drawing that can be made larger and moved about; a box of it leads to what is said of it. @param {Block} block @param {PageData} page */
function chart(block, page) {
  const picture = drawing(block.svg);
  const names = [...picture.querySelectorAll(".say .name")].map((name) => name.textContent ?? "");
  for (const kind of ["rect.box", ".say"]) {
    picture.querySelectorAll(kind).forEach((part, n) => part.addEventListener("click", () => (location.hash = href(`${page.id}/${names[n].toLowerCase()}`))));
  }
  const steps = [100, 150, 200, 300];
  let at = 0;
  const pane = h("div", { class: "learn-pane", tabindex: "0", role: "region", "aria-label": `Drawing ${block.title}` }, picture);
  const less = h("button", { type: "button", disabled: true, onclick: () => zoom(-1) }, "Smaller");
  const more = h("button", { type: "button", onclick: () => zoom(1) }, "Larger");
  /** @param {number} by */
  function zoom(by) {
    const [x, y] = [(pane.scrollLeft + pane.clientWidth / 2) / pane.scrollWidth, (pane.scrollTop + pane.clientHeight / 2) / pane.scrollHeight];
    at = Math.max(0, Math.min(steps.length - 1, at + by));
    picture.style.width = `${steps[at]}%`;
    picture.style.maxWidth = at ? "none" : "";
    pane.scrollLeft = x * pane.scrollWidth - pane.clientWidth / 2;
    pane.scrollTop = y * pane.scrollHeight - pane.clientHeight / 2;
    /** @type {HTMLButtonElement} */ (less).disabled = at === 0;
    /** @type {HTMLButtonElement} */ (more).disabled = at === steps.length - 1;
  }
  return h("figure", { class: "learn-chart" }, h("p", { class: "learn-doors" }, more, less), pane);
}

/** A report in a frame of its own. @param {Block} block @param {PageData} page @param {(text: string, name: string, part: string) => void} open */
function report(block, page, open) {
  const source = new URL(block.frame, document.baseURI).href;
  const frame = h("iframe", { title: block.title, sandbox: "allow-scripts" });
  const note = h("p", { role: "status" }, "The report is being fetched …");
  fetch(source)
    .then((answer) => (answer.ok ? answer.blob() : Promise.reject(new Error(String(answer.status)))))
    .then((found) => {
      // as a file of its own without an origin: it can reach nothing of this page
      frame.src = `${URL.createObjectURL(new Blob([found], { type: "text/html" }))}#${block.at}`;
      note.remove();
    })
    .catch(() => (note.textContent = "The report could not be fetched; there seems to be no connection."));
  const record = page.parts?.flatMap((part) => part.blocks).find((found) => found.open);
  return h(
    "div",
    { class: "learn-report" },
    h(
      "p",
      { class: "learn-doors" },
      h("a", { class: "button", href: source, target: "_blank", rel: "noopener" }, "On its own"),
      record ? h("button", { type: "button", onclick: () => open(record.code, record.open, "check") }, "Check it") : "",
      record ? h("button", { type: "button", onclick: () => open(record.code, record.open, "write") }, "Edit it") : "",
    ),
    note,
    frame,
  );
}
