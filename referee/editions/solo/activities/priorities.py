"""The boxes of each "Where?" of the Jihadist Activities, and their priorities (9.4.2).

Chapter 9 has no names for the boxes; ours are P for Plot, M for Jihad and shifts, C for Recruit, T and F for the two ends of
Travel, R for Radicalization. Their words are in ``data/sheet.toml``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from referee.editions.solo.activities import measures as m
from referee.editions.solo.flowchart import measures as common
from referee.editions.solo.flowchart.chart import (
    CandidateBox,
    Column,
    Filter,
    LimitTest,
    Preference,
    Priorities,
    Situation,
    first_group,
    groups_of,
    highest,
    prefer,
    those,
)
from referee.editions.solo.flowchart.measures import besieged, governed, of_level, regime_change, with_aid
from referee.engine.law.guidance import Guidance, Stop, Trail
from referee.engine.state import queries as q
from referee.engine.state.board import US, Board
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, POOR

DATA = Path(__file__).parent / "data"
PAKISTAN, PHILIPPINES = "Pakistan", "Philippines"

# -------------------------------------------------------------------- the boxes


def _abu_sayyaf(s: Situation, name: str) -> bool:
    b = s.board
    here = name == PHILIPPINES and "Abu Sayyaf" in b[name].markers
    return here and q.cells(b, name) >= q.troops(b, name)


def _at_prestige_above(test: Callable[[Situation, str], bool]) -> LimitTest[Filter]:
    """Filter the countries by a test while Prestige is above a level."""
    return LimitTest(lambda prestige: those(lambda s, n: common.prestige_above(s, prestige) and test(s, n)))


def _at_funding_below(test: Callable[[Situation, str], bool]) -> LimitTest[Filter]:
    """Filter the countries by a test while Funding is below a number."""
    return LimitTest(lambda funding: those(lambda s, n: s.board.funding < funding and test(s, n)))


def _islamist(s: Situation, name: str) -> bool:
    return governed(s, name, ISLAMIST_RULE)


IN_NEED = (besieged, regime_change, with_aid)
"""The marks of box T1, in their order."""


def _first_of(s: Situation, names: list[str]) -> list[str]:
    """Besieged Regime, else Regime Change, else Aid; none under Islamist Rule."""
    free = [n for n in names if not _islamist(s, n)]
    return next((found for test in IN_NEED if (found := [n for n in free if test(s, n)])), [])


_anything = those(lambda s, n: True)
GROUPS: dict[str, Filter | LimitTest[Filter]] = {
    # Plot (9.4.2.2)
    "P1": those(lambda s, n: n == US),
    "P2": _at_prestige_above(_abu_sayyaf),
    "P3": _at_prestige_above(lambda s, n: q.troops(s.board, n) > 0),
    "P4": those(lambda s, n: not q.gwot_penalty(s.board) and s.board[n].posture == q.us_posture(s.board) != ""),
    "P5": those(with_aid),
    "P6": _at_funding_below(lambda s, n: s.board[n].data.non_muslim),
    "P7": _at_funding_below(lambda s, n: not s.board[n].data.non_muslim),
    # Recruit (9.4.2.5)
    "C1": LimitTest(
        lambda above: those(lambda s, n: regime_change(s, n) and q.strength(s.board, n) >= q.cells(s.board, n) + above)
    ),
    "C2": LimitTest(lambda times: those(lambda s, n: _islamist(s, n) and q.cells(s.board, n) < times * s.ops)),
    "C3": highest(lambda s, n: None if _islamist(s, n) or regime_change(s, n) else m.recruit_number(s, n)),
    # Travel (9.4.2.6)
    "T1": _first_of,
    "T2": LimitTest(lambda level, short: those(lambda s, n: m.near_major(s, n, level, short))),
    "T3": LimitTest(lambda levels: those(lambda s, n: common.of_levels(s, n, levels) and m.cell_next_door(s, n))),
    "T4": those(m.posture_to_seek),
    "T5": _anything,
    "F1": those(lambda s, n: _islamist(s, n) and q.cells(s.board, n) - s.leaving.get(n, 0) > s.ops),
    "F2": LimitTest(
        lambda cells: those(lambda s, n: regime_change(s, n) and q.cells(s.board, n) - s.leaving.get(n, 0) > cells)
    ),
    "F3": those(lambda s, n: q.adjacent(s.board, n, s.target)),
    "F4": _anything,
    # Radicalization (9.4.3)
    "R1": _anything,
    "R2": _anything,
    "R3": _at_funding_below(lambda s, n: m.plot_allowed(s.board, n)),
    "R4": LimitTest(lambda levels: those(lambda s, n: common.of_levels(s, n, levels))),
}

# -------------------------------------------------------------------- the priorities


def _in_order(*levels: tuple[str, int]) -> tuple[tuple[str, Filter], ...]:
    return tuple((word, of_level(level)) for word, level in levels)


def _resources(s: Situation, name: str) -> float:
    return q.resources(s.board, name)


_PAKISTAN = ("Pakistan", those(lambda s, n: n == PAKISTAN))
_BESIEGED = ("Besieged Regime", those(besieged))
_richest = highest(_resources)
_RICHEST = ("highest Resources", _richest)
_RICHEST_OF_ALL = (
    "highest Resources, if all are Muslim",
    lambda s, names: _richest(s, names) if all(s.board[n].data.muslim for n in names) else [],
)
_LISTS: dict[str, tuple[str, str, tuple[tuple[str, Filter], ...]]] = {
    "plot": ("Plot", "9.4.2.2", _in_order(("Fair", FAIR), ("Good", GOOD), ("Poor", POOR))),
    "plot by event": ("Plot by event", "9.4.2.2", _in_order(("Good", GOOD), ("Fair", FAIR), ("Poor", POOR))),
    "major": ("Major Jihad", "9.4.2.3", (_PAKISTAN, _RICHEST)),
    "minor": (
        "Minor Jihad",
        "9.4.2.4",
        (
            *_in_order(("Good", GOOD), ("Fair", FAIR), ("Poor, if Alignment shifts", POOR)),
            *(_PAKISTAN, ("with Aid", those(with_aid)), _BESIEGED, _RICHEST),
        ),
    ),
    "recruit": (
        "Recruit",
        "9.4.2.5",
        (
            _BESIEGED,
            ("most Troops and Cells", highest(lambda s, n: q.troops(s.board, n) + q.cells(s.board, n))),
            _RICHEST_OF_ALL,
        ),
    ),
    "travel": ("Travel", "9.4.2.6", (_PAKISTAN, _RICHEST_OF_ALL)),
}
COLUMNS = {
    name: Column(id, rule, tuple(Preference(i, *row) for i, row in enumerate(rows, 1)))
    for name, (id, rule, rows) in _LISTS.items()
}
PRIORITIES = Priorities(groups_of(DATA, GROUPS), COLUMNS)
TRAVEL_TO, TRAVEL_FROM = PRIORITIES.groups["travel to"], PRIORITIES.groups["travel from"]
RADICALIZATION = PRIORITIES.groups["radicalization"]

# -------------------------------------------------------------------- the countries that are due

CHART = "the Jihadist Activities chart"
GLOBAL_DICE, SHIA_MIX_DICE = 2, 3


def guidance(due: Iterable[str], rule: str, trail: Trail, *, drawn: bool = True) -> Guidance:
    """Due answers, by a die among several (9.5)."""
    return Guidance(tuple(due), rule, trail, drawn=drawn, goes_by=CHART)


def nothing(rule: str, id: str, words: str) -> Guidance:
    """Nothing more is due."""
    return Guidance((), rule, (Stop(id, rule, words),), goes_by=CHART)


def at_random(
    options: Iterable[str], rule: str, words: str, *, table: str = "", dice: int = 0, sure: bool = True
) -> Guidance:
    """Any of them, by the dice (9.5).

    Those of the unknown Global table lead anywhere.
    """
    left = tuple(options)
    stop = Stop("Random", rule, words, "", left, sure)
    return Guidance(left, rule, (stop,), drawn=True, goes_by=CHART, table=table, dice=dice)


def at_global(options: Iterable[str], rule: str, words: str) -> Guidance:
    """Any of them, by the Global table (9.5)."""
    return at_random(options, rule, words, table="Global", dice=GLOBAL_DICE)


def at_shia_mix(options: Iterable[str], leads: Callable[[tuple[int, ...]], tuple[Any, ...]]) -> Guidance:
    """Any of them, by the Shia-Mix table of one source (9.5)."""
    made = at_random(options, "9.4.2.1", "the Shia-Mix table", table="Shia-Mix", dice=SHIA_MIX_DICE)
    return replace(made, leads=leads, printed=False)


def plot(s: Situation, legal: list[str], *, by_event: bool = False) -> Guidance:
    """The country to Plot in, also by event (9.4.2.2)."""
    found, trail = first_group(PRIORITIES.groups["plot"], s, legal)
    left, more = prefer(COLUMNS["plot by event" if by_event else "plot"], s, found)
    return guidance(left, "9.4.2.2", (*trail, *more))


def by_list(s: Situation, legal: list[str], column: str) -> Guidance:
    """The first of ``legal`` by the Major or the Minor Jihad list (9.4.2.3, 9.4.2.4)."""
    left, trail = prefer(COLUMNS[column], s, legal)
    rule = COLUMNS[column].rule
    words = "could succeed" if column == "major" else "those that are open"
    return guidance(left, rule, (Stop("Jihad", rule, words, "", tuple(legal)), *trail))


def recruit(s: Situation, legal: list[str]) -> Guidance:
    """The country of the next Recruit roll (9.4.2.5)."""
    left, trail = PRIORITIES.by_flowchart(s, "recruit", legal)
    return guidance(left, "9.4.2.5", trail)


@dataclass(slots=True, eq=False)
class TravelSlot:
    """One travelling Cell, with its destination by the boxes."""

    id: str
    candidates: list[str]
    trail: Trail
    random: bool = False
    table: str = ""
    rule: str = "9.4.2.6"
    """The rule of the destination."""
    readings: tuple[tuple[str, str], ...] = ()
    """Further candidates, by another reading of the box."""

    def fits(self, name: str) -> bool:
        """Whether either reading of the box has a country."""
        return name in self.candidates or any(name == n for n, _ in self.readings)


def destinations(s: Situation, n: int, *, begin: int = 0) -> list[TravelSlot]:
    """The destinations of ``n`` Cells: a box each, then a random country (9.4.2.6)."""
    legal = list(s.board.names)
    found: list[TravelSlot] = []
    for group in TRAVEL_TO[begin:-1]:
        if len(found) >= n:
            return found
        if fitting := group.fits(s, legal):
            stop = _stop(group, fitting)
            column = COLUMNS["travel"]
            left, more = (fitting, ()) if group.id == "T4" else prefer(column, s, fitting)
            found.append(
                TravelSlot(group.id, left, (stop, *more), readings=_pakistan_first(s, left) if group.id == "T1" else ())
            )
    last = TRAVEL_TO[-1]
    found += [TravelSlot(last.id, legal, (_stop(last, legal),), random=True) for _ in range(n - len(found))]
    return found


PAKISTAN_FIRST = "Pakistan may come first in the whole box, before the order of Besieged Regime, Regime Change and Aid"


def _pakistan_first(s: Situation, due: list[str]) -> tuple[tuple[str, str], ...]:
    """Pakistan, where only another reading of T1 has it."""
    marked = not _islamist(s, PAKISTAN) and any(test(s, PAKISTAN) for test in IN_NEED)
    return ((PAKISTAN, PAKISTAN_FIRST),) if marked and PAKISTAN not in due else ()


def _stop(group: CandidateBox, left: list[str]) -> Stop:
    return Stop(group.id, group.rule, group.words, "", tuple(left), group.confidence == "high")


def first_origins(s: Situation, target: str, legal: list[str]) -> tuple[list[str], Trail]:
    """The first box of origins that fits any of ``legal``."""
    s.target = target
    return first_group(TRAVEL_FROM, s, legal)


ACTIVE = Stop("F active", "9.4.2.6.1", "an Active Cell that is not committed")
OTHER = Stop("F other", "9.4.2.6.1", "no other destination of the card")


def origins(
    s: Situation, target: str, free: Callable[[str], tuple[int, int]], *, avoid: Iterable[str], open_to: Iterable[str]
) -> Guidance:
    """The origin of the Cell for ``target`` (9.4.2.6.1).

    ``free`` are uncommitted Sleepers and Active Cells, ``avoid`` the other destinations of the card, ``open_to`` the
    possible origins.
    """
    found, trail = first_origins(s, target, [n for n in open_to if sum(free(n))])
    shunned = set(avoid) - {target}
    preferred = ((ACTIVE, {n for n in found if free(n)[1] > 0}), (OTHER, set(found) - shunned))
    for stop, wanted in preferred:
        kept = [n for n in found if n in wanted]
        if kept and len(kept) < len(found):
            found = kept
            trail = (*trail, stop._replace(left=tuple(found)))
    return guidance(found, "9.4.2.6.1", trail)


def stays(board: Board, name: str, free: int) -> bool:
    """Whether a last Cell stays in its country (9.4.2.6.1).

    It is an Islamist Rule or Regime Change country.
    """
    return free == 1 and (board[name].governance == ISLAMIST_RULE or bool(board[name].regime_change))
