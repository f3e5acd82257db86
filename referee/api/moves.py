"""Moves: the legal plays of the acting side, as lines to push."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from referee.engine.law.alternatives import Alternatives
from referee.engine.law.ask import Address, Ask, Field
from referee.engine.law.line import LineHead
from referee.engine.law.play import Play
from referee.engine.law.question import Choice, Question, QuestionPending
from referee.engine.law.rolls import Roll
from referee.engine.law.table import UNKNOWN, DeadEnd
from referee.engine.law.tables.probe import ProbeTable
from referee.engine.law.tables.random import Cards, RandomTable
from referee.engine.state.board import Board
from referee.engine.state.journal import Journal
from referee.parsers.notation import compose

TARGETS = frozenset({Field.USE, Field.WHERE, Field.FROM, Field.TO, Field.PLOT})
"""Questions with a move for each answer.

The others get their first legal answer.
"""
MOST = 200
"""Most moves in the list."""


@dataclass(frozen=True, slots=True)
class Move:
    """A legal play at a position, with all choices and no dice."""

    use: str
    """The use of the card: woi, deploy, event, recruit, ..."""
    places: tuple[str, ...]
    """The countries and Plot markers that it names."""
    line: str
    """Its line, without dice: ``US 43 deploy track > Gulf States 1``."""

    def __str__(self) -> str:
        return self.line


class _MoveTable(RandomTable):
    """A table that notes every answer and stops at open targets.

    A question without a given answer gets the first legal option.
    """

    def __init__(self, board: Board, given: Mapping[Address, Any]) -> None:
        super().__init__(Random(0), Cards([]), board)
        self.answers = given

    def answer(self, ask: Ask) -> Any:
        options = ask.options()
        if not options:
            raise DeadEnd((), ask)
        if ask.address in self.answers:
            choice = self.answers[ask.address]
        elif ask.field in TARGETS and len(options) > 1 and not self.in_event():
            raise QuestionPending(Question(ask=ask, choices=[Choice(option) for option in options]))
        else:
            choice = UNKNOWN if ask.hidden and UNKNOWN in options else options[0]
        self.stack[-1].answers.append((ask, choice))
        return choice

    def in_event(self) -> bool:
        """Whether a triggered event without choices of the mover is in progress."""
        used = next((v for p in self.segments for a, v in p.answers if a.field == Field.USE), "event")
        return used != "event" and any(p.name == "event" for p in self.stack)

    def more(self, ask: Ask, so_far: int) -> bool:
        return bool(ask.due)

    def dice(self, roll: Roll) -> tuple[int, ...]:
        k = roll.address.number if roll.repeats is not None else 0  # a roll that is only repeated comes to an end
        return tuple(6 - k // 6**i % 6 for i in range(roll.n))

    def drawn(self, side: str) -> int:
        return 0


def uses(board: Board, card: int) -> Alternatives:
    """The legal uses of a card; 0 means one of each value."""
    from referee.editions.base.alternatives import alternatives

    return alternatives(Play(board, Journal(board), ProbeTable([])), card)


def moves(board: Board, card: int) -> Iterator[Move]:
    """Yield the acting side's plays of ``card``, target by target.

    ``board`` does not change.
    """
    line = LineHead("card", board.side, (card,))
    waiting: list[dict[Address, Any]] = [{}]
    found = 0
    while waiting and found < MOST:
        given = waiting.pop(0)
        journal, table, done = Journal(board), _MoveTable(board, given), None
        try:
            board.rules.procedures["card"](Play(board, journal, table, (), "", 0, board.side), line)
        except QuestionPending as asked:
            waiting += [{**given, asked.question.address: option} for option in asked.question.legal]
        except DeadEnd:
            continue
        else:
            done = _move(line, table)
        finally:
            journal.undo_to(0)
        if done is not None:
            found += 1
            yield done


def _move(line: LineHead, table: _MoveTable) -> Move:
    said = [(a, v) for p in table.segments for a, v in p.answers]
    use = next(v for a, v in said if a.field == Field.USE)
    places = [v if isinstance(v, str) else f"{v[0]}#{v[1]}" for a, v in said if a.field in TARGETS - {Field.USE}]
    return Move(use, tuple(places), compose.written(line, table.segments))
