"""Player aid sheets as data: boxes, candidates, columns of preferences.

The words of a sheet are in ``data/sheet.toml`` of its system; the test of each box and row is a function of the same
name. One object serves playing, checking, ``explain``, the report and the pages of the documentation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from referee.engine.law.ask import Ask
from referee.engine.law.guidance import Guidance, Stop, Trail
from referee.engine.state.board import Board
from referee.engine.state.data import GOVERNANCE_NAMES
from referee.engine.state.tables import read_toml
from referee.engine.state.words import count_word

if TYPE_CHECKING:
    from referee.engine.law.play import Play

MOST = 3
"""Highest Operations value of one card, Reserves included (6.3.3.1)."""
SourceConfidence = Literal["high", "medium", "low"]
"""Confidence of an instruction: high, medium or low.

High is the rulebook, its worked turn or two independent sources; medium one source; low inferred.
"""
T = TypeVar("T")
DOUBTS: Mapping[str, str] = {"high": "", "medium": "rests on one source", "low": "inferred, no source has it"}
"""Meaning of a confidence to a player."""


@dataclass(slots=True, eq=False)
class Situation:
    """One decision of a side that plays by a flowchart."""

    board: Board
    side: str
    play: Play | None = None
    """The play, for trials; None for a mere question."""
    card: int = 0
    ops: int = 0
    """Operations value left of the card itself."""
    reserves: int = 0
    """The Reserves of the side."""
    others: int | None = None
    """Further cards in hand; None if unknown."""
    used_cells: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Used Cells (Sleepers, Active ones), by country, with this card."""
    leaving: Mapping[str, int] = field(default_factory=dict)
    """Number of Cells due to Travel from a country, during naming."""
    target: str = ""
    """Destination of the Cells, during choice of their origin, or ""."""
    recruiting: bool = False
    """Whether the country is for Recruit, rather than Travel."""
    for_jihad: bool = False
    """Whether the country is for Jihad, rather than an event."""
    memo: dict[Any, Any] = field(default_factory=dict)
    """Results for this position, shared by derived situations."""

    def once(self, key: Any, find: Callable[[], T]) -> T:
        """Compute something once for this position."""
        if key not in self.memo:
            self.memo[key] = find()
        found: T = self.memo[key]
        return found

    @property
    def value(self) -> int:
        """Operations value with Reserves, 3 at most."""
        return min(MOST, self.ops + self.reserves)


CountryTest = Callable[[Situation], bool]
Filter = Callable[[Situation, list[Any]], list[Any]]
"""Function that narrows the candidates; [] passes the preference over."""
Looks = TypeVar("Looks", CountryTest, Filter)
Shortlist = tuple[list[Any], Trail]
"""The remaining candidates, and the way there."""
Chooser = Callable[[Situation, list[str]], Shortlist]
"""Function that narrows the candidates, with the way."""
AnswerRule = Callable[[Situation, Ask], Guidance | None]
"""The due answer of an event, or None for standing rules."""
ListRule = Callable[[Situation, Ask, int], bool | None]
"""Whether a list of an event goes on; None where open."""


@dataclass(frozen=True, slots=True)
class QuestionBox:
    """A question with two ways on: boxes or outcomes."""

    id: str
    rule: str
    question: str
    test: CountryTest
    yes: str
    no: str
    confidence: SourceConfidence = "high"
    source: str = ""
    """The reason of the confidence, in a few words."""

    def stop(self, yes: bool, other: str = "") -> Stop:
        """The station of an answer; ``other`` ends the other way."""
        sure, doubt = certainty(self.confidence)
        answer = "yes" if yes else "no"
        return Stop(self.id, self.rule, self.question, answer, (), sure, doubt, other, is_box=True)


@dataclass(frozen=True, slots=True)
class CandidateBox:
    """A box of candidates, used if one fits a legal country."""

    id: str
    rule: str
    words: str
    fits: Filter
    confidence: SourceConfidence = "high"
    source: str = ""
    other_reading: str = ""
    """Another reading of the box, accepted with a note."""


