"""Victory (2.1 to 2.3)."""

from __future__ import annotations

from referee.editions.base.queries import Queries
from referee.engine.law.victories import WHOLE
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.journal import Change, Kind
from referee.engine.state.ruleset import Goal


def _good(board: Board, change: Change) -> str:
    n = q.good_resources(board)
    return f"{n} Resources under Good Governance" if n >= 12 and not _cell_gone(change) else ""


def _fair_good(board: Board, change: Change) -> str:
    n = q.fair_good(board)
    return f"{n} Muslim countries are Fair or Good" if n >= 15 and not _cell_gone(change) else ""


def _no_cell(board: Board, change: Change) -> str:
    looked = _cell_gone(change) or (change.kind is Kind.SET_UP and change.subject == WHOLE)
    return "no Cell is left in any country" if looked and q.cells_on_map(board) == 0 else ""


def _cell_gone(change: Change) -> bool:
    return change.kind in (Kind.REMOVE_CELL, Kind.REMOVE_SADR)


def _islamist(board: Board, change: Change) -> str:
    if change.kind is Kind.REMOVE_CELL or (n := q.islamist_resources(board)) < 6:
        return ""
    ruled = [name for name in board.muslim if q.islamist(board, name)]
    near = any(b in board[a].data.adjacent for a in ruled for b in ruled)
    return f"{n} Resources under Islamist Rule, two countries Adjacent" if near else ""


def _poor_islamist(board: Board, change: Change) -> str:
    if change.kind is Kind.REMOVE_CELL or board.prestige != 1 or (n := q.poor_islamist(board)) < 15:
        return ""
    return f"Prestige 1 and {n} countries Poor or under Islamist Rule"


GOALS = (
    Goal("US", "2.1.1", _good, "good", "Good Resources", q.good_resources, 12, short="Good"),
    Goal("US", "2.1.1", _fair_good, "fairgood", "Fair or Good", q.fair_good, 15),
    Goal("US", "2.1.1", _no_cell, stated=("cells track",)),
    Goal(
        "J",
        "2.1.2",
        _islamist,
        "islamist",
        "Islamist Resources",
        q.islamist_resources,
        6,
        "two of them Adjacent",
        short="Islamist",
    ),
    Goal("J", "2.1.2", _poor_islamist, "poorislamist", "Poor or Islamist", q.poor_islamist, 15, "and Prestige 1"),
)


def at_the_end(board: Board) -> tuple[str, str, str]:
    """The winner, rule and reason at the game-end reshuffle (2.3)."""
    good = q.modified(Queries.GOOD_AT_THE_END, board, "", q.good_resources(board))
    green = sum(q.resources(board, n) for n in board.muslim if board[n].regime_change == "green")
    islamist = q.modified(Queries.ISLAMIST_AT_THE_END, board, "", q.islamist_resources(board) + green)
    if good > 2 * islamist:
        return "US", "2.3", f"Good Resources {good} are more than twice Islamist Resources {islamist}"
    return "J", "2.3", f"Good Resources {good} are not more than twice Islamist Resources {islamist}"
