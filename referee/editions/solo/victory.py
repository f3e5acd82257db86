"""Victory in a game for one player (9.1, 12.1)."""

from __future__ import annotations

from dataclasses import replace

from referee.engine import queries as q
from referee.engine.board import Board
from referee.engine.journal import Change, Kind
from referee.engine.ruleset import Goal

RULE = "9.1"
ISLAMIST = 6
"""Resources under Islamist Rule that win, Adjacent or not."""


def goals_alone(goals: tuple[Goal, ...], note: str = "") -> tuple[Goal, ...]:
    """The goals without the US win by the last Cell; Islamist Rule needs no Adjacency, as the ``note`` says."""

    def islamist(board: Board, change: Change) -> str:
        n = q.islamist_resources(board)
        return "" if change.kind is Kind.REMOVE_CELL or n < ISLAMIST else f"{n} Resources under Islamist Rule{note}"

    kept = [g for g in goals if g.key or g.side != "US"]
    return tuple(replace(g, rule=RULE, reached=islamist, only="") if g.key == "islamist" else g for g in kept)


def least_good(board: Board) -> int:
    """Good Resources below which the US loses at the end: 6, 9 or 12 with one, two or three decks."""
    return 3 + 3 * max(1, board.decks)
