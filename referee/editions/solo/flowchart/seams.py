"""Seams that more than one system acts on: what a side that plays by a flowchart does otherwise than a player's."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.editions.base.card_play import Rest
from referee.editions.base.card_uses import Further
from referee.engine import queries as q
from referee.engine.board import Board
from referee.engine.seams import Source


def never(query: str, side: str, source: Source) -> None:
    """Have a query about a side say no."""
    q.modifies(query, source)(lambda board, subject, value: value and subject != side)


def always(query: str, side: str, source: Source) -> None:
    """Have a query about a side say yes."""
    q.modifies(query, source)(lambda board, subject, value: value or subject == side)


def doubled(query: str, source: Source, when: Callable[[Board], bool]) -> None:
    """Double a number at some level of a system."""
    q.modifies(query, source)(lambda board, subject, value: 2 * value if when(board) else value)


def triggers_nothing(side: str, source: str, why: str) -> None:
    """Keep the other side's events on the cards of a side from happening."""

    @q.modifies("triggers nothing", source)
    def nothing(board: Board, play: tuple[str, int], found: tuple[str, str] | None) -> tuple[str, str] | None:
        player, card = play
        return (source, why) if player == side and board.cards[card].side not in (side, None) else found


def use_up(side: str, source: Source, rest: Rest, further: Mapping[str, Further]) -> None:
    """Use what an Operation leaves of a card of a side, and cards that serve for nothing else."""
    q.modifies("operations that are left over", source)(lambda board, of, found: rest if of == side else found)
    q.modifies("further uses", source)(
        lambda board, play, found: {**found, **further} if play[0] == side and len(play[1]) == 1 else found
    )
