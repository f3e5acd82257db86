"""The prompt table: a person answers, one question after the other.

It answers what is given, in order, and stops at the first question behind that. Whoever asks the person takes the board
back to where the line began, adds an answer and plays the line again: an answer that is taken back is one that is left
out. Nothing here knows a terminal, a page or how a line is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from referee.engine.ask import Ask, Field
from referee.engine.board import Board
from referee.engine.play import UNKNOWN, DeadEnd
from referee.engine.requirement import Failure, FindingKind
from referee.engine.rolls import Roll
from referee.engine.tables.written import WrittenTable

DENIED = "no"
"""The answer to when an event comes, where it did not happen."""


class Wanted(StrEnum):
    """What is wanted of the person."""

    ANSWER = "answer"
    MORE = "more"
    """Whether a list goes on: True or False."""
    DICE = "dice"
    ANYWAY = "anyway"
    """A rule forbids what was answered: whether it is played all the same."""


@dataclass(frozen=True, slots=True)
class Given:
    """One answer of a person."""

    value: Any
    unknown: bool = False
    """Of dice: nobody noted them; ``value`` are dice with the result that is remembered."""
    itself: bool = False
    """Whether nothing else could be answered, so that nobody was asked."""
    rolled: int = 0
    """How many of the dice the referee rolled."""
    passed: bool = False
    """Whether it was passed on the way to the answer that was pointed at: both are taken back together."""


@dataclass(eq=False)
class Open(Exception):
    """The first question without an answer."""

    wanted: Wanted
    ask: Ask | None = None
    roll: Roll | None = None
    failures: tuple[Failure, ...] = ()
    so_far: int = 0
    """Of a list: how many entries it has."""


class PromptTable(WrittenTable):
    """Answers what ``given`` answers, and raises :class:`Open` at the next question."""

    def __init__(self, given: Sequence[Given], board: Board) -> None:
        super().__init__()
        self.given = given
        self.board = board
        self.taken = 0
        """How many of the answers have been taken."""
        self.unnoted: list[Roll] = []
        """Rolls whose dice nobody noted."""
        self.denied: set[int] = set()
        """Cards whose event did not happen, whatever was due."""
        self.against: list[Failure] = []
        """What speaks against answers that were given all the same."""

    def _next(self, wanted: Wanted, **about: Any) -> Given:
        if self.taken >= len(self.given):
            raise Open(wanted, **about)
        self.taken += 1
        return self.given[self.taken - 1]

    def answer(self, ask: Ask) -> Any:
        value = self._next(Wanted.ANSWER, ask=ask).value
        if ask.field == Field.ORDER and value == DENIED:
            self.denied.add(ask.address.card)
            value = "after"
        if value != UNKNOWN:
            self.against += [f for f in ask.failures(value) if f.kind != "note"]
        self.stack[-1].answers.append((ask, value))
        return value

    def more(self, ask: Ask, so_far: int) -> bool:
        return bool(self._next(Wanted.MORE, ask=ask, so_far=so_far).value)

    def dice(self, roll: Roll) -> tuple[int, ...]:
        given = self._next(Wanted.DICE, roll=roll)
        self.stack[-1].rolls.append(roll)
        self.stack[-1].before.append(len(self.stack[-1].answers))
        if given.unknown:
            self.unnoted.append(roll)
        return tuple(given.value)

    def mentioned(self, card: int) -> bool | None:
        return False if card in self.denied else None

    def refused(self, failures: tuple[Failure, ...], at: str) -> None:
        self._next(Wanted.ANYWAY, failures=failures)
        self.against += failures

    def left_out(self, rule: str, message: str, help: str) -> None:
        if message:
            raise DeadEnd((Failure("left out", rule, "incomplete", message),))

    def remark(self, kind: FindingKind, rule: str, message: str, see: tuple[int, ...]) -> None:
        """The referee says the same of the line once it is written."""
