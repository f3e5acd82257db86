"""The additional state of The Awakening.

Civil War, the Caliphate and new Cells follow from it. The edition's facts give the fields to a fresh board; their types
and queries are here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from referee.editions.awakening.queries import Queries
from referee.engine.record.setup import MIDWAY
from referee.engine.state import queries as q
from referee.engine.state.board import Board, Country
from referee.engine.state.data import GOOD, ISLAMIST_RULE, N_CELLS
from referee.engine.state.seams import modifies

if TYPE_CHECKING:

    class ExpansionCountry(Country):
        """A country with what The Awakening lays on it."""

        militia: int
        awakening: int
        reaction: int
        civil_war: bool
        advisors: int
        wmd: int
        """WMD markers in this space that are not Available (11.3.1)."""

    class ExpansionBoard(Board):
        """A board with the fields of The Awakening."""

        militia_track: int
        militia_unplaced: int
        """Militia neither on the stated track nor placed by a line."""
        off_map: int
        capital: str
        """The country with the Caliphate Capital, "" for none (11.3.8)."""
        resolved: tuple[int, ...]
        """Tokens in the Resolve Plots box (11.3.2)."""
        spare_wmd: int
        """WMD markers of the expansion in use, beside the base game's six."""
        struck: tuple[tuple[int, str], ...]
        """Non-Muslim countries with a resolved Plot, each with its Action Phase.

        Only the latest of them matter.
        """
        strong_horse_gone: bool
        zakat_gone: bool
        """Whether a side has turned in its marker of optional rule 1."""


N_MILITIA = 15
N_POPULAR = 15
"""Number of Awakening and of Reaction markers, with two-count sides (11.2.9)."""
N_ADVISORS = 3
WMD_HOMES = {"Syria": 2, "Iran": 1}
"""Spaces of WMD markers beside the Pakistani Arsenal, with their number (11.3.1)."""
TRAINING_CAMPS = "Training Camps"


def space(board: Board, name: str) -> ExpansionCountry:
    """A country, with the fields of this edition."""
    return cast("ExpansionCountry", board.countries[name])


def expansion(board: Board) -> ExpansionBoard:
    """The board, with the fields of this edition."""
    return cast("ExpansionBoard", board)


# -------------------------------------------------------------------- WMD


@modifies(Queries.WMD_STORED, "11.3.1 WMD")
def _waiting(board: Board, subject: str, value: int) -> int:
    """Add the WMD in Syria and Iran (11.3.1)."""
    return value + sum([space(board, name).wmd for name in WMD_HOMES])


@modifies(Queries.WMD_IN_THE_GAME, "11.3.1 WMD")
def _spare_ones(board: Board, subject: str, value: int) -> int:
    """Add up to three spare WMD in the Campaign (11.3.1)."""
    return value + expansion(board).spare_wmd


# -------------------------------------------------------------------- where Plots were resolved


def last_resolved(board: Board) -> int:
    """The US Action Phase before the last, possibly empty, resolution (5.2.3)."""
    return board.phases - (1 if board.side == "J" else 2)


def struck_lately(board: Board) -> tuple[str, ...]:
    """Non-Muslim countries of that resolution, each once."""
    when = last_resolved(board)
    return tuple(dict.fromkeys(name for phase, name in expansion(board).struck if phase == when))


def before_the_record(board: Board) -> bool:
    """Whether that was before the record, and is unknown without its set-up."""
    return last_resolved(board) < 1 and board.recall(MIDWAY) is not None and not struck_lately(board)


def counted(board: Board, name: str) -> bool:
    """Whether the end of the turn counts a country (11.1.7, 11.2.5)."""
    return q.modified(Queries.COUNTED_AT_THE_END, board, name, True)


# -------------------------------------------------------------------- popular action


def may_lie(board: Board, name: str) -> bool:
    """Whether a country can have Awakening and Reaction markers (11.1.4)."""
    c = space(board, name)
    return c.data.muslim and not c.civil_war and c.governance not in (GOOD, ISLAMIST_RULE)


