"""The drawn map: land, boxes, and the lines between them.

Coasts and borders are Natural Earth's, drawn with room for Europe and the Middle East (``scripts/coast`` makes them).
The boxes are on their land or beside it, with a leader, pulled apart so that none covers another and no line runs under
a third country (tests hold that). Adjacency, links and riches come from the engine's data.
"""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import Any

from referee.engine.state.data import GOVERNANCE_NAMES, CountryData
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.ruleset import Ruleset
from referee.reports.report import signs
from referee.reports.report.signs import FieldSign


def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((Path(__file__).parent / "data" / name).read_text(encoding="utf-8"))
    return found


MAP, COAST = _read("map.json"), _read("coast.json")
WIDTH, HEIGHT = (int(n) for n in MAP["size"])
TAB = int(MAP["boxes"]["tab"])
"""Height of the tab with the map's print on a box."""
HEAD, RING = 17, 9
"""Length of an arrow's head; distance of a ring from its box."""
LOW = int(MAP["boxes"]["low"])
"""Height of a box without pieces."""
PLACES: dict[str, tuple[int, int]] = {name: (at[0], at[1]) for name, at in MAP["places"].items()}
"""Centre of each box."""
LEADERS: dict[str, list[int]] = MAP["leaders"]
"""The land of boxes beside it, and the bend of the leader."""
BENDS: dict[frozenset[str], tuple[int, int]] = {frozenset((a, b)): (at[0], at[1]) for a, b, at in MAP["bends"]}
"""The bends of lines around a third country."""
ROUND_THE_WORLD = {frozenset(pair) for pair in MAP["round"]}
"""Connections across the edge of the map, drawn as two stubs."""
LINKS: dict[str, list[int]] = MAP["links"]
"""The end of a linked country's dashed line, and its bend.

It is at the edge of the Schengen area (4.5).
"""


LATER: dict[str, Any] = MAP["later"]
"""Places and moved boxes of popular action and Civil Wars (chapter 11)."""


@cache
def later(rules: Ruleset) -> bool:
    """Whether the map of a ruleset has the additions of chapter 11."""
    return has(rules, "A")


def has(rules: Ruleset, picture: str) -> bool:
    """Whether these rules' page draws such a thing (``Fact.picture``)."""
    return any(picture in (f.picture, f.country_picture) for f in rules.facts)


def places(rules: Ruleset) -> dict[str, tuple[int, int]]:
    """Centre of each box on the map of a ruleset."""
    if not later(rules):
        return PLACES
    more = {name: (at[0], at[1]) for name, at in {**LATER["moved"], **LATER["places"]}.items()}
    return {**PLACES, **more}


@plain_dataclass(frozen=True)
class Space:
    """A country on the map."""

    index: int
    name: str
    code: str
    """A short form, for maps too small for the name."""
    x: int
    y: int
    w: int
    h: int
    kind: str
    """muslim, other or iran."""
    faith: str
    facts: list[str]
    """The print of the map, in words."""
    resources: int
    oil: bool
    recruit: int | None
    governance: str
    """Printed Governance, or "" under a marker."""
    schengen: bool
    near: list[str]
    special: str
    land: str
    """The outline of its land."""
    signs: tuple[FieldSign, ...]
    """The possible signs of its box."""
    turns: bool = False
    """Whether its mat has a second side, which changes its kind (11.3.3)."""

    @property
    def left(self) -> int:
        """Left edge of the box."""
        return self.x - self.w // 2

    @property
    def top(self) -> int:
        """Upper edge of the box, below the tab."""
        return self.y - self.h // 2


@plain_dataclass(frozen=True)
class MapLine:
    """A connection: its two ends and its path."""

    ends: tuple[int, int]
    path: str


FAITHS = {"sunni": "Sunni", "shia_mix": "Shia-Mix", "non_muslim": "Non-Muslim", "iran": "Special case"}
SPECIAL = {
    "United States": "Its Posture stands on the GWOT track.",
    "Israel": "Hard, and never changes.",
    "Iran": "Fair by its print; no Alignment, no Posture.",
}


