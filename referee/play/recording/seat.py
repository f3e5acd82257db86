"""The person beside a Bot: tells its dice, and decides what is not the Bot's to decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine.tables.prompt import Given, Open, Wanted
from referee.play import bot_dice


class Asked(Open):
    """A question of a Bot's turn: dice, or one of several."""

    def __init__(self, said: str, n: int = 0, options: Sequence[Any] = (), names: Sequence[str] = ()) -> None:
        super().__init__(Wanted.DICE if n else Wanted.ANSWER)
        self.said, self.n, self.options, self.names = said, n, list(options), list(names)


class Person(bot_dice.Person):
    """Answers from what is given, and raises :class:`Asked` at the next question."""

    def __init__(self, given: Sequence[Given]) -> None:
        super().__init__()
        self.given, self.taken = given, 0

    def _next(self) -> Given | None:
        self.taken += 1
        return self.given[self.taken - 1] if self.taken <= len(self.given) else None

    def _one(self, said: str, options: Sequence[Any], names: Sequence[str]) -> Any:
        given = self._next()
        if given is None:
            raise Asked(said, 0, options, names)
        return options[given.value]

    def _numbers(self, said: str, n: int) -> tuple[int, ...]:
        given = self._next()
        if given is None:
            raise Asked(said, n)
        return tuple(given.value)

    def _tell(self, said: str) -> None:
        """The question that comes again says it."""
