"""A mapping: the game meaning of a module's pieces and places.

It is data that users can replace, a file in TOML (docs/reference/vassal-mapping.md). Names may have ``*`` for any letters and
``#`` for a number; nothing in it is run, and all of it is bounded.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from referee.parsers.notation.encodings import TextError
from referee.parsers.vassal.chat import tidy
from referee.parsers.vassal.happenings import Piece, PieceSpot

MAX_BYTES, MAX_ENTRIES, MAX_NAME = 500_000, 3000, 200
"""Limits of a mapping: bytes, entries of a table, letters.

The letters are those of a name.
"""
_MAX_PIXEL = 100_000
NOTHING = "nothing"
"""A piece without meaning for the position."""
WORDS = ("troops", "militia", "sleepers", "actives", "cadre", "aid", "besieged", "awakening", "reaction")
"""Pieces without need of a further word."""
OTHERS = ("advisors", "civil war", "caliphate capital", NOTHING)
CHOICES = {
    "governance": ("Good", "Fair", "Poor", "IR"),
    "posture": ("hard", "soft"),
    "regime change": ("tan", "green"),
    "plot": ("1", "2", "3", "W"),
    "us": ("hard", "soft"),
}
TRACKS = ("prestige", "funding", "reserves US", "reserves J")
BOXES = (
    "card box",
    "lapsing",
    "first plot",
    "discards",
    "removed",
    "available plots",
    "used plots",
    "event box",
    "table",
)
PILES = ("draw", "discards", "removed", "lapsing", "first plot", "card box", "table")
SIDES = ("J", "US")
Rectangle = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class BoardTrack:
    """A track on the board.

    ``origin`` is the place of its marker at the first value, ``step`` the way to the next one.
    """

    origin: tuple[float, float]
    step: tuple[float, float]
    values: tuple[int, int]

    def value(self, x: float, y: float, half: tuple[float, float]) -> int | None:
        """The value at a point; None off the track."""
        dx, dy = x - half[0] - self.origin[0], y - half[1] - self.origin[1]
        sx, sy = self.step
        length = sx * sx + sy * sy
        along = (dx * sx + dy * sy) / length
        aside = abs(dx * sy - dy * sx) / length**0.5
        value = self.values[0] + round(along)
        if aside > length**0.5 or not self.values[0] <= value <= self.values[1]:
            return None
        return value


@dataclass(slots=True)
class Mapping:
    """The meaning of the pieces and places of one module."""

    modules: tuple[str, ...] = ()
    maps: tuple[str, ...] = ()
    shift: tuple[float, float] = (0.0, 0.0)
    scale: float = 1.0
    half: tuple[float, float] = (33.0, 33.0)
    box: Rectangle = (-14, -24, 218, 236)
    countries: dict[str, tuple[float, float]] = field(default_factory=dict)
    zones: dict[str, str] = field(default_factory=dict)
    """The country or box of each named zone and location."""
    areas: dict[str, Rectangle] = field(default_factory=dict)
    """Countries measured singly, instead of from their corner."""
    column: float = 67
    tracks: dict[str, BoardTrack] = field(default_factory=dict)
    boxes: dict[str, Rectangle] = field(default_factory=dict)
    images: dict[str, str] = field(default_factory=dict)
    gpids: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    card_names: tuple[str, ...] = ()
    card_gpids: dict[str, int] = field(default_factory=dict)
    decks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    sides: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The labels of players, by the side that they play."""
    buttons: tuple[str, ...] = ("*",)
    """Names of dice in use."""

    # ------------------------------------------------------------ pieces

    def card(self, piece: Piece) -> int:
        """The number of a piece that is a card, or 0."""
        if piece.gpid in self.card_gpids:
            return self.card_gpids[piece.gpid]
        texts = [*((image, self.cards) for image in piece.images), (piece.name, self.card_names)]
        return next((n for text, patterns in texts for p in patterns if (n := _number(p, text))), 0)

    def what(self, piece: Piece) -> str:
        """A piece in the mapping's words, or "".

        It goes by the outermost known image.
        """
        found = self.gpids.get(piece.gpid, "")
        if not found:
            found = next((w for i in reversed(piece.images) if (w := _looked_up(self.images, i))), "")
        return found or _looked_up(self.names, piece.name)

    # ------------------------------------------------------------ places

    def board_point(self, spot: PieceSpot) -> tuple[float, float]:
        """A point in the pixels of the mapping."""
        return (spot.x - self.shift[0]) / self.scale, (spot.y - self.shift[1]) / self.scale

    def on_board(self, spot: PieceSpot) -> bool:
        """Whether a point is on the map of the world."""
        return bool(spot.map) and (not self.maps or like_any(self.maps, spot.map))

    def country(self, spot: PieceSpot) -> str:
        """The country of a point, or ""."""
        found = self._area(spot, self.countries, self.areas)
        if found or not self.on_board(spot):
            return found
        x, y = self.board_point(spot)
        away: dict[str, float] = {}
        for name, (cx, cy) in self.countries.items():
            left, top, right, bottom = cx + self.box[0], cy + self.box[1], cx + self.box[2], cy + self.box[3]
            if name not in self.areas and inside((left, top, right, bottom), x, y):
                away[name] = (x - (left + right) / 2) ** 2 + (y - (top + bottom) / 2) ** 2
        return min(away, key=away.__getitem__, default="")

    def box_of(self, spot: PieceSpot) -> str:
        """The box of a point, or ""."""
        return self._area(spot, BOXES, self.boxes)

    def _area(self, spot: PieceSpot, places: Container[str], areas: dict[str, Rectangle]) -> str:
        """The place of a spot, by names or surrounding areas."""
        named = (self.zones.get(name.strip().casefold(), "") for name in (spot.location, spot.zone))
        found = next((place for place in named if place in places), "")
        if found or not self.on_board(spot):
            return found
        x, y = self.board_point(spot)
        return next((name for name, area in areas.items() if inside(area, x, y)), "")

    def alignment(self, spot: PieceSpot, country: str) -> str:
        """The Alignment by the column of a Governance marker."""
        x, _ = self.board_point(spot)
        column = round((x - self.half[0] - self.countries[country][0]) / self.column)
        return ("ally", "neutral", "adversary")[min(2, max(0, column))]

    def pile(self, deck: str) -> str:
        """The pile of a deck, or ""."""
        return next((p for p, names in self.decks.items() if like_any(names, deck)), "")

    def knows(self, module: str) -> bool:
        """Whether it is made for this module's name."""
        return like_any(self.modules, module)


