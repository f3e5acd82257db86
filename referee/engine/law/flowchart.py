"""Flowcharts as plain data for display.

A chart has the side that plays by it, boxes with ways on, and lists in their order. What a box looks at is not here;
that is for whoever plays by it. The engine knows no flowchart: a ruleset names them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Node:
    """A box with a question and two ways on.

    A way leads to another box, or to an end.
    """

    id: str
    rule: str
    text: str
    yes: str
    no: str
    doubt: str = ""
    """Why it is not certain, in words; "" for what is."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list: candidates, or a preference."""

    id: str
    text: str
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A list that is worked through from top to bottom."""

    name: str
    rule: str
    rows: tuple[Row, ...]
    candidates: bool
    """Whether the first line that fits any country ends it; else each line leaves fewer candidates."""


@dataclass(frozen=True, slots=True, eq=False)
class Flowchart:
    """A whole sheet; two are the same only if they are one object."""

    name: str
    title: str
    rule: str
    nodes: tuple[Node, ...]
    ends: Mapping[str, str]
    """What is done at the end of a way, in words, by its name."""
    listings: tuple[Listing, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a side that no person plays."""

    title: str
    """The Jihadist Bot."""
    who: str
    """Who acts there, in a sentence: "the Jihadist Bot"."""
    chapter: int
    level: str = ""
    """How strong it plays: "Attractive"; "" where nothing is said."""
    options: tuple[str, ...] = field(default=())
    """The options of the game that say so."""
    flowchart: Callable[[], Flowchart] | None = None
