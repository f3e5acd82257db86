/* The map: what lies in each country, drawn anew where it changed. Which signs stand where is told by the data. */
const SVG = "http://www.w3.org/2000/svg";
const COUNTRIES = [...document.querySelectorAll(".country")];
const LANDS = COUNTRIES.map((_, i) => $(`land${i}`));
const KIND = COUNTRIES.map((g) => ["muslim", "iran", "other"].find((k) => g.classList.contains(k)));
const TONES = ["g1", "g2", "g3", "g4", "ally", "neutral", "adversary", "hard", "soft"];
const drawn = new Array(COUNTRIES.length).fill("");

/* Which look each country has after each step: a list that a step shares with the one before if nothing changed. */
const LOOKS = [DATA.looked];
for (const step of DATA.steps) {
  const last = LOOKS[LOOKS.length - 1];
  if (!step.b) {
    LOOKS.push(last);
    continue;
  }
  const next = last.slice();
  for (const [i, look] of step.b) next[i] = look;
  LOOKS.push(next);
}

function svg(tag, attributes, text) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

/* One sign: a shape of the map, a plate with words, or words alone. */
function mark([style, x, y, width, text, size = 1], fresh) {
  const kind = style.split(" ")[0];
  const g = svg("g", { class: fresh ? `${style} new` : style, transform: `translate(${x},${y})${size === 1 ? "" : ` scale(${size})`}` });
  const [height, radius, line] = DATA.plates[kind] ?? [0, 0, 0];
  const shape = $(`s-${kind}`);
  if (shape) g.append(svg("use", { href: `#s-${kind}` }));
  else if (width) g.append(svg("rect", { width, height, rx: radius }));
  if (text) g.append(svg("text", { x: width / 2, y: width ? line : shape ? 5 : 0 }, text));
  return g;
}

/* Draw a country as it looks after step n; with marks, what the step changed is marked. */
function draw(i, n, marks) {
  const [tone, height, signs] = DATA.looks[LOOKS[n][i]];
  const fresh = new Set(marks);
  const live = svg("g", { class: "live" });
  live.append(...signs.map((sign, k) => mark(sign, fresh.has(k))));
  COUNTRIES[i].querySelector(".live").replaceWith(live);
  for (const [part, more] of [["box", 0], ["rim", 0], ["halo", 9]]) COUNTRIES[i].querySelector(`.${part}`).setAttribute("height", height + more);
  for (const node of [COUNTRIES[i], LANDS[i]]) {
    node.classList.remove(...TONES);
    if (tone) node.classList.add(...tone.split(" "));
  }
  COUNTRIES[i].setAttribute("aria-label", `${DATA.names[i]}: ${stateWords(POSITIONS[n].c[i], KIND[i])}`);
}

/* Show the position of a step; what the step changed is marked, and the countries that its findings are about. bare: nothing is. */
function showMap(n, bare = false) {
  const step = bare ? { m: [] } : STEPS[n];
  const changed = new Map((step.b ?? []).map(([i, , ...fresh]) => [i, fresh]));
  const found = new Set(step.x ?? []);
  for (let i = 0; i < COUNTRIES.length; i++) {
    const marks = changed.get(i);
    const key = `${LOOKS[n][i]} ${marks ? n : ""}`;
    if (drawn[i] !== key) draw(i, n, marks ?? []);
    drawn[i] = key;
    for (const node of [COUNTRIES[i], LANDS[i]]) {
      node.classList.toggle("hit", Boolean(marks));
      node.classList.toggle("found", found.has(i));
    }
    if (found.has(i)) COUNTRIES[i].setAttribute("aria-description", "A finding of this step is about it.");
    else COUNTRIES[i].removeAttribute("aria-description");
  }
  $("moves").replaceChildren(
    ...step.m.map(([d, kind]) => svg("path", { class: kind, d, "marker-end": "url(#tip)" })),
    ...(step.a ?? []).flatMap(([d, colour]) => [svg("path", { class: "drawn under", d }), svg("path", { class: `drawn ${colour}`, d })]),
  );
}

const middle = (i) => {
  const [x, y] = COUNTRIES[i].getAttribute("transform").match(/-?[\d.]+/g).map(Number);
  return [x + COUNTRIES[i].dataset.w / 2, y + COUNTRIES[i].dataset.h / 2];
};

/* Where the map is larger than its box, bring into view what the step changed or what its findings are about. */
function bringIntoView(n) {
  const box = $("mapbox");
  if (box.scrollWidth <= box.clientWidth + 2) return;
  const hits = [...new Set([...(STEPS[n].b ?? []).map(([i]) => i), ...(STEPS[n].x ?? [])])];
  if (!hits.length) return;
  const scale = $("map").getBoundingClientRect().width / $("map").viewBox.baseVal.width;
  const points = hits.map(middle);
  const x = points.reduce((sum, p) => sum + p[0], 0) / points.length;
  const y = points.reduce((sum, p) => sum + p[1], 0) / points.length;
  box.scrollTo({ left: x * scale - box.clientWidth / 2, top: y * scale - box.clientHeight / 2 });
}

/* On a small screen the map comes first and its legend is folded. */
if (matchMedia("(max-width: 48rem)").matches) $("legend").open = false;
