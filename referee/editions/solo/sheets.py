"""The sheets of the solitaire systems by name, read on demand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module

from referee.editions.solo import options as named
from referee.editions.solo.flowchart.chart import DOUBTS, Instruction, Sheet
from referee.engine.law.flowchart import Flowchart, Listing, ListRow, Node
from referee.engine.state.words import capital

TITLES = {
    named.JIHADIST_BOT: "The Jihadist Bot",
    named.US_BOT: "The US Bot",
    named.ACTIVITIES: "The Jihadist Activities",
}
"""Titles of systems by option."""
CHAPTERS = {named.JIHADIST_BOT: 12, named.US_BOT: 13, named.ACTIVITIES: 9}
SIDES = {named.JIHADIST_BOT: "J", named.US_BOT: "US", named.ACTIVITIES: "J"}
_PACKAGES = {named.JIHADIST_BOT: "jihadist_bot", named.US_BOT: "us_bot", named.ACTIVITIES: "activities"}
TOLD = {name: f"editions/solo/{package}/data" for name, package in _PACKAGES.items()}
"""Folders of rulings and sentences of the systems."""


class _Sheets(Mapping[str, Sheet]):
    """Sheets by name, imported on demand."""

    def __getitem__(self, name: str) -> Sheet:
        sheet: Sheet = import_module(f"referee.editions.solo.{_PACKAGES[name]}.sheet").SHEET
        return sheet

    def __iter__(self) -> Iterator[str]:
        return iter(_PACKAGES)

    def __len__(self) -> int:
        return len(_PACKAGES)


SHEETS: Mapping[str, Sheet] = _Sheets()


def instructions(name: str) -> Mapping[int, Instruction]:
    """The lines of a system's Event Instructions Table, by card."""
    return SHEETS[name].instructions


@cache
def flowchart(name: str) -> Flowchart:
    """The flowcharts of a system as plain data."""
    return plain(SHEETS[name], name, TITLES[name])


def plain(sheet: Sheet, name: str, title: str) -> Flowchart:
    """A sheet without its tests."""
    groups = [
        Listing(
            capital(called),
            rows[0].rule,
            tuple(ListRow(g.id, g.words, DOUBTS[g.confidence]) for g in rows),
            candidates=True,
        )
        for called, rows in sheet.groups.items()
        if rows
    ]
    columns = [
        Listing(
            c.id,
            c.rule,
            tuple(ListRow(f"{c.id} {p.row}", p.words, DOUBTS[p.confidence]) for p in c.rows),
            candidates=False,
        )
        for c in sheet.columns.values()
    ]
    nodes = tuple(Node(b.id, b.rule, capital(b.question), b.yes, b.no, DOUBTS[b.confidence]) for b in sheet.boxes)
    return Flowchart(name, title, sheet.rule, nodes, sheet.outcomes, (*groups, *columns))
