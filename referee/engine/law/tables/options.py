"""The options table, which shows the first open question and stops."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.engine.law.ask import Address, Ask, RollKind
from referee.engine.law.play import Play
from referee.engine.law.question import InputKind, Outlook, Question, QuestionPending
from referee.engine.law.rolls import Roll
from referee.engine.law.table import DeadEnd
from referee.engine.law.tables.simple import SimpleTable


class OptionsTable(SimpleTable):
    """A table of given answers that stops at open questions.

    ``given`` has the answers by address; the table stops at the first other question or roll. ``dice`` are the dice of
    the first rolls, in order.
    """

    def __init__(self, given: Mapping[Address, Any], dice: Sequence[tuple[int, ...]] = ()) -> None:
        self.given = given
        self.given_dice = list(dice)

    def answer(self, ask: Ask) -> Any:
        if ask.address not in self.given:
            raise QuestionPending(Question(ask=ask).look())
        value = self.given[ask.address]
        failures = ask.failures(value)
        if failures:
            raise DeadEnd(failures, ask)
        return value

    def more(self, ask: Ask, so_far: int) -> bool:
        return ask.address in self.given

    def dice(self, roll: Roll) -> tuple[int, ...]:
        if roll.kind == RollKind.PICK:  # the answer before it shows the result
            return (1,) * roll.n
        if not self.given_dice:
            raise QuestionPending(Question(InputKind.DICE, roll=roll))
        return self.given_dice.pop(0)


def look(
    play: Play, procedure: Callable[[Play], None], given: Mapping[Address, Any], dice: Sequence[tuple[int, ...]] = ()
) -> Outlook:
    """Return the next question of ``procedure`` after the ``given`` answers.

    Answers are given by address; the board stays as it was.
    """
    mark = play.journal.mark()
    trial = Play(play.board, play.journal, OptionsTable(given, dice), play.cause, play.action, play.line, play.side)
    try:
        procedure(trial)
        return Outlook(done=True, rolls=trial.rolls)
    except QuestionPending as found:
        return Outlook(found.question, rolls=trial.rolls)
    except DeadEnd as dead:
        return Outlook(failures=dead.failures, rolls=trial.rolls)
    finally:
        play.journal.undo_to(mark)
