"""The look-ahead table: from the given answers to the next roll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine.law.ask import AIMS, Ask
from referee.engine.law.question import GivenAnswer, InputKind, Question, QuestionPending, made_for, target
from referee.engine.law.rolls import Roll
from referee.engine.law.tables.prompt import PromptTable
from referee.engine.state.board import Board

MOST_AHEAD = 32
"""Most answers and rolls on the way to the roll of an answer."""


class AheadTable(PromptTable):
    """A table with likely answers up to the last answer's roll.

    There it raises :class:`QuestionPending`, as at any other question with a choice. The dice of other targets show the first of
    their cases, or the ``last`` one.
    """

    def __init__(self, given: Sequence[GivenAnswer], board: Board, *, last: bool) -> None:
        super().__init__(given, board)
        self.last = last
        self.asked: Ask | None = None
        """The question of the last answer."""
        self.passed = False
        """Whether dice of another target were rolled on the way."""
        self.left = MOST_AHEAD

    def _next(self, kind: InputKind, **about: Any) -> GivenAnswer:
        if self.taken < len(self.given):
            self.asked = about.get("ask")
            return super()._next(kind, **about)
        question = Question(kind, **about)
        self.left -= 1
        found = self._likely(question) if self.left >= 0 else None
        if found is None:
            raise QuestionPending(question)
        return found

    def _likely(self, question: Question) -> GivenAnswer | None:
        if question.roll is not None:
            if self._own(question.roll):
                return None
            self.passed = True
            return GivenAnswer(question.roll.cases()[-1 if self.last else 0])
        return question.only() or question.likely() or self._of_later_entry(question)

    def _own(self, roll: Roll) -> bool:
        """Return whether a roll is made for the last answer."""
        asked = self.asked
        if asked is None:
            return True
        if asked.field in AIMS:
            named = [target(asked, self.given[-1].value)]
        else:
            named = [target(a, v) for a, v in self.stack[-1].answers if a.item == asked.item and a.field in AIMS]
        return made_for(roll, asked, named)

    def _of_later_entry(self, question: Question) -> GivenAnswer | None:
        """Return the first answer for the next entry of an unfinished list."""
        ask, asked = question.ask, self.asked
        if ask is None or asked is None or ask.item is None or asked.item is None or ask.item <= asked.item:
            return None
        options = ask.options() if ask.address.segment == asked.address.segment else []
        return GivenAnswer(options[0]) if options else None
