/* One field over everything: countries, plays, rules and cards. And the sieve of the rules. */
const seek = $("seek");
const found = $("found");
const MOST = 8;
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ");
const fits = (text, words) => words.every((word) => text.includes(word));
let shelves = null;

/* What can be found, gathered when it is first asked for. */
function gather() {
  const entry = (node) => ({ href: `#${node.id}`, r: true, name: node.querySelector("h4").textContent.replace(/\s+/g, " ").trim(), text: plain(`${node.querySelector("h4").textContent} ${node.children[1].textContent}`) });
  const entries = [...document.querySelectorAll(".entry")];
  const play = (li, i) => {
    const link = li.querySelector("a");
    const article = ARTICLES[INDEX.get(link.hash.slice(1))];
    return { href: link.hash, name: link.querySelector(".id").textContent, more: link.querySelector(".s").textContent.trim(), text: plain(`${li.textContent} ${article.querySelector("h3").textContent} ${article.querySelector(".place")?.title ?? ""} ${[...article.querySelectorAll(".finding:not(.question *), .remarks:not(.question *), .then > .lead, .then > .line")].map((n) => n.textContent).join(" ")}`), order: i };
  };
  return [
    ["Countries", DATA.names.map((name, i) => ({ href: "#mapbox", name, country: i, text: plain(name) }))],
    ["Plays", [...document.querySelectorAll(".list li")].map(play)],
    ["Rules", entries.filter((n) => n.id.startsWith("r-")).map(entry)],
    ["Cards", entries.filter((n) => n.id.startsWith("c-")).map(entry)],
  ];
}

function result(hit) {
  const link = el("a", { href: hit.href }, el("b", {}, hit.name));
  if (hit.r) link.className = "r";
  if (hit.more) link.append(` ${hit.more}`);
  link.addEventListener("click", (event) => {
    closeSearch();
    if (hit.country === undefined) return;
    event.preventDefault();
    $("walk").scrollIntoView();
    openCard(hit.country, true);
  });
  return el("li", {}, link);
}

function search() {
  const words = plain(seek.value).split(" ").filter(Boolean);
  found.replaceChildren();
  found.hidden = !words.length;
  if (!words.length) return;
  shelves ??= gather();
  let total = 0;
  for (const [title, things] of shelves) {
    const hits = things.filter((thing) => fits(thing.text, words));
    hits.sort((a, b) => fits(plain(b.name), words) - fits(plain(a.name), words));
    if (!hits.length) continue;
    total += hits.length;
    const list = el("ul", {}, ...hits.slice(0, MOST).map(result));
    found.append(el("p", { class: "shelf" }, `${title} (${hits.length})`), list);
    if (hits.length > MOST) {
      const more = el("button", { type: "button" }, `${hits.length - MOST} more`);
      more.addEventListener("click", () => {
        const rest = hits.slice(MOST, 200).map(result);
        list.append(...rest);
        more.remove();
        rest[0].firstChild.focus();
      });
      found.append(more);
    }
  }
  if (!total) found.append(el("p", { class: "none" }, "Nothing found."));
  $("live").textContent = total ? `${many(total, "result")}.` : "Nothing found.";
}

function closeSearch() {
  found.hidden = true;
  seek.value = "";
}

seek.addEventListener("input", search);
seek.parentElement.addEventListener("keydown", (event) => {
  const links = [...found.querySelectorAll("a, button")];
  const here = links.indexOf(document.activeElement);
  if (event.key === "Escape") {
    closeSearch();
    seek.focus();
  } else if (event.key === "ArrowDown") (links[here + 1] ?? seek).focus();
  else if (event.key === "ArrowUp") (here < 0 ? links[links.length - 1] ?? seek : links[here - 1] ?? seek).focus();
  else if (event.key === "Enter" && event.target === seek) links[0]?.click();
  else return event.stopPropagation();
  event.preventDefault();
  event.stopPropagation();
});
document.addEventListener("pointerdown", (event) => event.target.closest(".seek") || (found.hidden = true));
seek.addEventListener("focus", search);

const sift = $("sift");
sift.addEventListener("input", () => {
  const words = plain(sift.value).split(" ").filter(Boolean);
  let n = 0;
  for (const entry of document.querySelectorAll(".entry")) {
    const fit = fits(plain(entry.textContent), words);
    entry.classList.toggle("away", !fit);
    n += fit;
  }
  if (words.length && $("also")) $("also").open = true;
  $("sifted").textContent = words.length ? many(n, "entry").replace(/entrys$/, "entries") : "";
});
