"""A flowchart's guidance on an answer.

Guidance has the answers due, the way to them, and the choices left to dice. The engine knows no flowchart. A ruleset
may bring a guide for a side (:attr:`~referee.engine.state.ruleset.Ruleset.guides`); its guidance goes with the
question, and two requirements compare the answer with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from referee.engine.law.ask import CARD_LISTS, Field
from referee.engine.law.requirement import Context, Requirement, TestResult
from referee.engine.law.table import NOTHING
from referee.engine.state.board import Board
from referee.engine.state.facts.kinds import Marker
from referee.engine.state.plain import NamedTuple, plain_dataclass
from referee.engine.state.seams import Source
from referee.engine.state.words import CELLS, cells_in_words, listed, pieces_in_words, plural, words

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
"""Answers in words of the game: a yes, a no, a Posture."""
DUE: dict[tuple[str, Any], str] = {
    (Field.USE, "event"): "the event",
    (Field.ORDER, "first"): "before the Operation",
    (Field.ORDER, "after"): "after the Operation",
    (Field.FROM, "track"): "the track",
    (Field.STEP, "place"): "placing a Cell",
    (Field.STEP, "worsen"): "worsening a country",
    (Field.CHOICE, "place"): "placing one",
    (Field.CHOICE, "remove"): "removing one",
    (Field.WHAT, "activate"): "turning a Cell Active",
    (Field.WHAT, "aid"): "Aid",
    (Field.WHAT, "alert"): "an Alert",
    (Field.WHAT, "alignment"): "the Alignment",
    (Field.WHAT, "awakening"): "an Awakening marker",
    (Field.WHAT, "card"): "a card",
    (Field.WHAT, "cell"): "Cells",
    (Field.WHAT, "funding"): "Funding",
    (Field.WHAT, "governance"): "the Governance",
    (Field.WHAT, "militia"): "Militia",
    (Field.WHAT, NOTHING): "nothing",
    (Field.WHAT, "plot"): "a Plot",
    (Field.WHAT, "posture"): "a Posture",
    (Field.WHAT, "prestige"): "Prestige",
    (Field.WHAT, "reaction"): "a Reaction marker",
    (Field.WHAT, "reserves"): "the Reserves",
    (Field.WHAT, "troops"): "Troops",
    (Field.WHAT, "wmd"): "a WMD",
    **{(field, NOTHING): "no country" for field in (Field.WHERE, Field.FROM, Field.TO, Field.CELL, Field.CAPITAL)},
}
"""Words of the notation, with those for an answer in a sentence."""
COUNTED: dict[str, str] = {Field.COUNT: "roll", Field.TROOPS: "Troop", Field.PLACED: "Cell"}
"""The unit of the number that answers a question."""
LOSSES = (Field.US_LOSS, Field.CELL_LOSS)
"""Questions for pieces, answered by their letters."""


def answer_words(answer: Any, field: str = "") -> str:
    """Return an answer to a question of a ``field`` for a sentence.

    Pieces by their kind, numbers with their unit.
    """
    if isinstance(answer, bool | str) and (field, answer) in CALLED:
        return CALLED[field, answer]
    if field in COUNTED and type(answer) is int:
        return plural(answer, COUNTED[field])
    if field in LOSSES and isinstance(answer, str):
        return pieces_in_words(answer)
    if isinstance(answer, str) and answer and set(answer) <= set(CELLS):
        return cells_in_words(answer)
    return words(answer)


def named_answer(answer: Any, rules: Ruleset, field: str = "") -> str:
    """Return an answer with a game's names of uses, countries and cards."""
    if not isinstance(answer, str):
        return rules.card_name(answer) if field in CARD_LISTS and answer else answer_words(answer, field)
    if field == Field.WHAT and isinstance(marker := rules.facts.country.get(answer), Marker):
        return marker.phrase(True)
    said = DUE.get((field, answer)) or rules.titles.get(answer)
    return said or format(rules.named(answer_words(answer, field)))


MOST_DUE = 8
"""Most answers named as due in a sentence."""
MOST_ON_ONE_DIE = 6
"""Most equal candidates for a choice by one die (9.5)."""


