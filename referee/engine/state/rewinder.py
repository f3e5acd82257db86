"""A rewinder of a game, with a board of its own.

It goes to any point of the journal without touching the game's board.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.engine.state.board import Board
from referee.engine.state.journal import Change, carry_out, take_back

if TYPE_CHECKING:
    from referee.engine.record.steps import Verdict


def twin(board: Board) -> Board:
    """A board of its own, which nothing that happens to the other one changes."""
    made = copy.copy(board)
    made.countries = {name: c.copy() for name, c in board.countries.items()}
    return made


class Rewinder:
    """The position after any number of changes.

    ``board`` is the position at the end of ``changes``; the rewinder works on a copy of it.
    """

    __slots__ = ("at", "board", "changes")

    def __init__(self, board: Board, changes: Sequence[Change]) -> None:
        self.board = twin(board)
        self.changes = changes
        self.at = len(changes)

    def show(self, at: int) -> Board:
        """The position after ``at`` changes; it lasts until the rewinder is wound again."""
        while self.at > at:
            self.at -= 1
            take_back(self.changes[self.at], self.board)
        while self.at < at:
            carry_out(self.changes[self.at], self.board)
            self.at += 1
        return self.board


def position_before(verdict: Verdict, at: int) -> Board:
    """A separate board with the position before the step with index ``at``, or after the last one."""
    return twin(Rewinder(verdict.board, verdict.journal.changes).show(verdict.mark_before(at)))
