"""The options table: nobody answers; it stops at the first open question and shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine.ask import Address, Ask, Field, Purpose, RollKind
from referee.engine.play import DeadEnd, Play
from referee.engine.requirement import Failure
from referee.engine.rolls import Roll
from referee.engine.tables.simple import SimpleTable


@dataclass(slots=True)
class Question:
    """The first open question of a procedure: its legal answers, and for the others why not."""

    address: Address
    side: str
    purpose: Purpose
    legal: list[Any]
    refused: dict[Any, tuple[Failure, ...]]
    useful: list[Any]
    """The legal answers that can be carried out to an end."""
    rule: str = ""

    @property
    def field(self) -> Field:
        """What is asked for."""
        assert isinstance(self.address.field, Field)
        return self.address.field


@dataclass(slots=True)
class Outlook:
    """Where a procedure stops: at a question, at a roll, at a refusal or at its end."""

    question: Question | None = None
    roll: Roll | None = None
    failures: tuple[Failure, ...] = ()
    done: bool = False
    rolls: list[Roll] = field(default_factory=list)
    """Rolls on the way there: those whose dice were given, and results that need no dice, choices by die too."""


class _Stop(Exception):
    pass


class OptionsTable(SimpleTable):
    """Answers what ``given`` answers by address, and stops at the first other question or roll.

    ``dice`` are the dice of the first rolls, in their order.
    """

    def __init__(self, given: Mapping[Address, Any], dice: Sequence[tuple[int, ...]] = ()) -> None:
        self.given = given
        self.given_dice = list(dice)
        self.outlook = Outlook()

    def answer(self, ask: Ask) -> Any:
        if ask.address in self.given:
            value = self.given[ask.address]
            failures = ask.failures(value)
            if failures:
                raise DeadEnd(failures, ask)
            return value
        legal, refused = [], {}
        for option in ask.domain():
            failures = ask.failures(option)
            if failures:
                refused[option] = failures
            else:
                legal.append(option)
        useful = legal if ask.able is None else [o for o in legal if ask.able(o)]
        self.outlook.question = Question(ask.address, ask.side, ask.purpose, legal, refused, useful, ask.rule)
        raise _Stop

    def more(self, ask: Ask, so_far: int) -> bool:
        return ask.address in self.given

    def dice(self, roll: Roll) -> tuple[int, ...]:
        if roll.kind == RollKind.PICK:  # the answer in front of it says what came
            return (1,) * roll.n
        if self.given_dice:
            return self.given_dice.pop(0)
        self.outlook.roll = roll
        raise _Stop


def look(
    play: Play, procedure: Callable[[Play], None], given: Mapping[Address, Any], dice: Sequence[tuple[int, ...]] = ()
) -> Outlook:
    """What ``procedure`` asks next after the answers ``given`` (address to value); the board is left as it was."""
    table = OptionsTable(given, dice)
    mark = play.journal.mark()
    trial = Play(play.board, play.journal, table, play.cause, play.action, play.line, play.side)
    try:
        procedure(trial)
        table.outlook.done = True
    except _Stop:
        return table.outlook
    except DeadEnd as dead:
        table.outlook.failures = dead.failures
    finally:
        table.outlook.rolls = trial.rolls
        play.journal.undo_to(mark)
    return table.outlook
