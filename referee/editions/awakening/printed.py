"""The printed matter of The Awakening.

It has two more countries, country mats with two sides, and its cards with their icons (11.3.3).
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.editions.base import printed as base
from referee.engine.state.data import GOVERNANCE_VALUES, UNMARKED, Card, CountryData


def _read(name: str) -> Any:
    return json.loads((Path(__file__).parent / "data" / name).read_text(encoding="utf-8"))


_MAP = _read("map.json")


def _new() -> dict[str, CountryData]:
    return {
        row["name"]: CountryData(
            name=row["name"],
            short=tuple(row["short"]),
            kind=row["kind"],
            resources=row["resources"],
            oil=row["oil"],
            governance=GOVERNANCE_VALUES.get(row["governance"], UNMARKED),
            recruit=None,
            schengen=False,
            adjacent=frozenset(row["adjacent"]),
        )
        for row in _MAP["new"]
    }


def _with_new(old: dict[str, CountryData]) -> dict[str, CountryData]:
    """The map with Mali and Nigeria, which are Adjacent both ways (11.3.3.2, 11.3.3.3)."""
    new = _new()
    near = {n: frozenset(c.name for c in new.values() if n in c.adjacent) for n in old}
    grown = {n: replace(c, adjacent=c.adjacent | near[n]) if near[n] else c for n, c in old.items()}
    return {**grown, **new}


def _turned(data: CountryData, **printed: Any) -> CountryData:
    if "governance" in printed:
        printed["governance"] = GOVERNANCE_VALUES[printed["governance"]]
    return replace(data, **printed)


FIRST_DECK = _with_new(base.COUNTRIES)
"""The map of the Campaign under the rules of the base game."""
COUNTRIES = {n: _turned(c, **_MAP["mats"].get(n, {})) for n, c in FIRST_DECK.items()}
"""The map with the country mats on their first sides."""
OTHER_SIDE = {n: _turned(COUNTRIES[n], **printed) for n, printed in _MAP["other_side"].items()}
"""The other side of each mat (11.3.3).

A Muslim country begins there with the printed Governance.
"""

_ROWS: list[dict[str, Any]] = _read("cards.json")
CARDS: dict[int, Card] = {r["number"]: Card(**{k: v for k, v in r.items() if k != "icons"}) for r in _ROWS}
ICONS: dict[int, tuple[str, ...]] = {r["number"]: tuple(r["icons"]) for r in _ROWS}
"""Symbols of cards: AS, CW, CC and BC.

AS and CW are the halves of the Arab Spring deck, CC is Caliphate, BC is not in a Caliphate.
"""
TWICE = frozenset({c.mark for c in CARDS.values()} & {c.mark for c in base.CARDS.values()} - {None})
"""Markers named alike in both decks, each its own (Alternative History)."""
SECOND = {n: replace(c, mark=f"{c.mark} II") if c.mark in TWICE else c for n, c in CARDS.items()}
"""The same cards beside those of the base game."""
BOTH_DECKS: dict[int, Card] = {**base.CARDS, **SECOND}

OWN_COUNT = frozenset({"Advisors"})
"""Markers with several to a country, counted rather than named."""
EMBARGOES = ("Trade Embargo", "Trade Embargo-Jihadist")
"""The two sides of one marker: the US first, then the Jihadist (card 232)."""
MARKERS = tuple(sorted({c.mark for c in CARDS.values() if c.mark} - OWN_COUNT | set(EMBARGOES)))
BOTH_MARKERS = tuple(sorted({*base.MARKERS, *({c.mark for c in SECOND.values() if c.mark} - OWN_COUNT), *EMBARGOES}))
