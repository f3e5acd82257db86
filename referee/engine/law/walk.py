"""A walk through a line, one question after the other.

Each look plays the line from its beginning with the answers so far, and undoes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import partial
from typing import Self

from referee.engine.law.line import LineHead
from referee.engine.law.play import Play
from referee.engine.law.question import Choice, GivenAnswer, InputKind, Outlook, Question, QuestionPending, refused
from referee.engine.law.requirement import Failure
from referee.engine.law.rolls import Roll
from referee.engine.law.table import DeadEnd
from referee.engine.law.tables.ahead import AheadTable
from referee.engine.law.tables.prompt import PromptTable
from referee.engine.law.tables.written import WrittenTable
from referee.engine.state.board import Board
from referee.engine.state.cause import LineCause
from referee.engine.state.journal import Journal
from referee.engine.state.names import Names

MOST_AHEAD = 8
"""Most answers without a choice on the way to the next."""
_LEAD = {"choices": "Set-up by the Jihadist. ", "resolve": "Plots are resolved. ", "end": "The turn ends. "}
"""The words before the questions of a line that comes by itself."""


class Walk:
    """A line and the answers to its questions so far.

    ``Walk(board, journal, Line("card", "US", (43,)), names)`` begins; :meth:`question` returns the next question,
    :meth:`give` answers it, :meth:`back` undoes answers, :meth:`here` gives the board at the question, and the line at
    its end.
    """

    def __init__(self, board: Board, journal: Journal, line: LineHead, names: Names) -> None:
        self.board, self.journal, self.line, self.names = board, journal, line, names
        self.given: list[GivenAnswer] = []

    def ahead(self, *more: GivenAnswer, back: int = 0) -> Self:
        """Return the same line with further answers, replacing the last ``back`` ones."""
        made = copy(self)
        made.given = [*self.given[: len(self.given) - back], *more]
        return made

    def give(self, *answers: GivenAnswer) -> None:
        """Answer the question and the following ones."""
        self.given += answers

    def back(self, n: int = 1) -> list[GivenAnswer]:
        """Undo the last answers."""
        taken = self.given[len(self.given) - n :]
        del self.given[len(self.given) - n :]
        return taken

    @property
    def answered(self) -> bool:
        """Whether any answer was given by a person."""
        return any(not g.itself for g in self.given)

    # ------------------------------------------------------------ looking

    @contextmanager
    def here(self) -> Iterator[Outlook]:
        """Yield the result of the answers, with the board at that point.

        The board is restored at the end.
        """
        mark = self.journal.mark()
        try:
            yield self._looked(self.outlook)
        finally:
            self.journal.undo_to(mark)

    def _looked(self, play: Callable[[], Outlook]) -> Outlook:
        try:
            return play()
        except QuestionPending as found:
            return Outlook(found.question)
        except DeadEnd as dead:
            return Outlook(failures=dead.failures)
        except Exception as error:  # an answer against the rules may lead to a state that no procedure allows for
            why = f"the play cannot go on with that answer ({type(error).__name__}); write the line behind ! instead"
            return Outlook(failures=(Failure("lost", "", "unsupported", why),))

    def outlook(self) -> Outlook:
        """Play the line with the answers.

        Raises :class:`QuestionPending` at the first question without one, and DeadEnd.
        """
        return self._played(PromptTable(self.given, self.board))

    def _played(self, table: PromptTable) -> Outlook:
        self.carry_out(table)
        return Outlook(done=True)

    def carry_out(self, table: WrittenTable, at: int = 0) -> Play:
        """Carry out the procedure of line number ``at`` at a table.

        Raises DeadEnd if it has no legal end.
        """
        play = Play(self.board, self.journal, table, (LineCause(at),), "a1" if at else "", at, self.line.side)
        self.board.rules.procedures[self.line.kind](play, self.line)
        return play

    def phrase(self, question: Question) -> Question:
        """Put a question of this line into words at its board."""
        question.phrase(self.names, self.line.side)
        lead = _LEAD.get(self.line.kind, "")
        question.title, question.sought = lead + question.title, lead + question.sought
        return question

    def question(self) -> Question | None:
        """Return the next question in words.

        Returns None at a dead end and at the end of the line.
        """
        with self.here() as out:
            return self.phrase(out.question) if out.question is not None else None

    def next_choice(self, *more: GivenAnswer) -> tuple[Question, tuple[GivenAnswer, ...]] | None:
        """Return the next question with a choice, and all answers before it.

        ``more`` are further answers. None if there is none: the line ends, or the play leads to a dead end.
        """
        given = list(more)
        for _ in range(MOST_AHEAD):
            trial = self.ahead(*given)
            with trial.here() as out:
                if out.question is None or out.question.kind == InputKind.ANYWAY:
                    return None
                only = out.question.only()
                if only is None:
                    return trial.phrase(out.question), tuple(given)
            given.append(GivenAnswer(only.value, itself=True, passed=True))
        return None

    def forced(self) -> Iterator[tuple[Self, int, Question]]:
        """Yield the questions without choice before the next one, last one first.

        Each with its distance.
        """
        for back in range(1, len(self.given) + 1):
            if not self.given[-back].itself:
                return
            trial = self.ahead(back=back)
            with trial.here() as out:
                if out.question is None or out.question.kind != InputKind.ANSWER:
                    continue
                question = trial.phrase(out.question)
            yield trial, back, question

    def refused(self, question: Question) -> list[Choice]:
        """The answers to the next question that rules forbid, with reasons.

        They are stored in the question.
        """
        if question.refused is None:
            with self.here() as out:
                asked = out.question
                question.refused = []
                if asked is not None and asked.ask is not None:
                    asked.choices = question.choices
                    question.refused = asked.refuse(self.names)
        return question.refused

    def named(self, value: int) -> Choice | None:
        """Return a number as an answer, with the reasons against it."""
        with self.here() as out:
            ask = out.question.ask if out.question is not None else None
            return refused(ask, value, self.names) if ask is not None else None

    def look_ahead(self, question: Question) -> None:
        """Store the resulting roll in each answer to the next question.

        A chance that depends on the dice of an earlier target is left out.
        """
        more = [GivenAnswer(value=True)] if question.kind == InputKind.MORE else []
        for c in question.choices:
            roll = self.roll_ahead(*more, GivenAnswer(c.value))
            if roll is None:
                continue
            c.roll, c.odds, c.chance = roll, roll.chances, roll.success
            c.note = c.note or (f"{c.roll.title}: {c.odds}" if c.odds else "")

    def roll_ahead(self, *more: GivenAnswer) -> Roll | None:
        """The roll after further answers, or None.

        A chance that hangs on the dice of an earlier target is left out.
        """
        given = [*self.given, *more]
        roll, passed = self._roll_ahead(given)
        return None if passed and roll is not None and not _alike(roll, self._roll_ahead(given, last=True)[0]) else roll

    def _roll_ahead(self, given: Sequence[GivenAnswer], *, last: bool = False) -> tuple[Roll | None, bool]:
        """The roll after these answers, and whether other dice come before it."""
        mark = self.journal.mark()
        table = AheadTable(given, self.board, last=last)
        try:
            return self._looked(partial(self._played, table)).roll, table.passed
        finally:
            self.journal.undo_to(mark)


def _alike(roll: Roll, other: Roll | None) -> bool:
    """Return whether two rolls are the same one with the same chances."""
    return other is not None and (roll.address, roll.outcomes()) == (other.address, other.outcomes())