def box(data: CountryData, turns: bool = False) -> tuple[int, int]:
    """Width and height of a country's box, without the tab."""
    boxes = MAP["boxes"]
    w, h = boxes["muslim" if data.muslim or turns else "other"]
    return {**boxes["wider"], **(LATER["wider"] if turns else {})}.get(data.name, w), h


def spaces(rules: Ruleset) -> list[Space]:
    """All countries in the order of the board."""
    at, turning = places(rules), LATER["turning"] if later(rules) else ()
    there = signs.of(rules)
    return [_space(i, data, at[name], name in turning, there) for i, (name, data) in enumerate(rules.countries.items())]


KINDS = {"sunni": "muslim", "shia_mix": "muslim", "iran": "iran", "non_muslim": "other"}
"""Drawing class of a country's box, by its kind."""


def _space(i: int, data: CountryData, at: tuple[int, int], turns: bool, there: tuple[FieldSign, ...]) -> Space:
    name = data.name
    w, h = box(data, turns)
    x, y = at
    return Space(
        index=i,
        name=name,
        code=data.short[0],
        x=x,
        y=y,
        w=w,
        h=h,
        kind=KINDS[data.kind],
        faith=FAITHS[data.kind],
        facts=printed(data),
        resources=data.resources,
        oil=data.oil,
        recruit=data.recruit,
        governance=GOVERNANCE_NAMES[data.governance] if data.governance else "",
        schengen=data.schengen,
        near=sorted(data.adjacent),
        special=SPECIAL.get(name, ""),
        land=COAST["spaces"].get(name) or COAST["later"][name],
        signs=there,
        turns=turns,
    )


def printed(data: CountryData) -> list[str]:
    """The print of a country's map space or mat, in words."""
    found = [FAITHS[data.kind]]
    if data.muslim:
        found.append(f"Resources {data.resources}" + (" with oil" if data.oil else ""))
    if data.governance:
        found.append(f"Governance {GOVERNANCE_NAMES[data.governance]}")
    if data.recruit is not None:
        found.append(f"Recruit {data.recruit}")
    if data.schengen:
        found.append("Schengen")
    elif data.name in LINKS:
        found.append("linked to Schengen")
    return found


def lines(rules: Ruleset) -> list[MapLine]:
    """Every printed connection, each once."""
    at = places(rules)
    order = [name for name in at if name in rules.countries]
    pairs = [(a, b) for i, a in enumerate(order) for b in order[i + 1 :] if b in rules.countries[a].adjacent]
    return [
        MapLine((order.index(a), order.index(b)), _path(at[a], at[b], BENDS.get(frozenset((a, b)))))
        for a, b in pairs
        if not _through_schengen(rules, a, b) and frozenset((a, b)) not in ROUND_THE_WORLD
    ]


def _through_schengen(rules: Ruleset, a: str, b: str) -> bool:
    inside = [rules.countries[n].schengen for n in (a, b)]
    return all(inside) or (inside[0] and b in LINKS) or (inside[1] and a in LINKS)


def _path(a: tuple[int, int], b: tuple[int, int], bend: tuple[int, ...] | None = None) -> str:
    pulled = f"Q{bend[0]},{bend[1]} " if bend else "L"
    return f"M{a[0]},{a[1]} {pulled}{b[0]},{b[1]}"


def links(centres: dict[str, tuple[int, int]] = PLACES) -> list[MapLine]:
    """The dashed lines of the countries linked to the Schengen area."""
    return _outward(LINKS, centres)


def leaders(centres: dict[str, tuple[int, int]] = PLACES) -> list[MapLine]:
    """The fine lines from boxes to their land."""
    return _outward(LEADERS, centres)


def _outward(to: dict[str, list[int]], centres: dict[str, tuple[int, int]]) -> list[MapLine]:
    """Lines from the centres of boxes to points outside boxes."""
    order = list(centres)
    return [MapLine((order.index(n), -1), _path(centres[n], (at[0], at[1]), tuple(at[2:]))) for n, at in to.items()]


