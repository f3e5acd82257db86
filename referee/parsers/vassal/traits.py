"""A piece: the chain of its traits around the basic one, and how the piece looks to the players."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from referee.parsers.notation.encodings import TextError
from referee.parsers.vassal.chat import tidy
from referee.parsers.vassal.happenings import NOBODY
from referee.parsers.vassal.sequence import chain, split

MAX_LIST = 2_000
"""Most entries of a list inside a trait that are looked at."""
OLD = ("OldMap", "OldBoard", "OldZone", "OldLocationName", "OldX", "OldY", "OldDeckName", "OldBoardName", "OldMat")
"""Properties in which the engine notes where a piece was before."""
_PRIVATE = re.compile(r"player_?id|password", re.IGNORECASE)
UNKNOWN_MASK = "?"


@dataclass(slots=True, frozen=True)
class Layer:
    """A layer: one of several images over the piece."""

    name: str
    images: tuple[str, ...]
    names: tuple[str, ...]
    keys: int = 0
    """How many keys hold it active, of engines of old."""


@dataclass(slots=True, frozen=True)
class Marks:
    """Fixed properties."""

    names: tuple[str, ...]


@dataclass(slots=True, frozen=True)
class Dynamic:
    """A property that changes."""

    name: str


@dataclass(slots=True, frozen=True)
class Label:
    """A text written on the piece."""

    form: str
    name: str


@dataclass(slots=True, frozen=True)
class Mask:
    """A back over the piece; ``name`` is what the others see. A piece that they do not see at all is one too."""

    name: str
    by_side: bool = False
    """Whether its owner is a side, and not a player."""


@dataclass(slots=True, frozen=True)
class Restricted:
    """Only its owner may move it."""

    sides: tuple[str, ...]


@dataclass(slots=True, frozen=True)
class Basic:
    """The innermost trait."""

    image: str
    name: str


Trait = Layer | Marks | Dynamic | Label | Mask | Restricted | Basic | None


@dataclass(slots=True)
class Look:
    """What the players see of a piece, and what lies under a mask."""

    name: str = ""
    images: tuple[str, ...] = ()
    levels: dict[str, int] = field(default_factory=dict)
    level_names: dict[str, str] = field(default_factory=dict)
    properties: dict[str, str] = field(default_factory=dict)
    side: str = ""
    """The side that masks it."""
    owner: str = field(default="", repr=False)
    """The id of whoever masks it."""
    owners: list[str] = field(default_factory=list, repr=False)
    """All ids in it."""

    def same(self, other: Look) -> bool:
        """Whether nothing can be told apart from the other."""
        return (self.name, self.owner, self.side, self.images) == (
            other.name,
            other.owner,
            other.side,
            other.images,
        ) and ((self.levels, self.properties) == (other.levels, other.properties))


@dataclass(slots=True)
class Place:
    """Where the basic trait says that the piece is."""

    map: str = ""
    x: int = 0
    y: int = 0
    gpid: str = ""
    properties: dict[str, str] = field(default_factory=dict)


def traits(type_: str) -> tuple[Trait, ...]:
    """The traits of a type, outermost first. Raises :class:`TextError`."""
    return tuple(_trait(part) for part in chain(type_))


def _trait(text: str) -> Trait:
    head, _, rest = text.partition(";")
    if head == "emb2":
        return _layer(split(rest, ";", 64))
    if head == "emb":
        return _old_layer(split(rest, ";"))
    if head == "mark":
        return Marks(tuple(split(split(rest, ";", 1)[0], ",", MAX_LIST)))
    if head == "PROP":
        return Dynamic(tidy(split(rest, ";", 1)[0]))
    if head == "label":
        fields = split(rest, ";", 64)
        return Label(_at(fields, 11), tidy(_at(fields, 15)) or "TextLabel")
    if head == "obs":
        fields = split(rest, ";", 64)
        return Mask(tidy(_at(fields, 4)) or UNKNOWN_MASK, _at(fields, 5).startswith("side"))
    if head == "hide":
        return Mask(UNKNOWN_MASK, _at(split(rest, ";", 64), 3).startswith("side"))
    if head == "restrict":
        return Restricted(tuple(split(split(rest, ";", 1)[0], ",", MAX_LIST)))
    if head == "piece":
        fields = split(rest, ";", 64)
        return Basic(tidy(_at(fields, 2)), tidy(_at(fields, 3)))
    return None


def _layer(fields: list[str]) -> Layer:
    images = tuple(tidy(i) for i in split(_at(fields, 15), ",", MAX_LIST))
    names = tuple(split(_at(fields, 16), ",", MAX_LIST))
    return Layer(tidy(_at(fields, 18)), images, names, len(_at(fields, 2)))


def _old_layer(fields: list[str]) -> Layer:
    """A layer of the first engines: eight fields, then an image and a name for each level."""
    pairs = [split(level, ",", 2) for level in fields[8 : 8 + MAX_LIST]]
    keys = len(split(_at(fields, 0), ";", 1)[0])
    return Layer("", tuple(tidy(p[0]) for p in pairs), tuple(_at(p, 1) for p in pairs), keys)


def _at(fields: list[str], n: int) -> str:
    return fields[n] if n < len(fields) else ""


def number(text: str) -> int:
    """A whole number of the file; 0 for what is none, or is beyond every map."""
    text = text.strip()
    if not text or len(text) > 15 or not text.lstrip("-").isascii() or not text.lstrip("-").isdigit():
        return _rounded(text)
    try:
        return int(text)
    except ValueError:
        return 0


def _rounded(text: str) -> int:
    if len(text) > 24:
        return 0
    try:
        found = float(text)
    except ValueError:
        return 0
    return round(found) if abs(found) < 1e12 else 0


def place(state: str) -> Place:
    """Where the piece is, as the innermost part of a state has it."""
    fields = split(state, ";", MAX_LIST)
    found = Place(where(_at(fields, 0)), number(_at(fields, 1)), number(_at(fields, 2)), tidy(_at(fields, 3)))
    pairs = fields[5 : 5 + 2 * max(0, min(number(_at(fields, 4)), MAX_LIST))]
    for key, value in zip(pairs[::2], pairs[1::2], strict=False):
        found.properties[tidy(key)] = tidy(value)
    return found


def where(map: str) -> str:
    """The name of a map; the word null is none."""
    return "" if map == "null" else tidy(map)


def look(parts: tuple[Trait, ...], states: list[str], kept: dict[str, str]) -> Look:
    """How a piece looks: ``parts`` are the traits, ``states`` what changes of them, ``kept`` its lasting properties."""
    found = Look()
    pairs = list(zip(parts, states, strict=False))
    layers = 0
    for trait, state in reversed(pairs):
        if isinstance(trait, Basic):
            found.name = trait.name
            found.images = (trait.image,) if trait.image else ()
        elif isinstance(trait, Layer):
            layers += 1
            _lay(found, trait, state, trait.name or f"layer {layers}")
        elif isinstance(trait, Marks):
            values = split(state, ",", MAX_LIST)
            for n, name in enumerate(trait.names):
                _keep(found, tidy(name), _at(values, n))
        elif isinstance(trait, Dynamic):
            _keep(found, trait.name, state)
        elif isinstance(trait, Label):
            _keep(found, trait.name, state)
            if state:
                found.name = _labelled(trait.form, found.name, tidy(state))
    for name, value in kept.items():
        if name not in OLD:
            _keep(found, name, value)
    masked = False
    for trait, state in pairs:
        if not isinstance(trait, Mask | Restricted):
            continue
        owner = split(state, ";", 1)[0]
        if owner in ("", "null"):
            continue
        public = owner == NOBODY or (trait.by_side if isinstance(trait, Mask) else owner in trait.sides)
        if not public:
            found.owners.append(owner)
        if isinstance(trait, Mask) and not masked:
            masked = True
            found.name = trait.name
            found.side, found.owner = (tidy(owner), "") if public and owner != NOBODY else ("", owner)
    return found


def _keep(found: Look, name: str, value: str) -> None:
    if name and not _PRIVATE.search(name):
        found.properties[name] = tidy(value)


def _lay(found: Look, layer: Layer, state: str, name: str) -> None:
    fields = split(state, ";", 2)
    level = number(fields[0])
    if len(fields) > 1 and len(fields[1]) < layer.keys:
        level = -abs(level)
    found.levels[name] = level
    if level <= 0:
        return
    if level <= len(layer.images) and layer.images[level - 1]:
        found.images += (layer.images[level - 1],)
    called = layer.names[level - 1] if level <= len(layer.names) else ""
    if not called:
        return
    found.level_names[name] = tidy(called.strip("+"))
    if called.startswith("+"):
        found.name = tidy(found.name + called[1:])
    elif called.endswith("+"):
        found.name = tidy(called[:-1] + found.name)
    else:
        found.name = tidy(called)


_MARK = re.compile(r"\$(\w{1,60})\$")


def _labelled(form: str, name: str, text: str) -> str:
    words = {"pieceName": name, "label": text}
    return tidy(_MARK.sub(lambda m: words.get(m[1], ""), form[:400] or "$pieceName$ ($label$)"))


__all__ = [
    "NOBODY",
    "OLD",
    "Basic",
    "Look",
    "Place",
    "TextError",
    "Trait",
    "look",
    "number",
    "place",
    "traits",
    "where",
]
