"""The signs in a country's box, for the page and for pictures.

A position of a country has its fields under the names of the page (``replay.view``). The page's script and the template
of the pictures only draw the marks at the given places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.state.data import GOVERNANCE_NAMES
from referee.engine.state.plain import NamedTuple
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.script import Drawing
from referee.reports.report.geography import (
    FAITHS,
    KINDS,
    LOW,
    MAP,
    TAB,
    Space,
    arrow,
    drawn_arrow,
    ring,
    spaces,
)
from referee.reports.report.replay import Difference, GameReplay, Move

Drawn = list[tuple[str, str]]
"""Drawings of remarks: paths with their colours."""
State = Mapping[str, Any]
"""The fields of a country, by the page's fact names (``Fact.picture``).

R is its Resources.
"""
EMPTY: dict[str, Any] = dict.fromkeys("gkO", 0) | dict.fromkeys("apN", "") | {"m": [], "R": None}
"""The state of an empty box, without its signs."""
FOOT = int(MAP["foot"])
"""Additional height of a box with markers at its foot."""
BAND = 25
"""Height of the band with the name, and of a minimal box."""
TILE = 26
"""Width of a piece in its row."""
EDGE = 6
"""Room between a box and its content."""
GAP, SHAPE = 3, 18
"""Gap between markers at a box's foot, and width of a shape."""
WORDS_AT = 38
"""Base line of the row of words below the name."""
SHORT = {"Islamist Rule": "IR", "Sunni": "Su", "Shia-Mix": "Sh"}


class BoxMark(NamedTuple):
    """One sign in a box."""

    style: str
    """Its classes, the kind first."""
    x: float
    y: float
    width: float
    """Width of its plate; 0 for a sign without one."""
    text: str
    size: float = 1
    """Size of the piece, below 1 in a crowded row."""

    def data(self) -> list[Any]:
        """The mark for the page's script, without default values."""
        return list(self if self.size != 1 else self[:5])


class BoxLook(NamedTuple):
    """The look of a country: classes, height of its box, marks."""

    tone: str
    height: int
    marks: tuple[BoxMark, ...]


def look(space: Space, state: State) -> BoxLook:
    """The look of a country in a state; missing fields are empty."""
    c = {**EMPTY, **state}
    kind = KINDS.get(c["N"], space.kind)
    governed = c["g"] if kind == "muslim" else 0
    tone = [f"g{governed}" if governed else "", c["a"] if governed else "", c["p"] if kind == "other" else ""]
    tone += ["caliphate" if c["k"] else "", "turned" if kind != space.kind else ""]
    words = _words(space, c, governed, kind)
    pieces = _pieces(space, c, kind, governed)
    low = min(space.h, LOW)
    height = (space.h if governed else low) if pieces else BAND if kind == "iran" else low
    feet = _feet(space, height, c)
    height += FOOT * bool(feet)
    marks = [*_tab(space, c, kind), *words, *pieces, *feet, *_tags(space, height, c["m"])]
    return BoxLook(" ".join(filter(None, tone)), height, tuple(marks))


def fresh(now: BoxLook, before: BoxLook) -> list[int]:
    """Indices of marks absent from the earlier look, in any place."""
    left = Counter((m.style, m.text) for m in before.marks)
    found = []
    for i, m in enumerate(now.marks):
        if left[m.style, m.text]:
            left[m.style, m.text] -= 1
        else:
            found.append(i)
    return found


def arrows(spaces: Sequence[Space], looks: Sequence[BoxLook], moves: Sequence[Move]) -> list[tuple[str, str]]:
    """The arrows of moves between countries: path and kind."""
    return [(arrow(spaces[a], spaces[b], (looks[a].height, looks[b].height)), kind) for a, b, kind in moves]


def drawn(
    spaces: Sequence[Space], looks: Sequence[BoxLook], drawings: Sequence[Drawing], names: Sequence[str]
) -> Drawn:
    """The arrows and marks of remarks: path and colour."""
    found = []
    for d in drawings:
        at = [names.index(name) for name in d.places if name in names]
        if len(at) == 2:
            a, b = at
            found.append((drawn_arrow(spaces[a], spaces[b], (looks[a].height, looks[b].height)), d.colour))
        elif at:
            found.append((ring(spaces[at[0]], looks[at[0]].height), d.colour))
    return found


