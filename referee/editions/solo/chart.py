"""What a player aid sheet is made of, as data: boxes with a question, boxes with candidates, columns of preferences.

One object serves playing, checking, ``explain``, the report and the pages of the documentation. Nothing here knows a
system; each has its sheet in a file of its own, which can be read with the printed one beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from referee.editions.solo.situation import Situation
from referee.engine.guidance import Guidance, Stop, Trail

Confidence = Literal["high", "medium", "low"]
"""high: the rulebook, its worked turn or two sources that know nothing of each other; medium: one source; low: inferred."""
DOUBTS: Mapping[str, str] = {"high": "", "medium": "rests on one source", "low": "inferred, no source has it"}
"""What a confidence means to a player."""
Keep = Callable[[Situation, list[str]], list[str]]
"""Which of the candidates a preference keeps; [] where none fits, and then it is passed over."""


@dataclass(frozen=True, slots=True)
class Box:
    """A question with two ways on: to another box, or to what is done."""

    id: str
    rule: str
    question: str
    test: Callable[[Situation], bool]
    yes: str
    no: str
    confidence: Confidence = "high"
    source: str = ""
    """What the confidence rests on, in a few words."""


@dataclass(frozen=True, slots=True)
class Group:
    """A box that names candidates: the first of a flowchart that fits any legal country gives them."""

    id: str
    rule: str
    words: str
    fits: Keep
    confidence: Confidence = "high"
    source: str = ""


@dataclass(frozen=True, slots=True)
class Preference:
    """A row of the Priorities Table."""

    row: int
    words: str
    keep: Keep
    confidence: Confidence = "high"
    source: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the Priorities Table: its rows in order."""

    id: str
    rule: str
    rows: tuple[Preference, ...]


@dataclass(frozen=True, slots=True)
class Instruction:
    """A line of the Event Instructions Table."""

    card: int
    rule: str
    words: str
    """What the table says, in our words; "" where it only decides whether the card is played."""
    playable: Callable[[Situation], bool] | None = None
    """Whether the side plays it for its event at all; None: whenever its precondition is met and it has an effect."""
    otherwise: Callable[[Situation], str] | None = None
    """Why another reading of the line decides the other way just now; "" where all agree."""
    confidence: Confidence = "medium"
    source: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A solitaire system as its player aid sheets have it."""

    name: str
    rule: str
    boxes: tuple[Box, ...]
    outcomes: Mapping[str, str]
    """What is done at the end of a way, in words, by its name."""
    groups: Mapping[str, tuple[Group, ...]] = field(default_factory=dict)
    """Flowcharts of candidates, by name."""
    columns: Mapping[str, Column] = field(default_factory=dict)
    instructions: Mapping[int, Instruction] = field(default_factory=dict)

    def box(self, name: str) -> Box | None:
        """The box of this name; None for the end of a way."""
        return next((b for b in self.boxes if b.id == name), None)


def certainty(confidence: Confidence) -> tuple[bool, str]:
    """Whether something is sure, and why it is not."""
    return confidence == "high", DOUBTS[confidence]


def walk(boxes: Sequence[Box], start: str, s: Situation) -> tuple[str, tuple[Stop, ...]]:
    """Follow the questions from ``start`` to the end of the way; the way is told box by box."""
    by_id = {b.id: b for b in boxes}
    trail: list[Stop] = []
    here = start
    while (box := by_id.get(here)) is not None:
        yes = box.test(s)
        told = Stop(box.id, box.rule, box.question, "yes" if yes else "no", (), *certainty(box.confidence))
        here, other = (box.yes, box.no) if yes else (box.no, box.yes)
        trail.append(told if other in by_id else told._replace(other=other))
    return here, tuple(trail)


def first_group(groups: Iterable[Group], s: Situation, legal: list[str]) -> tuple[list[str], tuple[Stop, ...]]:
    """The candidates of the first box that fits any of ``legal``; [] if none does."""
    trail: list[Stop] = []
    for group in groups:
        left = group.fits(s, legal) if legal else []
        if left:
            trail.append(Stop(group.id, group.rule, group.words, "yes", tuple(left), *certainty(group.confidence)))
            return left, tuple(trail)
        trail.append(Stop(group.id, group.rule, group.words, "no", (), *certainty(group.confidence)))
    return [], tuple(trail)


def prefer(column: Column, s: Situation, candidates: list[str]) -> tuple[list[str], tuple[Stop, ...]]:
    """What the preferences of a column leave of the candidates, from top to bottom; one that fits none is passed over."""
    trail: list[Stop] = []
    left = candidates
    for p in column.rows:
        if len(left) < 2:
            break
        kept = p.keep(s, left)
        if kept and len(kept) < len(left):
            left = kept
            trail.append(Stop(f"{column.id} {p.row}", column.rule, p.words, "", tuple(left), *certainty(p.confidence)))
    return left, tuple(trail)


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
    """What is due; a die decides where several are left (9.5, 12.3.12, 13.3.9), unless ``drawn`` says otherwise."""
    left = tuple(due)
    return Guidance(left, rule, trail, len(left) > 1 if drawn is None else drawn, readings, goes_by, table)


# -------------------------------------------------------------------- how preferences are made


def those(test: Callable[[Situation, str], bool]) -> Keep:
    """The candidates of which something is true."""
    return lambda s, names: [n for n in names if test(s, n)]


def highest(value: Callable[[Situation, str], float | None]) -> Keep:
    """The candidates with the highest value; those without one are left aside."""

    def keep(s: Situation, names: list[str]) -> list[str]:
        found = [(v, n) for n in names if (v := value(s, n)) is not None]
        best = max((v for v, _ in found), default=None)
        return [n for v, n in found if v == best]

    return keep


def lowest(value: Callable[[Situation, str], float | None]) -> Keep:
    """The candidates with the lowest value; those without one are left aside."""

    def negative(s: Situation, n: str) -> float | None:
        v = value(s, n)
        return None if v is None else -v

    return highest(negative)
