"""The content of a log or save of VASSAL.

It has pieces, their places, and their happenings, free of the module. Ids of players are their passwords, so nothing
here holds one: a player is a label.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

PieceKind = Literal["added", "moved", "changed", "removed", "drawn"]
HappeningKind = Literal[PieceKind, "chat", "dice", "shuffled", "turn", "property", "joined", "undo", "unknown"]
Chat = Literal["", "typed", "report", "system", "other"]
NOBODY = "nobody"
"""Mask owner of a face-down deck's cards."""
MADE = b"\1"
"""End of the hash of a step with new pieces."""


@dataclass(frozen=True, slots=True)
class PieceSpot:
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
    """Slot of the module: equal for all copies of a counter."""
    name: str = ""
    """Name for the players: layers and labels, or the mask."""
    images: tuple[str, ...] = ()
    """The basic image and those of the active layers, outermost last."""
    levels: dict[str, int] = field(default_factory=dict)
    """Level of each layer, from 1; negative if inactive."""
    level_names: dict[str, str] = field(default_factory=dict)
    """Level names of active layers, where they have one."""
    properties: dict[str, str] = field(default_factory=dict)
    """Markers and dynamic properties."""
    masked_by: str = ""
    """Mask owner: "" face up, :data:`NOBODY`, or a player's label.

    :data:`NOBODY` is that of a face-down deck.
    """
    spot: PieceSpot = PieceSpot()


@dataclass(frozen=True, slots=True)
class Happening:
    """One happening. ``step`` counts from 1; 0 is before."""

    step: int
    kind: HappeningKind
    who: str = ""
    """The label of a player, "" unknown."""
    text: str = ""
    """Text of a happening, by kind.

    It is chat without tags and entities; the name of a property, die or deck; the words of an unknown command; of
    ``undo`` the number of the step that was taken back; "unseen" of a move without a command, which only the new place
    shows.
    """
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
    """Whether the step was undone, or undoes another."""


@dataclass(frozen=True, slots=True)
class Player:
    """Someone at the table.

    ``label`` is the side, the name or a number; never the id.
    """

    label: str
    side: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class VassalDeck:
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
    save_time: int | None = None
    """Time of saving, in milliseconds since 1970."""
    players: list[Player] = field(default_factory=list)
    start: dict[int, Piece] = field(default_factory=dict)
    """The pieces at the start by their id."""
    decks: list[VassalDeck] = field(default_factory=list)
    """The decks at the start."""
    happenings: list[Happening] = field(default_factory=list)
    steps: int = 0
    warnings: list[str] = field(default_factory=list)
    prints: list[bytes] = field(default_factory=list, repr=False)
    """Hashes of steps, for :func:`~referee.parsers.vassal.joining.repeated_steps`."""
    unknown_commands: Counter[str] = field(default_factory=Counter)
    """The number of unknown commands, by their first word."""
