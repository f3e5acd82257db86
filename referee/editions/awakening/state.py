"""The additional state of The Awakening.

Civil War, the Caliphate and new Cells follow from it. The fields are given to a fresh board by the edition's facts;
here they have their types and their questions.
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

    class Space(Country):
        """A country with what The Awakening lays on it."""

        militia: int
        awakening: int
        reaction: int
        civil_war: bool
        advisors: int
        wmd: int
        """WMD markers that wait here and are not Available (11.3.1)."""

    class Table(Board):
        """A board with the fields of The Awakening."""

        militia_track: int
        militia_unplaced: int
        """Militia that a stated track leaves out, and of which no line says where they are."""
        off_map: int
        capital: str
        """The country with the Caliphate Capital, "" for none (11.3.8)."""
        resolved: tuple[int, ...]
        """Tokens in the Resolve Plots box (11.3.2)."""
        spare_wmd: int
        """WMD markers of the expansion that are used beside the six of the base game."""
        struck: tuple[tuple[int, str], ...]
        """Non-Muslim countries in which a Plot was resolved, each with its Action Phase; only the latest of them matter."""
        strong_horse_gone: bool
        zakat_gone: bool
        """Whether a marker of optional rule 1 was turned in."""


N_MILITIA = 15
N_POPULAR = 15
"""Awakening markers, and as many Reaction markers, each with a side that counts two (11.2.9)."""
N_ADVISORS = 3
WMD_HOMES = {"Syria": 2, "Iran": 1}
"""Where WMD markers wait besides the Pakistani Arsenal, and how many (11.3.1)."""
TRAINING_CAMPS = "Training Camps"


def space(board: Board, name: str) -> Space:
    """A country, with the fields of this edition."""
    return cast("Space", board.countries[name])


def table(board: Board) -> Table:
    """The board, with the fields of this edition."""
    return cast("Table", board)


# -------------------------------------------------------------------- WMD


@modifies(Queries.WMD_STORED, "11.3.1 WMD")
def _waiting(board: Board, subject: str, value: int) -> int:
    """WMD wait in Syria and Iran as well (11.3.1)."""
    return value + sum([space(board, name).wmd for name in WMD_HOMES])


@modifies(Queries.WMD_IN_THE_GAME, "11.3.1 WMD")
def _spare_ones(board: Board, subject: str, value: int) -> int:
    """The Campaign uses up to three spare WMD (11.3.1)."""
    return value + table(board).spare_wmd


# -------------------------------------------------------------------- where Plots were resolved


def last_resolved(board: Board) -> int:
    """The US Action Phase after which Plots were last resolved, or would have been (5.2.3)."""
    return board.phases - (1 if board.side == "J" else 2)


def struck_lately(board: Board) -> tuple[str, ...]:
    """Non-Muslim countries in which a Plot was resolved then, each once."""
    when = last_resolved(board)
    return tuple(dict.fromkeys(name for phase, name in table(board).struck if phase == when))


def before_the_record(board: Board) -> bool:
    """Whether that was before the record began, so that nobody knows what was resolved but for what its set-up says."""
    return last_resolved(board) < 1 and board.recall(MIDWAY) is not None and not struck_lately(board)


def counted(board: Board, name: str) -> bool:
    """Whether the end of the turn looks at a country (11.1.7, 11.2.5)."""
    return q.modified(Queries.COUNTED_AT_THE_END, board, name, True)


# -------------------------------------------------------------------- popular action


def may_lie(board: Board, name: str) -> bool:
    """Whether Awakening and Reaction markers may lie there (11.1.4)."""
    c = space(board, name)
    return c.data.muslim and not c.civil_war and c.governance not in (GOOD, ISLAMIST_RULE)


def may_be_marked(board: Board, name: str) -> bool:
    """Whether one more may be placed there now: 11.1.4, and what an event forbids for a while."""
    return q.modified(Queries.MARKERS_MAY_BE_PLACED, board, name, may_lie(board, name))


def passed_over(board: Board, name: str) -> tuple[str, str] | None:
    """Why Polarization and Attrition pass a country over: the rule and the reason; None where they do not."""
    return q.modified(Queries.WHY_PASSED_OVER, board, name, None)


def closed(board: Board, name: str) -> tuple[str, str] | None:
    """Why an event lets no marker be placed where 11.1.4 would: its rule and the reason; None where none does."""
    return q.modified(Queries.WHY_NO_MARKER, board, name, None)


def why_no_marker(board: Board, names: Iterable[str], otherwise: str) -> tuple[str, str]:
    """The rule and the reason why none of these countries takes a marker.

    It is an event's where 11.1.4 alone would let one be placed.
    """
    by_event = (closed(board, n) for n in names if may_lie(board, n))
    return next((why for why in by_event if why is not None), ("11.1.4", otherwise))


def markers_used(board: Board, field: str) -> int:
    """Markers of one colour that are on the map, each used on the side that counts two where it can be (11.2.9)."""
    return sum([(getattr(c, field) + 1) // 2 for c in board.countries.values()])


# -------------------------------------------------------------------- Militia


def may_have_militia(board: Board, name: str) -> bool:
    """Whether Militia may be in a country (11.2.4)."""
    c = board[name]
    return c.data.muslim and c.governance not in (GOOD, ISLAMIST_RULE)


def no_troops_or_advisors(board: Board, name: str) -> bool:
    """Whether nobody there makes Militia act as Troops do (11.2.4)."""
    return not q.troops(board, name) and not space(board, name).advisors


# -------------------------------------------------------------------- the Caliphate


def in_turmoil(board: Board, name: str) -> bool:
    """A Muslim country in Civil War, with a Regime Change or under Islamist Rule (11.3.8, 11.3.8.1)."""
    c = space(board, name)
    return c.data.muslim and (c.civil_war or bool(c.regime_change) or c.governance == ISLAMIST_RULE)


def caliphate(board: Board) -> frozenset[str]:
    """The countries of the Caliphate: from the Capital over Adjacent countries in turmoil (11.3.8.1)."""
    capital = table(board).capital
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
    return bool(table(board).capital) and name in caliphate(board)


# -------------------------------------------------------------------- new Cells


def camps(board: Board) -> int:
    """How many Cells Training Camps add: three, five while its country is in the Caliphate, none without it (11.3.7)."""
    for name, c in board.countries.items():
        if c.markers and TRAINING_CAMPS in c.markers:
            return 5 if in_caliphate(board, name) else 3
    return 0


def cells_in_countries(board: Board) -> int:
    """Cell pieces on the map."""
    return sum([c.sleepers + c.actives for c in board.countries.values()])


def cells_due(board: Board) -> int:
    """Cells off the map, the new ones included: with more than 15 on the map only what Training Camps add (11.3.7)."""
    return max(0, N_CELLS + camps(board) - cells_in_countries(board) - board.cells_unplaced)


def new_cells(board: Board) -> int:
    """Cells next to the Ample box: the new ones, last placed and first returned (11.3.7)."""
    return min(board.cells_track, camps(board))
