"""The sign of a thing on a country, as data.

A report draws it, a style sheet has its colours, the legend its meaning, and a page its words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from referee.engine.state.plain import field, plain_dataclass

Colour = Literal["us", "j", "panel", "ink", "soft", "on", "none"]
"""A colour of the page, by its name in style sheets.

``us`` and ``j`` are the sides; ``panel`` is the ground, ``ink`` and ``soft`` write on it, ``on`` writes on a side's colour.
"""
LAST = 99
"""The place of a sign for which no place is chosen."""


@plain_dataclass(frozen=True)
class Heading:
    """A row of the legend."""

    words: str
    order: int
    later: bool = False
    """Whether its signs are those of chapter 11."""


US_PIECES, JIHADIST_PIECES, OTHER_MARKERS = Heading("US", 1), Heading("Jihadist", 2), Heading("Markers", 3)


@plain_dataclass(frozen=True)
class Paint:
    """The colours of a sign: its ground, its edge and its writing."""

    fill: Colour
    edge: Colour = "none"
    ink: Colour = "on"
    width: float = 0
    """Width of the edge; 0 for the usual one."""


@plain_dataclass(frozen=True)
class LegendEntry:
    """A sign in the legend."""

    heading: Heading
    words: str
    """The words below the heading."""
    sample: Any = 2
    """The value that is shown."""
    alone: str = ""
    """The words without the heading, if they differ."""


@plain_dataclass(frozen=True)
class Sign:
    """The look of a thing in its country, and its words.

    ``text``, ``style`` and ``words`` have ``{}`` for the value. A sign is a shape or, without one, a plate with words.
    """

    style: str = ""
    """Its class in style sheets, or two with that of the value; "" for no sign of its own."""
    side: Literal["US", "J"] = "US"
    """The half of the box: US left, J right."""
    row: int = LAST
    """Its place in that half, from the left."""
    foot: bool = False
    """Whether it is at the foot of the box, below the pieces."""
    text: str = ""
    shape: str = ""
    """Its outline around the middle, as a path of SVG."""
    corner: float = 3
    """Radius of the corners of a plate."""
    paint: Paint = Paint("panel", "ink", "ink")
    paints: Mapping[str, Paint] = field(default_factory=dict)
    """Other colours of some values."""
    holes: bool = False
    """Whether an outline within the outline is a hole."""
    size: float = 0
    """Size of the writing; 0 for the usual one."""
    order: int = LAST
    """Its place in the legend and among the words."""
    legend: tuple[LegendEntry, ...] = ()
    words: tuple[str, ...] = ()
    """The words for one and several; () for the fact's own."""
    named: Mapping[str, str] = field(default_factory=dict)
    """The words of some values, where they have words of their own."""
    unless: str = ""
    """The picture of a thing whose words say it already."""

    @property
    def name(self) -> str:
        """The class of all its values."""
        return self.style.split(" ")[0]
