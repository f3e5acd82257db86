"""What the pieces and places of a module mean in the game: a mapping, kept as data that its users can replace.

It is a file in TOML (docs/vassal-mapping.md). Names may have ``*`` for any letters and ``#`` for a number; nothing in it is
run, and all of it is bounded.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from referee.parsers.notation.encodings import TextError
from referee.parsers.vassal.happenings import Piece, Spot

MAX_BYTES, MAX_ENTRIES, MAX_NAME = 500_000, 3000, 200
"""Longest mapping, most entries of one table, longest name in it."""
_MAX_PIXEL = 100_000
NOTHING = "nothing"
"""What a piece is that says nothing of the position."""
WORDS = ("troops", "militia", "sleepers", "actives", "cadre", "aid", "besieged", "awakening", "reaction")
"""What a piece can be of which there is nothing more to say."""
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
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Track:
    """A track: where its marker lies at the first value, and how far the next one is."""

    origin: tuple[float, float]
    step: tuple[float, float]
    values: tuple[int, int]

    def value(self, x: float, y: float, half: tuple[float, float]) -> int | None:
        """The value at a point of the board; None where the point is off the track."""
        dx, dy = x - half[0] - self.origin[0], y - half[1] - self.origin[1]
        sx, sy = self.step
        length = sx * sx + sy * sy
        along = (dx * sx + dy * sy) / length
        aside = abs(dx * sy - dy * sx) / length**0.5
        value = self.values[0] + round(along)
        if aside > length**0.5 or not self.values[0] <= value <= self.values[1]:
            return None
        return value

    def spot(self, value: int) -> tuple[float, float]:
        """The corner of the marker at a value."""
        n = value - self.values[0]
        return self.origin[0] + n * self.step[0], self.origin[1] + n * self.step[1]


@dataclass(slots=True)
class Mapping:
    """What the pieces and places of one module mean."""

    modules: tuple[str, ...] = ()
    maps: tuple[str, ...] = ()
    shift: tuple[float, float] = (0.0, 0.0)
    scale: float = 1.0
    half: tuple[float, float] = (33.0, 33.0)
    box: Box = (-14, -24, 218, 236)
    countries: dict[str, tuple[float, float]] = field(default_factory=dict)
    zones: dict[str, str] = field(default_factory=dict)
    """Names of zones and locations, and the country or box that each of them is."""
    areas: dict[str, Box] = field(default_factory=dict)
    """Boxes of countries that were measured one by one, instead of from their corner."""
    column: float = 67
    tracks: dict[str, Track] = field(default_factory=dict)
    boxes: dict[str, Box] = field(default_factory=dict)
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
    """Dice that count."""

    # ------------------------------------------------------------ pieces

    def card(self, piece: Piece) -> int:
        """The number of the card that a piece is; 0 for none."""
        if piece.gpid in self.card_gpids:
            return self.card_gpids[piece.gpid]
        for texts, patterns in ((piece.images, self.cards), ((piece.name,), self.card_names)):
            for text in texts:
                for pattern in patterns:
                    n = _number(pattern, text)
                    if n:
                        return n
        return 0

    def what(self, piece: Piece) -> str:
        """What a piece is, in the words of the mapping; "" unknown. The outermost image that is known counts."""
        found = self.gpids.get(piece.gpid, "")
        if not found:
            found = next((w for i in reversed(piece.images) if (w := _looked_up(self.images, i))), "")
        return found or _looked_up(self.names, piece.name)

    # ------------------------------------------------------------ places

    def board_point(self, spot: Spot) -> tuple[float, float]:
        """A point in the pixels that the mapping speaks of."""
        return (spot.x - self.shift[0]) / self.scale, (spot.y - self.shift[1]) / self.scale

    def pixels(self, x: float, y: float) -> tuple[int, int]:
        """The other way round, for the centre of a marker whose corner is given."""
        return (
            round((x + self.half[0]) * self.scale + self.shift[0]),
            round((y + self.half[1]) * self.scale + self.shift[1]),
        )

    def on_board(self, spot: Spot) -> bool:
        return bool(spot.map) and (not self.maps or any(like(m, spot.map) for m in self.maps))

    def country(self, spot: Spot) -> str:
        """The country in which a point lies; "" for none."""
        for name in (spot.location, spot.zone):
            place = self.zones.get(name.strip().casefold(), "")
            if place in self.countries:
                return place
        if not self.on_board(spot):
            return ""
        x, y = self.board_point(spot)
        for name, area in self.areas.items():
            if inside(area, x, y):
                return name
        best, nearest = "", 1e12
        for name, (cx, cy) in self.countries.items():
            left, top, right, bottom = cx + self.box[0], cy + self.box[1], cx + self.box[2], cy + self.box[3]
            if name not in self.areas and left <= x <= right and top <= y <= bottom:
                away = (x - (left + right) / 2) ** 2 + (y - (top + bottom) / 2) ** 2
                if away < nearest:
                    best, nearest = name, away
        return best

    def box_of(self, spot: Spot) -> str:
        """The box in which a point lies; "" for none."""
        for name in (spot.location, spot.zone):
            place = self.zones.get(name.strip().casefold(), "")
            if place in BOXES:
                return place
        if not self.on_board(spot):
            return ""
        x, y = self.board_point(spot)
        return next((name for name, area in self.boxes.items() if inside(area, x, y)), "")

    def alignment(self, spot: Spot, country: str) -> str:
        """The Alignment that the column of a Governance marker says."""
        x, _ = self.board_point(spot)
        column = round((x - self.half[0] - self.countries[country][0]) / self.column)
        return ("ally", "neutral", "adversary")[min(2, max(0, column))]

    def pile(self, deck: str) -> str:
        """The pile that a deck is; "" unknown."""
        return next((p for p, names in self.decks.items() if any(like(n, deck) for n in names)), "")

    def side(self, label: str) -> str:
        """The side of a player's label or of a hand's map; "" unknown."""
        for table in (self.sides, self.hands):
            for side, names in table.items():
                if any(like(n, label) for n in names):
                    return side
        return ""

    def knows(self, module: str) -> bool:
        """Whether it is made for a module of this name."""
        return any(like(n, module) for n in self.modules)


def inside(area: Box, x: float, y: float) -> bool:
    """Whether a point lies in a box."""
    return area[0] <= x <= area[2] and area[1] <= y <= area[3]


def like(pattern: str, text: str) -> bool:
    """Whether a name is one that a pattern means; it takes one pass over the name, whatever the pattern is."""
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


@lru_cache(maxsize=4096)
def _pattern(pattern: str) -> re.Pattern[str]:
    """A name with a number in it, and one ``*`` at most, as an expression."""
    parts = re.split(r"([*#])", pattern)
    made = "".join({"*": ".*", "#": "0*([0-9]{1,4})"}.get(p, re.escape(p)) for p in parts)
    return re.compile(made, re.IGNORECASE | re.DOTALL)


def _number(pattern: str, text: str) -> int:
    """The number that stands where the pattern has its ``#``; 0 where they do not agree."""
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
    """Reads a mapping, and says on which line it is wrong."""

    def __init__(self, text: str) -> None:
        self.text = text

    def wrong(self, message: str, *words: str) -> TextError:
        """The error, with the line on which the last of the words stands that stands there."""
        lines = self.text.splitlines()
        at = 0
        for word in words:
            found = next((n for n in range(at, len(lines)) if word in lines[n]), None)
            at = found if found is not None else at
        return TextError(f"the mapping: {message}", at + 1)

    def table(self, data: Any, name: str, table: str = "") -> dict[str, Any]:
        if not isinstance(data, dict):
            raise self.wrong(f"“{name}” has to be a table", table or name)
        if len(data) > MAX_ENTRIES:
            raise self.wrong(f"“{name}” has more than {MAX_ENTRIES} entries", f"[{name}]")
        return data

    def strings(self, data: Any, name: str, table: str) -> tuple[str, ...]:
        found = [data] if isinstance(data, str) else data
        if not isinstance(found, list) or not all(isinstance(s, str) for s in found):
            raise self.wrong(f"“{name}” has to be a list of names", f"[{table}]", name)
        for s in found:
            self.name(s, table)
        if len(found) > 100:
            raise self.wrong(f"“{name}” has more than 100 names", f"[{table}]", name)
        return tuple(found)

    def name(self, text: str, table: str) -> str:
        if len(text) > MAX_NAME or text.count("#") > 1 or ("#" in text and text.count("*") > 1):
            message = f"a name has at most {MAX_NAME} letters and one #, with one * beside it: “{text[:30]}”"
            raise self.wrong(message, f"[{table}]", text)
        return text

    def numbers(self, data: Any, n: int, name: str, table: str) -> tuple[float, ...]:
        fits = isinstance(data, list) and len(data) == n
        if not fits or not all(isinstance(v, int | float) and not isinstance(v, bool) for v in data):
            raise self.wrong(f"“{name}” has to be {n} numbers", f"[{table}]", name)
        if not all(abs(v) <= _MAX_PIXEL for v in data):
            raise self.wrong(f"“{name}” has a number that no board has", f"[{table}]", name)
        return tuple(float(v) for v in data)

    def known(self, name: str, names: Iterable[str], table: str) -> str:
        if name not in names:
            raise self.wrong(f"[{table}] has no “{name[:40]}”; it has {', '.join(names)}", f"[{table}]", name)
        return name

    def what(self, word: Any, table: str, key: str) -> str:
        """The words for what a piece is."""
        if isinstance(word, str) and len(word) <= MAX_NAME:
            head, _, tail = word.rpartition(" ")
            first, _, rest = word.partition(" ")
            if (
                word in WORDS
                or word in OTHERS
                or tail in CHOICES.get(head, ())
                or (first == "track" and rest in TRACKS)
            ):
                return word
            if first == "marker" and rest and rest.isprintable():
                return word
        raise self.wrong(f"“{str(word)[:40]}” is nothing that a piece can be", f"[{table}]", key)

    def read(self) -> Mapping:
        try:
            data = tomllib.loads(self.text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            found = re.search(r"at line (\d+)", str(error))
            raise TextError(f"the mapping is no TOML: {error}", int(found[1]) if found else 1) from None
        m = Mapping()
        for table, values in data.items():
            self.known(table, _TABLES, table)
            _TABLES[table](self, m, self.table(values, table))
        return m

    # ------------------------------------------------------------ tables

    def _module(self, m: Mapping, data: dict[str, Any]) -> None:
        for key, value in data.items():
            self.known(key, ("names",), "module")
            m.modules = self.strings(value, key, "module")

    def _board(self, m: Mapping, data: dict[str, Any]) -> None:
        for key, value in data.items():
            self.known(key, ("maps", "shift", "scale", "half", "box"), "board")
            if key == "maps":
                m.maps = self.strings(value, key, "board")
            elif key == "scale":
                if isinstance(value, bool) or not isinstance(value, int | float) or not 0.05 <= value <= 20:
                    raise self.wrong("“scale” is a number between 0.05 and 20", "[board]", "scale")
                m.scale = float(value)
            elif key == "box":
                m.box = self.area(value, key, "board")
            else:
                x, y = self.numbers(value, 2, key, "board")
                setattr(m, key, (x, y))

    def area(self, value: Any, key: str, table: str) -> Box:
        left, top, right, bottom = self.numbers(value, 4, key, table)
        if left >= right or top >= bottom:
            raise self.wrong(f"“{key}” is left, top, right and bottom, in this order", f"[{table}]", key)
        return left, top, right, bottom

    def _countries(self, m: Mapping, data: dict[str, Any]) -> None:
        for name, value in data.items():
            self.name(name, "countries")
            x, y = self.numbers(value, 2, name, "countries")
            m.countries[name] = x, y

    def _areas(self, m: Mapping, data: dict[str, Any]) -> None:
        for name, value in data.items():
            m.areas[self.name(name, "areas")] = self.area(value, name, "areas")

    def _zones(self, m: Mapping, data: dict[str, Any]) -> None:
        for name, value in data.items():
            if not isinstance(value, str):
                raise self.wrong(f"“{name[:40]}” has to name a country or a box", "[zones]", name)
            m.zones[self.name(name, "zones").strip().casefold()] = value

    def _alignment(self, m: Mapping, data: dict[str, Any]) -> None:
        for key, value in data.items():
            self.known(key, ("step",), "alignment")
            if isinstance(value, bool) or not isinstance(value, int | float) or not 1 <= value <= 1000:
                raise self.wrong("“step” is a number of pixels from 1 to 1000", "[alignment]", "step")
            m.column = float(value)

    def _tracks(self, m: Mapping, data: dict[str, Any]) -> None:
        for name, value in data.items():
            self.known(name, TRACKS, "tracks")
            given = self.table(value, name, "[tracks]")
            for key in given:
                self.known(key, ("origin", "step", "values"), "tracks")
            x, y = self.numbers(given.get("origin"), 2, "origin", "tracks")
            dx, dy = self.numbers(given.get("step"), 2, "step", "tracks")
            low, high = self.numbers(given.get("values"), 2, "values", "tracks")
            if not dx and not dy:
                raise self.wrong(f"the step of “{name}” goes nowhere", "[tracks]", name)
            m.tracks[name] = Track((x, y), (dx, dy), (int(low), int(high)))

    def _boxes(self, m: Mapping, data: dict[str, Any]) -> None:
        for name, value in data.items():
            m.boxes[self.known(name, BOXES, "boxes")] = self.area(value, name, "boxes")

    def _images(self, m: Mapping, data: dict[str, Any]) -> None:
        m.images |= {self.name(k, "images").casefold(): self.what(v, "images", k) for k, v in data.items()}

    def _gpids(self, m: Mapping, data: dict[str, Any]) -> None:
        m.gpids |= {self.name(k, "gpids"): self.what(v, "gpids", k) for k, v in data.items()}

    def _names(self, m: Mapping, data: dict[str, Any]) -> None:
        m.names |= {self.name(k, "names").casefold(): self.what(v, "names", k) for k, v in data.items()}

    def _cards(self, m: Mapping, data: dict[str, Any]) -> None:
        for key, value in data.items():
            self.known(key, ("images", "names", "gpids"), "cards")
            if key == "images":
                m.cards = self.strings(value, key, "cards")
            elif key == "names":
                m.card_names = self.strings(value, key, "cards")
            else:
                for gpid, n in self.table(value, key, "[cards]").items():
                    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= 9999:
                        raise self.wrong(f"the card of “{gpid[:40]}” has to be a number", "[cards", gpid)
                    m.card_gpids[gpid] = n

    def _decks(self, m: Mapping, data: dict[str, Any]) -> None:
        for name, value in data.items():
            m.decks[self.known(name, PILES, "decks")] = self.strings(value, name, "decks")

    def _hands(self, m: Mapping, data: dict[str, Any]) -> None:
        for side, value in data.items():
            m.hands[self.known(side, SIDES, "hands")] = self.strings(value, side, "hands")

    def _sides(self, m: Mapping, data: dict[str, Any]) -> None:
        for side, value in data.items():
            m.sides[self.known(side, SIDES, "sides")] = self.strings(value, side, "sides")

    def _dice(self, m: Mapping, data: dict[str, Any]) -> None:
        for key, value in data.items():
            self.known(key, ("buttons",), "dice")
            m.buttons = self.strings(value, key, "dice")


_TABLES = {
    "module": _Reader._module,
    "board": _Reader._board,
    "countries": _Reader._countries,
    "areas": _Reader._areas,
    "zones": _Reader._zones,
    "alignment": _Reader._alignment,
    "tracks": _Reader._tracks,
    "boxes": _Reader._boxes,
    "images": _Reader._images,
    "gpids": _Reader._gpids,
    "names": _Reader._names,
    "cards": _Reader._cards,
    "decks": _Reader._decks,
    "hands": _Reader._hands,
    "sides": _Reader._sides,
    "dice": _Reader._dice,
}


def read(data: bytes) -> Mapping:
    """A mapping from the bytes of its file. Raises :class:`TextError`, with the line."""
    if len(data) > MAX_BYTES:
        raise TextError(f"the mapping is longer than {MAX_BYTES:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TextError("the mapping is not UTF-8") from None
    return _Reader(text.replace("\r\n", "\n")).read()


@cache
def shipped_text() -> str:
    """The text of the mapping that comes with the referee."""
    return resources.files("referee.parsers.vassal").joinpath("labyrinth.toml").read_text(encoding="utf-8")


def shipped() -> Mapping:
    """The mapping that comes with the referee."""
    return read(shipped_text().encode())
