"""How the Jihadist Bot chooses among countries: by a column, or by a flowchart and then its column (12.4.2)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.editions.solo.chart import first_group, prefer, walk
from referee.editions.solo.jihadist_bot.sheet import PLOT_0, SHEET
from referee.editions.solo.situation import Situation
from referee.engine.guidance import Trail

Choice = tuple[list[str], Trail]
"""What is left of the candidates, and the way that leads there."""


def by_column(s: Situation, column: str, candidates: Iterable[str]) -> Choice:
    """What the rows of a column leave of the candidates, from top to bottom."""
    return prefer(SHEET.columns[column], s, list(candidates))


def by_flowchart(s: Situation, name: str, candidates: Iterable[str]) -> Choice:
    """The first box of a flowchart that fits any candidate, and among those of the box what the column leaves.

    [] if no box fits any: then the Bot does not act there at all.
    """
    groups = SHEET.groups[name]
    trail: Trail = ()
    if name == "Plot":
        here, trail = walk((PLOT_0,), PLOT_0.id, s)
        groups = groups[next(i for i, g in enumerate(groups) if g.id == here) :]
    found, way = first_group(groups, s, list(candidates))
    left, rows = by_column(s, name, found)
    return left, (*trail, *way, *rows)
