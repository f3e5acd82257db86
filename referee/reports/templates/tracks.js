/* The tracks and boxes beside the map. */
const TRACKS = [...document.querySelectorAll(".track[data-k]")];
const METERS = [...document.querySelectorAll(".meter")];

const plotName = (p) => (p === "W" ? "WMD" : p);

function trackText(key, t) {
  if (key === "prestige") return `${t.prestige}, ${t.band}`;
  if (key === "world") return t.world ? `${t.world > 0 ? "Hard" : "Soft"} ${Math.abs(t.world)}` : "even";
  if (key === "tt") return `${t.tt}, ${t.war}`;
  if (key === "ct") return `${t.ct}, ${t.free && t.free === t.ct ? "all" : t.free || "none"} for Recruit`;
  return `${t[key]}`;
}

function showTracks(n) {
  const t = POSITIONS[n].t;
  const old = POSITIONS[Math.max(0, n - 1)].t;
  for (const track of TRACKS) {
    const key = track.dataset.k;
    const filled = track.classList.contains("filled");
    for (const li of track.querySelectorAll("li")) {
      const v = +li.dataset.v;
      li.classList.toggle("at", v === t[key]);
      li.classList.toggle("was", v === old[key] && v !== t[key]);
      li.classList.toggle("in", filled && v > 0 && v < t[key]);
      li.classList.toggle("kept", key === "ct" && v > 0 && v <= t.ct - t.free);
    }
    track.querySelector("output").textContent = trackText(key, t);
    track.classList.toggle("hit", t[key] !== old[key]);
  }
  for (const meter of METERS) {
    const key = meter.dataset.k;
    meter.querySelector("meter").value = Math.min(t[key], +meter.dataset.goal);
    meter.querySelector("output").textContent = `${t[key]} of ${meter.dataset.goal}`;
    meter.classList.toggle("hit", t[key] !== old[key]);
  }
  const side = (s) => (s === "J" ? "Jihadist" : "US");
  const size = (n) => (n === null ? "unknown" : n);
  box("plots", t.plots.map(plotName).join(" ") || "none", old.plots.map(plotName).join(" ") || "none");
  const wmd = (x) => `${x.wmd} available, ${x.wbox} in the box, ${x.arsenal} in Pakistan’s arsenal`;
  box("wmd", wmd(t), wmd(old));
  box("events", t.events.join(", ") || "none", old.events.join(", ") || "none");
  box("lapse", t.lapse.join(", ") || "none", old.lapse.join(", ") || "none");
  box("first", t.first || "none", old.first || "none");
  const hands = (x) => `Jihadist ${size(x.hj)}, US ${size(x.hu)}`;
  box("hands", hands(t), hands(t));
  const deck = (x) => `${x.deck} cards; ${x.disc} discarded, ${x.gone.length} out of the game`;
  box("deck", deck(t), deck(t));
  $("b-deck").title = t.gone.length ? `Out of the game: ${t.gone.join(", ")}` : "";
  const reserves = (x) => `Jihadist ${x.rj}, US ${x.ru}`;
  box("reserves", reserves(t), reserves(old));
  const gwot = (x) => `US ${up(x.us)}, ${x.gwot ? `penalty −${x.gwot}` : "no penalty"}`;
  box("gwot", gwot(t), gwot(old));
  box("clock", t.won ? `${side(t.won)} victory` : `turn ${t.turn}, ${side(t.side)} phase ${t.phase}`, "");
  $("b-clock").classList.toggle("hit-text", Boolean(t.won));
}

function box(name, text, before) {
  const node = $(`b-${name}`);
  node.textContent = text;
  node.classList.toggle("hit-text", name !== "clock" && text !== before);
}
