"""The prompt table: a person answers, one question after the other.

It takes the given answers in order and stops at the first question after them; it knows no terminal, page or notation.
:class:`~referee.engine.law.walk.Walk` plays a line at it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.engine.law.ask import Ask, Field
from referee.engine.law.question import DENIED, GivenAnswer, InputKind, Question, QuestionPending
from referee.engine.law.requirement import Failure, FindingKind
from referee.engine.law.rolls import Roll
from referee.engine.law.table import UNKNOWN, DeadEnd
from referee.engine.law.tables.written import WrittenTable
from referee.engine.state.board import Board


class PromptTable(WrittenTable):
    """A table of ``given`` answers that raises :class:`QuestionPending` at the next question."""

    def __init__(self, given: Sequence[GivenAnswer], board: Board) -> None:
        super().__init__()
        self.given = given
        self.board = board
        self.taken = 0
        """The number of answers taken."""
        self.unnoted: list[Roll] = []
        """Rolls with unnoted dice."""
        self.denied: set[int] = set()
        """Cards whose due event did not happen."""
        self.against: list[Failure] = []
        """The reasons against answers that were given all the same."""

    def _next(self, kind: InputKind, **about: Any) -> GivenAnswer:
        if self.taken >= len(self.given):
            raise QuestionPending(Question(kind, **about))
        self.taken += 1
        return self.given[self.taken - 1]

    def answer(self, ask: Ask) -> Any:
        given = self._next(InputKind.ANSWER, ask=ask)
        value = given.value
        if ask.field == Field.ORDER and value == DENIED:
            self.denied.add(ask.address.card)
            value = "after"
        if value != UNKNOWN:
            self.against += [f for f in ask.failures(value) if f.kind != "note"]
        self.stack[-1].answers.append((ask, UNKNOWN if given.open else value))
        return value

    def more(self, ask: Ask, so_far: int) -> bool:
        return bool(self._next(InputKind.MORE, ask=ask).value)

    def dice(self, roll: Roll) -> tuple[int, ...]:
        given = self._next(InputKind.DICE, roll=roll)
        if given.open and given.passed:  # its purpose is unnoted: the line has no dice for it
            return tuple(given.value)
        self.note_roll(roll)
        if given.unknown:
            self.unnoted.append(roll)
        return tuple(given.value)

    def mentioned(self, card: int) -> bool | None:
        return False if card in self.denied else None

    def refused(self, failures: tuple[Failure, ...], at: str) -> None:
        self._next(InputKind.ANYWAY, failures=failures)
        self.against += failures

    def left_out(self, rule: str, message: str, help: str, about: Iterable[str] = ()) -> None:
        if message:
            raise DeadEnd((Failure("left out", rule, "incomplete", message),))

    def remark(
        self, kind: FindingKind, rule: str, message: str, see: tuple[int, ...], option: str = "", requirement: str = ""
    ) -> None:
        """Do nothing: the referee reports it for the written line."""
