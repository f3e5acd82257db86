"""Write docs/examples/record-bot.txt: a game against a Bot.

It has the taps of each play, and the answers of the page.

``PLAYS`` has what is tapped; the recorder of the page answers. ``--check`` only compares.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby

import taps
from keys import ROOT

from referee.engine.state.words import capital
from referee.play.recording import Book, Session

PAGE = ROOT / "docs" / "examples" / "record-bot.txt"
_LEAD = """Ten plays of Let's Roll! against the Jihadist Bot, with the board on the table: the question, > what was tapped, what the
page said, and what it listed for the real board. A Bot takes the digits of its card and its dice, and no other tap.
"""

HEAD = """[Scenario "Let's Roll!"]
[Length "1 deck"]
[Options "jihadist-bot"]

deal J 9 US 9
"""
PLAYS: tuple[tuple[int | str | tuple[int, ...], ...], ...] = (
    (112,),
    (95,),
    (20, "War of Ideas", "Pakistan", (5,)),
    (43, "Deploy", "The Troops Track", "Gulf States", "2"),
    (80,),
    (113, (2,)),
    (24, "War of Ideas", "Pakistan", (5,)),
    (41, "Deploy", "The Troops Track", "Pakistan", "3"),
    (116,),
    (92, (4,), (3,), (2,), (1,), (3,)),
)
"""What is tapped for each play: a card, an answer, dice."""
SEED = 7
"""What the Bot chooses where its flowchart leaves a choice."""


class Told(taps.Thumb):
    """A thumb that keeps the question of each tap."""

    def __init__(self, session: Session) -> None:
        self.asked: list[tuple[str, str, str]] = []
        """Before each tap: what the page has said, what it asks, what is tapped."""
        super().__init__(session)

    def answer(self, what: int | str | tuple[int, ...]) -> None:
        """Tap a card by number, an answer by words, or dice."""
        q = self.now["question"]
        if isinstance(what, int):
            self._number(what)
            self.now = self.room.card({"cards": [what]}, b"")
        elif isinstance(what, str):
            self._tap(what)
            n = next(p["n"] for p in q["picks"] if p["label"] == what)
            self.now = self.room.pick({"n": n}, b"")
        else:
            for die in what:
                self._tap(str(die))
            self.now = self.room.dice({"dice": list(what)}, b"")

    def _tap(self, what: str) -> None:
        q = self.now["question"]
        self.asked.append((q["settled"], q["title"], capital(what)))
        super()._tap(what)


def plays() -> Iterator[str]:
    """The lines for each play of the game."""
    session = Session(Book(HEAD), seed=SEED)
    for tapped in PLAYS:
        thumb, before = Told(session), len(session.book.lines)
        for what in tapped:
            thumb.answer(what)
        yield f"\n{session.book.lines[before]}"
        said = ""
        for (settled, title), row in groupby(thumb.asked, lambda tap: tap[:2]):
            if settled != said:
                yield f"    The page: {settled}"
                said = settled
            yield f"    {title} > {' '.join(what for _, _, what in row)}"
        if not said and thumb.now["told"]:
            yield f"    The page: {' '.join(thumb.now['told'])}"
        did = [d for line in thumb.now["lines"] for d in line["did"]]
        yield f"    On the board: {' '.join(did)}"


def game() -> str:
    """The whole text."""
    return "\n".join([_LEAD.rstrip(), *plays(), ""])


def main() -> None:
    """Write the text, or say that it is out of date."""
    if "--check" in sys.argv:
        raise SystemExit(0 if game() == PAGE.read_text(encoding="utf-8") else f"{PAGE.name} is out of date")
    PAGE.write_text(game(), encoding="utf-8")


if __name__ == "__main__":
    main()
