"""What chapter 9 says of single events: which of them place Cells or Plots, and how their countries are chosen."""

from __future__ import annotations

from collections.abc import Callable

from referee.editions.base.printed import CARDS
from referee.editions.solo.activities import measures as m
from referee.editions.solo.chart import Confidence, Instruction, first_group
from referee.editions.solo.situation import Situation
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


def plot_event_in_vain(s: Situation) -> bool:
    """Whether the event would place a Plot, and the Plot list finds no country for it (9.4.2.1)."""
    from referee.editions.solo.activities.sheet import PLOT

    allowed = PLOTS_OF.get(s.card)
    return allowed is not None and not first_group(PLOT, s, allowed(s.board))[0]


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
LOW_CONFIDENCE = frozenset({106})
"""Which countries apply to Jaysh al-Mahdi is inferred."""

_WORDS: dict[int, tuple[str, str]] = {
    48: ("9.4.1", "the next card of the pile Recruits in the United States"),
    50: ("9.4.2.1", "Iraq or Iran, at random"),
    53: ("9.4.2.1", "each Recruit of this card and the next at a random place of the Global table, or the closest"),
    61: ("9.4.2.1", "a random one of the countries that were Disrupted"),
    62: ("9.6", "the Caucasus if the World Posture marker would move, else Central Asia"),
    65: ("9.4.2.1", "Russia or Central Asia, at random where both have a Cell"),
    67: ("9.4.2.1", "the last Cell of the track goes at random"),
    70: ("9.4.2.1", "the last Cell of the track goes at random"),
    74: ("9.4.2.1", "to Schengen countries of box T4, by the Schengen table; from where the From boxes say"),
    76: ("9.4.2.4", "the Ally by the Minor Jihad list"),
    77: ("9.4.2.4", "the country by the Minor Jihad list"),
    79: ("9.4.2.1", "to the United States, from where the From boxes say"),
    81: ("9.4.2.1", "a random Regime Change country"),
    82: ("9.4.2.1", "three countries without Cells by the Global table, or the closest"),
    84: ("9.6", "a random one of the markers; the Ally by the Minor Jihad list"),
    85: ("9.6", "a random one of the markers; the Ally by the Minor Jihad list"),
    86: ("9.4.2.1", "the Cell goes by the Shia-Mix table"),
    87: ("9.4.2.1", "the country by the Plot list"),
    88: ("9.4.2.1", "the country by the Plot list"),
    89: ("9.4.2.1", "the country by the Plot list"),
    91: ("9.4.2.1", "two random unmarked Muslim countries"),
    93: ("9.4.2.1", "the last Cell of the track goes at random"),
    94: ("9.4.2.4", "the country by the Minor Jihad list"),
    96: ("9.4.2.1", "the country by the Plot list"),
    97: ("9.4.1", "the top card of the pile goes over, a random one comes back; the Operation by boxes E6 to E8"),
    104: ("9.4.2.1", "the Shia-Mix table, then the closest Good country, or Fair if none is Good"),
    105: ("9.4.2.1", "the Shia-Mix table, then the closest Good country, or Fair if none is Good"),
    106: ("9.4.2.1", "the Shia-Mix table, then the closest Good country, or Fair if none is Good"),
    107: ("9.4.2.4", "Turkey or Iraq by the Minor Jihad list"),
    109: ("9.4.2.1", "a random one of the countries that fit"),
    110: ("9.4.2.1", "a random one of the countries that fit; the Plot goes where the Cells go"),
    115: ("9.4.2.1", "the country by the Plot list"),
    116: ("9.4.2.1", "the country by the Plot list"),
    117: ("9.6", "a random one of the discarded Jihadist cards of the highest value; none: Operations only"),
    118: ("9.6", "a random one of the discarded Jihadist cards of the highest value; none: Operations only"),
}


def _instruction(number: int) -> Instruction:
    rule, words = _WORDS.get(number, ("9.4.1", ""))
    sure: Confidence = "low" if number in LOW_CONFIDENCE else "high"
    return Instruction(number, rule, words, _something_to_fetch if number in SPIKES else None, confidence=sure)


INSTRUCTIONS = {number: _instruction(number) for number in CARDS}
"""Every card of the base game; of a US card it only counts whether the US could play its event (9.4.1)."""
