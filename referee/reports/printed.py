"""The print of cards and of the map, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.state.data import GOVERNANCE_NAMES, Card, CountryData
from referee.engine.state.words import plural

RELIGION = {
    "sunni": "Sunni",
    "shia_mix": "Shia-Mix",
    "non_muslim": "non-Muslim",
    "iran": "neither Muslim nor non-Muslim",
}


def marks(card: Card) -> list[str]:
    """The print of a card besides value, number, title and side."""
    found = []
    if card.remove != "never":
        found.append("removed after its event" + " if the US played it" * (card.remove == "us"))
    if card.mark:
        found.append(f"marker {card.mark}")
    if card.lapsing:
        found.append("lapsing" + " if the US played it" * (card.lapsing == "us"))
    if card.auto:
        found.append("happens with every use")
    return found


def of_country(c: CountryData) -> dict[str, Any]:
    """The print of the map for a country."""
    return {
        "religion": RELIGION[c.kind],
        "resources": c.resources,
        "oil": c.oil,
        "governance": GOVERNANCE_NAMES[c.governance] if c.governance else "",
        "recruit": c.recruit,
        "schengen": c.schengen,
        "adjacent": sorted(c.adjacent),
    }


def in_words(p: Mapping[str, Any]) -> str:
    """The print of a country, without its neighbours.

    ``p`` is made by :func:`of_country`.
    """
    parts = [p["religion"]]
    if p["religion"] in ("Sunni", "Shia-Mix"):
        parts.append(plural(p["resources"], "Resource"))
    parts += ["oil"] * p["oil"]
    parts += [p["governance"]] if p["governance"] else []
    parts += [f"Recruit on {p['recruit']} or less"] if p["recruit"] else []
    parts += ["in the Schengen area"] if p["schengen"] else []
    return ", ".join(parts)
