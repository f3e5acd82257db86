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
  if (!keepAddress) {
    try {
      window.history.replaceState(null, "", `#${step.id}`);
    } catch {
      /* some mail readers allow no change of the address */
    }
  }
}

function nextFinding() {
  if (MARKED.length) show(MARKED.find((i) => i > current) ?? MARKED[0]);
}

/* Open what the address names: a step, a rule in the folded part of the index, a line of the record. */
function openHash(scroll) {
  let id = "";
  try {
    id = decodeURIComponent(location.hash.slice(1));
  } catch {
    return;
  }
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
  article.addEventListener("beforematch", () => show(INDEX.get(article.id)));
}
window.addEventListener("hashchange", () => openHash(true));

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

for (const article of ARTICLES) article.setAttribute("hidden", "until-found");
show(0, { quiet: true });
document.documentElement.classList.remove("loading");
openHash(true);
window.addEventListener("load", () => INDEX.has(location.hash.slice(1)) && $("stage").scrollIntoView());