def arrow(origin: Space, target: Space, heights: tuple[int, int]) -> str:
    """The bent path of a move between two boxes.

    ``heights`` are those of the boxes as drawn.
    """
    (x1, y1), (x2, y2) = ((s.x, s.top + h / 2) for s, h in zip((origin, target), heights, strict=True))
    length = math.hypot(x2 - x1, y2 - y1) or 1
    bend = min(60, length / 6) / length
    pull = (x1 + x2) / 2 + (y2 - y1) * bend, (y1 + y2) / 2 - (x2 - x1) * bend
    (ax, ay), (bx, by) = (_edge(s, h, pull) for s, h in zip((origin, target), heights, strict=True))
    return f"M{ax:.0f},{ay:.0f} Q{pull[0]:.0f},{pull[1]:.0f} {bx:.0f},{by:.0f}"


def drawn_arrow(origin: Space, target: Space, heights: tuple[int, int]) -> str:
    """The path of a remark's arrow with its head.

    It is straight, unlike that of a move.
    """
    middles = [(s.x, s.top + h / 2) for s, h in zip((origin, target), heights, strict=True)]
    (ax, ay), (bx, by) = _edge(origin, heights[0], middles[1]), _edge(target, heights[1], middles[0])
    angle = math.atan2(by - ay, bx - ax)
    wings = [(bx - HEAD * math.cos(angle + turn), by - HEAD * math.sin(angle + turn)) for turn in (0.5, -0.5)]
    (lx, ly), (rx, ry) = wings
    return f"M{ax:.0f},{ay:.0f}L{bx:.0f},{by:.0f}M{lx:.0f},{ly:.0f}L{bx:.0f},{by:.0f}L{rx:.0f},{ry:.0f}"


def ring(space: Space, height: int) -> str:
    """The path around a box marked by a remark."""
    left, top, wide = space.left - RING, space.top - RING, space.w + 2 * RING
    return f"M{left:g},{top:g}h{wide:g}v{height + 2 * RING}h{-wide:g}z"


def _edge(space: Space, height: int, toward: tuple[float, float]) -> tuple[float, float]:
    """The point outside a box on the line from its middle."""
    x, y = space.x, space.top + height / 2
    dx, dy = toward[0] - x, toward[1] - y
    reach = min(1.0, (space.w / 2 + 5) / (abs(dx) or 1e-6), (height / 2 + 5) / (abs(dy) or 1e-6))
    return x + dx * reach, y + dy * reach


# ---------------------------------------------------------------- the whole map


@plain_dataclass(frozen=True)
class MapDrawing:
    """The unchanging parts of the map."""

    size: tuple[int, int]
    other: str
    """Land outside the game's countries."""
    spaces: list[Space]
    connections: list[MapLine]
    links: list[MapLine]
    leaders: list[MapLine]
    anchors: list[tuple[int, int]]
    """Ends of the leaders."""
    stubs: list[tuple[str, int, int, str]]
    """Connections across the map's edge: path, place of the words, words."""
    schengen: tuple[int, int]
    """Place of the Schengen area's name."""
    shapes: dict[str, str]
    """Outlines of the signs, around their middle."""
    plates: dict[str, tuple[float, float, float]]
    """Signs with a plate: height, radius of the corners, base line."""
    legend: list[signs.LegendRow]
    """The signs with their meaning."""
    later: bool
    """Whether the map has the additions of chapter 11."""


def drawing(rules: Ruleset) -> MapDrawing:
    """The map of a ruleset."""
    there = signs.of(rules)
    return MapDrawing(
        size=(WIDTH, HEIGHT),
        other=COAST["other"],
        spaces=spaces(rules),
        connections=lines(rules),
        links=links(places(rules)),
        leaders=leaders(places(rules)),
        anchors=[(at[0], at[1]) for at in LEADERS.values()],
        stubs=MAP["stubs"],
        schengen=MAP["schengen"],
        shapes={**signs.shapes(there), **MAP["shapes"]},
        plates={**MAP["plates"], **signs.plates(there)},
        legend=signs.legend(there),
        later=later(rules),
    )
