"""Measures of the chart of chapter 9, and its country tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from referee.editions.base.operations import jihad, recruit, travel
from referee.editions.base.queries import Queries
from referee.editions.solo.flowchart.chart import Situation
from referee.editions.solo.flowchart.measures import of_levels
from referee.editions.solo.options import IDEOLOGIES, levels
from referee.engine.state import queries as q
from referee.engine.state.board import US, Board
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, POOR

MARGIN_POTENT = 3
"""Cells beyond Troops for a Major Jihad with Potent ideology (9.7)."""
GTMO, BIOMETRICS = 114, 2


def at_level(board: Board, name: str) -> bool:
    """Whether the Jihadist has this ideology, or a harder one (9.7)."""
    return name in levels(board.options, IDEOLOGIES)


# ------------------------------------------------------------------ countries


def cells_needed(board: Board, name: str) -> int:
    """Number of Cells for a Major Jihad in a country now (8.4.2, 9.7)."""
    return jihad.cells_needed(board, name, MARGIN_POTENT if at_level(board, "potent") else jihad.MARGIN)


def _jihad_allowed(board: Board, name: str) -> bool:
    return all(r.holds(board, name, {}) for r in jihad.TARGET)


def major_possible(s: Situation) -> list[str]:
    """Countries where a Major Jihad of this value could bring Islamist Rule (8.4.2).

    It takes the successes down to Poor, and then two, or one with Besieged Regime (8.4.3.2).
    """
    b = s.board
    return [
        n
        for n in b.muslim
        if q.cells(b, n) >= cells_needed(b, n)
        and _jihad_allowed(b, n)
        and (1 if b[n].besieged else 2) + POOR - b[n].governance <= s.ops
    ]


def minor_possible(s: Situation, levels: Collection[int] = (GOOD, FAIR)) -> list[str]:
    """Muslim countries of some levels that are open to a Jihad."""
    b = s.board
    return [n for n in b.muslim if of_levels(s, n, levels) and _jihad_allowed(b, n)]


def available(s: Situation) -> bool:
    """Whether Recruit finds a Cell, without a bar."""
    return q.available_cells(s.board) > 0 and recruit.PERMITTED.holds(s.board, None, {})


def recruitable(board: Board) -> list[str]:
    """Countries with a legal Recruit (8.2.2)."""
    return [n for n in board.names if all(r.holds(board, n, {}) for r in (recruit.BASE, recruit.OPEN))]


def recruit_number(s: Situation, name: str) -> int:
    """The highest successful die of a Recruit there."""
    c = s.board[name]
    printed = c.data.recruit or q.success_number(c)
    return q.modified(Queries.RECRUIT_NUMBER, s.board, name, printed)


def plot_allowed(board: Board, name: str) -> bool:
    """Whether a Cell can Plot in a country (8.5.1)."""
    return q.cells(board, name) > 0 and board[name].governance != ISLAMIST_RULE


def near_major(s: Situation, name: str, level: int, short: int) -> bool:
    """Whether ``short`` more Cells allow a Major Jihad at ``level`` (9.4.2.6)."""
    b = s.board
    allowed = b[name].data.muslim and jihad.PERMITTED.holds(b, name, {})
    return b[name].governance == level and allowed and q.cells(b, name) + short >= cells_needed(b, name)


def cell_next_door(s: Situation, name: str) -> bool:
    """Whether a Cell is in a country Adjacent to this one."""
    b = s.board
    return any(q.adjacent(b, name, n) and q.cells(b, n) for n in b.names)


def posture_to_seek(s: Situation, name: str) -> bool:
    """Whether a non-Muslim country has the Posture for box T4 (9.4.2.6)."""
    b = s.board
    if name == US or not b[name].data.non_muslim:
        return False
    return not b[name].marked if q.us_posture(b) == "hard" else b[name].posture == "soft"


def movable(board: Board) -> list[str]:
    """Countries with a piece that can Travel; Sadr cannot."""
    return [n for n, c in board.countries.items() if c.sleepers + c.actives and travel.OPEN.holds(board, n, {})]


SCHENGEN = ("Scandinavia", "Benelux", "Germany", "France", "Spain", "Italy")
"""The table, by one die, without Eastern Europe."""
SHIA_MIX = ("Turkey", "Saudi Arabia", "Lebanon", "Yemen", "Iraq", "Pakistan", "Gulf States", "Afghanistan")
"""The table, by pairs of sums of three dice, from 3."""


def schengen_of(dice: tuple[int, ...]) -> str:
    return SCHENGEN[dice[0] - 1]


def shia_mix_of(dice: tuple[int, ...]) -> str:
    return SHIA_MIX[(sum(dice) - 3) // 2]


def closest(board: Board, start: str, eligible: Iterable[str]) -> list[str]:
    """The eligible countries closest to a start, over Adjacent countries (9.5.1)."""
    return _closest(board, start, set(eligible), {})


def _closest(board: Board, start: str, wanted: set[str], near: dict[str, set[str]]) -> list[str]:
    """The closest eligible countries, with ``near`` as memory of neighbours."""
    reached = frontier = {start}
    while frontier:
        if found := sorted(frontier & wanted):
            return found
        for at in frontier - near.keys():
            near[at] = {n for n in board.names if q.adjacent(board, at, n)}
        frontier = set().union(*(near[at] for at in frontier)) - reached
        reached = reached | frontier
    return []


def reachable(board: Board, table: Callable[[tuple[int, ...]], str], eligible: Iterable[str]) -> list[str]:
    """The eligible countries within reach of some dice of a table."""
    found = tuple(eligible)
    rolls = [(die,) for die in range(1, 7)] if table is schengen_of else [(n, 0, 0) for n in range(3, 19)]
    wanted, near = set(found), dict[str, set[str]]()
    led = {n for start in {table(dice) for dice in rolls} for n in _closest(board, start, wanted, near)}
    return [n for n in found if n in led]


def leading_to(
    board: Board, table: Callable[[tuple[int, ...]], str], eligible: Iterable[str]
) -> Callable[[tuple[int, ...]], tuple[str, ...]]:
    """Function from dice of a table to eligible countries."""
    found = tuple(eligible)
    return lambda dice: tuple(closest(board, table(dice), found))
