"use strict";
/* The game: positions are rebuilt from the first one and the changes of each step. */
const $ = (id) => document.getElementById(id);
const DATA = JSON.parse($("data").textContent);
const EMPTY = { g: 0, a: "", p: "", R: null };
const GOVERNANCE = DATA.levels;
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
  for (const [field, one, several, named, unless] of DATA.words) {
    const there = c[unless] ? [] : [c[field] ?? []].flat();
    parts.push(...there.filter(Boolean).map((n) => (named?.[n] ?? (n !== 1 && several ? several : one)).replace("{}", n)));
  }
  return parts.join(", ") || "Empty";
}
