"""The random table: a seeded generator answers; what it answered can be written as a record."""

from __future__ import annotations

from random import Random
from typing import Any

from referee.engine.play import Ask, Dead
from referee.engine.rolls import Roll
from referee.engine.tables.simple import SimpleTable


class RandomTable(SimpleTable):
    """Answers at random among the legal options; keeps every answer by address.

    A dead end raises :class:`Dead`; the player of the game undoes the action and tries other answers.
    """

    def __init__(self, random: Random) -> None:
        self.random = random
        self.answers: list[tuple[Ask, Any]] = []
        self.rolls: list[Roll] = []
        self.segments: list[tuple[str, int | None, int, int]] = []
        self._open: list[tuple[str, int | None, int, int]] = []

    def enter(self, segment: str, card: int | None) -> None:
        self._open.append((segment, card, len(self.answers), len(self.rolls)))

    def leave(self, segment: str) -> None:
        self._open.pop()

    def answer(self, ask: Ask) -> Any:
        options = ask.options()
        if not options:
            raise Dead(ask=ask)
        choice = options[self.random.randrange(len(options))]
        self.answers.append((ask, choice))
        return choice

    def more(self, ask: Ask, so_far: int) -> bool:
        if not ask.options():
            return False
        return self.random.random() < 0.6

    def dice(self, roll: Roll) -> tuple[int, ...]:
        self.rolls.append(roll)
        return tuple(self.random.randint(1, 6) for _ in range(roll.n))
