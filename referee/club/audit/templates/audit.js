"use strict";
// Puts the games in the chosen order, and opens the parts below where there is room or a link leads there.
document.documentElement.classList.add("js");
const order = document.getElementById("order");
const body = document.querySelector("#games tbody");
const rows = [...body.rows];
const number = (row, name) => Number(row.dataset[name]);
const orders = {
  worst: (a, b) => number(a, "worst") - number(b, "worst"),
  file: (a, b) => number(a, "file") - number(b, "file"),
  plays: (a, b) => number(b, "plays") - number(a, "plays"),
};
if (matchMedia("(min-width: 48rem)").matches) for (const part of document.querySelectorAll(".part, .key")) part.open = true;
const reveal = () => {
  const part = location.hash && document.getElementById(location.hash.slice(1))?.querySelector(":scope > .part");
  if (part) part.open = true;
};
addEventListener("hashchange", reveal);
reveal();
order.addEventListener("change", () => body.append(...[...rows].sort(orders[order.value])));
