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

/* Show the position of a step; what the step changed is marked, and the countries that its findings are about. */
function showMap(n) {
  const changed = new Map((STEPS[n].b ?? []).map(([i, , ...fresh]) => [i, fresh]));
  const found = new Set(STEPS[n].x ?? []);
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
  $("moves").replaceChildren(...STEPS[n].m.map(([from, to, kind]) => arrow(from, to, kind)));
}

const middle = (i) => {
  const [x, y] = COUNTRIES[i].getAttribute("transform").match(/-?[\d.]+/g).map(Number);
  return [x + COUNTRIES[i].dataset.w / 2, y + COUNTRIES[i].dataset.h / 2];
};

/* The point where a line from the centre of a box toward (x, y) leaves the box. */
function edge(i, x, y) {
  const [cx, cy] = middle(i);
  const [dx, dy] = [x - cx, y - cy];
  const reach = Math.min((COUNTRIES[i].dataset.w / 2 + 5) / Math.abs(dx || 1e-6), (COUNTRIES[i].dataset.h / 2 + 5) / Math.abs(dy || 1e-6));
  return [cx + dx * Math.min(1, reach), cy + dy * Math.min(1, reach)];
}

function arrow(from, to, kind) {
  const [x1, y1] = middle(from);
  const [x2, y2] = middle(to);
  const bend = Math.min(60, Math.hypot(x2 - x1, y2 - y1) / 6);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const mx = (x1 + x2) / 2 + ((y2 - y1) / length) * bend;
  const my = (y1 + y2) / 2 - ((x2 - x1) / length) * bend;
  const [ax, ay] = edge(from, mx, my);
  const [bx, by] = edge(to, mx, my);
  return svg("path", { class: kind, d: `M${ax.toFixed()},${ay.toFixed()} Q${mx.toFixed()},${my.toFixed()} ${bx.toFixed()},${by.toFixed()}`, "marker-end": "url(#tip)" });
}

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
