"use strict";
/* The game: positions are rebuilt from the first one and the changes of each step. */
const $ = (id) => document.getElementById(id);
const DATA = JSON.parse($("data").textContent);
const EMPTY = { g: 0, a: "", p: "", t: 0, s: 0, v: 0, c: 0, d: 0, b: 0, r: "", P: [], m: [], R: null };
const GOVERNANCE = ["", "Good", "Fair", "Poor", "Islamist Rule"];
const STEPS = [{ id: "start", d: [], m: [], ...DATA.first }, ...DATA.steps];
/* Where a step is shown: at its own play, or at the one that it is folded into. */
const INDEX = new Map(STEPS.flatMap((step, i) => [step.id, ...step.o].map((id) => [id, i])));
const up = (word) => word.charAt(0).toUpperCase() + word.slice(1);
const many = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

/* A position: countries by index, and the tracks. Each step shares with the one before what it did not change. */
function apply(position, differences) {
  const next = { c: position.c.slice(), t: position.t };
  for (const [i, field, value] of differences) {
    if (i === DATA.tracks) {
      if (next.t === position.t) next.t = { ...position.t };
      next.t[field] = value;
    } else {
      if (next.c[i] === position.c[i]) next.c[i] = { ...position.c[i] };
      next.c[i][field] = value;
    }
  }
  return next;
}

const POSITIONS = [apply({ c: DATA.names.map(() => EMPTY), t: {} }, DATA.start)];
for (const step of DATA.steps) POSITIONS.push(apply(POSITIONS[POSITIONS.length - 1], step.d));

/* An element with text and attributes; text is never markup. */
function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/* The state of a country in words. */
function stateWords(c, kind) {
  const parts = [];
  if (kind === "muslim") parts.push(c.g ? `${GOVERNANCE[c.g]} ${up(c.a)}` : "Untested");
  else if (kind === "other") parts.push(c.p ? up(c.p) : "Untested");
  if (c.t) parts.push(many(c.t, "Troop"));
  if (c.s) parts.push(many(c.s, "Sleeper Cell"));
  if (c.v) parts.push(many(c.v, "Active Cell"));
  if (c.c) parts.push("Cadre");
  if (c.d) parts.push(`Aid ${c.d}`);
  if (c.b) parts.push("Besieged Regime");
  if (c.r) parts.push(`Regime Change (${c.r})`);
  for (const plot of c.P) parts.push(plot === "?" ? "Plot, face down" : plot === "W" ? "WMD Plot" : `Plot ${plot}`);
  parts.push(...c.m);
  return parts.join(", ") || "Empty";
}
