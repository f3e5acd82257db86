"""The content of a log or save of VASSAL.

It has pieces, their places, and what happens to them, free of the module. Ids of players are their passwords, so
nothing here holds one: a player is a label.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

PieceKind = Literal["added", "moved", "changed", "removed", "drawn"]
Kind = Literal[PieceKind, "chat", "dice", "shuffled", "turn", "property", "joined", "undo", "unknown"]
Chat = Literal["", "typed", "report", "system", "other"]
NOBODY = "nobody"
"""Who masks the cards of a face-down deck."""
MADE = b"\1"
"""The end of the hash of a step in which a piece or stack is new."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a piece, in pixels of its map.

    The names are those of the file itself, "" unknown.
    """

    map: str = ""
    """The name of the map; "" off any map."""
    x: int = 0
    y: int = 0
    zone: str = ""
    location: str = ""
    deck: str = ""
    """The name of its deck, "" for none."""


@dataclass(slots=True)
class Piece:
    """A piece at one moment.

    ``id`` is ours, in order of appearance, never that of the file.
    """

    id: int
    gpid: str = ""
    """The slot of the module that it comes from: equal for all copies of one counter."""
    name: str = ""
    """As the players see it: with the names of its layers and labels, or that of its mask."""
    images: tuple[str, ...] = ()
    """The basic image and those of the active layers, outermost last."""
    levels: dict[str, int] = field(default_factory=dict)
    """Of each layer its level, counted from 1; below zero it is not active."""
    level_names: dict[str, str] = field(default_factory=dict)
    """Of each active layer the name of its level, where it has one."""
    properties: dict[str, str] = field(default_factory=dict)
    """Markers and dynamic properties."""
    masked_by: str = ""
    """"" face up, :data:`NOBODY` in a face-down deck, else the label of a player."""
    spot: Spot = Spot()


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened. ``step`` counts from 1; 0 is before the first step."""

    step: int
    kind: Kind
    who: str = ""
    """The label of a player, "" unknown."""
    text: str = ""
    """Chat without tags and entities; the name of a property, die or deck; the words of an unknown command; of ``undo``
    the number of the step that was taken back; of a move without a command, which only the new place shows, "unseen"."""
    value: str = ""
    """The new value of a property or the turn tracker."""
    chat: Chat = ""
    piece: int = 0
    """:attr:`Piece.id`."""
    before: Piece | None = None
    after: Piece | None = None
    dice: tuple[int, ...] = ()
    sides: int = 6
    cards: tuple[int, ...] = ()
    """The pieces of a shuffled deck, bottom first."""
    undone: bool = False
    """Whether the step was taken back later, or takes back another."""


@dataclass(frozen=True, slots=True)
class Player:
    """Someone at the table.

    ``label`` is the side, the name or a number; never the id.
    """

    label: str
    side: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck and its cards, bottom first."""

    name: str
    map: str
    x: int
    y: int
    cards: tuple[int, ...] = ()


@dataclass(slots=True)
class Log:
    """A log or a save: its start, and its happenings."""

    module: str = ""
    module_version: str = ""
    engine: str = ""
    """The version of VASSAL that wrote it."""
    comment: str = ""
    saved: int | None = None
    """The time of saving, in milliseconds since 1970."""
    players: list[Player] = field(default_factory=list)
    start: dict[int, Piece] = field(default_factory=dict)
    """The pieces at the start by their id."""
    decks: list[Deck] = field(default_factory=list)
    """The decks at the start."""
    happenings: list[Happening] = field(default_factory=list)
    steps: int = 0
    warnings: list[str] = field(default_factory=list)
    prints: list[bytes] = field(default_factory=list, repr=False)
    """Of each step a hash of its commands, for :func:`~referee.parsers.vassal.joining.repeated`."""
    unknown: Counter[str] = field(default_factory=Counter)
    """The number of unknown commands, by their first word."""
