"""How the US Bot chooses among candidates: by a flowchart, by a column of the Priorities Table, then at random (13.4.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.editions.solo.chart import first_group, prefer
from referee.editions.solo.situation import Situation
from referee.editions.solo.us_bot import measures as m
from referee.editions.solo.us_bot.sheet import ALERT_PRIORITIES, SHEET
from referee.engine.guidance import Stop, Trail

Found = tuple[list[str], Trail]
"""The candidates that are left, and the way that led to them."""


def by_column(s: Situation, column: str, candidates: Iterable[str]) -> Found:
    """What a column of the Priorities Table leaves of the candidates: "Disrupt", "Deploy To", "WoI Muslim" ..."""
    return prefer(SHEET.columns[column], s, list(dict.fromkeys(candidates)))


def by_flowchart(s: Situation, name: str, candidates: Iterable[str]) -> Found:
    """The first box of a flowchart that fits any candidate, then the column of the same name, if there is one."""
    left, trail = first_group(SHEET.groups[name], s, list(dict.fromkeys(candidates)))
    if left and name in SHEET.columns:
        left, further = by_column(s, name, left)
        trail += further
    return left, trail


def by_alert_priorities(s: Situation, markers: Iterable[tuple[str, int]]) -> tuple[list[tuple[str, int]], Trail]:
    """The Plots of highest priority among some, each as its country and its place there (13.3.3, 13.4.1)."""
    left, trail = prefer(SHEET.columns[ALERT_PRIORITIES], s, [m.plot_name(*marker) for marker in markers])
    return [m.plot_of(p) for p in left], tuple(t._replace(left=tuple(m.plot_of(p) for p in t.left)) for t in trail)


def alike(s: Situation, markers: Iterable[tuple[str, int]]) -> bool:
    """Whether some Plots are the same for every purpose: in one country, with one value."""
    return len({(where, m.plot_value(s, m.plot_name(where, k))) for where, k in markers}) < 2


def stop(name: str, rule: str, words: str, *, answer: str = "", left: Iterable[Any] = (), sure: bool = True) -> Trail:
    """A way of one station, for a rule that no box or column stands for."""
    return (Stop(name, rule, words, answer, tuple(left), sure),)
