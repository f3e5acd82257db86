/* Beside the map: the findings, this play, all plays; one of them at a time. */
const TABS = [...document.querySelectorAll("[role=tab]")];
const PANES = TABS.map((tab) => $(tab.getAttribute("aria-controls")));

function choose(pane, focus = false) {
  TABS.forEach((tab, i) => {
    const chosen = PANES[i].id === pane;
    tab.setAttribute("aria-selected", chosen);
    tab.setAttribute("tabindex", chosen ? 0 : -1);
    if (chosen) PANES[i].removeAttribute("hidden");
    else PANES[i].setAttribute("hidden", "until-found");
    if (chosen && focus) tab.focus();
  });
  if (pane === "list") reveal($("list").querySelector("[aria-current]"));
}

const chosenPane = () => PANES.find((pane) => !pane.hasAttribute("hidden")).id;

TABS.forEach((tab, i) => {
  tab.addEventListener("click", () => choose(PANES[i].id));
  tab.addEventListener("keydown", (event) => {
    const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: TABS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(PANES[(to + TABS.length) % TABS.length].id, true);
  });
  PANES[i].addEventListener("beforematch", () => choose(PANES[i].id));
});

/* What lies over the window at its edges: the bar, and on a narrow screen the map. */
function clear() {
  const height = window.innerHeight;
  const edges = { top: 0, bottom: height };
  for (const node of [document.querySelector(".bar"), document.querySelector(".mapwrap")]) {
    if (getComputedStyle(node).position !== "sticky") continue;
    const r = node.getBoundingClientRect();
    if (getComputedStyle(node).bottom !== "auto") edges.bottom = Math.min(edges.bottom, height - r.height);
    else edges.top += r.height;
  }
  return edges;
}

/* Beside the map the panel ends where the window ends, however far the page is scrolled. */
function fitSide() {
  const side = document.querySelector(".side");
  const beside = getComputedStyle(side).position === "sticky";
  const top = Math.max($("stage").getBoundingClientRect().top, parseFloat(getComputedStyle(side).top) || 0);
  side.style.maxHeight = beside ? `${Math.max(280, window.innerHeight - top - 10)}px` : "";
}
window.addEventListener("scroll", fitSide, { passive: true });
window.addEventListener("resize", fitSide);

/* Bring an element into view, in its own scrolling pane and in the window. */
function reveal(node) {
  if (!node) return;
  const pane = node.closest(".pane, .source");
  if (pane && pane.scrollHeight > pane.clientHeight + 1) {
    const [inner, outer] = [node.getBoundingClientRect(), pane.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) pane.scrollTop += inner.top - outer.top - Math.max(12, (outer.height - inner.height) / 2);
  }
  const r = node.getBoundingClientRect();
  const { top, bottom } = clear();
  if (r.bottom > bottom - 8) window.scrollBy(0, Math.min(r.bottom - bottom + 12, r.top - top - 12));
  else if (r.top < top + 8) window.scrollBy(0, r.top - top - 12);
}