def inside(area: Rectangle, x: float, y: float) -> bool:
    """Whether a box contains a point."""
    return area[0] <= x <= area[2] and area[1] <= y <= area[3]


def like(pattern: str, text: str) -> bool:
    """Whether a name matches a pattern, in one pass over the name."""
    if "#" in pattern:
        return _number(pattern, text) > 0
    parts, rest = pattern.casefold().split("*"), text[:MAX_NAME].casefold()
    if len(parts) == 1:
        return rest == parts[0]
    if not rest.startswith(parts[0]):
        return False
    rest = rest[len(parts[0]) :]
    for part in parts[1:-1]:
        at = rest.find(part)
        if at < 0:
            return False
        rest = rest[at + len(part) :]
    return rest.endswith(parts[-1])


def like_any(patterns: Iterable[str], text: str) -> bool:
    """Whether a name matches any of these patterns."""
    return any(like(p, text) for p in patterns)


@lru_cache(maxsize=4096)
def _pattern(pattern: str) -> re.Pattern[str]:
    """An expression for a name with a number and one ``*``."""
    parts = re.split(r"([*#])", pattern)
    made = "".join({"*": ".*", "#": "0*([0-9]{1,4})"}.get(p, re.escape(p)) for p in parts)
    return re.compile(made, re.IGNORECASE | re.DOTALL)


def _number(pattern: str, text: str) -> int:
    """The number at the ``#`` of the pattern; 0 for no match."""
    if "#" not in pattern:
        return 0
    found = _pattern(pattern).fullmatch(text[:MAX_NAME])
    return int(found[1]) if found is not None else 0


