"""What the places are called, as far as the file itself says so: where it notes an old place, and in reports of moves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from referee.parsers.vassal.happenings import Spot
from referee.parsers.vassal.traits import number

Point = tuple[str, int, int]
MAX_PLACES = 200_000
_ARROWS = (" → ", " --> ", " -> ")
_NOWHERE = ("", "?", "offboard")


@dataclass(slots=True)
class Places:
    """Names of points, counted."""

    zones: dict[Point, Counter[str]] = field(default_factory=dict)
    locations: dict[Point, Counter[str]] = field(default_factory=dict)

    def noted(self, kept: dict[str, str], map: str, last: Point) -> None:
        """Lasting properties of a piece, which say where it was before. ``last`` is where it was for us."""
        if "OldX" not in kept or "OldY" not in kept:
            return
        x, y = number(kept["OldX"]), number(kept["OldY"])
        maps = {kept.get("OldMap", map)}
        if (x, y) == last[1:]:
            maps.add(last[0])  # the same map by its other name
        for name in maps:
            if name:
                self._learn(self.zones, (name, x, y), kept.get("OldZone", ""))
                self._learn(self.locations, (name, x, y), kept.get("OldLocationName", ""))

    def reported(self, text: str, moves: set[tuple[Spot, Spot]]) -> None:
        """A report, and where the pieces of its step moved: with one way alone its names are clear."""
        if len(moves) != 1 or "*" not in text:
            return
        ((before, after),) = moves
        names = _ways(text[:600])
        for name, spot in zip(names, (before, after), strict=True):
            if spot.map and not spot.deck:
                self._learn(self.locations, (spot.map, spot.x, spot.y), name)

    def _learn(self, names: dict[Point, Counter[str]], point: Point, name: str) -> None:
        if name not in _NOWHERE and (point in names or len(names) < MAX_PLACES):
            names.setdefault(point, Counter())[name] += 1

    def named(self, spot: Spot) -> Spot:
        """A spot with its names."""
        point = (spot.map, spot.x, spot.y)
        zone, location = (_most(names.get(point)) for names in (self.zones, self.locations))
        return replace(spot, zone=zone, location=location) if zone or location else spot


def _most(found: Counter[str] | None) -> str:
    return found.most_common(1)[0][0] if found else ""


def _ways(text: str) -> tuple[str, str]:
    """From where and to where a report says that something moves, as the engine words it unless a module does."""
    _, _, way = text.partition(" moves ")
    for arrow in _ARROWS:
        before, found, after = way.partition(arrow)
        if found:
            return before.strip(), after.strip(" *")
    _, _, created = text.partition(" created in ")
    return "", created.strip(" *")
