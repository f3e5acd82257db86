"""The drawn map: where each country stands on our own schematic, and the lines between them.

The places follow what players know from the table, north at the top, pulled apart so that no box covers another and no
line runs under a third country (a test holds that). What is Adjacent, linked or rich comes from the engine's data.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.data import GOVERNANCE_NAMES, CountryData
from referee.engine.ruleset import Ruleset

WIDTH, HEIGHT = 1330, 760
MUSLIM_BOX = (128, 84)
OTHER_BOX = (118, 60)
WIDE = {"Indonesia/Malaysia": 156, "Algeria/Tunisia": 132, "Kenya/Tanzania": 128, "Eastern Europe": 122}
"""Boxes that need more room for their name."""

PLACES: dict[str, tuple[int, int]] = {
    "Canada": (92, 62),
    "United States": (92, 182),
    "United Kingdom": (258, 118),
    "Scandinavia": (532, 44),
    "Benelux": (404, 112),
    "Germany": (532, 112),
    "Eastern Europe": (662, 112),
    "France": (404, 180),
    "Italy": (532, 180),
    "Spain": (340, 248),
    "Serbia": (684, 196),
    "Russia": (868, 62),
    "Caucasus": (902, 172),
    "Israel": (602, 470),
    "India": (1150, 518),
    "China": (1262, 186),
    "Thailand": (1264, 436),
    "Philippines": (1264, 634),
    "Kenya/Tanzania": (572, 716),
    "Morocco": (82, 374),
    "Algeria/Tunisia": (222, 374),
    "Libya": (362, 392),
    "Egypt": (474, 496),
    "Sudan": (558, 610),
    "Somalia": (712, 654),
    "Jordan": (736, 486),
    "Syria": (746, 384),
    "Central Asia": (1052, 152),
    "Indonesia/Malaysia": (1112, 684),
    "Turkey": (766, 280),
    "Lebanon": (604, 372),
    "Yemen": (868, 684),
    "Iraq": (888, 400),
    "Saudi Arabia": (866, 578),
    "Gulf States": (1004, 492),
    "Pakistan": (1122, 392),
    "Afghanistan": (1146, 284),
    "Iran": (1006, 290),
}
"""Centre of each box."""

BENDS: dict[frozenset[str], tuple[int, int]] = {
    frozenset(("Libya", "Sudan")): (352, 612),
    frozenset(("Pakistan", "Indonesia/Malaysia")): (1032, 556),
    frozenset(("Thailand", "Indonesia/Malaysia")): (1232, 580),
}
"""Lines that go round a third country: the point that pulls them."""
ROUND_THE_WORLD = {frozenset(("United States", "Philippines"))}
"""Connections across the edge of the map, drawn as two stubs."""

AREA = (
    "M352,78 H464 V32 Q464,10 486,10 H578 Q600,10 600,32 V78 H716 Q730,78 730,92 V132 Q730,146 716,146 H600 V202"
    " Q600,216 586,216 H408 V268 Q408,284 392,284 H288 Q272,284 272,268 V228 Q272,212 288,212 H336 V94 Q336,78 352,78 Z"
)
"""Outline of the Schengen area."""
LINKS: dict[str, tuple[int, int]] = {
    "Canada": (346, 80),
    "United States": (336, 190),
    "United Kingdom": (336, 130),
    "Serbia": (600, 190),
    "Russia": (726, 96),
    "Morocco": (272, 248),
    "Algeria/Tunisia": (316, 284),
    "Libya": (380, 284),
    "Turkey": (584, 216),
    "Lebanon": (560, 216),
}
"""Where the dashed line of a linked country meets the area (4.5)."""

LAND = (
    # North America, Europe and Asia, Africa, Arabia, the islands: only a hint of the shapes.
    "M0,26 Q60,4 130,16 T196,70 Q186,120 176,140 Q186,190 150,226 Q96,270 60,244 Q14,216 0,226 Z",
    "M214,74 Q260,60 312,82 Q322,120 306,156 Q258,170 208,156 Q200,100 214,74 Z",
    "M266,214 Q300,200 334,206 Q330,120 344,78 Q420,40 470,20 Q560,-10 640,14 Q760,30 860,14 Q1100,-10 1330,10 V300"
    " Q1300,330 1324,420 Q1330,470 1290,484 Q1236,470 1206,452 Q1200,520 1160,566 Q1106,560 1082,470 Q1060,440 1010,420"
    " Q960,430 930,436 Q900,470 820,440 Q760,430 690,410 L676,330 Q690,250 620,232 Q560,230 540,236 Q470,226 412,232"
    " Q410,280 390,290 Q310,300 268,286 Q258,250 266,214 Z",
    "M14,338 Q80,318 160,326 Q300,320 380,344 Q470,420 544,438 Q560,500 590,540 Q650,590 780,620 Q770,690 690,720"
    " Q680,752 650,760 H520 Q500,690 480,640 Q380,640 330,560 Q250,470 150,452 Q40,440 14,400 Z",
    "M668,430 Q740,420 820,440 Q900,440 950,440 Q1010,440 1082,452 Q1090,500 1064,530 Q1010,580 960,640 Q950,710 880,724"
    " Q800,720 796,660 Q770,560 700,540 Q660,500 668,430 Z",
    "M1040,640 Q1120,612 1210,640 Q1226,690 1200,726 Q1110,744 1044,720 Q1020,680 1040,640 Z",
    "M1206,540 Q1260,524 1326,540 V616 Q1260,628 1206,610 Z",
    "M542,430 Q600,420 668,430 L672,490 Q610,510 548,500 Z",
    "M534,330 Q600,316 678,330 L684,410 Q600,426 536,414 Z",
)


@dataclass(frozen=True, slots=True)
class Space:
    """A country on the map."""

    index: int
    name: str
    x: int
    y: int
    w: int
    h: int
    kind: str
    """muslim, other or iran."""
    faith: str
    facts: list[str]
    """What the map prints, in words."""
    resources: int
    oil: bool
    recruit: int | None
    governance: str
    """Printed Governance, or "" where a marker shows it."""
    near: list[str]
    special: str


@dataclass(frozen=True, slots=True)
class Line:
    """A connection: its two ends and its path."""

    ends: tuple[int, int]
    path: str


FAITHS = {"sunni": "Sunni", "shia_mix": "Shia-Mix", "non_muslim": "Non-Muslim", "iran": "Special case"}
SPECIAL = {
    "United States": "Its Posture stands on the GWOT track.",
    "Israel": "Hard, and never changes.",
    "Iran": "Fair by its print; no Alignment, no Posture.",
}


def box(data: CountryData) -> tuple[int, int]:
    """Width and height of a country's box."""
    w, h = MUSLIM_BOX if data.muslim else OTHER_BOX
    return WIDE.get(data.name, w), h


