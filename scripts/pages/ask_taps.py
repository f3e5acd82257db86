"""Count the taps of a question on a phone of 390x664.

The time of its answer after the last tap is measured too.

Every question is tapped into the built page, in Chromium, from the first screen of Ask. A tap is a digit of a card's number, a
button, a country in the list, a face of a die.

    python scripts/pages/ask_taps.py             the table
    python scripts/pages/ask_taps.py --write     into docs/reference/performance.md

Needs Chromium, playwright and the built page (``make web``).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from statistics import median
from typing import Any, NamedTuple

from keys import ROOT

PAGE = ROOT / "docs" / "reference" / "performance.md"
_TABLE = re.compile(r"(<!-- taps of questions -->\n).*?(<!-- end of taps -->\n)", re.DOTALL)
SIZE = {"width": 390, "height": 664}
MOST = 14
"""Most taps of a question."""
CARDS = 240
"""Cards of both decks."""
"""How often each is asked; the middle time counts."""
US, J = "The US plays", "The Jihadist plays"
OPEN = "Not rolled yet"
SHEET = "~"
"""What begins a tap on the sheet of a country; ``~+`` is one piece more."""
PERHAPS = "?"
"""What begins a tap that not every position asks for."""
PAKISTAN = ("Pakistan", "~Fair Neutral", "~+Sleepers", "~Done")
NIGERIA = ("Nigeria", "~Done")


class Asked(NamedTuple):
    """A question: what it is, and its taps."""

    what: str
    taps: tuple[str, ...]


QUESTIONS = (
    Asked("War of Ideas in Pakistan", (US, "#43", "War of Ideas", "Pakistan", "~Fair Neutral", "~Done", OPEN)),
    Asked("War of Ideas with a 4", (US, "#43", "War of Ideas", "Pakistan", "~Fair Neutral", "~Done", "4")),
    Asked("Deploy to Pakistan", (US, "#43", "Deploy", "The Troops Track", "Pakistan", "~Fair Neutral", "~Done", "2")),
    Asked(
        "Regime Change in Iraq",
        (US, "#43", "Regime Change", "The Troops Track", "Iraq", "~Islamist Rule", "~Done", "6", OPEN),
    ),
    Asked(
        "Withdraw from Iraq",
        (US, "#43", "Withdraw", "Iraq", "~Poor Ally", "~+Troops", "~Done", "The Troops Track", OPEN),
    ),
    Asked("Disrupt in Pakistan", (US, "#43", "Disrupt", *PAKISTAN)),
    Asked("Alert in Pakistan", (US, "#43", "Alert", "Pakistan", "~Fair Neutral", "~+ Plot 2", "~Done", "?Plot 2")),
    Asked("Reassessment", (US, "#43", "+ a second card", "#46")),
    Asked("Reserves of the US", (US, "#20", "Reserves")),
    Asked("Event of the US", (US, "#3", "Event")),
    Asked("Recruit in Pakistan", (J, "#63", "Recruit", *PAKISTAN, "?1", "?Nothing more", OPEN)),
    Asked(
        "Travel from Pakistan", (J, "#63", "Travel", *PAKISTAN, "Iraq", "~Poor Neutral", "~Done", "?Nothing more", OPEN)
    ),
    Asked("Jihad in Pakistan", (J, "#63", "Jihad", *PAKISTAN, "?Nothing more", OPEN)),
    Asked("Plot in Pakistan", (J, "#63", "Plot", *PAKISTAN, "?1", "?Nothing more", OPEN)),
    Asked("Event of the Jihadist", (J, "#112", "Event")),
    Asked("Reserves of the Jihadist", (J, "#63", "Reserves")),
    Asked(
        "Resolve a Plot", (J, "Resolve the Plots", "Pakistan", "~Fair Neutral", "~+ Plot 2", "~Done", "?Plot 2", OPEN)
    ),
    Asked("Take a Cadre off", (J, "Take a Cadre off", "Pakistan", "~Fair Neutral", "~Cadre", "~Done")),
    Asked("The end of the turn", (US, "End the turn")),
    Asked("War of Ideas in Nigeria", (US, "#160", "War of Ideas", *NIGERIA, OPEN)),
    Asked("Deploy, The Awakening", (US, "#160", "Deploy", "The Troops Track", "Syria", "~Fair Neutral", "~Done", "2")),
    Asked(
        "Regime Change, The Awakening",
        (US, "#160", "Regime Change", "The Troops Track", "Libya", "~Islamist Rule", "~Done", "6", OPEN),
    ),
    Asked(
        "Withdraw, The Awakening",
        (US, "#160", "Withdraw", "Libya", "~Poor Ally", "~+Troops", "~Done", "The Troops Track", OPEN),
    ),
    Asked(
        "Disrupt, The Awakening",
        (US, "#160", "Disrupt", "Syria", "~Fair Ally", "~+Sleepers", "~+Troops", "~+Troops", "~Done"),
    ),
    Asked("Alert, The Awakening", (US, "#160", "Alert", "Syria", "~Fair Ally", "~+ Plot 2", "~Done", "?Plot 2")),
    Asked("Reassessment, The Awakening", (US, "#160", "+ a second card", "#159")),
    Asked("Reserves, The Awakening", (J, "#226", "Reserves")),
    Asked("Event of the US, The Awakening", (US, "#160", "Event")),
    Asked(
        "Recruit, The Awakening",
        (J, "#226", "Recruit", "Syria", "~Poor Neutral", "~+Sleepers", "~Done", "?1", "?Nothing more", OPEN),
    ),
    Asked(
        "Travel, The Awakening",
        (J, "#226", "Travel", "Syria", "~Poor Neutral", "~+Sleepers", "~Done", "Iraq", "~Done", OPEN),
    ),
    Asked(
        "Jihad, The Awakening",
        (J, "#226", "Jihad", "Syria", "~Poor Neutral", "~+Sleepers", "~Done", "?1", "?Nothing more", OPEN),
    ),
    Asked(
        "Plot, The Awakening",
        (J, "#226", "Plot", "Syria", "~Poor Neutral", "~+Sleepers", "~Done", "?1", "?Nothing more", OPEN),
    ),
    Asked("Event of the Jihadist, The Awakening", (J, "#226", "Event")),
)


class Answer(NamedTuple):
    """The result of a question."""

    taps: int
    milliseconds: float
    word: str
    line: str
    bottom: float
    """Where the heading with the answer ends, in pixels from the top of the screen."""


class Finger:
    """Taps on the page."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.touch = page.evaluate("navigator.maxTouchPoints > 0")
        self.taps = 0

    def begin(self) -> None:
        """The first screen, with nothing stated."""
        self.taps = 0
        page = self.page
        if (another := page.get_by_role("button", name="Another question")).is_visible():
            another.click()
        elif page.locator(".wizard .crumbs button").count():
            page.locator(".wizard .crumbs button").first.click()
        page.locator(".doors").wait_for()
        if (clear := page.locator(".known").get_by_role("button", name="Clear")).is_visible():
            clear.click()
        self.rest()
        page.evaluate("performance.clearMarks('answered')")

    def rest(self) -> None:
        """Wait until the referee has answered."""
        for _ in range(2000):
            if self.page.evaluate("window.referee?.ready && !window.referee.busy"):
                return
            self.page.wait_for_timeout(10)

    def tap(self, what: str, *, at_once: bool = False) -> None:
        """Tap something by its words, when the page shows it.

        ``at_once``: although the referee works ahead.
        """
        page = self.page
        if not at_once:
            self.rest()
        if what.startswith(PERHAPS):
            page.wait_for_timeout(100)
            what = what[1:]
            if not self._answer(what).count():
                return
        if what.startswith("#"):
            for digit in what[1:]:
                self._hit(page.locator(".rc-padkey", has_text=re.compile(f"^{digit}$")))
            if any(str(n).startswith(what[1:]) for n in range(1, CARDS + 1) if str(n) != what[1:]):
                self._hit(page.locator(".rc-ok"))
        elif what.startswith(f"{SHEET}+") and not what.startswith(f"{SHEET}+ "):
            self._hit(page.locator(".sheet").get_by_role("button", name=f"{what[2:]}: one more"))
        elif what.startswith(SHEET):
            name = what[1:]
            plain = page.locator(".sheet button", has_text=re.compile(f"^{re.escape(name)}$"))
            named = page.locator(f".sheet button[aria-label='{name}'], .sheet [aria-label='{name}'] button:first-child")
            self._hit(plain.or_(named).first)
        elif not self.touch and page.locator(f"g[data-country='{what}']").count():  # at a desk the list is folded
            page.locator(f"g[data-country='{what}']").press("Enter")
        else:
            self._hit(self._answer(what), at_once=at_once)

    def _answer(self, what: str) -> Any:
        """The control with these words in the question."""
        page, words = self.page, re.compile(f"^{re.escape(what)}")
        answer = page.locator(f".wizard [data-label='{what}']:visible, .faces [aria-label='{what}']")
        return answer.or_(
            page.locator(".wizard > :not(.crumbs) button:visible:not([data-label]):not([aria-label])", has_text=words)
        ).first

    def _hit(self, key: Any, *, at_once: bool = False) -> None:
        if not at_once:
            self.rest()
        if self.touch:
            key.tap()
        else:
            key.click()
        self.taps += 1


