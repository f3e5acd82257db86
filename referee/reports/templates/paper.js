/* On paper stands the final position, once. */
let beforePaper = null;
window.addEventListener("beforeprint", () => {
  if (beforePaper !== null) return;
  beforePaper = { step: current, open: $("final-d").open, large: $("mapbox").classList.contains("large"), home: $("mapbox").parentElement };
  $("final-d").open = true;
  $("mapbox").classList.remove("large");
  $("final").insertBefore($("mapbox"), $("final-d"));
  showMap(LAST);
  for (const g of COUNTRIES) g.classList.remove("hit");
  $("moves").replaceChildren();
});
window.addEventListener("afterprint", () => {
  if (beforePaper === null) return;
  beforePaper.home.prepend($("mapbox"));
  $("mapbox").classList.toggle("large", beforePaper.large);
  $("final-d").open = beforePaper.open;
  const { step } = beforePaper;
  beforePaper = null;
  drawn.fill(null);
  show(step, { quiet: true });
});

/* Where there is room, the parts below the walk are open. */
if (window.matchMedia("(min-width: 56rem)").matches) for (const part of document.querySelectorAll(".part")) part.open = true;

show(0, { quiet: true });
choose(document.querySelector(".cause, #findings .finding") ? "findings" : "panel");
document.documentElement.classList.remove("loading");
fitSide();
openHash("opened");
