/* The walk: one play at a time, by buttons, keys, swipe, the slider and links. */
let current = 0;
/* The step whose position is shown. */
let seen = () => current;
const LAST = STEPS.length - 1;
const ARTICLES = STEPS.map((step) => $(step.id));
const ENTRIES = new Map([...document.querySelectorAll(".list a")].map((a) => [a.hash.slice(1), a]));
const LABELS = STEPS.map((step) => ENTRIES.get(step.id)?.querySelector(".id").textContent ?? "Start");
const scrub = $("scrub");
/* Every finding in the order of the walk, with the index of its play. */
const FINDINGS = ARTICLES.flatMap((article, i) => [...article.querySelectorAll($("score") ? ".question" : ".finding")].map((node) => ({ node, i })));
let at = -1;

/* Show a play. quiet: at the beginning, nothing is said and the address stays. */
function show(n, { quiet = false, keepAddress = false } = {}) {
  const before = current;
  current = Math.max(0, Math.min(LAST, n));
  const step = STEPS[current];
  const article = ARTICLES[current];
  ARTICLES[before].setAttribute("hidden", "until-found");
  article.removeAttribute("hidden");
  if (before !== current) at = -1;
  showMap(seen(), seen() !== current);
  showTracks(seen());
  $("first").disabled = $("back").disabled = current === 0;
  $("last").disabled = $("forward").disabled = current === LAST;
  scrub.value = current;
  const name = article.querySelector("h3").textContent.replace(/\s+/g, " ").trim();
  scrub.setAttribute("aria-valuetext", name);
  $("where").textContent = LABELS[current];
  for (const line of document.querySelectorAll(".chart .now")) {
    line.setAttribute("transform", `translate(${DATA.axis[current] + 9},0)`);
  }
  ENTRIES.get(STEPS[before].id)?.parentElement.removeAttribute("aria-current");
  ENTRIES.get(step.id)?.parentElement.setAttribute("aria-current", "step");
  for (const line of document.querySelectorAll(".source .here")) line.classList.remove("here");
  for (const line of article.querySelectorAll(".line a.n")) $(line.hash.slice(1))?.classList.add("here");
  if (!card.hidden && pinned < 0) closeCard(false);
  if (quiet) return;
  if (chosenPane() === "findings") choose("panel");
  $("panel").scrollTop = 0;
  keepTop();
  if (chosenPane() === "list") reveal(ENTRIES.get(step.id));
  bringIntoView(current);
  const lead = article.querySelector(".lead").textContent;
  $("live").textContent = `${name}. ${lead}${step.f ? ` Finding: ${ENTRIES.get(step.id)?.querySelector(".kind").textContent}.` : ""}`;
  clearTimeout(addressing);
  if (!keepAddress) addressing = setTimeout(() => writeAddress(step.id), 120);
}

/* On a narrow screen the panel has no bar of its own: a new play begins where its head can be seen. */
function keepTop() {
  const tabs = document.querySelector(".tabs");
  const { top } = clear();
  if ($("stage").getBoundingClientRect().top < 0 && tabs.getBoundingClientRect().top < top) window.scrollBy(0, tabs.getBoundingClientRect().top - top - 8);
}

/* The address follows the walk, so that it can be copied. A page opened from a file may not write its history. */
let addressing = 0;
let written = "";
/* In a frame without an origin of its own the address stays as it is: links within the report are followed by hand. */
const FRAMED = location.protocol === "blob:" && window.origin === "null";
function writeAddress(id) {
  if (FRAMED) return;
  written = id;
  try {
    window.history.replaceState(null, "", `#${id}`);
  } catch {
    location.replace(`#${id}`);
  }
}

/* The next finding or the one before, also within a play; round at the ends. */
function toFinding(by) {
  if (!FINDINGS.length) return;
  let to = at + by;
  if (at < 0) to = by > 0 ? FINDINGS.findIndex((f) => f.i > current) : FINDINGS.findLastIndex((f) => f.i < current);
  to = to < 0 || to >= FINDINGS.length ? (by > 0 ? 0 : FINDINGS.length - 1) : to;
  const { node, i } = FINDINGS[to];
  choose("panel");
  show(i);
  at = to;
  for (const other of document.querySelectorAll(".finding.here")) other.classList.remove("here");
  node.classList.add("here");
  reveal($("score") ? ARTICLES[i] : node);
}

