"""The names of places in the file.

They are in notes of an old place, and in reports of moves; some may be missing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from referee.parsers.vassal.happenings import PieceSpot
from referee.parsers.vassal.traits import MapPoint, number

MAX_PLACES = 200_000
_ARROWS = (" → ", " --> ", " -> ")
_NOWHERE = ("", "?", "offboard")
_Names = dict[MapPoint, Counter[str]]


@dataclass(slots=True)
class PointNames:
    """Names of points, counted."""

    zones: _Names = field(default_factory=dict)
    locations: _Names = field(default_factory=dict)

    def learn_old_place(self, lasting: dict[str, str], map: str, last: MapPoint) -> None:
        """Learn a piece's old place from its lasting properties.

        ``last`` is its place on the board.
        """
        if "OldX" not in lasting or "OldY" not in lasting:
            return
        x, y = number(lasting["OldX"]), number(lasting["OldY"])
        maps = {lasting.get("OldMap", map)}
        if (x, y) == last[1:]:
            maps.add(last[0])  # the same map by its other name
        for name in maps - {""}:
            self._learn(self.zones, (name, x, y), lasting.get("OldZone", ""))
            self._learn(self.locations, (name, x, y), lasting.get("OldLocationName", ""))

    def learn_from_report(self, text: str, moves: set[tuple[PieceSpot, PieceSpot]]) -> None:
        """Learn from a step's report of moves in one direction."""
        if len(moves) != 1 or "*" not in text:
            return
        for name, spot in zip(_ways(text[:600]), *moves, strict=True):
            if spot.map and not spot.deck:
                self._learn(self.locations, (spot.map, spot.x, spot.y), name)

    def _learn(self, names: _Names, point: MapPoint, name: str) -> None:
        if name not in _NOWHERE and (point in names or len(names) < MAX_PLACES):
            names.setdefault(point, Counter())[name] += 1

    def named(self, spot: PieceSpot) -> PieceSpot:
        """A spot with its names."""
        point = (spot.map, spot.x, spot.y)
        zone, location = (
            max(found, key=found.__getitem__) if (found := names.get(point)) else ""
            for names in (self.zones, self.locations)
        )
        return replace(spot, zone=zone, location=location) if zone or location else spot


def _ways(text: str) -> tuple[str, str]:
    """Origin and destination in a report's move.

    The words are the engine's own.
    """
    _, _, way = text.partition(" moves ")
    for arrow in _ARROWS:
        before, found, after = way.partition(arrow)
        if found:
            return before.strip(), after.strip(" *")
    _, _, created = text.partition(" created in ")
    return "", created.strip(" *")
