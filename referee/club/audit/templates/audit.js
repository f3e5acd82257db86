"use strict";
// Puts the games in the order that is chosen; without it they stand as they were written.
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
order.addEventListener("change", () => body.append(...[...rows].sort(orders[order.value])));
