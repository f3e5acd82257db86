"""The common part of tables that write their answers.

They serve self-play, a person, and observed plays; the answers become a line afterwards.
"""

from __future__ import annotations

from typing import Any

from referee.engine.law.ask import Ask, Field, SegmentId
from referee.engine.law.line import LineHead
from referee.engine.law.rolls import Roll
from referee.engine.law.tables.simple import SimpleTable
from referee.engine.state.plain import field, plain_dataclass


@plain_dataclass()
class PlayedSegment:
    """One segment as played: the operation, an event, a resolved Plot."""

    id: SegmentId
    answers: list[tuple[Ask, Any]] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    before: list[int] = field(default_factory=list)
    """The number of answers before each roll."""

    @property
    def name(self) -> str:
        return self.id.name

    @property
    def card(self) -> int | None:
        return self.id.card


@plain_dataclass(frozen=True)
class PlayedLine:
    """A played line for a writer: kind and segments."""

    line: LineHead
    segments: tuple[PlayedSegment, ...]


class WrittenTable(SimpleTable):
    """A table that keeps every answer and every roll by segment."""

    def __init__(self) -> None:
        self.segments: list[PlayedSegment] = []
        self.stack: list[PlayedSegment] = []
        """The current segments, the innermost last."""

    def enter(self, segment: SegmentId) -> None:
        played = PlayedSegment(segment)
        self.stack.append(played)
        self.segments.append(played)

    def leave(self, segment: SegmentId) -> None:
        self.stack.pop()

    def note_roll(self, roll: Roll) -> None:
        """Keep a roll with its place among the answers."""
        self.stack[-1].rolls.append(roll)
        self.stack[-1].before.append(len(self.stack[-1].answers))

    def as_named(self, countries: list[str]) -> list[str]:
        """The countries in the order of their answers, if all were answered.

        A record will name them in this order.
        """
        said = [v for a, v in self.stack[-1].answers if a.field == Field.WHERE] if self.stack else []
        return sorted(countries, key=said.index) if set(said) >= set(countries) else countries


def use_of(table: WrittenTable) -> str:
    """Return the use of a card.

    An event that came first and won the game leaves no question for it.
    """
    return next((str(v) for p in table.segments for a, v in p.answers if a.field == Field.USE), "event")
