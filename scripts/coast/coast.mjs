// Draws the coasts and borders of the map anew: Natural Earth, projected so that Europe and the Middle East get the room
// that their boxes need, simplified, and put together by the spaces of the game. See README.md beside this file.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { feature, mergeArcs } from "topojson-client";
import { planarTriangleArea, presimplify, simplify } from "topojson-simplify";

const WIDTH = 1300;
const HEIGHT = 800;
const SMALLEST = 3.2; // Triangles of less than this area, in square units of the map, are left out.
const ISLAND = 14; // So are islands of less than this.
const NAMED_ISLAND = 3; // In a space of the game they may be smaller.

// ---------------------------------------------------------------- the projection

// Degrees of longitude and x; between them a smooth curve that never turns back.
const EAST = curve([-170, -40], [-128, 2], [-98, 60], [-75, 130], [-55, 182], [-35, 202], [-17, 222], [-10, 250], [0, 338], [10, 434],
  [20, 528], [30, 622], [36, 702], [45, 830], [55, 950], [62, 1014], [70, 1072], [80, 1128], [90, 1174], [100, 1210], [110, 1240],
  [120, 1266], [127, 1288], [140, 1320], [180, 1400]);
// Degrees of latitude and y: in the middle, where most boxes stand, and at the two edges, where there is less room across
// and therefore less down, or the countries there would be drawn out.
const MIDDLE = curve([-60, 1100], [-15, 836], [0, 764], [8, 718], [15, 660], [25, 540], [35, 394], [42, 286], [50, 186], [60, 88], [70, 8], [85, -60]);
const WEST = curve([-60, 860], [0, 520], [10, 450], [25, 340], [35, 270], [49, 170], [60, 94], [70, 32], [85, -40]);
const FAR_EAST = curve([-60, 1000], [-12, 748], [0, 664], [15, 556], [25, 482], [35, 400], [50, 236], [60, 122], [70, 40], [85, -60]);

function curve(...stops) {
  const slope = stops.slice(1).map(([a, b], i) => (b - stops[i][1]) / (a - stops[i][0]));
  const tangent = stops.map((_, i) => {
    if (i === 0) return slope[0];
    if (i === slope.length) return slope[i - 1];
    return (2 * slope[i - 1] * slope[i]) / (slope[i - 1] + slope[i]);
  });
  return (v) => {
    const at = Math.max(0, stops.slice(0, -1).findLastIndex(([a]) => a <= v));
    const [[a, b], [c, d]] = [stops[at], stops[at + 1]];
    const w = c - a;
    const t = Math.max(0, Math.min(1, (v - a) / w));
    return (1 + 2 * t) * (1 - t) ** 2 * b + t * (1 - t) ** 2 * w * tangent[at] + t * t * (3 - 2 * t) * d + t * t * (t - 1) * w * tangent[at + 1];
  };
}

