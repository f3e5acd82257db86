"""A piece in the engine's form.

It is the chain of its traits around the basic one, and its look to the players.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.parsers.vassal.chat import tidy
from referee.parsers.vassal.happenings import NOBODY
from referee.parsers.vassal.sequence import chain, fields, split

MAX_LIST = 2_000
"""Most entries of a list inside a trait to read."""
OLD = ("OldMap", "OldBoard", "OldZone", "OldLocationName", "OldX", "OldY", "OldDeckName", "OldBoardName", "OldMat")
"""Properties with the engine's note of a piece's last place."""
UNKNOWN_MASK = "?"
_PRIVATE = re.compile(r"player_?id|password", re.IGNORECASE)
_LABEL_FIELD = re.compile(r"\$(\w{1,60})\$")
_MAX_NUMBER = 1e12


@dataclass(slots=True, frozen=True)
class Trait:
    """One trait of a piece, of any kind.

    Its fields depend on its kind.
    """

    kind: str = ""
    """Kind of trait, or "" without effect on the look.

    It is ``piece`` for the basic trait, else ``layer``, ``mark``, ``dynamic``, ``label``, ``mask`` or ``restricted``.
    """
    name: str = ""
    """Name that a mask shows to others."""
    images: tuple[str, ...] = ()
    """Images of a layer, one for each level."""
    names: tuple[str, ...] = ()
    """Names of levels, fixed properties, or permitted sides.

    The sides may move the piece.
    """
    keys: int = 0
    """Number of keys that activate a layer, in early engines."""
    form: str = ""
    """Name made by a label."""
    by_side: bool = False
    """Whether a mask belongs to a side, not a player."""


def _layer(text: str) -> Trait:
    f = fields(text, ";", 64)
    images = tuple(tidy(image) for image in split(f[15], ",", MAX_LIST))
    return Trait("layer", tidy(f[18]), images, tuple(split(f[16], ",", MAX_LIST)), len(f[2]))


def _early_layer(text: str) -> Trait:
    """Eight fields, then an image and a name for each level."""
    f = split(text, ";")
    pairs = [fields(level, ",", 2) for level in f[8 : 8 + MAX_LIST]]
    return Trait("layer", "", tuple(tidy(p[0]) for p in pairs), tuple(p[1] for p in pairs), len(split(f[0], ";", 1)[0]))


def _names(kind: str) -> Callable[[str], Trait]:
    return lambda text: Trait(kind, names=tuple(split(split(text, ";", 1)[0], ",", MAX_LIST)))


def _label(text: str) -> Trait:
    f = fields(text, ";", 64)
    return Trait("label", tidy(f[15]) or "TextLabel", form=f[11])


def _mask(text: str) -> Trait:
    f = fields(text, ";", 64)
    return Trait("mask", tidy(f[4]) or UNKNOWN_MASK, by_side=f[5].startswith("side"))


def _basic(text: str) -> Trait:
    f = fields(text, ";", 64)
    return Trait("piece", tidy(f[3]), (tidy(f[2]),))


_TRAITS: dict[str, Callable[[str], Trait]] = {
    "piece": _basic,
    "emb2": _layer,
    "emb": _early_layer,
    "mark": _names("mark"),
    "PROP": lambda text: Trait("dynamic", tidy(split(text, ";", 1)[0])),
    "label": _label,
    "obs": _mask,
    "hide": lambda text: Trait("mask", UNKNOWN_MASK, by_side=fields(text, ";", 4)[3].startswith("side")),
    "restrict": _names("restricted"),
}


def traits(type_: str) -> tuple[Trait, ...]:
    """Traits of a type, outermost first.

    Raises :class:`TextError`.
    """
    found: list[Trait] = []
    layers = 0
    for part in reversed(chain(type_)):
        head, _, rest = part.partition(";")
        trait = _TRAITS[head](rest) if head in _TRAITS else Trait()
        if trait.kind == "layer":
            layers += 1
            if not trait.name:
                trait = Trait("layer", f"layer {layers}", trait.images, trait.names, trait.keys)
        found.append(trait)
    return tuple(reversed(found))


# -------------------------------------------------------------------- values


def number(text: str) -> int:
    """A whole number of the file, or 0.

    0 is also for a number beyond every map.
    """
    text = text.strip()
    try:
        if len(text) <= 15 and text.isascii() and text.removeprefix("-").isdigit():
            return int(text)
        found = float(text) if len(text) <= 24 else 0.0
    except ValueError:
        return 0
    return round(found) if abs(found) < _MAX_NUMBER else 0


def map_name(text: str) -> str:
    """The name of a map; the word null is none."""
    return "" if text == "null" else tidy(text)


MapPoint = tuple[str, int, int]
"""A map and a point on it, in pixels."""


class PieceState(NamedTuple):
    """The state of the basic trait.

    It has the piece's spot, its slot, and its lasting properties.
    """

    point: MapPoint
    gpid: str
    properties: dict[str, str]


def place(state: str) -> PieceState:
    """Read the state of the basic trait."""
    f = split(state, ";", MAX_LIST)
    map, x, y, gpid, count = (f + [""] * 5)[:5]
    pairs = f[5 : 5 + 2 * max(0, min(number(count), MAX_LIST))]
    properties = {tidy(key): tidy(value) for key, value in zip(pairs[::2], pairs[1::2], strict=False)}
    return PieceState((map_name(map), number(x), number(y)), tidy(gpid), properties)


# -------------------------------------------------------------------- the look


@dataclass(slots=True)
class PieceLook:
    """The look of a piece to the players, and under its mask.

    Two looks are equal if they cannot be distinguished.
    """

    name: str = ""
    images: tuple[str, ...] = ()
    levels: dict[str, int] = field(default_factory=dict)
    level_names: dict[str, str] = field(default_factory=dict, compare=False)
    properties: dict[str, str] = field(default_factory=dict)
    side: str = ""
    """The side that masks it."""
    owner: str = field(default="", repr=False)
    """The id of the mask's owner."""
    owners: list[str] = field(default_factory=list, repr=False, compare=False)
    """All ids in it."""

    def keep(self, name: str, value: str) -> None:
        """Keep a property, unless it is private."""
        if name and not _PRIVATE.search(name):
            self.properties[name] = tidy(value)

    def _piece(self, trait: Trait, _: str) -> None:
        self.name, self.images = trait.name, tuple(filter(None, trait.images))

    def _layer(self, trait: Trait, state: str) -> None:
        f = split(state, ";", 2)
        level = number(f[0])
        if len(f) > 1 and len(f[1]) < trait.keys:
            level = -abs(level)
        self.levels[trait.name] = level
        if level <= 0:
            return
        self.images += tuple(filter(None, trait.images[level - 1 : level]))
        called = "".join(trait.names[level - 1 : level])
        if called:
            self.level_names[trait.name] = tidy(called.strip("+"))
            if called.startswith("+"):
                called = self.name + called[1:]
            elif called.endswith("+"):
                called = called[:-1] + self.name
            self.name = tidy(called)

    def _mark(self, trait: Trait, state: str) -> None:
        for name, value in zip(trait.names, fields(state, ",", len(trait.names)), strict=True):
            self.keep(tidy(name), value)

    def _dynamic(self, trait: Trait, state: str) -> None:
        self.keep(trait.name, state)

    def _label(self, trait: Trait, state: str) -> None:
        self.keep(trait.name, state)
        if state:
            words = {"pieceName": self.name, "label": tidy(state)}
            form = trait.form[:400] or "$pieceName$ ($label$)"
            self.name = tidy(_LABEL_FIELD.sub(lambda m: words.get(m[1], ""), form))


_SHOW = {
    "piece": PieceLook._piece,
    "layer": PieceLook._layer,
    "mark": PieceLook._mark,
    "dynamic": PieceLook._dynamic,
    "label": PieceLook._label,
}


def look(parts: tuple[Trait, ...], states: list[str], lasting: dict[str, str]) -> PieceLook:
    """The look of a piece, by its traits.

    ``states`` are the changing parts of its traits, ``lasting`` its lasting properties.
    """
    found = PieceLook()
    pairs = list(zip(parts, states, strict=False))
    for trait, state in reversed(pairs):
        if trait.kind in _SHOW:
            _SHOW[trait.kind](found, trait, state)
    for name, value in lasting.items():
        if name not in OLD:
            found.keep(name, value)
    masked = False
    for trait, state in pairs:
        owner = split(state, ";", 1)[0] if trait.kind in ("mask", "restricted") else ""
        if owner in ("", "null"):
            continue
        public = owner == NOBODY or trait.by_side or owner in trait.names
        if not public:
            found.owners.append(owner)
        if trait.kind == "mask" and not masked:
            masked = True
            found.name = trait.name
            found.side, found.owner = (tidy(owner), "") if public and owner != NOBODY else ("", owner)
    return found