class Stop(NamedTuple):
    """One station on a way through a flowchart: box or preference."""

    id: str
    """The box, or the column and row: E5, RT1, "Jihad 7"."""
    rule: str
    words: str
    """The question of the box, or the preference, in our words."""
    answer: str = ""
    """yes or no; "" for a preference."""
    left: tuple[Any, ...] = ()
    """The remaining candidates."""
    sure: bool = True
    """Whether the rulebook, or two independent sources, confirm it."""
    doubt: str = ""
    """The reason for doubt, in words."""
    other: str = ""
    """The answer at the end of the other way; "" for another box."""
    why: str = ""
    """The reason for the answer, if it is more than the position."""
    source: Source | None = None
    """The card or rule that decides the answer."""
    is_box: bool = False
    """Whether ``words`` are a question, with yes or no for its answer."""

    def because(self, why: str, source: Source) -> Stop:
        """Return the station with a certain reason for its answer."""
        return self._replace(why=why, source=source)

    @property
    def sentence(self) -> str:
        """The station as a sentence: "box E9 (Is Prestige above ...?) says yes"."""
        said = f"box {self.id} ({self.words}) says {self.answer}" if self.is_box else f"{self.id}, {self.words}"
        return f"{said}: {self.why}" if self.why else said


Trail = tuple[Stop, ...]


@plain_dataclass(frozen=True)
class Guidance:
    """A flowchart's guidance on one question."""

    due: tuple[Any, ...]
    """The answers that it allows.

    Several if the choice is open or left to a die.
    """
    rule: str
    trail: Trail = ()
    drawn: bool = False
    """Whether a die decides among the answers due (9.5)."""
    readings: tuple[tuple[Any, str], ...] = ()
    """Further answers by another reading of the sheet, with that reading.

    They pass with a note.
    """
    goes_by: str = ""
    """Its source in the words of a finding: "the flowchart", "the instructions for card 172"."""
    table: str = ""
    """The table of countries for the roll: "Schengen", "Shia-Mix".

    It is "" if the players number the candidates.
    """
    dice: int = 0
    """The number of dice for that table.

    It is 0 if it depends on the number of candidates (9.5).
    """
    leads: Callable[[tuple[int, ...]], tuple[Any, ...]] | None = None
    """The candidates for the dice of that table; None if unknown."""
    by_box: bool = False
    """Whether a wrong answer breaks the rule of its box, not ``rule``."""
    printed: bool = True
    """Whether that table is certain, so that a deviation is a mistake."""
    lead: int = 0
    """The number of stations before those about this answer."""

    @property
    def sure(self) -> bool:
        """Whether the whole way is certain.

        If it is, another answer is illegal; if not, it gets a note.
        """
        return all(stop.sure for stop in self.trail)

    def passes(self, option: Any) -> bool:
        """Return whether an answer is due, in any reading of the sheet."""
        return option in self.due or (bool(self.readings) and any(option == o for o, _ in self.readings))

    def leaves_at(self, option: Any) -> Stop | None:
        """Return the station at which an answer left the way."""
        for stop in self.trail[self.lead :]:
            if stop.left and option not in stop.left:
                return stop
        passed = [s for s in self.trail if option == s.other] or self.trail
        return passed[-1] if passed else None

    barred: Callable[[Any], tuple[str, str] | None] | None = None
    """The rule that keeps an answer from being due, with its words.

    It is None without such a rule.
    """

    def by_itself(self, option: Any) -> tuple[str, str] | None:
        """Return the rule that certainly bars an answer, with its words."""
        return self.barred(option) if self.barred is not None else None

    def source_of(self, option: Any) -> Source | None:
        """Return the card or rule that decides against an answer, if any."""
        stop = None if option in self.due or self.by_itself(option) is not None else self.leaves_at(option)
        return stop.source if stop is not None else None

    def certain_against(self, option: Any) -> bool:
        """Return whether an answer that is not due is certainly wrong.

        It is if the whole way is certain, if a rule of its own bars it, or if a card or a rule makes it leave the way:
        the later stations do not matter then.
        """
        if self.sure or self.by_itself(option) is not None:
            return True
        if self.source_of(option) is None or (stop := self.leaves_at(option)) is None:
            return False
        return all(s.sure for s in self.trail[: self.trail.index(stop) + 1])

    def rule_of(self, option: Any) -> str:
        """Return the rule that an answer breaks."""
        if (own := self.by_itself(option)) is not None:
            return own[0]
        stop = self.leaves_at(option) if self.by_box else None
        return stop.rule if stop is not None and stop.is_box else self.rule

    def reason(self, option: Any, rules: Ruleset, field: str = "", noun: str = "") -> str:
        """Return the reason why an answer is not due, as a sentence.

        ``rules`` name the uses of a card and the countries; ``field`` is the object of the question, ``noun`` the unit
        of a number.
        """

        def called(answer: Any) -> str:
            return plural(answer, noun) if noun and isinstance(answer, int) else named_answer(answer, rules, field)

        if (own := self.by_itself(option)) is not None:
            return own[1]
        shown, more = self.due[:MOST_DUE], len(self.due) - MOST_DUE
        rest = [f"{more} more"] if more > 0 else []
        due = listed([*(called(o) for o in shown), *rest], "or") if self.due else "nothing more"
        stop = self.leaves_at(option)
        by = self.goes_by or "the flowchart"
        but = "and you named" if option == NOTHING else "not"
        said = f"by {by}, it should be {due} here, {but} {called(option)}"
        if not self.due:
            said = f"by {by}, the list is complete, and {called(option)} is one too many"
        if stop is None:
            return said
        return f"{said}: {stop.words if stop.id == by else stop.sentence}"


