"""Where: what the boxes and priorities of the chart make of the countries that are open (9.4.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.editions.solo.activities.sheet import COLUMNS, PLOT, RECRUIT, TRAVEL_FROM, TRAVEL_TO
from referee.editions.solo.chart import Group, first_group, prefer
from referee.editions.solo.situation import Situation
from referee.engine.board import Board
from referee.engine.data import ISLAMIST_RULE
from referee.engine.guidance import Guidance, Stop, Trail

CHART = "the Jihadist Activities chart"
GLOBAL_DICE = 2


def guided(due: Iterable[str], rule: str, trail: Trail, *, drawn: bool = True) -> Guidance:
    """What is due, a die deciding among several (9.5)."""
    return Guidance(tuple(due), rule, trail, drawn=drawn, goes_by=CHART)


def nothing(rule: str, id: str, words: str) -> Guidance:
    """Nothing more is due."""
    return Guidance((), rule, (Stop(id, rule, words),), goes_by=CHART)


def at_random(
    options: Iterable[str], rule: str, words: str, *, table: str = "", dice: int = 0, sure: bool = True
) -> Guidance:
    """Any of them, by the dice (9.5); the Global table is not known, so that its dice lead to any candidate."""
    left = tuple(options)
    stop = Stop("Random", rule, words, "", left, sure)
    return Guidance(left, rule, (stop,), drawn=True, goes_by=CHART, table=table, dice=dice)


def plot(s: Situation, legal: list[str], *, by_event: bool = False) -> Guidance:
    """Where to Plot, or to place one by event (9.4.2.2)."""
    found, trail = first_group(PLOT, s, legal)
    left, more = prefer(COLUMNS["plot by event" if by_event else "plot"], s, found)
    return guided(left, "9.4.2.2", (*trail, *more))


def by_list(s: Situation, legal: list[str], column: str) -> Guidance:
    """The first of ``legal`` by the Major or the Minor Jihad list (9.4.2.3, 9.4.2.4)."""
    left, trail = prefer(COLUMNS[column], s, legal)
    rule = COLUMNS[column].rule
    words = "could succeed" if column == "major" else "those that are open"
    return guided(left, rule, (Stop("Jihad", rule, words, "", tuple(legal)), *trail))


def recruit(s: Situation, legal: list[str]) -> Guidance:
    """Where the next Recruit is rolled (9.4.2.5)."""
    found, trail = first_group(RECRUIT, s, legal)
    left, more = prefer(COLUMNS["recruit"], s, found)
    return guided(left, "9.4.2.5", (*trail, *more))


class Slot:
    """One Cell that Travels: its destination as the boxes give it."""

    def __init__(self, id: str, candidates: list[str], trail: Trail, *, random: bool = False, table: str = "") -> None:
        self.id, self.candidates, self.trail, self.random, self.table = id, candidates, trail, random, table


def destinations(s: Situation, n: int, *, begin: int = 0) -> list[Slot]:
    """The destinations of ``n`` Cells, one for each box at most and the rest for a random country (9.4.2.6)."""
    legal = list(s.board.names)
    found: list[Slot] = []
    for group in TRAVEL_TO[begin:-1]:
        if len(found) >= n:
            return found
        if fitting := group.fits(s, legal):
            stop = _stop(group, fitting)
            column = COLUMNS["travel"]
            left, more = (fitting, ()) if group.id == "T4" else prefer(column, s, fitting)
            found.append(Slot(group.id, left, (stop, *more)))
    last = TRAVEL_TO[-1]
    found += [Slot(last.id, legal, (_stop(last, legal),), random=True) for _ in range(n - len(found))]
    return found


def _stop(group: Group, left: list[str]) -> Stop:
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
    """Where the Cell for ``target`` comes from (9.4.2.6.1).

    ``free`` are Sleepers and Active Cells that are not committed yet, ``avoid`` the other destinations of the card,
    ``open_to`` the countries that a Cell could come from at all.
    """
    found, trail = first_origins(s, target, [n for n in open_to if sum(free(n))])
    shunned = set(avoid) - {target}
    preferred = ((ACTIVE, {n for n in found if free(n)[1] > 0}), (OTHER, set(found) - shunned))
    for stop, wanted in preferred:
        kept = [n for n in found if n in wanted]
        if kept and len(kept) < len(found):
            found = kept
            trail = (*trail, stop._replace(left=tuple(found)))
    return guided(found, "9.4.2.6.1", trail)


def stays(board: Board, name: str, free: int) -> bool:
    """Whether the Cell is the last of an Islamist Rule or Regime Change country, which it does not leave (9.4.2.6.1)."""
    return free == 1 and (board[name].governance == ISLAMIST_RULE or bool(board[name].regime_change))
