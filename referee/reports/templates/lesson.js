/* The lesson: an answer by a tap or a key, graded; the referee's reason comes after it. */
const QUESTIONS = new Map([...document.querySelectorAll(".question")].map((node) => [node.closest(".step").dataset.id, node]));
const ASKED = new Map([...document.querySelectorAll(".questions a")].map((a) => [a.hash.slice(1), a]));
let right = 0;
let answered = 0;

/* Until a play is answered, the map and the tracks show the position in which it was played. */
seen = () => (current && QUESTIONS.get(STEPS[current].id)?.classList.contains("done") === false ? current - 1 : current);

function grade(id, button) {
  const question = QUESTIONS.get(id);
  if (!question || question.classList.contains("done")) return;
  const due = question.dataset.right.split(" ");
  const good = due.includes(button.dataset.choice);
  right += good;
  answered += 1;
  button.classList.add("taken");
  for (const other of question.querySelectorAll(".choices button")) {
    other.disabled = true;
    other.classList.toggle("due", due.includes(other.dataset.choice));
  }
  question.classList.add("done");
  question.querySelector(".answer").open = true;
  showMap(current);
  showTracks(current);
  bringIntoView(current);
  const words = question.querySelector(".grade");
  words.textContent = `${good ? "Right." : "No."} ${question.dataset.sentence}`;
  words.hidden = false;
  words.focus({ preventScroll: true });
  const entry = ASKED.get(id);
  entry.parentElement.className = good ? "right" : "wrong";
  entry.querySelector(".how").textContent = good ? "\u2713" : "\u2715";
  entry.querySelector(".how").setAttribute("aria-label", good ? "answered right" : "answered wrong");
  $("score").textContent = `${right} right of ${answered} answered${answered < QUESTIONS.size ? `, ${QUESTIONS.size - answered} to go` : ""}.`;
  $("live").textContent = `${words.textContent} ${$("score").textContent}`;
  reveal(words);
}

for (const [id, question] of QUESTIONS) for (const button of question.querySelectorAll(".choices button")) button.addEventListener("click", () => grade(id, button));
for (const n of [1, 2, 3])
  KEYS[n] = () => {
    const button = QUESTIONS.get(STEPS[current].id)?.querySelectorAll(".choices button")[n - 1];
    if (button) grade(STEPS[current].id, button);
  };
$("score").textContent = "Decide at each, and see why.";

for (const part of document.querySelectorAll(".part")) part.open = window.matchMedia("(min-width: 56rem)").matches;
show(0, { quiet: true });
choose("findings");
document.documentElement.classList.remove("loading");
fitSide();
openHash("opened");