def spaces(rules: Ruleset) -> list[Space]:
    """All countries in the order of the board."""
    return [_space(i, data) for i, data in enumerate(rules.countries.values())]


def _space(i: int, data: CountryData) -> Space:
    name = data.name
    w, h = box(data)
    x, y = PLACES[name]
    return Space(
        index=i,
        name=name,
        x=x,
        y=y,
        w=w,
        h=h,
        kind="muslim" if data.muslim else "iran" if data.kind == "iran" else "other",
        faith=FAITHS[data.kind],
        facts=_facts(data),
        resources=data.resources,
        oil=data.oil,
        recruit=data.recruit,
        governance=GOVERNANCE_NAMES[data.governance] if data.governance else "",
        near=sorted(data.adjacent),
        special=SPECIAL.get(name, ""),
    )


def _facts(data: CountryData) -> list[str]:
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


def lines(rules: Ruleset) -> list[Line]:
    """Every printed connection, each once; what is Adjacent through Schengen alone is shown by the area and its links."""
    order = list(PLACES)
    pairs = [(a, b) for i, a in enumerate(order) for b in order[i + 1 :] if b in rules.countries[a].adjacent]
    return [
        Line((order.index(a), order.index(b)), _path(a, b))
        for a, b in pairs
        if not _through_schengen(rules, a, b) and frozenset((a, b)) not in ROUND_THE_WORLD
    ]


def _through_schengen(rules: Ruleset, a: str, b: str) -> bool:
    inside = [rules.countries[n].schengen for n in (a, b)]
    return all(inside) or (inside[0] and b in LINKS) or (inside[1] and a in LINKS)


def _path(a: str, b: str) -> str:
    (x1, y1), (x2, y2) = PLACES[a], PLACES[b]
    bend = BENDS.get(frozenset((a, b)))
    if bend is not None:
        return f"M{x1},{y1} Q{bend[0]},{bend[1]} {x2},{y2}"
    return f"M{x1},{y1} L{x2},{y2}"


def links() -> list[Line]:
    """The dashed lines of the countries linked to the Schengen area."""
    order = list(PLACES)
    found = []
    for name, (x, y) in LINKS.items():
        cx, cy = PLACES[name]
        found.append(Line((order.index(name), -1), f"M{cx},{cy} L{x},{y}"))
    return found
