"""How much of a line its procedure has used so far."""

from __future__ import annotations

from typing import Any

from referee.engine.state.script import Dice, Part, Segment, Statement


class Used(set[Segment | Part | Dice | Statement]):
    """The used parts of a line.

    They were asked for, played or compared; of lists and dice, how many entries were taken.
    """

    __slots__ = ("taken",)

    def __init__(self) -> None:
        super().__init__()
        self.taken: dict[Part | Dice, int] = {}

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
        self.add(of)