const smooth = (from, to, v) => {
  const t = Math.max(0, Math.min(1, (v - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

function project([lon, lat]) {
  const west = smooth(-20, -50, lon);
  const east = smooth(62, 88, lon);
  return [EAST(lon), (1 - west - east) * MIDDLE(lat) + west * WEST(lat) + east * FAR_EAST(lat)];
}

// ---------------------------------------------------------------- the spaces of the game

const SPACES = {
  "Canada": ["Canada"],
  "United States": ["United States of America"],
  "United Kingdom": ["United Kingdom"],
  "Scandinavia": ["Norway", "Sweden", "Denmark", "Finland", "Åland"],
  "Benelux": ["Belgium", "Netherlands", "Luxembourg"],
  "Germany": ["Germany"],
  "Eastern Europe": ["Poland", "Czechia", "Slovakia", "Hungary", "Romania", "Bulgaria", "Estonia", "Latvia", "Lithuania"],
  "France": ["France"],
  "Italy": ["Italy", "San Marino", "Vatican"],
  "Spain": ["Spain"],
  "Serbia": ["Serbia", "Kosovo", "Montenegro", "Bosnia and Herz.", "Macedonia", "Albania", "Croatia"],
  "Russia": ["Russia"],
  "Caucasus": ["Georgia", "Armenia", "Azerbaijan"],
  "Israel": ["Israel", "Palestine"],
  "India": ["India"],
  "China": ["China", "Hong Kong", "Macao"],
  "Thailand": ["Thailand"],
  "Philippines": ["Philippines"],
  "Kenya/Tanzania": ["Kenya", "Tanzania"],
  "Morocco": ["Morocco"],
  "Algeria/Tunisia": ["Algeria", "Tunisia"],
  "Libya": ["Libya"],
  "Egypt": ["Egypt"],
  "Sudan": ["Sudan", "S. Sudan"],
  "Somalia": ["Somalia", "Somaliland"],
  "Jordan": ["Jordan"],
  "Syria": ["Syria"],
  "Central Asia": ["Kazakhstan", "Uzbekistan", "Turkmenistan", "Kyrgyzstan", "Tajikistan"],
  "Indonesia/Malaysia": ["Indonesia", "Malaysia", "Brunei", "Singapore"],
  "Turkey": ["Turkey"],
  "Lebanon": ["Lebanon"],
  "Yemen": ["Yemen"],
  "Iraq": ["Iraq"],
  "Saudi Arabia": ["Saudi Arabia"],
  "Gulf States": ["Kuwait", "Bahrain", "Qatar", "United Arab Emirates", "Oman"],
  "Pakistan": ["Pakistan"],
  "Afghanistan": ["Afghanistan"],
  "Iran": ["Iran"],
};
// Spaces that only The Awakening has: they are drawn over the other land, of which they stay part in the base game.
const LATER = { "Mali": ["Mali"], "Nigeria": ["Nigeria"] };
// Where a country has parts far away, only what lies within these degrees (west, south, east, north) is the space.
const WITHIN = {
  "United States": [-170, 23, -60, 72],
  "Scandinavia": [0, 50, 35, 72],
  "Benelux": [0, 48, 10, 56],
  "France": [-6, 41, 10, 52],
  "Spain": [-10, 35.9, 5, 45],
  "Russia": [25, 40, 190, 78],
};
// The peninsula belonged to none of the spaces when the game begins.
const CRIMEA = [32, 44, 36.8, 46.5];
const NOT_DRAWN = new Set(["Antarctica"]);

const inside = ([w, s, e, n], [x, y]) => x >= w && x <= e && y >= s && y <= n;

function spaceOf(name, middle) {
  const [space] = Object.entries(SPACES).find(([, members]) => members.includes(name)) ?? [""];
  if (space === "Russia" && inside(CRIMEA, middle)) return "";
  if (space in WITHIN && !inside(WITHIN[space], middle)) return "";
  return space;
}

// ---------------------------------------------------------------- reading, projecting, simplifying

const source = createRequire(import.meta.url).resolve("world-atlas/countries-50m.json");
const world = JSON.parse(readFileSync(source, "utf8"));
const { scale, translate } = world.transform;
// The last corner of Asia lies beyond the 180th meridian.
const onward = ([lon, lat]) => [lon < -168.9 && lat > 62 ? lon + 360 : lon, lat];
const degrees = world.arcs.map((arc) => {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => onward([(x += dx) * scale[0] + translate[0], (y += dy) * scale[1] + translate[1]]));
});
const ends = (arc) => degrees[arc < 0 ? ~arc : arc];
const span = (ring) => {
  const xs = ring.flatMap(ends).map((p) => p[0]);
  return Math.max(...xs) - Math.min(...xs);
};
const centre = (ring) => {
  const points = ring.flatMap(ends);
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
};

const parts = Object.fromEntries([...Object.keys(SPACES), ...Object.keys(LATER), ""].map((name) => [name, []]));
for (const { properties, type, arcs } of world.objects.countries.geometries) {
  if (NOT_DRAWN.has(properties.name)) continue;
  for (const polygon of type === "Polygon" ? [arcs] : arcs) {
    const middle = centre(polygon[0]);
    if (span(polygon[0]) > 180) continue; // An island on the 180th meridian, far from every space.
    const part = { type: "Polygon", arcs: polygon };
    parts[spaceOf(properties.name, middle)].push(part);
    for (const [later, members] of Object.entries(LATER)) if (members.includes(properties.name)) parts[later].push(part);
  }
}

const plane = { type: "Topology", objects: {}, arcs: degrees.map((arc) => arc.map(project)) };
const simple = simplify(presimplify(plane, planarTriangleArea), SMALLEST);

// ---------------------------------------------------------------- writing

const [LEFT, TOP, RIGHT, BOTTOM] = [-12, -12, WIDTH + 12, HEIGHT + 12];
const whole = ([x, y]) => [Math.round(Math.max(LEFT, Math.min(RIGHT, x))), Math.round(Math.max(TOP, Math.min(BOTTOM, y)))];

function area(ring) {
  return Math.abs(ring.reduce((sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length][1] - ring[(i + 1) % ring.length][0] * y, 0)) / 2;
}

function path(rings) {
  return rings
    .map((ring) => {
      let [x, y] = ring[0];
      const steps = ring.slice(1).map(([a, b]) => {
        const step = `${a - x}${b - y < 0 ? "" : " "}${b - y}`;
        [x, y] = [a, b];
        return step;
      });
      return `M${ring[0].join(" ")}l${steps.join(" ").replaceAll(" -", "-")}z`;
    })
    .join("");
}

function drawn(name) {
  const merged = feature(simple, mergeArcs(simple, parts[name]));
  const rings = [];
  for (const polygon of merged.geometry.coordinates) {
    polygon.forEach((ring, i) => {
      const points = ring.map(whole).filter(([x, y], k, all) => k === 0 || x !== all[k - 1][0] || y !== all[k - 1][1]);
      points.pop();
      if (points.length > 2 && area(points) > (i === 0 && name ? NAMED_ISLAND : ISLAND)) rings.push(points);
    });
  }
  return path(rings.sort((a, b) => area(b) - area(a)));
}

const result = {
  source: "Natural Earth, 1:50m, Admin 0 countries (naturalearthdata.com), public domain; made by scripts/coast",
  size: [WIDTH, HEIGHT],
  other: drawn(""),
  spaces: Object.fromEntries(Object.keys(SPACES).map((name) => [name, drawn(name)])),
  later: Object.fromEntries(Object.keys(LATER).map((name) => [name, drawn(name)])),
};
writeFileSync(process.argv[2], `${JSON.stringify(result, null, 1)}\n`);
