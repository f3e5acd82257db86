"""Single events by chapter 9: which of them place Cells or Plots, and how their countries are chosen (9.4.2.1, 9.6)."""

from __future__ import annotations

from collections.abc import Callable

from referee.editions.base.printed import CARDS
from referee.editions.solo.activities import measures as m
from referee.editions.solo.activities.priorities import DATA
from referee.editions.solo.flowchart.chart import Event, Instruction, Situation, instructions_of
from referee.engine import queries as q
from referee.engine.board import ALLY, HARD, SOFT, Board

PLACE_CELLS = frozenset((48, 49, 50, 51, 53, 55, 57, 58, 61, 66, 67, 68, 70, 72, 80, 81, 82, 83, 86, 91, 93, 98, 110))
"""Events that Recruit or place a Cell; Sadr (54) is a marker and none of them."""

# ------------------------------------------------------------------ Plots by event (9.4.2.1)


def _with_a_cell(board: Board) -> list[str]:
    return [n for n in board.names if m.plot_allowed(board, n)]


def _around_indonesia(board: Board) -> list[str]:
    home = "Indonesia/Malaysia"
    near = [n for n in board.names if n == home or q.adjacent(board, home, n)]
    return [n for n in near if q.cells(board, n) and (board[n].alignment == ALLY or board[n].posture == HARD)]


def _open_to_cartoons(board: Board) -> list[str]:
    return [n for n in board.muslim if not q.islamist(board, n)]


PLOTS_OF: dict[int, Callable[[Board], list[str]]] = {
    **dict.fromkeys((87, 88, 89, 116), _with_a_cell),
    96: _open_to_cartoons,
    115: _around_indonesia,
}
"""Events that place a Plot by the Plot list, and the countries that the card allows."""


# ------------------------------------------------------------------ single cards (9.6)


def shifts_world(board: Board) -> bool:
    """Whether Ex-KGB in the Caucasus would move the World Posture marker (9.6)."""
    now, us = board["Caucasus"].posture, q.us_posture(board)
    then = SOFT if us == HARD else HARD
    if now == then:
        return False
    others = [board[n].posture for n in board.non_muslim if n not in ("United States", "Caucasus")]
    rest = others.count(HARD) - others.count(SOFT)

    def marker(posture: str) -> int:
        return max(-3, min(3, rest + (posture == HARD) - (posture == SOFT)))

    return marker(now) != marker(then)


def best_discards(board: Board) -> list[int]:
    """The Jihadist-associated cards of the highest value in the discard pile (9.6)."""
    found = [n for n in dict.fromkeys(board.discards) if n in board.cards and board.cards[n].side == "J"]
    best = max((board.cards[n].ops for n in found), default=0)
    return [n for n in found if board.cards[n].ops == best]


def _something_to_fetch(s: Situation) -> bool:
    return bool(best_discards(s.board)) or 0 in s.board.discards


SPIKES = (117, 118)

# ------------------------------------------------------------------ how the country of an event is chosen

RANDOM, PLOT_LIST, MINOR_LIST = "random", "plot list", "minor list"
SHIA_MIX_TABLE, NEAREST_GOOD, GLOBAL = "Shia-Mix table", "nearest Good, else Fair", "Global table"
CHOSEN_BY = {
    **dict.fromkeys((50, 61, 65, 67, 70, 81, 91, 93, 109, 110), RANDOM),
    **dict.fromkeys((87, 88, 89, 96, 115, 116), PLOT_LIST),
    **dict.fromkeys((76, 77, 84, 85, 94, 107), MINOR_LIST),
    86: SHIA_MIX_TABLE,
    **dict.fromkeys((104, 105, 106), NEAREST_GOOD),
    **dict.fromkeys((53, 82), GLOBAL),
}
"""How the country of an event is chosen, by card."""
EVENTS = {n: Event(_something_to_fetch if n in SPIKES else None) for n in CARDS}
INSTRUCTIONS = {
    **{n: Instruction(n, "9.4.1", "", confidence="high") for n in CARDS},
    **instructions_of(DATA, EVENTS, confidence="high", source="", rule="9.4.1"),
}
"""Every card of the base game; of a US card it only counts whether the US could play its event (9.4.1)."""