@dataclass(frozen=True, slots=True)
class Preference:
    """A row of the Priorities Table."""

    row: int
    words: str
    keep: Filter
    confidence: SourceConfidence = "high"
    source: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the Priorities Table: its rows in order."""

    id: str
    rule: str
    rows: tuple[Preference, ...]


@dataclass(frozen=True, slots=True)
class EventAnswers:
    """The event of a card: its condition, its answers, its lists."""

    playable: CountryTest | None = None
    """Whether the side plays it.

    None means whenever its precondition is met and it has an effect.
    """
    choose: AnswerRule | None = None
    goes_on: ListRule | None = None
    other_reading: CountryTest | None = None
    """Whether another reading of the line plays it after all.

    None means always where there is such a reading.
    """


@dataclass(frozen=True, slots=True)
class Instruction:
    """A line of the Event Instructions Table."""

    card: int
    rule: str
    words: str
    """The table in our words; "" where it only bars the card.

    It decides in that case whether the card is played.
    """
    playable: CountryTest | None = None
    confidence: SourceConfidence = "medium"
    source: str = ""
    other_reading: str = ""
    """Another reading of the line for the event, or ""."""
    goes_before: bool = False
    """Whether every known reading of the line precedes standing rules."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A solitaire system by its player aid sheets."""

    name: str
    rule: str
    boxes: tuple[QuestionBox, ...]
    outcomes: Mapping[str, str]
    """Ends of the ways in words, by name."""
    groups: Mapping[str, tuple[CandidateBox, ...]] = field(default_factory=dict)
    """Flowcharts of candidates, by name."""
    columns: Mapping[str, Column] = field(default_factory=dict)
    instructions: Mapping[int, Instruction] = field(default_factory=dict)

    def box(self, name: str) -> QuestionBox | None:
        """The box of this name; None for an outcome."""
        return next((b for b in self.boxes if b.id == name), None)


# -------------------------------------------------------------------- the files of a sheet

Limit = int | str | tuple[int, ...]
"""A limit as a function takes it.

It is a number, one or more levels of Governance, or a level of Prestige or Funding in small letters.
"""
_LEVELS = {name: level for level, name in GOVERNANCE_NAMES.items()}
_TIMES = ("never", "once", "twice")


class NumberInWords(int):
    """A number in words: a figure, a word, or "twice"."""

    def __format__(self, form: str) -> str:
        if form == "word":
            return count_word(self)
        return _TIMES[self] if form == "times" else format(int(self), form)


@dataclass(frozen=True, slots=True)
class LimitTest(Generic[Looks]):
    """Maker of a test from limits, by the names of its parameters."""

    make: Callable[..., Looks]


def limits_of(said: Mapping[str, Any]) -> dict[str, Limit]:
    """The limits of a box, as its function takes them."""
    return {name: _limit(value) for name, value in said.get("limits", {}).items()}


def _limit(value: int | str | list[str]) -> Limit:
    if isinstance(value, list):
        return tuple(_LEVELS[level] for level in value)
    return value if isinstance(value, int) else _LEVELS.get(value, value.lower())


def worded(said: Mapping[str, Any]) -> dict[str, Any]:
    """Put the limits of a box into its words."""
    limits = {name: _said(value) for name, value in said.get("limits", {}).items()}
    words = {key: said[key].format(**limits) for key in ("question", "words") if key in said}
    return {key: value for key, value in {**said, **words}.items() if key != "limits"}


def _said(value: int | str | list[str]) -> object:
    return " or ".join(value) if isinstance(value, list) else NumberInWords(value) if isinstance(value, int) else value


def with_limits(id: str, said: Mapping[str, Any], found: Looks | LimitTest[Looks]) -> Looks:
    """Give a test its limits. Raises :class:`TypeError` where both differ."""
    limits = limits_of(said)
    if isinstance(found, LimitTest):
        return found.make(**limits)
    if limits:
        raise TypeError(f"{id}: its function takes no limits")
    return found


@cache
def printed(folder: Path) -> dict[str, Any]:
    """The words of a sheet."""
    return read_toml(folder / "sheet.toml")