ANSWERED = """() => {
    const mark = performance.getEntriesByName("answered").at(-1);
    const head = document.querySelector(".answer:not([hidden]) .verdict");
    if (!mark || !head || window.referee.busy) return null;
    return { ms: mark.startTime - window.tappedAt, word: head.querySelector("strong").textContent, bottom: head.getBoundingClientRect().bottom, top: head.getBoundingClientRect().top };
}"""
"""What the page shows once there is an answer."""
WATCH = """addEventListener("click", (event) => (window.tappedAt = event.timeStamp), { capture: true })"""


FORGET = """async () => {
    for (let n = 1; n <= 12; n++) await window.referee.call("ask.judge", { text: "setup: rest unknown", play: `US ${n} reserves` });
}"""
"""Have the referee keep other answers than those that were asked for before."""


def ask(finger: Finger, question: Asked, *, at_once: bool = False) -> Answer:
    """Tap a question, and read its answer.

    ``at_once``: the last tap follows without a thought.
    """
    finger.begin()
    *taps, last = question.taps
    for what in taps:
        finger.tap(what)
    finger.tap(last, at_once=at_once and not last.startswith(("#", SHEET, PERHAPS)))
    for _ in range(3000):
        if found := finger.page.evaluate(ANSWERED):
            break
        finger.page.wait_for_timeout(10)
    else:
        raise SystemExit(f"{question.what}: no answer")
    line = finger.page.locator("#ask-line").input_value()
    bottom = found["bottom"] if found["top"] >= 0 else float("inf")
    return Answer(finger.taps, found["ms"], found["word"].strip(" ."), line, bottom)