def _looked_up(table: dict[str, str], text: str) -> str:
    exact = table.get(text.casefold(), "")
    if exact:
        return exact
    return next((what for name, what in table.items() if "*" in name and like(name, text)), "")


# -------------------------------------------------------------------- reading


class _Reader:
    """A reader of a mapping, with lines of wrong values."""

    def __init__(self, text: str) -> None:
        self.text = text

    def wrong(self, message: str, *words: str) -> TextError:
        """The error, on the line of the text's last word."""
        lines = self.text.splitlines()
        at = 0
        for word in words:
            at = next((n for n in range(at, len(lines)) if word in lines[n]), at)
        return TextError(tidy(f"the mapping: {message}"), at + 1)

    def read(self) -> Mapping:
        try:
            data = tomllib.loads(self.text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            found = re.search(r"at line (\d+)", str(error))
            raise TextError(tidy(f"the mapping is no TOML: {error}"), int(found[1]) if found else 1) from None
        m = Mapping()
        for table, values in data.items():
            shape = _TABLES[self.known(table, _TABLES, table)]
            for key, value in self.table(values, table).items():
                if isinstance(shape, dict):
                    attribute, read = shape[self.known(key, shape, table)]
                    setattr(m, attribute, read(self, value, key, table))
                else:
                    name = self.known(key, shape.known, table) if shape.known else self.name(key, table)
                    getattr(m, table)[shape.kept(name)] = shape.read(self, value, key, table)
        return m

    # ------------------------------------------------------------ names

    def name(self, text: str, table: str) -> str:
        if len(text) > MAX_NAME or text.count("#") > 1 or ("#" in text and text.count("*") > 1):
            message = f"a name has at most {MAX_NAME} letters and one #, with one * beside it: “{text[:30]}”"
            raise self.wrong(message, f"[{table}]", text)
        return text

    def known(self, name: str, names: Iterable[str], table: str) -> str:
        if name not in names:
            raise self.wrong(f"[{table}] has no “{name[:40]}”; it has {', '.join(names)}", f"[{table}]", name)
        return name

    def table(self, data: Any, name: str, table: str = "") -> dict[str, Any]:
        if not isinstance(data, dict):
            raise self.wrong(f"“{name}” has to be a table", table or name)
        if len(data) > MAX_ENTRIES:
            raise self.wrong(f"“{name}” has more than {MAX_ENTRIES} entries", f"[{name}]")
        return data

    # ------------------------------------------------------------ values

    def strings(self, value: Any, key: str, table: str) -> tuple[str, ...]:
        found = [value] if isinstance(value, str) else value
        if not isinstance(found, list) or not all(isinstance(s, str) for s in found):
            raise self.wrong(f"“{key}” has to be a list of names", f"[{table}]", key)
        for s in found:
            self.name(s, table)
        if len(found) > 100:
            raise self.wrong(f"“{key}” has more than 100 names", f"[{table}]", key)
        return tuple(found)

    def numbers(self, value: Any, n: int, key: str, table: str) -> tuple[float, ...]:
        if not isinstance(value, list) or len(value) != n or not all(map(_is_number, value)):
            raise self.wrong(f"“{key}” has to be {n} numbers", f"[{table}]", key)
        if not all(abs(v) <= _MAX_PIXEL for v in value):
            raise self.wrong(f"“{key}” has a number that no board has", f"[{table}]", key)
        return tuple(map(float, value))

    def pair(self, value: Any, key: str, table: str) -> tuple[float, ...]:
        return self.numbers(value, 2, key, table)

    def area(self, value: Any, key: str, table: str) -> tuple[float, ...]:
        left, top, right, bottom = self.numbers(value, 4, key, table)
        if left >= right or top >= bottom:
            raise self.wrong(f"“{key}” is left, top, right and bottom, in this order", f"[{table}]", key)
        return left, top, right, bottom

    def scale(self, value: Any, key: str, table: str) -> float:
        return self._between(value, key, table, 0.05, 20, "number between 0.05 and 20")

    def step(self, value: Any, key: str, table: str) -> float:
        return self._between(value, key, table, 1, 1000, "number of pixels from 1 to 1000")

    def _between(self, value: Any, key: str, table: str, low: float, high: float, what: str) -> float:
        if not _is_number(value) or not low <= value <= high:
            raise self.wrong(f"“{key}” is a {what}", f"[{table}]", key)
        return float(value)

    def place(self, value: Any, key: str, table: str) -> str:
        if not isinstance(value, str):
            raise self.wrong(f"“{key[:40]}” has to name a country or a box", f"[{table}]", key)
        return value

    def track(self, value: Any, key: str, table: str) -> BoardTrack:
        given = self.table(value, key, f"[{table}]")
        for part in given:
            self.known(part, ("origin", "step", "values"), table)
        origin, step, (low, high) = (self.pair(given.get(p), p, table) for p in ("origin", "step", "values"))
        if not any(step):
            raise self.wrong(f"the step of “{key}” goes nowhere", f"[{table}]", key)
        return BoardTrack((origin[0], origin[1]), (step[0], step[1]), (int(low), int(high)))

    def card_numbers(self, value: Any, key: str, table: str) -> dict[str, int]:
        found = self.table(value, key, f"[{table}]")
        for gpid, n in found.items():
            if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= 9999:
                raise self.wrong(f"the card of “{gpid[:40]}” has to be a number", f"[{table}", gpid)
        return found

    def what(self, value: Any, key: str, table: str) -> str:
        if isinstance(value, str) and len(value) <= MAX_NAME:
            head, _, tail = value.rpartition(" ")
            first, _, rest = value.partition(" ")
            if value in (*WORDS, *OTHERS) or tail in CHOICES.get(head, ()) or (first == "track" and rest in TRACKS):
                return value
            if first == "marker" and rest and rest.isprintable():
                return value
        raise self.wrong(f"“{str(value)[:40]}” is nothing that a piece can be", f"[{table}]", key)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_Value = Callable[[_Reader, Any, str, str], Any]
"""A reader of one value, by key and table."""


@dataclass(frozen=True, slots=True)
class _Entries:
    """A table with names of its own.

    It has a value for each.
    """

    read: _Value
    known: tuple[str, ...] = ()
    """Its possible names; None for any."""
    kept: Callable[[str], str] = str
    """The kept form of its names."""


_TABLES: dict[str, _Entries | dict[str, tuple[str, _Value]]] = {
    "module": {"names": ("modules", _Reader.strings)},
    "board": {
        "maps": ("maps", _Reader.strings),
        "shift": ("shift", _Reader.pair),
        "scale": ("scale", _Reader.scale),
        "half": ("half", _Reader.pair),
        "box": ("box", _Reader.area),
    },
    "countries": _Entries(_Reader.pair),
    "areas": _Entries(_Reader.area),
    "zones": _Entries(_Reader.place, kept=lambda name: name.strip().casefold()),
    "alignment": {"step": ("column", _Reader.step)},
    "tracks": _Entries(_Reader.track, TRACKS),
    "boxes": _Entries(_Reader.area, BOXES),
    "images": _Entries(_Reader.what, kept=str.casefold),
    "gpids": _Entries(_Reader.what),
    "names": _Entries(_Reader.what, kept=str.casefold),
    "cards": {
        "images": ("cards", _Reader.strings),
        "names": ("card_names", _Reader.strings),
        "gpids": ("card_gpids", _Reader.card_numbers),
    },
    "decks": _Entries(_Reader.strings, PILES),
    "hands": _Entries(_Reader.strings, SIDES),
    "sides": _Entries(_Reader.strings, SIDES),
    "dice": {"buttons": ("buttons", _Reader.strings)},
}


def read(data: bytes) -> Mapping:
    """A mapping from the bytes of its file.

    Raises :class:`TextError`, with the line.
    """
    if len(data) > MAX_BYTES:
        raise TextError(f"the mapping is longer than {MAX_BYTES:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TextError("the mapping is not UTF-8") from None
    return _Reader(text.replace("\r\n", "\n")).read()


@cache
def shipped_text() -> str:
    """The text of the referee's own mapping."""
    return resources.files("referee.parsers.vassal").joinpath("labyrinth.toml").read_text(encoding="utf-8")


def shipped() -> Mapping:
    """The referee's own mapping."""
    return read(shipped_text().encode())
