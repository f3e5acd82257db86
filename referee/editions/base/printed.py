"""Printed matter of the base game: map, cards and event markers."""

from __future__ import annotations

import json
import os

from referee.engine.state.data import GOVERNANCE_VALUES, UNMARKED, Card, CountryData

EVENT_BOX_MARKERS = ("Enhanced Measures", "Renditions", "Wiretapping")


def _read(name: str) -> list[dict[str, object]]:
    with open(os.path.join(os.path.dirname(__file__), "data", name), "rb") as file:
        rows: list[dict[str, object]] = json.loads(file.read())
    return rows


def _countries() -> dict[str, CountryData]:
    rows = _read("countries.json")
    schengen = [str(r["name"]) for r in rows if r["schengen"]]
    links = [str(r["name"]) for r in rows if r["schengen_link"]]
    found: dict[str, CountryData] = {}
    for r in rows:
        name = str(r["name"])
        near = set(r["adjacent"])  # type: ignore[call-overload]
        if r["schengen"]:  # 4.5
            near.update(schengen, links)
        elif r["schengen_link"]:
            near.update(schengen)
        near.discard(name)
        found[name] = CountryData(
            name=name,
            short=tuple(r["short"]),  # type: ignore[arg-type]
            kind=r["kind"],  # type: ignore[arg-type]
            resources=int(r["resources"]),  # type: ignore[call-overload]
            oil=bool(r["oil"]),
            governance=GOVERNANCE_VALUES.get(str(r["governance"]), UNMARKED),
            recruit=r["recruit"],  # type: ignore[arg-type]
            schengen=bool(r["schengen"]),
            adjacent=frozenset(near),
            article=str(r.get("article", "")),
            several=bool(r.get("several")),
        )
    return found


COUNTRIES: dict[str, CountryData] = _countries()
CARDS: dict[int, Card] = {
    int(r["number"]): Card(**r)  # type: ignore[arg-type, call-overload]
    for r in _read("cards.json")
}


MARKERS: tuple[str, ...] = tuple(
    sorted({c.mark for c in CARDS.values() if c.mark} | {f"Leak-{m}" for m in EVENT_BOX_MARKERS})
)
"""Every event marker, the flipped ones included (4.7.7)."""
