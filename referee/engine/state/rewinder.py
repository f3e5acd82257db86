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
    from referee.engine.record.steps import Judgement


def twin(board: Board) -> Board:
    """Return an independent copy of the board."""
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
        """Return the position after ``at`` changes, valid until the next call."""
        while self.at > at:
            self.at -= 1
            take_back(self.changes[self.at], self.board)
        while self.at < at:
            carry_out(self.changes[self.at], self.board)
            self.at += 1
        return self.board


def position_before(verdict: Judgement, at: int) -> Board:
    """Return a separate board with the position before step ``at``."""
    return twin(Rewinder(verdict.board, verdict.journal.changes).show(verdict.mark_before(at)))
