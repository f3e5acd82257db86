"""The used parts of a line, and the segments of its cards."""

from __future__ import annotations

from typing import Any

from referee.engine.law.ask import Address
from referee.engine.state.plain import NamedTuple, plain_dataclass
from referee.engine.state.script import Dice, Part, Segment, Statement


class Loan(NamedTuple):
    """Unlabelled dice that a roll gives back if another one lacks them."""

    segment: Segment
    roll: Address
    incidental: bool
    """Whether the roll is outside the play; else an event's Test."""
    countries: frozenset[str]
    """The countries of their entries, whose own rolls come first."""


class UsedParts(set[Segment | Part | Statement]):
    """The used parts of a line: asked for, played or compared.

    Lists and dice have the number of used entries.
    """

    __slots__ = ("loans", "taken")

    def __init__(self) -> None:
        super().__init__()
        self.taken: dict[Part | Dice, int] = {}
        self.loans: list[Loan] = []

    def count(self, of: Part | Dice) -> int:
        """The number of used entries of a list, or used dice."""
        return self.taken.get(of, 0)

    def rest(self, of: Part | Dice) -> list[Any]:
        """Return the unused entries of a list, or dice of a bracket."""
        return list((of.values if isinstance(of, Dice) else of.value)[self.taken.get(of, 0) :])

    def take(self, of: Part | Dice, n: int = 1) -> None:
        """Take further entries of a list, or dice of a bracket."""
        self.taken[of] = self.taken.get(of, 0) + n

    def take_all(self, of: Dice) -> None:
        """Take a whole bracket."""
        self.taken[of] = len(of.values)


@plain_dataclass()
class CardSegments:
    """The segments of cards after the first part of a line."""

    grant: Segment | None = None
    """The written Operation that an event has just asked for."""
    operation: Segment | None = None
    """The Operation on a later line, after the other side's event."""
    extra: int | None = None
    """The number of the further card in play."""
