/* The walk: one step at a time, by buttons, keys, swipe, the slider and links. */
let current = 0;
const LAST = STEPS.length - 1;
const ARTICLES = STEPS.map((step) => $(step.id));
const ENTRIES = new Map([...document.querySelectorAll(".list a")].map((a) => [a.hash.slice(1), a]));
const scrub = $("scrub");
const nextButton = $("next");
const MARKED = STEPS.map((step, i) => (step.f ? i : -1)).filter((i) => i >= 0);

/* Show a step. quiet: at the beginning, nothing is said and the address stays. */
function show(n, { quiet = false, keepAddress = false } = {}) {
  const before = current;
  current = Math.max(0, Math.min(LAST, n));
  const step = STEPS[current];
  ARTICLES[before].setAttribute("hidden", "until-found");
  ARTICLES[current].removeAttribute("hidden");
  $("panel").scrollTop = 0;
  showMap(current);
  showTracks(current);
  $("first").disabled = $("back").disabled = current === 0;
  $("last").disabled = $("forward").disabled = current === LAST;
  if (nextButton) nextButton.disabled = !MARKED.length;
  scrub.value = current;
  const clock = ARTICLES[current].querySelector("h3 small").textContent;
  scrub.setAttribute("aria-valuetext", `${step.id}, ${clock}`);
  $("where").textContent = `${current} of ${LAST}`;
  for (const line of document.querySelectorAll(".chart .now")) {
    line.setAttribute("transform", `translate(${DATA.axis[current] + 9},0)`);
  }
  ENTRIES.get(STEPS[before].id)?.parentElement.removeAttribute("aria-current");
  ENTRIES.get(step.id)?.parentElement.setAttribute("aria-current", "step");
  if (!card.hidden && pinned < 0) closeCard(false);
  if (quiet) return;
  bringIntoView(current);
  const lead = ARTICLES[current].querySelector(".lead").textContent;
  $("live").textContent = `${step.id}, ${clock}. ${lead}${step.f ? ` Finding: ${step.f}.` : ""}`;
  clearTimeout(addressing);
  if (!keepAddress) addressing = setTimeout(() => writeAddress(step.id), 120);
}

/* The address follows the walk, so that it can be copied. A page opened from a file may not write its history. */
let addressing = 0;
let written = "";
function writeAddress(id) {
  written = id;
  try {
    window.history.replaceState(null, "", `#${id}`);
  } catch {
    location.replace(`#${id}`);
  }
}

function nextFinding() {
  if (MARKED.length) show(MARKED.find((i) => i > current) ?? MARKED[0]);
}

/* Open what the address names, at the beginning or when it changes: a step, a rule in the folded part of the index, a line of the record. */
function openHash(scroll) {
  let id = "";
  try {
    id = decodeURIComponent(location.hash.slice(1));
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
    if (scroll) {
      $("stage").scrollIntoView();
      ARTICLES[current].querySelector("h3").focus({ preventScroll: true });
    }
    return;
  }
  const target = $(id);
  const folded = target?.closest("details");
  if (folded && !folded.open) {
    folded.open = true;
    target.scrollIntoView();
  }
}

$("first").addEventListener("click", () => show(0));
$("back").addEventListener("click", () => show(current - 1));
$("forward").addEventListener("click", () => show(current + 1));
$("last").addEventListener("click", () => show(LAST));
nextButton?.addEventListener("click", nextFinding);
scrub.addEventListener("input", () => show(+scrub.value));
$("zoom").addEventListener("click", () => {
  const large = $("mapbox").classList.toggle("large");
  $("zoom").setAttribute("aria-pressed", large);
  bringIntoView(current);
});
for (const article of ARTICLES) {
  article.addEventListener("beforematch", () => show(INDEX.get(article.dataset.id)));
}
window.addEventListener("hashchange", () => openHash("changed"));
/* A link to the step that the address names already changes nothing there, and is followed all the same. */
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (!link || link.hash !== location.hash || !INDEX.has(link.hash.slice(1))) return;
  event.preventDefault();
  openHash("clicked");
});

const KEYS = { ArrowRight: () => show(current + 1), ArrowLeft: () => show(current - 1), Home: () => show(0), End: () => show(LAST), n: nextFinding, N: nextFinding };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || margin.open) return;
  if (event.target.closest("input, textarea, select, .scroll, #card")) return;
  const action = KEYS[event.key];
  if (!action || ((event.key === "Home" || event.key === "End") && !event.target.closest("#walk"))) return;
  event.preventDefault();
  action();
});

/* A swipe on the panel, clearly sideways, walks one step. */
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

/* On paper stands the final position. */
let beforePaper = null;
window.addEventListener("beforeprint", () => {
  if (beforePaper !== null) return;
  beforePaper = { step: current, open: $("final-d").open, home: $("mapbox").parentElement };
  $("final-d").open = true;
  $("final").insertBefore($("mapbox"), $("final-d"));
  showMap(LAST);
  for (const g of COUNTRIES) g.classList.remove("hit");
  $("moves").replaceChildren();
});
window.addEventListener("afterprint", () => {
  if (beforePaper === null) return;
  beforePaper.home.prepend($("mapbox"));
  $("final-d").open = beforePaper.open;
  const { step } = beforePaper;
  beforePaper = null;
  drawn.fill(null);
  show(step, { quiet: true });
});

/* The steps give up their ids, so that the browser does not scroll to them by itself. */
for (const article of ARTICLES) {
  article.setAttribute("hidden", "until-found");
  article.dataset.id = article.id;
  article.removeAttribute("id");
}
show(0, { quiet: true });
document.documentElement.classList.remove("loading");
openHash("opened");