class FollowedAnswer(NamedTuple):
    """A question answered by a flowchart, with the answer."""

    address: Address
    side: str
    answer: Any
    guidance: Guidance


class Guide(Protocol):
    """The flowcharts of a side."""

    def answer(self, play: Play, ask: Ask) -> Guidance | None:
        """Return the guidance at ``ask``.

        Returns None if the side is free to choose, or none exists.
        """

    def together(self, board: Board, hand: tuple[int, ...]) -> int:
        """Return the number of top cards to play as one.

        1, or the 2 of a Reassessment.
        """

    def goes_on_by(self, play: Play, ask: Ask, so_far: int) -> str | None:
        """Return the rule that continues a list which a record ends.

        Returns "" for the rule of the next answer, None if the list continues unwritten.
        """

    def must_go_on(self, play: Play, ask: Ask) -> bool:
        """Return whether a list certainly continues, with any next answer."""

    def more(self, play: Play, ask: Ask, so_far: int) -> bool | None:
        """Return whether a list has to continue; None if undecided."""


def _off(board: Board, option: Any, c: Context, *, sure: bool) -> TestResult:
    g: Guidance | None = c.get("guidance")
    if g is None or g.passes(option) or board.unknown:  # a flowchart looks at the whole map
        return None
    if g.certain_against(option) is not sure:
        return None
    said = _Sentence(g, option, board.rules, c.get("asking", ""), c.get("noun", ""))
    about = (option,) if g.by_itself(option) is not None else (*g.due[:MOST_DUE], option)
    countries = [o[0] if isinstance(o, tuple) and o else o for o in about]  # of a Plot, its country
    return {"said": said, "cite": g.rule_of(option), "about": countries}


class _Sentence:
    """The reason why an answer is not due, worded on demand."""

    __slots__ = ("field", "guidance", "noun", "option", "rules")

    def __init__(self, guidance: Guidance, option: Any, rules: Ruleset, field: str, noun: str) -> None:
        self.guidance, self.option, self.rules, self.field, self.noun = guidance, option, rules, field, noun

    def __format__(self, spec: str) -> str:
        return format(self.guidance.reason(self.option, self.rules, self.field, self.noun), spec)


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


def _other_reading(board: Board, option: Any, c: Context) -> TestResult:
    g: Guidance | None = c.get("guidance")
    if g is None or option in g.due:
        return None
    why = next((w for o, w in g.readings if o == option), "")
    return {"what": words(option), "why": why, "cite": g.rule} if why else None


OTHER_READING = Requirement(
    "flowchart: another reading",
    "12.4.2",
    "{what:fits} another reading of the sheet: {why}",
    _other_reading,
    "note",
    concerns=lambda o, c: "guidance" in c,
)
GUIDED = (FOLLOWED, LIKELY, OTHER_READING)


def _ended(board: Board, option: Any, c: Context) -> TestResult:
    """Say what a flowchart has due where a list ends."""
    g: Guidance = c["guidance"]
    due = listed([named_answer(o, board.rules, c["asking"]) for o in g.due], "or") or "something"
    return {"by": g.goes_by or "the flowchart", "due": due, "cite": g.rule}


TO_ITS_END = Requirement("flowchart: a list to its end", "12.4.1", "{by} continues here: {due} comes next", _ended)
"""The condition on the end of a list: it is refused while something is due."""

NO_GUIDES: Mapping[str, Guide] = {}
