"""The printed matter of a game, as plain types.

It has countries, cards, and the pieces in the box.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Literal

from referee.engine.state.plain import field, plain_dataclass

Side = Literal["J", "US"]

GOOD, FAIR, POOR, ISLAMIST_RULE = 1, 2, 3, 4
UNMARKED = 0
GOVERNANCE_NAMES = {UNMARKED: "unmarked", GOOD: "Good", FAIR: "Fair", POOR: "Poor", ISLAMIST_RULE: "Islamist Rule"}
GOVERNANCE_VALUES = {"good": GOOD, "fair": FAIR, "poor": POOR, "islamist_rule": ISLAMIST_RULE}
SIDE_NAMES: dict[str, str] = {"J": "Jihadist", "US": "US"}

TRACK = "track"
"""The Troops Track, as an end of a Deploy (7.3.1)."""

N_TROOPS = 15
N_CELLS = 15
N_WMD = 6
PLOT_SUPPLY = {"1": 3, "2": 2, "3": 1}
"""Numbered Plot markers by number (4.8.1)."""


def alias(cls: type, **paths: str) -> None:
    """Give a class read-only attributes that show others by their paths.

    They cost no call. Apply it to the finished class: a dataclass with slots inspects the code of its properties, and
    these have none.
    """
    for name, path in paths.items():
        setattr(cls, name, property(attrgetter(path)))


@plain_dataclass(frozen=True)
class CountryData:
    """The printed data of a country on the map (4.1 to 4.5)."""

    name: str
    short: tuple[str, ...]
    kind: Literal["sunni", "shia_mix", "non_muslim", "iran"]
    resources: int
    oil: bool
    governance: int
    """Printed Governance, or UNMARKED for Muslim countries, whose Governance is a marker."""
    recruit: int | None
    schengen: bool
    adjacent: frozenset[str]
    article: str = ""
    """Its article in a sentence: "the" Gulf States."""
    several: bool = False
    """Whether its name is a plural, and takes the plural of a verb."""
    muslim: bool = field(init=False, repr=False)
    """Sunni or Shia-Mix (4.1.2)."""
    non_muslim: bool = field(init=False, repr=False)
    """Neither Muslim nor Iran (4.1.2, 4.4)."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "muslim", self.kind in ("sunni", "shia_mix"))
        object.__setattr__(self, "non_muslim", self.kind == "non_muslim")


@plain_dataclass(frozen=True)
class Card:
    """The printed data of a card, apart from its event text (4.10)."""

    number: int
    title: str
    ops: int
    side: Side | None
    """The side that the event is associated with; None for Unassociated (6.2.5)."""
    remove: Literal["never", "always", "us"]
    mark: str | None
    lapsing: bool | Literal["us"]
    """Whether its event lapses (6.2.7); "us": only where the US played it."""
    auto: bool
    short: Sequence[str] = field(default=(), compare=False)
    """Other titles in use among players."""

    @property
    def name(self) -> str:
        return f"{self.number} {self.title}"

    def lapses(self, side: str) -> bool:
        """Whether its event lapses when ``side`` plays it (6.2.7)."""
        return bool(self.lapsing) and (self.lapsing is True or self.lapsing == side.lower())


class Deck(dict[int, Card]):
    """The cards of a game by number.

    Another number is not in the deck (``in``); looking it up gives a card without an effect.
    """

    def __missing__(self, number: int) -> Card:
        return Card(number, "(not of this game)", 0, None, "never", None, lapsing=False, auto=False)
