"""What a flowchart says of an answer: what is due, the way that leads there, and what is left to dice.

The engine knows no flowchart. A ruleset may bring a guide for a side (:attr:`~referee.engine.ruleset.Ruleset.guides`); what
the guide says of a question goes with the question, and two requirements hold the answer to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from referee.engine.board import Board
from referee.engine.requirement import Context, Requirement, Verdict
from referee.engine.words import listed, words

if TYPE_CHECKING:
    from referee.engine.ask import Address, Ask
    from referee.engine.play import Play

MOST_ON_ONE_DIE = 6
"""Most equal candidates among whom one die decides (9.5)."""


class Stop(NamedTuple):
    """One station on the way through a flowchart: a box that was asked, or a preference that was applied."""

    id: str
    """E5, RT1, "Jihad 7": the box, or the column and row."""
    rule: str
    words: str
    """The question of the box, or the preference, in our words."""
    answer: str = ""
    """yes, no, or "" where something was picked out."""
    left: tuple[Any, ...] = ()
    """The candidates that are left behind it."""
    sure: bool = True
    """Whether the rulebook, or two sources that know nothing of each other, say it."""
    doubt: str = ""
    """Why it is not sure, in words."""


Trail = tuple[Stop, ...]


@dataclass(frozen=True, slots=True)
class Guidance:
    """What a flowchart says of one question."""

    due: tuple[Any, ...]
    """The answers that it allows; several where it leaves the choice open, or to a die."""
    rule: str
    trail: Trail = ()
    drawn: bool = False
    """Whether a die decides among those that are due (9.5)."""
    readings: tuple[tuple[Any, str], ...] = ()
    """Further answers that another reading of the sheet allows, and that reading; they pass with a note."""
    goes_by: str = ""
    """How a finding calls what leads there: "the flowchart", "the instructions for card 172"."""
    table: str = ""
    """The table of countries that is rolled on: "Schengen", "Shia-Mix"; "" where the players number the candidates."""
    dice: int = 0
    """How many dice that table takes; 0 where the number of candidates says it (9.5)."""
    leads: Callable[[tuple[int, ...]], tuple[Any, ...]] | None = None
    """Which of the candidates the dice of that table lead to; None where nobody can say."""
    printed: bool = True
    """Whether that table is certain, so that another candidate than the one rolled is a mistake and not just a note."""

    @property
    def sure(self) -> bool:
        """Whether everything on the way is certain, so that another answer is illegal and not just noteworthy."""
        return all(stop.sure for stop in self.trail)

    def leaves_at(self, option: Any) -> Stop | None:
        """The station at which an answer left the way."""
        for stop in self.trail:
            if stop.left and option not in stop.left:
                return stop
        return self.trail[-1] if self.trail else None

    def said(self, option: Any) -> str:
        """Why an answer is not the one that was due, as a sentence."""
        due = listed([words(o) for o in self.due], "or") if self.due else "nothing more"
        stop = self.leaves_at(option)
        where = f": {stop.id}, {stop.words}" + (f" {stop.answer}" if stop.answer else "") if stop is not None else ""
        return f"{self.goes_by or 'the flowchart'} leads to {due} here, not to {words(option)}{where}"


class Followed(NamedTuple):
    """A question that a flowchart answered, and what was answered."""

    address: Address
    side: str
    answer: Any
    guidance: Guidance


class Guide(Protocol):
    """Who knows the flowcharts of a side."""

    def answer(self, play: Play, ask: Ask) -> Guidance | None:
        """What is due at ``ask``; None if the side is free to choose, or nothing says."""

    def together(self, board: Board, hand: tuple[int, ...]) -> int:
        """How many cards from the top of a hand are played as one: 1, or the 2 of a Reassessment."""

    def more(self, play: Play, ask: Ask, so_far: int) -> bool | None:
        """Whether a list has to go on; None if nothing says."""


def _off(option: Any, c: Context, *, sure: bool) -> Verdict:
    g: Guidance | None = c.get("guidance")
    if g is None or option in g.due or g.sure is not sure or any(option == o for o, _ in g.readings):
        return None
    return {"said": g.said(option), "cite": g.rule}


FOLLOWED = Requirement(
    "flowchart: what is due",
    "12.4.1",
    "{said}",
    lambda b, o, c: _off(o, c, sure=True),
    concerns=lambda o, c: "guidance" in c,
)
LIKELY = Requirement(
    "flowchart: what is likely due",
    "12.4.2",
    "{said}; the sheet itself was not to be had, so this is no violation",
    lambda b, o, c: _off(o, c, sure=False),
    "note",
    concerns=lambda o, c: "guidance" in c,
)


def _other_reading(board: Board, option: Any, c: Context) -> Verdict:
    g: Guidance | None = c.get("guidance")
    if g is None or option in g.due:
        return None
    why = next((w for o, w in g.readings if o == option), "")
    return {"why": why, "cite": g.rule} if why else None


OTHER_READING = Requirement(
    "flowchart: another reading",
    "12.4.2",
    "{option} fits another reading of the sheet: {why}",
    _other_reading,
    "note",
    concerns=lambda o, c: "guidance" in c,
)
GUIDED = (FOLLOWED, LIKELY, OTHER_READING)

NO_GUIDES: Mapping[str, Guide] = {}