def groups_of(folder: Path, tests: Mapping[str, Filter | LimitTest[Filter]]) -> dict[str, tuple[CandidateBox, ...]]:
    """The flowcharts of candidates of a sheet, each box with its test."""
    return {
        name: tuple(
            CandidateBox(id=id, fits=with_limits(id, said, tests[id]), **worded(said)) for id, said in groups.items()
        )
        for name, groups in printed(folder)["groups"].items()
    }


def box_of(folder: Path, id: str, test: CountryTest | LimitTest[CountryTest]) -> QuestionBox:
    """A box of a sheet with its test."""
    said = printed(folder)["boxes"][id]
    return QuestionBox(id=id, test=with_limits(id, said, test), **worded(said))


def sheet_of(
    folder: Path,
    tests: Mapping[str, CountryTest | LimitTest[CountryTest]],
    groups: Mapping[str, tuple[CandidateBox, ...]],
    columns: Mapping[str, Column],
    instructions: Mapping[int, Instruction],
) -> Sheet:
    """The whole sheet, each box with its test."""
    words = printed(folder)
    boxes = tuple(box_of(folder, id, tests[id]) for id in words["boxes"])
    return Sheet(words["name"], words["rule"], boxes, words["outcomes"], groups, columns, instructions)


def by_card(table: Mapping[int | tuple[int, ...], EventAnswers]) -> dict[int, EventAnswers]:
    """A table of events with an entry for each card."""
    return {n: event for cards, event in table.items() for n in ((cards,) if isinstance(cards, int) else cards)}


@cache
def lines_of(folder: Path) -> dict[int, dict[str, Any]]:
    """The words of an Event Instructions Table, by card."""
    table = read_toml(folder / "instructions.toml")
    return {int(n): said for cards, said in table.items() if isinstance(said, dict) for n in cards.split(", ")}


def instructions_of(folder: Path, events: Mapping[int, EventAnswers], **usual: str) -> dict[int, Instruction]:
    """The Event Instructions Table of a system; ``usual`` are its defaults."""
    found: dict[int, Instruction] = {}
    for n, said in lines_of(folder).items():
        given: dict[str, Any] = {"rule": f"card {n}", "words": "", "source": "one program", **usual, **said}
        found[n] = Instruction(card=n, playable=events[n].playable if n in events else None, **given)
    return found


# -------------------------------------------------------------------- the way through a sheet


def certainty(confidence: SourceConfidence) -> tuple[bool, str]:
    """Whether something is certain, and the reason for doubt."""
    return confidence == "high", DOUBTS[confidence]


def walk(
    boxes: Sequence[QuestionBox], start: str, s: Situation, use_of: Mapping[str, str] = MappingProxyType({})
) -> tuple[str, Trail]:
    """Follow the questions from ``start`` to an outcome, box by box.

    ``use_of`` are the answers of outcomes with another name.
    """
    by_id = {b.id: b for b in boxes}
    trail: list[Stop] = []
    here = start
    while (box := by_id.get(here)) is not None:
        yes = box.test(s)
        here, other = (box.yes, box.no) if yes else (box.no, box.yes)
        trail.append(box.stop(yes, "" if other in by_id else use_of.get(other, other)))
    return here, tuple(trail)


def first_group(groups: Iterable[CandidateBox], s: Situation, legal: list[str]) -> Shortlist:
    """The candidates of the first box with a legal one, or []."""
    trail: list[Stop] = []
    for group in groups:
        left = group.fits(s, legal) if legal else []
        sure = certainty(group.confidence)
        trail.append(Stop(group.id, group.rule, group.words, "yes" if left else "no", tuple(left), *sure))
        if left:
            return left, tuple(trail)
    return [], tuple(trail)


def _row(column: str, row: int) -> str:
    """The name of a row: "Jihad 5" or "card 218, row 2".

    The second is for a column whose name ends with a number.
    """
    return f"{column}, row {row}" if column[-1:].isdigit() else f"{column} {row}"


