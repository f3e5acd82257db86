"""Victory (2.1 to 2.3)."""

from __future__ import annotations

from referee.engine import queries as q
from referee.engine.board import Board
from referee.engine.data import COUNTRIES, MUSLIM, SIDE_NAMES
from referee.engine.journal import Change

Victory = tuple[str, str, str]
"""Winner, rule, reason."""


def _us(board: Board, change: Change) -> Victory | None:
    if change.kind not in ("remove cell", "remove sadr"):
        if q.good_resources(board) >= 12:
            return "US", "2.1.1", f"{q.good_resources(board)} Resources under Good Governance"
        if q.fair_good(board) >= 15:
            return "US", "2.1.1", f"{q.fair_good(board)} Muslim countries are Fair or Good"
    elif q.cells_on_map(board) == 0:
        return "US", "2.1.1", "no Cell is left in any country"
    return None


def _jihadist(board: Board, change: Change) -> Victory | None:
    if change.kind == "remove cell":
        return None
    if q.islamist_resources(board) >= 6:
        ruled = [n for n in MUSLIM if q.islamist(board, n)]
        if any(b in COUNTRIES[a].adjacent for a in ruled for b in ruled):
            return "J", "2.1.2", f"{q.islamist_resources(board)} Resources under Islamist Rule, two countries Adjacent"
    if board.prestige == 1 and q.poor_islamist(board) >= 15:
        return "J", "2.1.2", f"Prestige 1 and {q.poor_islamist(board)} countries Poor or under Islamist Rule"
    return None


def check(board: Board, change: Change, *, player: str = "") -> Victory | None:
    """The victory that ``change`` brought about, if any (2.1).

    ``player`` is the side that wins if both do at once, the one that played Oil Price Spike (2.2).
    """
    us, jihadist = _us(board, change), _jihadist(board, change)
    if us and jihadist:
        return (
            (us if player == "US" else jihadist)[0],
            "2.2",
            f"both sides reach their goal; {SIDE_NAMES[player or 'J']} played it",
        )
    return us or jihadist


def at_the_end(board: Board) -> Victory:
    """Who wins when the game-end reshuffle comes (2.3)."""
    good = q.good_resources(board)
    islamist = q.islamist_resources(board) + sum(
        q.resources(board, n) for n in MUSLIM if board[n].regime_change == "green"
    )
    if good > 2 * islamist:
        return "US", "2.3", f"Good Resources {good} are more than twice Islamist Resources {islamist}"
    return "J", "2.3", f"Good Resources {good} are not more than twice Islamist Resources {islamist}"
