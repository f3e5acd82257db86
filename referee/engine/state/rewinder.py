"""A rewinder of a game, with a board of its own.

It goes to any point of the journal without touching the game's board.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from referee.engine.state.board import Board
from referee.engine.state.journal import Change

if TYPE_CHECKING:
    from referee.engine.record.steps import Verdict


def twin(board: Board) -> Board:
    """A board of its own, which nothing that happens to the other one changes."""
    made = copy.copy(board)
    made.countries = {name: copy.copy(c) for name, c in board.countries.items()}
    return made


class Rewinder:
    """The position after any number of changes.

    ``board`` is the position at the end of ``changes``; the rewinder works on a copy of it.
    """

    __slots__ = ("_twins", "at", "board", "changes")

    def __init__(self, board: Board, changes: Sequence[Change]) -> None:
        self.board = twin(board)
        self.changes = changes
        self.at = len(changes)
        self._twins: dict[int, Any] = {id(board): self.board}
        self._twins.update({id(c): self.board.countries[n] for n, c in board.countries.items()})

    def show(self, at: int) -> Board:
        """The position after ``at`` changes; it lasts until the rewinder is wound again."""
        twins = self._twins
        while self.at > at:
            self.at -= 1
            for target, name, before, _ in reversed(self.changes[self.at].writes):
                setattr(twins[id(target)], name, before)
        while self.at < at:
            for target, name, _, after in self.changes[self.at].writes:
                setattr(twins[id(target)], name, after)
            self.at += 1
        return self.board

    def so_far(self) -> list[Change]:
        """The changes up to here, as changes of the rewinder's own board: it can go on as a game by itself."""
        twins, found = self._twins, []
        for c in self.changes[: self.at]:
            writes = tuple([(twins[id(target)], name, before, after) for target, name, before, after in c.writes])
            found.append(Change(c.kind, c.subject, writes, c.rule, c.cause, c.note) if writes else c)
        return found


def position_before(verdict: Verdict, at: int) -> Board:
    """A separate board with the position before the step with index ``at``, or after the last one."""
    return twin(Rewinder(verdict.board, verdict.journal.changes).show(verdict.mark_before(at)))