def prefer(column: Column, s: Situation, candidates: list[Any]) -> Shortlist:
    """Apply a column's preferences in order, skipping those that fit none."""
    trail: list[Stop] = []
    left = candidates
    for p in column.rows:
        if len(left) < 2:
            break
        kept = p.keep(s, left)
        if kept and len(kept) < len(left):
            left = kept
            trail.append(Stop(_row(column.id, p.row), column.rule, p.words, "", tuple(left), *certainty(p.confidence)))
    return left, tuple(trail)


@dataclass(frozen=True)
class Priorities:
    """Choosing among countries by the flowcharts and columns of a sheet."""

    groups: Mapping[str, tuple[CandidateBox, ...]]
    columns: Mapping[str, Column]
    entrances: Mapping[str, QuestionBox] = field(default_factory=dict)
    """Questions that choose the first box, by flowchart."""

    def by_column(self, s: Situation, name: str, candidates: Iterable[str]) -> Shortlist:
        """Choose by a column alone."""
        return prefer(self.columns[name], s, list(dict.fromkeys(candidates)))

    def by_flowchart(self, s: Situation, name: str, candidates: Iterable[str]) -> Shortlist:
        """Choose by the first suitable box, then by its column; else []."""
        groups = self.groups[name]
        trail: Trail = ()
        if (entrance := self.entrances.get(name)) is not None:
            here, trail = walk((entrance,), entrance.id, s)
            groups = groups[next(i for i, g in enumerate(groups) if g.id == here) :]
        left, way = first_group(groups, s, list(dict.fromkeys(candidates)))
        left, further = self.by_column(s, name, left)
        return left, (*trail, *way, *further)

    def by_either(self, s: Situation, name: str, candidates: Iterable[str]) -> Shortlist:
        """Choose by a flowchart, by its column alone where no box fits."""
        names = list(candidates)
        left, trail = self.by_flowchart(s, name, names)
        return (left, trail) if left else self.by_column(s, name, names)

    def column(self, name: str, **looking_for: Any) -> Chooser:
        """A chooser by a column, with fields of the situation changed."""
        return lambda s, names: self.by_column(replace(s, **looking_for) if looking_for else s, name, names)

    def flowchart(self, name: str) -> Chooser:
        """A chooser by a flowchart with its column."""
        return lambda s, names: self.by_flowchart(s, name, names)

    def either(self, name: str, **looking_for: Any) -> Chooser:
        """A chooser by a flowchart, or its column alone."""
        return lambda s, names: self.by_either(replace(s, **looking_for) if looking_for else s, name, names)


def guidance(
    due: Iterable[Any],
    rule: str,
    trail: Trail = (),
    *,
    goes_by: str = "",
    readings: tuple[tuple[Any, str], ...] = (),
    table: str = "",
    drawn: bool | None = None,
) -> Guidance:
    """The due answers; a die decides among several (9.5, 12.3.12, 13.3.9)."""
    left = tuple(due)
    return Guidance(left, rule, trail, len(left) > 1 if drawn is None else drawn, readings, goes_by, table)


def any_of(found: Shortlist, rule: str) -> Guidance | None:
    """The candidates that a chooser leaves; None where it leaves none."""
    return guidance(found[0], rule, found[1]) if found[0] else None


# -------------------------------------------------------------------- making preferences


def those(test: Callable[[Situation, Any], bool]) -> Filter:
    """Filter the candidates that pass a test."""
    return lambda s, names: [n for n in names if test(s, n)]


def highest(value: Callable[[Situation, Any], float | None]) -> Filter:
    """Filter the candidates with the highest value, of those with one."""

    def keep(s: Situation, names: list[Any]) -> list[Any]:
        found = [(v, n) for n in names if (v := value(s, n)) is not None]
        best = max((v for v, _ in found), default=None)
        return [n for v, n in found if v == best]

    return keep


def lowest(value: Callable[[Situation, Any], float | None]) -> Filter:
    """Filter the candidates with the lowest value, of those with one."""
    return highest(lambda s, n: None if (v := value(s, n)) is None else -v)


def anywhere(test: Callable[[Situation, str], bool]) -> CountryTest:
    """Whether any country passes a test."""
    return lambda s: any(test(s, n) for n in s.board.names)