/* Open what the address names, at the beginning or when it changes: a play, something folded, a line of the record. */
function openHash(scroll, hash = location.hash) {
  let id = "";
  try {
    id = decodeURIComponent(hash.slice(1));
  } catch {
    return;
  }
  if (id === written && scroll === "changed") {
    written = "";
    return;
  }
  written = "";
  if (INDEX.has(id)) {
    show(INDEX.get(id), { keepAddress: true });
    choose("panel");
    if (scroll) {
      const r = $("stage").getBoundingClientRect();
      const narrow = getComputedStyle(document.querySelector(".mapwrap")).position === "sticky";
      if (scroll === "opened" ? narrow : r.top < -40 || r.top > window.innerHeight / 2) $(narrow ? "stage" : "walk").scrollIntoView();
      ARTICLES[current].querySelector("h3").focus({ preventScroll: true });
    }
    const folded = ARTICLES[current].querySelector(`[data-id="${CSS.escape(id)}"]`);
    reveal(folded ?? ARTICLES[current].querySelector(".finding"));
    return;
  }
  const target = $(id);
  if (!target) return;
  const pane = target.closest(".pane");
  if (pane) {
    choose(pane.id);
    reveal(target);
  }
  const folded = [...document.querySelectorAll("details:not([open])")].filter((one) => one.contains(target) || (one.parentElement === target && one.className === "part"));
  for (const one of folded) one.open = true;
  if (folded.length) target.scrollIntoView();
  else if (FRAMED && !pane) target.scrollIntoView();
}

$("first").addEventListener("click", () => show(0));
$("back").addEventListener("click", () => show(current - 1));
$("forward").addEventListener("click", () => show(current + 1));
$("last").addEventListener("click", () => show(LAST));
$("next")?.addEventListener("click", () => toFinding(1));
$("prev")?.addEventListener("click", () => toFinding(-1));
scrub.addEventListener("input", () => show(+scrub.value));
function zoom() {
  const large = $("mapbox").classList.toggle("large");
  $("zoom").setAttribute("aria-pressed", large);
  bringIntoView(current);
}
$("zoom").addEventListener("click", zoom);
for (const article of ARTICLES) {
  article.addEventListener("beforematch", () => show(INDEX.get(article.dataset.id)));
}
window.addEventListener("hashchange", () => openHash("changed"));
/* A link to the play that the address names already changes nothing there, and is followed all the same. */
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (!link || event.defaultPrevented || (!FRAMED && (link.hash !== location.hash || !INDEX.has(link.hash.slice(1))))) return;
  event.preventDefault();
  openHash("clicked", link.hash);
});

const keys = $("keys");
const openKeys = () => keys.open || keys.showModal();
$("help").addEventListener("click", openKeys);
keys.querySelector(".close").addEventListener("click", () => keys.close());
keys.addEventListener("click", (event) => event.target === keys && keys.close());

const KEYS = {
  ArrowRight: () => show(current + 1),
  ArrowLeft: () => show(current - 1),
  Home: () => show(0),
  End: () => show(LAST),
  n: (event) => toFinding(event.shiftKey ? -1 : 1),
  p: () => toFinding(-1),
  f: () => choose("findings", true),
  s: () => choose("panel", true),
  l: () => choose("list", true),
  m: zoom,
  "/": () => $("seek").focus(),
  "?": openKeys,
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || margin.open || keys.open) return;
  if (event.target.closest("input, textarea, select, .scroll, #card") && !event.target.closest("#scrub")) return;
  const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action || ((event.key === "Home" || event.key === "End") && !event.target.closest("#walk"))) return;
  event.preventDefault();
  action(event);
});

/* A swipe on the panel, clearly sideways, walks one play. */
let touch = null;
$("panel").addEventListener("pointerdown", (event) => {
  touch = event.pointerType === "mouse" ? null : { x: event.clientX, y: event.clientY };
});
$("panel").addEventListener("pointerup", (event) => {
  if (!touch) return;
  const [dx, dy] = [event.clientX - touch.x, event.clientY - touch.y];
  touch = null;
  if (Math.abs(dx) > 50 && Math.abs(dx) > 2 * Math.abs(dy)) show(current + (dx < 0 ? 1 : -1));
});
$("panel").addEventListener("pointercancel", () => (touch = null));

/* The plays and what is folded into them give up their ids, so that the browser does not scroll to them by itself. */
for (const article of ARTICLES) {
  article.setAttribute("hidden", "until-found");
  for (const node of [article, ...article.querySelectorAll(".then[id]")]) {
    node.dataset.id = node.id;
    node.removeAttribute("id");
  }
}
