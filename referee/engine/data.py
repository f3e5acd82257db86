"""Facts that never change during a game: the map and the cards."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

Side = Literal["J", "US"]

GOOD, FAIR, POOR, ISLAMIST_RULE = 1, 2, 3, 4
UNMARKED = 0
GOVERNANCE_NAMES = {UNMARKED: "unmarked", GOOD: "Good", FAIR: "Fair", POOR: "Poor", ISLAMIST_RULE: "Islamist Rule"}
GOVERNANCE_VALUES = {"good": GOOD, "fair": FAIR, "poor": POOR, "islamist_rule": ISLAMIST_RULE}
SIDE_NAMES: dict[str, str] = {"J": "Jihadist", "US": "US"}

TRACK = "track"
"""The Troops Track, as an end of a Deploy (7.3.1)."""

N_TROOPS = 15
N_CELLS = 15
N_WMD = 6
PLOT_SUPPLY = {"1": 3, "2": 2, "3": 1}
"""Numbered Plot markers by number (4.8.1)."""


@dataclass(frozen=True, slots=True)
class CountryData:
    """What the map prints of a country (4.1 to 4.5)."""

    name: str
    short: tuple[str, ...]
    kind: Literal["sunni", "shia_mix", "non_muslim", "iran"]
    resources: int
    oil: bool
    governance: int
    """Printed Governance, or UNMARKED for Muslim countries, whose Governance is a marker."""
    recruit: int | None
    schengen: bool
    adjacent: frozenset[str]

    @property
    def muslim(self) -> bool:
        """Sunni or Shia-Mix (4.1.2)."""
        return self.kind in ("sunni", "shia_mix")

    @property
    def non_muslim(self) -> bool:
        """Neither Muslim nor Iran (4.1.2, 4.4)."""
        return self.kind == "non_muslim"


@dataclass(frozen=True, slots=True)
class Card:
    """What a card prints besides its event text (4.10)."""

    number: int
    title: str
    ops: int
    side: Side | None
    """The side that the event is associated with; None for Unassociated (6.2.5)."""
    remove: Literal["never", "always", "us"]
    mark: str | None
    lapsing: bool
    auto: bool

    @property
    def name(self) -> str:
        return f"{self.number} {self.title}"


def _read(name: str) -> list[dict[str, object]]:
    text = (Path(__file__).parent.parent / "editions" / "base" / "data" / name).read_text(encoding="utf-8")
    rows: list[dict[str, object]] = json.loads(text)
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
        )
    return found


COUNTRIES: dict[str, CountryData] = _countries()
MUSLIM: tuple[str, ...] = tuple(c.name for c in COUNTRIES.values() if c.muslim)
NON_MUSLIM: tuple[str, ...] = tuple(c.name for c in COUNTRIES.values() if c.non_muslim)
SHIA_MIX: tuple[str, ...] = tuple(c.name for c in COUNTRIES.values() if c.kind == "shia_mix")
SCHENGEN: tuple[str, ...] = tuple(c.name for c in COUNTRIES.values() if c.schengen)
ALL: tuple[str, ...] = tuple(COUNTRIES)

CARDS: dict[int, Card] = {
    int(r["number"]): Card(**r)  # type: ignore[arg-type, call-overload]
    for r in _read("cards.json")
}

EVENT_BOX_MARKERS = ("Enhanced Measures", "Renditions", "Wiretapping")
LEAKED = tuple(f"Leak-{m}" for m in EVENT_BOX_MARKERS)


@cache
def marker_names() -> tuple[str, ...]:
    """Every event marker of the base game, the flipped ones included (4.7.7)."""
    names = {c.mark for c in CARDS.values() if c.mark}
    return tuple(sorted(names | set(LEAKED)))
