"""Measures of more than one sheet."""

from __future__ import annotations

from collections.abc import Collection

from referee.editions.solo.flowchart.chart import CountryTest, Filter, Situation, those
from referee.engine.state import queries as q
from referee.engine.state.data import FAIR, GOOD


def muslim(s: Situation, name: str) -> bool:
    """Whether a place is a Muslim country now."""
    return name in s.board.countries and s.board[name].data.muslim


def governed(s: Situation, name: str, level: int) -> bool:
    """Whether a country has a Governance; unmarked ones have none."""
    return s.board[name].governance == level


def of_levels(s: Situation, name: str, levels: Collection[int]) -> bool:
    """Whether a Muslim country has one of some levels of Governance."""
    return muslim(s, name) and s.board[name].governance in levels


def of_level(level: int) -> Filter:
    """Filter the countries with a Governance."""
    return those(lambda s, n: governed(s, n, level))


def good_or_fair(s: Situation, name: str) -> bool:
    """Whether a Muslim country can still worsen to Poor."""
    return of_levels(s, name, (GOOD, FAIR))


PRESTIGE = ("low", "medium", "high", "very high")
"""The levels of Prestige, upward (4.7.1)."""


def prestige_above(s: Situation, level: str) -> bool:
    """Whether Prestige is above a level of its track."""
    return PRESTIGE.index(q.prestige_band(s.board)) > PRESTIGE.index(level)


def at_funding(funding: str) -> CountryTest:
    """Whether Funding is at a level of its track."""
    return lambda s: q.funding_band(s.board) == funding


def aligned(side: str) -> Filter:
    """Filter the countries with an Alignment."""
    return those(lambda s, n: s.board[n].alignment == side)


def cells(s: Situation, name: str) -> int:
    """Cells in a country, whether they have operated or not."""
    return q.cells(s.board, name)


def units(s: Situation, name: str) -> int:
    """Troops, markers that count as Troops, and Militia ("TandM")."""
    return q.strength(s.board, name)


def militia(s: Situation, name: str) -> int:
    """Militia in a country (11.2.4)."""
    return int(getattr(s.board[name], "militia", 0))


def awakening(s: Situation, name: str) -> int:
    """Awakening markers less Reaction markers in a country."""
    c = s.board[name]
    return int(getattr(c, "awakening", 0)) - int(getattr(c, "reaction", 0))


def besieged(s: Situation, name: str) -> bool:
    """Whether a country has a Besieged Regime marker."""
    return s.board[name].besieged


def with_aid(s: Situation, name: str) -> bool:
    """Whether a country has Aid."""
    return s.board[name].aid > 0


def civil_war(s: Situation, name: str) -> bool:
    """Whether a country is in Civil War (11.2)."""
    return bool(getattr(s.board[name], "civil_war", False))


def arsenal(s: Situation, name: str) -> bool:
    """Whether WMD are still stored in a country (4.7.8.1, 11.3.1)."""
    return s.board.arsenal > 0 if name == "Pakistan" else bool(getattr(s.board[name], "wmd", 0))


def with_arsenal(name: str) -> Filter:
    """Filter one country, while WMD are stored there."""
    return those(lambda s, n: n == name and arsenal(s, n))


def regime_change(s: Situation, name: str) -> bool:
    """Whether a country is in Regime Change (7.3.4.1)."""
    return q.regime_change(s.board, name)


def oil_exporter(s: Situation, name: str) -> bool:
    """Whether a country exports oil."""
    return q.oil_exporter(s.board, name)