def opened(browser: Any, site: str) -> Finger:
    """A phone with Ask on it, warm."""
    window = browser.new_context(
        viewport=SIZE, is_mobile=True, has_touch=True, device_scale_factor=2, reduced_motion="reduce"
    )
    page = window.new_page()
    page.set_default_timeout(20_000)
    page.add_init_script(WATCH)
    page.goto(f"{site}/#/ask")
    finger = Finger(page)
    page.locator(".doors").wait_for(timeout=60_000)
    finger.rest()
    return finger


def rows() -> Iterator[str]:
    """The table."""
    from screenshots import opened as served

    yield "| question | as it is written | taps | answer | ms | at once |"
    yield "|---|---|---|---|---|---|"
    most, times, hasty = 0, list[float](), list[float]()
    with served() as (browser, site):
        finger = opened(browser, site)
        ask(finger, QUESTIONS[0])
        for question in QUESTIONS:
            finger.page.evaluate(FORGET)
            found = ask(finger, question)
            finger.page.evaluate(FORGET)
            fast = ask(finger, question, at_once=True).milliseconds
            if found.taps > MOST or found.bottom > SIZE["height"]:
                print(f"{question.what}: {found}", file=sys.stderr)
            most, times, hasty = max(most, found.taps), [*times, found.milliseconds], [*hasty, fast]
            row = f"{found.taps} | {found.word} | {found.milliseconds:.0f} | {fast:.0f}"
            yield f"| {question.what} | `{found.line}` | {row} |"
    yield ""
    yield (
        f"{len(times)} questions, {most} taps at most. In the middle {median(times):.0f} ms, {max(times):.0f} at most; "
        f"tapped at once {median(hasty):.0f}, {max(hasty):.0f} at most."
    )


def main() -> None:
    """Print the table, or write it into the page."""
    table = []
    for row in rows():
        table.append(row)
        print(row, flush=True)
    if "--write" in sys.argv:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(_TABLE.sub(lambda m: "\n".join([m[1], *table, "", m[2]]), page), encoding="utf-8")


if __name__ == "__main__":
    main()
