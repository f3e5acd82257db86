"""The questions of a line, answered and open, and answers on trial."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, NamedTuple

from referee.engine.law.ask import Address, Ask, SegmentId
from referee.engine.law.rolls import Roll
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.script import Place, Segment

SKIP = "skip"
"""Assumed of a triggered event that a line does not mention: the players did not carry it out."""


class Forced(NamedTuple):
    """Trial dice for a roll, in place of those on the line."""

    roll: Address


@plain_dataclass()
class Trial:
    """Answers that are assumed for what a line leaves open."""

    answers: Mapping[Address | Forced, Any]
    watch: SegmentId | None = None
    """The segment at whose end the play stops; None to play the whole line."""
    without_dice: frozenset[Address] = frozenset()
    """Rolls for which no die without a label is meant: others need them."""
    uses: set[Address] = field(default_factory=set)
    """Which of the answers were asked for."""

    def use(self, address: Address) -> Any:
        """Give one of the answers."""
        self.uses.add(address)
        return self.answers[address]


@plain_dataclass()
class Questions:
    """The questions of a play in their order, each with its segment."""

    asked: list[tuple[Segment | None, Ask]] = field(default_factory=list)
    closed: list[tuple[Segment | None, Ask]] = field(default_factory=list)
    """Those that were not asked, since no answer to them was legal."""
    answered: bool = False
    """Whether the line itself answered the last one."""
    place: Ask | None = None
    """The last one about a country or a place, which later ones hang on."""


@plain_dataclass(frozen=True, eq=False)
class OpenQuestion:
    """An ask or a roll without an answer on the line."""

    key: Address
    options: list[Any]
    place: Place
    """Where the answer would be written."""
    rule: str
    """The rule that calls for the answer."""
    ask: Ask | None = None
    roll: Roll | None = None


class LeftOpen(Exception):
    """The signal for an open question.

    It is kept apart from :class:`OpenQuestion`, since an exception holds every frame that it passed.
    """

    def __init__(self, question: OpenQuestion) -> None:
        super().__init__(question.key)
        self.question = question
