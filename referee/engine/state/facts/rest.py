"""The statement that nothing is known of the rest of a position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from referee.engine.state.facts.fact import NOWHERE, Fact, StatementWriter, Where
from referee.engine.state.script import Statement

if TYPE_CHECKING:
    from referee.engine.state.board import Board


class Rest(Fact):
    """The unstated part of a position."""

    order: int = -1

    def actual(self, board: Board, s: Statement) -> Any:
        return bool(board.unknown)

    def holds(self, board: Board, s: Statement) -> bool:
        """Return True: a checkpoint need not state a whole position."""
        return True

    def rests_on(self, board: Board, s: Statement) -> frozenset[Where]:
        return frozenset()

    def in_part(self, board: Board, subject: str) -> list[Statement]:
        return [Statement("", self.name, True, NOWHERE)]

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return ()

    def cells(self, board: Board, subject: str) -> None:
        return None

    def words(self, value: Any) -> str:
        return "unknown"

    def write(self, w: StatementWriter, s: Statement) -> None:
        from referee.engine.state.unknown import forget  # which knows the facts

        forget(w)
