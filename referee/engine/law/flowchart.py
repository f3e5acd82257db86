"""Flowcharts as plain data for display.

A chart has its side, boxes with two ways on, and lists in order. The tests of the boxes are elsewhere, in the guide of
the side. The engine knows no flowchart: a ruleset names them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.engine.state.plain import field, plain_dataclass


@plain_dataclass(frozen=True)
class Node:
    """A box with a question and two ways on."""

    id: str
    rule: str
    text: str
    yes: str
    no: str
    doubt: str = ""
    """The reason for doubt about the box, in words; "" if certain."""


@plain_dataclass(frozen=True)
class ListRow:
    """A line of a list: candidates, or a preference."""

    id: str
    text: str
    doubt: str = ""


@plain_dataclass(frozen=True)
class Listing:
    """A list to work through from top to bottom."""

    name: str
    rule: str
    rows: tuple[ListRow, ...]
    candidates: bool
    """Whether the first row with a fitting country ends it.

    If not, each row reduces the candidates.
    """


@plain_dataclass(frozen=True, eq=False)
class Flowchart:
    """A whole sheet; two are equal only if they are one object."""

    name: str
    title: str
    rule: str
    nodes: tuple[Node, ...]
    ends: Mapping[str, str]
    """The action at each end, in words, by its name."""
    listings: tuple[Listing, ...] = ()


@plain_dataclass(frozen=True)
class Seat:
    """The system that plays a side without a player."""

    title: str
    """Its title, such as "The Jihadist Bot"."""
    who: str
    """Its name in a sentence: "the Jihadist Bot"."""
    chapter: int
    level: str = ""
    """Its level: "Attractive"; "" if none is stated."""
    options: tuple[str, ...] = field(default=())
    """The options of the game that choose it."""
    flowchart: Callable[[], Flowchart] | None = None
