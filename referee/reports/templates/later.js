/* What a game by chapter 11 shows besides: mats with two sides, its track and its boxes. */
{
  const plainWords = stateWords;
  const plainText = trackText;
  const plainTracks = showTracks;
  const plainDraw = draw;
  const FACTS = COUNTRIES.map((g) => g.dataset.facts);
  const KINDS = { sunni: "muslim", shia_mix: "muslim", iran: "iran", non_muslim: "other" };

  TONES.push("caliphate", "turned");

  stateWords = (c, kind) => plainWords(c, KINDS[c.N] ?? kind);

  draw = (i, n, marks) => {
    const c = POSITIONS[n].c[i];
    if (c.F) COUNTRIES[i].dataset.facts = c.F;
    plainDraw(i, n, marks);
  };

  trackText = (key, t) => (key === "ct" && t.nc ? `${plainText(key, t)}; ${many(t.nc, "new Cell")} beside` : plainText(key, t));

  const waiting = (n) => DATA.names.filter((_, i) => POSITIONS[n].c[i].W).map((name) => `${POSITIONS[n].c[DATA.names.indexOf(name)].W} in ${name}`);
  const wmd = (n) => [`${POSITIONS[n].t.wmd} available`, `${POSITIONS[n].t.wbox} in the box`, `${POSITIONS[n].t.arsenal} in Pakistan\u2019s arsenal`, ...waiting(n)].join(", ");
  const seat = (n) => {
    const at = POSITIONS[n].c.findIndex((c) => c.K);
    const members = DATA.names.filter((_, i) => POSITIONS[n].c[i].k && i !== at);
    return at < 0 ? "none" : `Capital ${DATA.names[at]}${members.length ? `, with ${members.join(", ")}` : ""}`;
  };

  showTracks = (n) => {
    plainTracks(n);
    const before = Math.max(0, n - 1);
    const [t, old] = [POSITIONS[n].t, POSITIONS[before].t];
    const both = (name, text) => box(name, text(n), text(before));
    both("wmd", wmd);
    both("caliphate", seat);
    box("resolved", t.resolved.map(plotName).join(" ") || "none", old.resolved.map(plotName).join(" ") || "none");
    box("off-map", many(t.om, "Troop"), many(old.om, "Troop"));
    if (t.won && t.won !== "J" && t.won !== "US") $("b-clock").textContent = "nobody has won";
    box("new-cells", `${t.nc || "none"}`, `${old.nc || "none"}`);
  };
}