def may_be_marked(board: Board, name: str) -> bool:
    """Whether one more may be placed now, by 11.1.4 and events."""
    return q.modified(Queries.MARKERS_MAY_BE_PLACED, board, name, may_lie(board, name))


def end_of_turn_bar(board: Board, name: str) -> tuple[str, str] | None:
    """The rule and reason against Polarization and Attrition, or None."""
    return q.modified(Queries.WHY_PASSED_OVER, board, name, None)


def event_bar(board: Board, name: str) -> tuple[str, str] | None:
    """The rule and reason of an event against a marker, or None.

    Without the event 11.1.4 would allow it.
    """
    return q.modified(Queries.WHY_NO_MARKER, board, name, None)


def why_no_marker(board: Board, names: Iterable[str], default: str) -> tuple[str, str]:
    """The rule and reason against a marker in all these countries.

    It is an event's where 11.1.4 alone would allow one.
    """
    by_event = (event_bar(board, n) for n in names if may_lie(board, n))
    return next((why for why in by_event if why is not None), ("11.1.4", default))


def markers_used(board: Board, field: str) -> int:
    """Markers of one colour on the map, counting twos where possible (11.2.9)."""
    return sum([(getattr(c, field) + 1) // 2 for c in board.countries.values()])


# -------------------------------------------------------------------- Militia


def may_have_militia(board: Board, name: str) -> bool:
    """Whether Militia may be in a country (11.2.4)."""
    c = board[name]
    return c.data.muslim and c.governance not in (GOOD, ISLAMIST_RULE)


def no_troops_or_advisors(board: Board, name: str) -> bool:
    """Whether a country has neither Troops nor Advisors (11.2.4)."""
    return not q.troops(board, name) and not space(board, name).advisors


# -------------------------------------------------------------------- the Caliphate


def in_turmoil(board: Board, name: str) -> bool:
    """Whether a Muslim country is in turmoil (11.3.8, 11.3.8.1).

    It is in Civil War, with a Regime Change or under Islamist Rule.
    """
    c = space(board, name)
    return c.data.muslim and (c.civil_war or bool(c.regime_change) or c.governance == ISLAMIST_RULE)


def caliphate(board: Board) -> frozenset[str]:
    """Countries of the Caliphate, by adjacency from its Capital (11.3.8.1).

    Each is in turmoil.
    """
    capital = expansion(board).capital
    if not capital:
        return frozenset()
    found, reached = {capital}, [capital]
    while reached:
        for near in board[reached.pop()].data.adjacent:
            if near in board.countries and near not in found and in_turmoil(board, near):
                found.add(near)
                reached.append(near)
    return frozenset(found)


def in_caliphate(board: Board, name: str) -> bool:
    """Whether a country belongs to the Caliphate at this moment (11.3.8.1)."""
    return bool(expansion(board).capital) and name in caliphate(board)


# -------------------------------------------------------------------- new Cells


def camps(board: Board) -> int:
    """Number of Cells added by Training Camps (11.3.7).

    It is three, or five while its country is in the Caliphate.
    """
    for name, c in board.countries.items():
        if c.markers and TRAINING_CAMPS in c.markers:
            return 5 if in_caliphate(board, name) else 3
    return 0


def cells_in_countries(board: Board) -> int:
    """Number of Cell pieces on the map."""
    return sum([c.sleepers + c.actives for c in board.countries.values()])


def cells_due(board: Board) -> int:
    """Cells off the map, the new ones included (11.3.7).

    With more than 15 on the map they are only those of Training Camps.
    """
    return max(0, N_CELLS + camps(board) - cells_in_countries(board) - board.cells_unplaced)


def new_cells(board: Board) -> int:
    """New Cells, next to the Ample box (11.3.7).

    They are placed last and returned first.
    """
    return min(board.cells_track, camps(board))
