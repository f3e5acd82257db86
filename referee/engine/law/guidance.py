"""A flowchart's guidance on an answer.

It says what is due, the way that leads there, and what is left to dice. The engine knows no flowchart. A ruleset may
bring a guide for a side (:attr:`~referee.engine.state.ruleset.Ruleset.guides`); what the guide says of a question goes with
the question, and two requirements hold the answer to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from referee.engine.law.ask import Field
from referee.engine.law.requirement import Context, Requirement, Verdict
from referee.engine.state.board import Board
from referee.engine.state.seams import Source
from referee.engine.state.words import CELLS, cells_in_words, listed, plural, words

if TYPE_CHECKING:
    from referee.engine.law.ask import Address, Ask
    from referee.engine.law.play import Play
    from referee.engine.state.ruleset import Ruleset


CALLED: dict[tuple[str, Any], str] = {
    (Field.MAJOR, False): "a Minor Jihad",
    (Field.MAJOR, True): "a Major Jihad",
    (Field.RESERVES, False): "without Reserves",
    (Field.RESERVES, True): "with the Reserves",
    (Field.REROLL, False): "no second roll",
    (Field.REROLL, True): "a second roll",
    (Field.CELLS, ""): "Sadr",
    (Field.POSTURE, "soft"): "Soft",
    (Field.POSTURE, "hard"): "Hard",
}
"""An answer in words of the game: a yes, a no, a Posture, and no Cell where Sadr moves alone."""
DUE: dict[tuple[str, Any], str] = {
    (Field.USE, "event"): "the event",
    (Field.FROM, "track"): "the track",
    (Field.STEP, "place"): "placing a Cell",
    (Field.STEP, "worsen"): "worsening a country",
}
"""Words of the notation that a sentence about what is due says in words of the game."""
COUNTED: dict[str, str] = {Field.COUNT: "roll", Field.TROOPS: "Troop", Field.PLACED: "Cell"}
"""What the number that answers a question counts."""


def answer_words(answer: Any, field: str = "") -> str:
    """An answer to a question of a ``field`` as a sentence has it: Cells by their kind, numbers with what they count."""
    if isinstance(answer, bool | str) and (field, answer) in CALLED:
        return CALLED[field, answer]
    if field in COUNTED and type(answer) is int:
        return plural(answer, COUNTED[field])
    if isinstance(answer, str) and answer and set(answer) <= set(CELLS):
        return cells_in_words(answer)
    return words(answer)


MOST_DUE = 8
"""Most answers that a sentence names as due."""
MOST_ON_ONE_DIE = 6
"""Most equal candidates among whom one die decides (9.5)."""


class Stop(NamedTuple):
    """One station on the way through a flowchart.

    It is a box whose question was asked, or a preference that was applied.
    """

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
    other: str = ""
    """What the way that was not taken leads to at once; "" for another box."""
    why: str = ""
    """What answers the box, where that is more than the position."""
    source: Source | None = None
    """The card or rule that answers it so."""

    @property
    def is_box(self) -> bool:
        """Whether it is a question that was answered."""
        return bool(self.answer) and self.words.endswith("?")

    def because(self, why: str, source: Source) -> Stop:
        """The station with what answers it for certain."""
        return self._replace(why=why, source=source)

    @property
    def sentence(self) -> str:
        """It in a sentence: "box E9 (Is Prestige above 1 ...?) says yes", "row Jihad 5, Pakistan with its Arsenal"."""
        said = f"box {self.id} ({self.words}) says {self.answer}" if self.is_box else f"{self.id}, {self.words}"
        return f"{said}: {self.why}" if self.why else said


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
    by_box: bool = False
    """Whether an answer goes by the rule of the box at which it left the way, not by ``rule``."""
    printed: bool = True
    """Whether that table is certain, so that another candidate than the one rolled is a mistake and not just a note."""
    lead: int = 0
    """How many stations of the way come before those about this answer."""

    @property
    def sure(self) -> bool:
        """Whether everything on the way is certain, so that another answer is illegal and not just noteworthy."""
        return all(stop.sure for stop in self.trail)

    def passes(self, option: Any) -> bool:
        """Whether an answer is due, or is by another reading of the sheet."""
        return option in self.due or (bool(self.readings) and any(option == o for o, _ in self.readings))

    def leaves_at(self, option: Any) -> Stop | None:
        """The station at which an answer left the way."""
        for stop in self.trail[self.lead :]:
            if stop.left and option not in stop.left:
                return stop
        other = [s for s in self.trail if option == s.other or option in s.other.replace("-", " ").split()]
        passed = other or self.trail
        return passed[-1] if passed else None

    barred: Callable[[Any], tuple[str, str] | None] | None = None
    """Which rule of its own keeps an answer from being due, and that rule in words; None where none does."""

    def by_itself(self, option: Any) -> tuple[str, str] | None:
        """The rule that bars an answer for certain, with its words."""
        return self.barred(option) if self.barred is not None else None

    def source_of(self, option: Any) -> Source | None:
        """The card or rule that decides against an answer, if there is one."""
        stop = None if option in self.due or self.by_itself(option) is not None else self.leaves_at(option)
        return stop.source if stop is not None else None

    def certain_against(self, option: Any) -> bool:
        """Whether an answer that is not due is certainly wrong.

        So it is where the whole way is certain, where a rule of its own bars it, and where a card or a rule has it leave
        the way: what comes after that station does not matter.
        """
        if self.sure or self.by_itself(option) is not None:
            return True
        if self.source_of(option) is None or (stop := self.leaves_at(option)) is None:
            return False
        return all(s.sure for s in self.trail[: self.trail.index(stop) + 1])

    def rule_of(self, option: Any) -> str:
        """The rule that an answer is against."""
        if (own := self.by_itself(option)) is not None:
            return own[0]
        stop = self.leaves_at(option) if self.by_box else None
        return stop.rule if stop is not None and stop.is_box else self.rule

    def said(self, option: Any, rules: Ruleset, field: str = "", noun: str = "") -> str:
        """Why an answer is not the one that was due, as a sentence.

        ``rules`` name the uses of a card and the countries; ``field`` is what was asked, ``noun`` what a number counts.
        """

        def called(answer: Any) -> str:
            if noun and isinstance(answer, int):
                return plural(answer, noun)
            if not isinstance(answer, str):
                return answer_words(answer, field)
            return rules.titles.get(answer) or DUE.get((field, answer)) or rules.named(answer_words(answer, field))

        if (own := self.by_itself(option)) is not None:
            return own[1]
        shown, more = self.due[:MOST_DUE], len(self.due) - MOST_DUE
        rest = [f"{more} more"] if more > 0 else []
        due = listed([*(called(o) for o in shown), *rest], "or") if self.due else "nothing more"
        stop = self.leaves_at(option)
        by = self.goes_by or "the flowchart"
        said = f"by {by}, it should be {due} here, not {called(option)}"
        if not self.due:
            said = f"by {by}, the list is complete, and {called(option)} is one too many"
        if stop is None:
            return said
        return f"{said}: {stop.words if stop.id == by else stop.sentence}"


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

    def goes_on_by(self, play: Play, ask: Ask, so_far: int) -> str | None:
        """The rule by which a list goes on that a record ends; "" for that of the next answer, None where it goes on unsaid."""

    def must_go_on(self, play: Play, ask: Ask) -> bool:
        """Whether a list certainly goes on, whatever comes next."""

    def more(self, play: Play, ask: Ask, so_far: int) -> bool | None:
        """Whether a list has to go on; None if nothing says."""


def _off(board: Board, option: Any, c: Context, *, sure: bool) -> Verdict:
    g: Guidance | None = c.get("guidance")
    if g is None or g.passes(option) or board.unknown:  # a flowchart looks at the whole map
        return None
    if g.certain_against(option) is not sure:
        return None
    said = _Sentence(g, option, board.rules, c.get("asking", ""), c.get("noun", ""))
    return {"said": said, "cite": g.rule_of(option)}


class _Sentence:
    """The reason why an answer is not due, worded on demand."""

    __slots__ = ("field", "guidance", "noun", "option", "rules")

    def __init__(self, guidance: Guidance, option: Any, rules: Ruleset, field: str, noun: str) -> None:
        self.guidance, self.option, self.rules, self.field, self.noun = guidance, option, rules, field, noun

    def __format__(self, spec: str) -> str:
        return format(self.guidance.said(self.option, self.rules, self.field, self.noun), spec)


FOLLOWED = Requirement(
    "flowchart: what is due",
    "12.4.1",
    "{said}",
    lambda b, o, c: _off(b, o, c, sure=True),
    concerns=lambda o, c: "guidance" in c,
)
LIKELY = Requirement(
    "flowchart: what is likely due",
    "12.4.2",
    "{said}; the sheet itself was not available, so this is no violation",
    lambda b, o, c: _off(b, o, c, sure=False),
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
    "{option:fits} another reading of the sheet: {why}",
    _other_reading,
    "note",
    concerns=lambda o, c: "guidance" in c,
)
GUIDED = (FOLLOWED, LIKELY, OTHER_READING)

NO_GUIDES: Mapping[str, Guide] = {}
