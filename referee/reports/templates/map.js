/* The map: what lies in each country, drawn anew where it changed. */
const SVG = "http://www.w3.org/2000/svg";
const COUNTRIES = [...document.querySelectorAll(".country")];
const KIND = COUNTRIES.map((g) => ["muslim", "iran", "other"].find((k) => g.classList.contains(k)));
const drawn = new Array(COUNTRIES.length).fill(null);

function svg(tag, attributes, text) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

const SHAPES = {
  troops: () => svg("rect", { x: -11, y: -10, width: 22, height: 20, rx: 3 }),
  sleeper: () => svg("circle", { r: 10.5 }),
  active: () => svg("circle", { r: 10.5 }),
  cadre: () => svg("path", { d: "M-9,9V-9L10,0L-9,6" }),
  plot: () => svg("path", { d: "M0,-12L12,0L0,12L-12,0z" }),
  aid: () => svg("rect", { x: -12, y: -10, width: 24, height: 20, rx: 10 }),
  besieged: () => svg("path", { d: "M-10,-10H10V2C10,8 5,11 0,12C-5,11 -10,8 -10,2z" }),
  regime: () => svg("rect", { x: -14, y: -10, width: 28, height: 20, rx: 2 }),
};

function piece(kind, text, fresh) {
  const g = svg("g", { class: `piece ${kind}${`${text}`.length > 1 ? " wide" : ""}${fresh ? " new" : ""}` });
  g.append(SHAPES[kind.split(" ")[0]]());
  if (text) g.append(svg("text", { y: 5 }, text));
  return g;
}

/* A row of pieces between x0 and x1: the first list from the left, the second from the right; narrower if they are many. */
function row(parent, left, right, x0, x1, y) {
  const width = 26;
  const scale = Math.min(1, (x1 - x0) / ((left.length + right.length) * width || 1));
  const put = (g, x) => {
    g.setAttribute("transform", `translate(${x.toFixed(1)},${y}) scale(${scale.toFixed(2)})`);
    parent.append(g);
  };
  left.forEach((g, i) => put(g, x0 + (i + 0.5) * width * scale));
  right.forEach((g, i) => put(g, x1 - (right.length - i - 0.5) * width * scale));
}

function slots(parent, c, w, fresh) {
  const wide = (w - 16) / 3;
  const at = { ally: 0, neutral: 1, adversary: 2 }[c.a];
  ["Ally", "Neut.", "Adv."].forEach((label, i) => {
    const x = 8 + i * wide;
    if (c.g && i === at) {
      const g = svg("g", { class: `gov g${c.g}${fresh ? " new" : ""}`, transform: `translate(${x},28)` });
      g.append(svg("rect", { width: wide, height: 21, rx: 4 }));
      g.append(svg("text", { x: wide / 2, y: 15.5 }, c.g === 4 ? "Islam." : GOVERNANCE[c.g]));
      parent.append(g);
      return;
    }
    parent.append(svg("rect", { class: "slot", x: x + 1, y: 28, width: wide - 2, height: 21, rx: 3 }));
    if (c.g) parent.append(svg("text", { class: "slot-name", x: x + wide / 2, y: 42.5 }, label));
  });
  if (!c.g) parent.append(svg("text", { class: "untested", x: w / 2, y: 43 }, "untested"));
}

function posture(parent, c, fresh) {
  const kind = c.p || "none";
  const g = svg("g", { class: `posture ${kind}${fresh ? " new" : ""}`, transform: "translate(8,31)" });
  const width = c.p ? 44 : 66;
  g.append(svg("rect", { width, height: 21, rx: kind === "soft" ? 10.5 : 2 }));
  g.append(svg("text", { x: width / 2, y: 15.5 }, c.p ? up(c.p) : "untested"));
  parent.append(g);
}

function tags(parent, markers, old) {
  for (const name of markers) {
    const g = svg("g", { class: `tag${old.includes(name) ? "" : " new"}` });
    g.append(svg("rect", { height: 17, rx: 3 }), svg("text", { x: 6, y: 13 }, name));
    parent.append(g);
  }
}

