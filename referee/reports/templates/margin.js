/* The rulebook margin and the cards of the countries. */
const margin = $("margin");
const card = $("card");
let pinned = -1;
let leaving = 0;
let returning = false;

function closer(action) {
  const button = el("button", { type: "button", class: "close", "aria-label": "Close" }, "✕");
  button.addEventListener("click", action);
  return button;
}

/* A rule number anywhere opens the rule's summary; the entry in the index is what is shown. */
function openRule(key) {
  const entry = $(key);
  if (!entry) return;
  const title = el("h2", { id: "margin-title" }, entry.querySelector("h4").textContent.trim());
  const parts = [...entry.children].slice(1).map((node) => node.cloneNode(true));
  const home = el("p", {}, el("a", { href: `#${key}`, class: "home" }, "In the index"));
  margin.replaceChildren(closer(() => margin.close()), title, ...parts, home);
  if (!margin.open) margin.showModal();
  margin.scrollTop = 0;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.classList.contains("r")) {
    event.preventDefault();
    openRule(link.hash.slice(1));
  } else if (margin.open && margin.contains(link)) {
    margin.close();
  }
});
margin.addEventListener("click", (event) => {
  if (event.target === margin) margin.close();
});

/* What happened to a country in this game: the changes of all steps that touch it. */
function history(i) {
  const found = [];
  for (const item of document.querySelectorAll(`.changes [data-c~="${i}"]`)) {
    if (item.closest(".question:not(.done)")) continue;
    const { id } = item.closest(".step").dataset;
    const at = INDEX.get(id);
    const entry = el("li", at > current ? { class: "later" } : {});
    const text = item.querySelector(".t").textContent;
    const name = `${DATA.names[i]}: `;
    entry.append(el("a", { href: `#${id}` }, LABELS[at]), el("span", {}, text.startsWith(name) ? text.slice(name.length) : text));
    found.push(entry);
  }
  return found;
}

function openCard(i, pin) {
  clearTimeout(leaving);
  const g = COUNTRIES[i];
  const heading = el("h2", { id: "card-title" }, DATA.names[i]);
  const facts = el("p", { class: "quiet" }, g.dataset.facts);
  const state = el("p", { class: "state" }, stateWords(POSITIONS[seen()].c[i], KIND[i]));
  const near = el("p", { class: "quiet" }, `Adjacent: ${g.dataset.near}`);
  const past = history(i);
  const list = past.length ? el("ol", {}, ...past) : el("p", { class: "quiet" }, "Nothing has happened here in this game.");
  card.replaceChildren(closer(() => closeCard(true)), heading, state, facts, near, el("h3", {}, "In this game"), list);
  card.hidden = false;
  place(g);
  pinned = pin ? i : -1;
  if (pin) card.querySelector(".close").focus({ preventScroll: true });
}

/* Beside the country, inside the window; where the panel stands beside the map, not over the panel. */
function place(g) {
  const r = g.getBoundingClientRect();
  const { offsetWidth: w, offsetHeight: h } = card;
  const side = $("panel").parentElement.getBoundingClientRect();
  const board = $("mapbox").getBoundingClientRect();
  const most = side.left >= board.right ? side.left - 4 : document.documentElement.clientWidth - 8;
  let x = r.right + 10;
  if (x + w > most) x = r.left - w - 10;
  x = Math.max(8, Math.min(x, most - w));
  let y = Math.max(8, Math.min(r.top - 20, window.innerHeight - h - 8));
  if (x < r.right && x + w > r.left) y = r.bottom + 10 + h < window.innerHeight ? r.bottom + 10 : Math.max(8, r.top - h - 10);
  card.style.left = `${x + window.scrollX}px`;
  card.style.top = `${y + window.scrollY}px`;
}

function closeCard(refocus) {
  if (card.hidden) return;
  const back = pinned;
  card.hidden = true;
  pinned = -1;
  if (!refocus || back < 0) return;
  returning = true;
  COUNTRIES[back].focus({ preventScroll: true });
  returning = false;
}

/* One country of the map is in the order of the Tab key; up and down lead to the others. */
function focusCountry(i) {
  const next = (i + COUNTRIES.length) % COUNTRIES.length;
  COUNTRIES.forEach((g, k) => g.setAttribute("tabindex", k === next ? 0 : -1));
  COUNTRIES[next].focus();
}

COUNTRIES.forEach((g, i) => {
  g.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && pinned < 0 && openCard(i, false));
  g.addEventListener("pointerleave", () => pinned < 0 && (leaving = setTimeout(closeCard, 250)));
  g.addEventListener("focus", () => !returning && g.matches(":focus-visible") && pinned < 0 && openCard(i, false));
  g.addEventListener("blur", (event) => pinned < 0 && !card.contains(event.relatedTarget) && closeCard(false));
  g.addEventListener("click", () => openCard(i, true));
  g.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") openCard(i, true);
    else if (event.key === "ArrowDown") focusCountry(i + 1);
    else if (event.key === "ArrowUp") focusCountry(i - 1);
    else return;
    event.preventDefault();
  });
});
card.addEventListener("pointerenter", () => clearTimeout(leaving));
card.addEventListener("pointerleave", () => pinned < 0 && (leaving = setTimeout(closeCard, 250)));
document.addEventListener("keydown", (event) => event.key === "Escape" && closeCard(true));
document.addEventListener("pointerdown", (event) => {
  if (!card.hidden && !card.contains(event.target) && !event.target.closest(".country")) closeCard(false);
});