class Looks:
    """The looks of all countries through a game.

    Each is kept once for the page's script.
    """

    def __init__(self, rules: Ruleset, game: GameReplay, drawings: Sequence[Sequence[Drawing]] = ()) -> None:
        self._spaces = spaces(rules)
        self._states: list[dict[str, Any]] = [{} for _ in self._spaces]
        self._number: dict[BoxLook, int] = {}
        self._apply(game.start)
        self._now = [look(s, c) for s, c in zip(self._spaces, self._states, strict=True)]
        self.start = [self._index(look) for look in self._now]
        """The number of each country's look at the beginning."""
        self.steps: list[list[list[int]]] = []
        """The countries changed by each step: index, look, places of new marks."""
        self.arrows: list[list[tuple[str, str]]] = []
        """The moves between countries of each step: path, and cell or troops."""
        names = list(rules.countries)
        self.drawn: list[Drawn] = []
        """The drawings of remarks, at the beginning and at each step."""
        for at, moment in enumerate((None, *game.moments)):
            if moment is not None:
                self.steps.append(self._step(moment.differences))
                self.arrows.append(arrows(self._spaces, self._now, moment.moves))
            self.drawn.append(drawn(self._spaces, self._now, drawings[at] if drawings else (), names))

    def _index(self, look: BoxLook) -> int:
        return self._number.setdefault(look, len(self._number))

    def _apply(self, differences: list[Difference]) -> set[int]:
        touched = set()
        for i, name, value in differences:
            if i >= 0:
                self._states[i][name] = value
                touched.add(i)
        return touched

    def _step(self, differences: list[Difference]) -> list[list[int]]:
        found = []
        for i in sorted(self._apply(differences)):
            before, self._now[i] = self._now[i], look(self._spaces[i], self._states[i])
            found.append([i, self._index(self._now[i]), *fresh(self._now[i], before)])
        return found

    def data(self) -> list[Any]:
        """All looks by number: tone, height of the box, marks."""
        return [[look.tone, look.height, [m.data() for m in look.marks]] for look in self._number]


# ---------------------------------------------------------------- the parts of a box


def _tab(space: Space, c: dict[str, Any], kind: str) -> list[BoxMark]:
    """The print: religion and Resources, or Governance and Recruit number."""
    oil = bool(c["O"]) if c["N"] else space.oil
    if kind == "muslim":
        resources = space.resources if c["R"] is None else c["R"]
        text = f"{SHORT[FAITHS.get(c['N'], space.faith)]} {resources}"
    else:
        governance = GOVERNANCE_NAMES[c["g"]] if c["N"] and c["g"] else space.governance
        text = governance + (f" R{space.recruit}" if space.recruit else "")
    wide = round(text_width(text, 12) + 10)
    right = space.w - 6 - (14 if oil else 0)
    found = [BoxMark("tab", right - wide, -TAB, wide, text)]
    if oil:
        found.append(BoxMark("oil", right + 8, 0.5 - TAB / 2, 0, ""))
    return found


def _words(space: Space, c: dict[str, Any], governed: int, kind: str) -> list[BoxMark]:
    """The row below the name: Governance and Alignment, or Posture.

    There is none before the first Test.
    """
    if kind == "other" and c["p"]:
        return [BoxMark("word", EDGE + 2, WORDS_AT, 0, c["p"].capitalize())]
    if not governed:
        return []
    name = GOVERNANCE_NAMES[governed]
    text = c["a"].capitalize()
    wide = round(text_width(text, 12) + 12)
    return [
        BoxMark("word", EDGE + 2, WORDS_AT, 0, SHORT.get(name, name)),
        BoxMark(f"{c['a']} chip", space.w - EDGE - wide, WORDS_AT - 13, wide, text),
    ]