/* Tags hang below their country, side by side or one below the other; they do not reach its neighbours. */
function hang(live, w, h) {
  const first = 12;
  const most = w - 10;
  let x = first;
  let y = h - 5;
  for (const g of live.querySelectorAll(".tag")) {
    const text = g.lastChild;
    let long = text.getComputedTextLength() || text.textContent.length * 7;
    if (long > most) {
      long = most;
      text.setAttribute("textLength", most);
      text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
    if (x > first && x + long > most + first) {
      x = first;
      y += 18;
    }
    g.setAttribute("transform", `translate(${x},${y})`);
    g.firstChild.setAttribute("width", long + 12);
    x += long + 15;
  }
}

/* Draw a country as it is in c; what differs from old is marked. */
function draw(i, c, old) {
  const g = COUNTRIES[i];
  const w = +g.dataset.w;
  const h = +g.dataset.h;
  const live = svg("g", { class: "live" });
  const differs = (...fields) => fields.some((f) => JSON.stringify(c[f]) !== JSON.stringify(old[f]));
  const left = [];
  const right = [];
  if (c.t) left.push(piece("troops", c.t, differs("t")));
  if (c.r) left.push(piece(c.r === "green" ? "regime green" : "regime", "RC", differs("r")));
  if (c.b) left.push(piece("besieged", "B", differs("b")));
  if (c.d) left.push(piece("aid", `+${c.d}`, differs("d")));
  c.P.forEach((plot, k) => right.push(piece("plot", plot, k >= old.P.length || old.P[k] !== plot)));
  if (c.c) right.push(piece("cadre", "", differs("c")));
  if (c.s) right.push(piece("sleeper", c.s, differs("s")));
  if (c.v) right.push(piece("active", c.v, differs("v")));
  if (KIND[i] === "muslim") {
    slots(live, c, w, differs("g", "a"));
    row(live, left, right, 7, w - 7, 67);
  } else if (KIND[i] === "other") {
    posture(live, c, differs("p"));
    row(live, left, right, c.p ? 55 : 76, w - 5, 41.5);
  } else {
    row(live, left, right, 7, w - 7, 41.5);
  }
  tags(live, c.m, old.m);
  g.querySelector(".live").replaceWith(live);
  hang(live, w, h);
  g.classList.toggle("ally", c.a === "ally");
  g.classList.toggle("adversary", c.a === "adversary");
  const res = g.querySelector(".res");
  if (KIND[i] === "muslim" && c.R !== null) res.textContent = c.R;
  g.setAttribute("aria-label", `${DATA.names[i]}: ${stateWords(c, KIND[i])}`);
}

const same = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);

/* Show the position of a step; what the step changed is marked. */
function showMap(n) {
  const now = POSITIONS[n].c;
  const old = POSITIONS[Math.max(0, n - 1)].c;
  now.forEach((c, i) => {
    const hit = n > 0 && !same(c, old[i]);
    const key = hit ? `${n}` : "";
    if (drawn[i] === null || drawn[i].c !== c || drawn[i].key !== key) {
      draw(i, c, n ? old[i] : c);
      COUNTRIES[i].classList.toggle("hit", hit);
      drawn[i] = { c, key };
    }
  });
  const arrows = STEPS[n].m.map(([from, to, kind]) => arrow(from, to, kind));
  $("moves").replaceChildren(...arrows);
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

/* On a small screen the map is larger than its box: bring what changed into view. */
function bringIntoView(n) {
  const box = $("mapbox");
  if (box.scrollWidth <= box.clientWidth + 2) return;
  const hits = [...new Set(STEPS[n].d.map(([i]) => i).filter((i) => i >= 0))];
  if (!hits.length) return;
  const scale = $("map").getBoundingClientRect().width / $("map").viewBox.baseVal.width;
  const points = hits.map(middle);
  const x = points.reduce((sum, p) => sum + p[0], 0) / points.length;
  const y = points.reduce((sum, p) => sum + p[1], 0) / points.length;
  box.scrollTo({ left: x * scale - box.clientWidth / 2, top: y * scale - box.clientHeight / 2 });
}

/* Names that are too wide in the reader's font are drawn narrower. */
for (const g of COUNTRIES) {
  const name = g.querySelector(".name");
  const room = g.dataset.w - 14;
  if (name.getComputedTextLength() > room) {
    name.setAttribute("textLength", room);
    name.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
}
