"""The used parts of a line, and the segments of its cards."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.engine.law.ask import Address
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.script import Dice, Part, Segment, Statement


class Loan(NamedTuple):
    """Dice without a label that a roll gives back if another one lacks them."""

    segment: Segment
    roll: Address
    aside: bool
    """Whether the rules of the play itself do not call for it; else it is the Test of an event."""
    beside: frozenset[str]
    """The countries of the entries that have them: their own rolls come before the Test of another country."""


class Used(set[Segment | Part | Statement]):
    """The used parts of a line.

    They were asked for, played or compared; of lists and dice, how many entries were taken.
    """

    __slots__ = ("loans", "taken")

    def __init__(self) -> None:
        super().__init__()
        self.taken: dict[Part | Dice, int] = {}
        self.loans: list[Loan] = []

    def count(self, of: Part | Dice) -> int:
        """How many entries of a list, or dice of a bracket, were taken."""
        return self.taken.get(of, 0)

    def rest(self, of: Part | Dice) -> list[Any]:
        """The entries of a list that nothing has asked for yet, or the dice that nothing has rolled."""
        return list((of.values if isinstance(of, Dice) else of.value)[self.taken.get(of, 0) :])

    def take(self, of: Part | Dice, n: int = 1) -> None:
        """Take further entries of a list, or dice of a bracket."""
        self.taken[of] = self.taken.get(of, 0) + n

    def take_all(self, of: Dice) -> None:
        """Take a whole bracket."""
        self.taken[of] = len(of.values)


@plain_dataclass()
class CardSegments:
    """The segments that cards bring besides the first part of a line."""

    grant: Segment | None = None
    """The written Operation that an event has just asked for."""
    operation: Segment | None = None
    """The Operation on a later line, where the line begins with the event of the other side."""
    extra: int | None = None
    """The number of the further card that is being played."""