def _pieces(space: Space, c: dict[str, Any], kind: str, governed: int) -> list[BoxMark]:
    """US pieces from the left, Jihadist pieces from the right.

    Many pieces are drawn smaller.
    """
    row: dict[str, list[tuple[str, str]]] = {"US": [], "J": []}
    for field, sign in space.signs:
        value = None if sign.foot else c.get(field)
        for one in value if isinstance(value, (list, tuple)) else [value] if value else []:
            row[sign.side].append((sign.style.format(one), sign.text.format(one)))
    first, y = float(EDGE), float(space.h - 14)
    if kind == "other" and c["p"]:
        first += round(text_width(c["p"].capitalize(), 13)) + 4
    if not governed:
        y = WORDS_AT - 3.5
    return _row(row["US"], row["J"], first, space.w - EDGE + 1, y)


def _row(
    left: Sequence[tuple[str, str]], right: Sequence[tuple[str, str]], x0: float, x1: float, y: float
) -> list[BoxMark]:
    """A row of pieces between x0 and x1."""
    many = len(left) + len(right)
    size = int(min(1.0, (x1 - x0) / (max(many, 1) * TILE)) * 100) / 100
    tile = TILE * size
    start = x1 - len(right) * tile
    placed = [(x0 + i * tile, piece) for i, piece in enumerate(left)]
    placed += [(start + i * tile, piece) for i, piece in enumerate(right)]
    return [BoxMark(f"{style} piece", round(x + tile / 2, 1), y, 0, text, size) for x, (style, text) in placed]


def _feet(space: Space, height: int, c: dict[str, Any]) -> list[BoxMark]:
    """Markers at a box's foot: pro-US ones left, others right."""
    row: dict[str, list[tuple[str, str, float]]] = {"US": [], "J": []}
    for field, sign in space.signs:
        if sign.foot and (value := c.get(field)):
            text = sign.text.format(value)
            wide = 0.0 if sign.shape else round(text_width(text, 12) + 9)
            row[sign.side].append((sign.style.format(value), text, wide))
    room = space.w - 2 * EDGE
    taken = sum((wide or SHAPE) + GAP for side in row.values() for _, _, wide in side) - GAP
    size = int(min(1.0, room / max(taken, 1)) * 100) / 100
    y = height - 1.0
    found = []
    x = float(EDGE)
    for style, text, wide in row["US"]:
        found.append(_foot(style, x, y, wide, text, size))
        x += ((wide or SHAPE) + GAP) * size
    x = float(space.w - EDGE)
    for style, text, wide in reversed(row["J"]):
        x -= (wide or SHAPE) * size
        found.append(_foot(style, x, y, wide, text, size))
        x -= GAP * size
    return found


def _foot(style: str, x: float, y: float, wide: float, text: str, size: float) -> BoxMark:
    """A marker at the foot: words on a plate, or a shape."""
    if wide:
        return BoxMark(style, round(x, 1), y, wide, text, size)
    return BoxMark(f"{style} piece", round(x + SHAPE / 2 * size, 1), y + 8, 0, text, size)


def _tags(space: Space, height: int, markers: Sequence[str]) -> list[BoxMark]:
    """Event markers below their country, side by side or stacked."""
    found = []
    x, y = 0.0, height - 2.0
    for name in markers:
        wide = round(text_width(name, 12) + 12)
        if x and x + wide > space.w:
            x, y = 0.0, y + 19
        found.append(BoxMark("tag", x, y, wide, name))
        x += wide + 3
    return found


# ---------------------------------------------------------------- the width of words

_NARROW, _SLIM, _WIDE = frozenset("ijl.,'’|:;! "), frozenset("frtI-()/"), frozenset("mwMWOGQ@%")


def text_width(text: str, size: float) -> float:
    """The greatest width of a text in the fonts of the map."""
    em = 0.0
    for ch in text:
        if ch in _NARROW:
            em += 0.32
        elif ch in _SLIM:
            em += 0.43
        elif ch in _WIDE:
            em += 0.95
        else:
            em += 0.71 if ch.isupper() else 0.64
    return em * size
