"""The board: everything on the table, with the clock and the look-back.

It is made of plain classes with slots, changed only through the journal. Collections are tuples, so that a change can keep the
old value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar

from referee.engine.state.data import N_CELLS, N_TROOPS, Card, CountryData, Side, alias
from referee.engine.state.hand import Hand, Sightings
from referee.engine.state.plain import field, field_names, plain_dataclass
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.seams import Source

HARD, SOFT = "hard", "soft"
ALLY, NEUTRAL, ADVERSARY = "ally", "neutral", "adversary"
ALIGNMENTS = (ALLY, NEUTRAL, ADVERSARY)
US = "United States"


class FactHolder:
    """An object whose further fields come from the facts of an edition."""


@plain_dataclass(eq=False)
class Country(FactHolder):
    """One country space and the pieces and markers in it."""

    name: ClassVar[str]
    place: ClassVar[str]
    """The same name, as changes have it."""
    data: CountryData
    governance: int
    alignment: str = ""
    posture: str = ""
    troops: int = 0
    sleepers: int = 0
    actives: int = 0
    cadre: bool = False
    aid: int = 0
    besieged: bool = False
    regime_change: str = ""
    """"", "green" or "tan" (4.8.2)."""
    plots: tuple[int, ...] = ()
    """Tokens of the Plot markers, oldest first."""
    markers: tuple[str, ...] = ()

    @property
    def marked(self) -> bool:
        """Governance or Posture is known, so that a Test has no effect (4.9.4)."""
        return bool(self.governance) if self.data.muslim else bool(self.posture) or self.data.kind == "iran"

    def copy(self) -> Country:
        """Copy the country, five times as fast as :func:`copy.copy`."""
        made = Country(*_country_values(self))
        made.__dict__.update(self.__dict__)
        return made


alias(Country, name="data.name", place="data.name")


@plain_dataclass(frozen=True)
class PlotToken:
    """A face-down Plot marker, with its placing action and limit."""

    number: int
    action: str
    line: int
    limit: int
    """Highest Plot number allowed (8.5.2); 9 for no limit."""
    alike: tuple[int, ...] = ()
    """The first of the indistinguishable markers (see :mod:`referee.engine.state.hidden`)."""
    written: str = ""
    """The value in the record, although no marker of that value was left."""


World = tuple[tuple[tuple[int, str], ...], str]
"""Values for all tokens on the map, and the action made illegal."""


MARKER_ALONE = -1
"""The 1st Plot box with its marker, but no card (4.7.7.3)."""


@plain_dataclass(eq=False)
class Board(FactHolder):
    """The whole position."""

    place: ClassVar[str] = ""
    """The name of the board itself in changes.

    A country has its own name.
    """
    rules: Ruleset
    countries: dict[str, Country]
    names: tuple[str, ...] = ()
    """Every country in map order; the next four fields hold kinds."""
    muslim: tuple[str, ...] = ()
    non_muslim: tuple[str, ...] = ()
    shia_mix: tuple[str, ...] = ()
    schengen: tuple[str, ...] = ()
    prestige: int = 7
    funding: int = 9
    troops_track: int = N_TROOPS
    cells_track: int = N_CELLS
    troops_unplaced: int = 0
    cells_unplaced: int = 0
    """Pieces missing from a stated track, at an unknown place."""
    world_beside: int = 0
    """The stated World Posture minus the one that the Postures of the countries give."""
    reserves_j: int = 0
    reserves_us: int = 0
    markers: tuple[str, ...] = ()
    """The Event Box (4.7.7)."""
    # Plots
    tokens: tuple[PlotToken, ...] = ()
    worlds: tuple[World, ...] = (((), ""),)
    sightings: int = 0
    """Number of times that something was learned of the markers on the map."""
    wmd_available: int = 0
    wmd_box: int = 3
    arsenal: int = 3
    numbered: tuple[int, int, int] = (3, 2, 1)
    """Existing numbered markers, by number; the full supply unless a set-up states less."""
    backlash: tuple[int, ...] = ()
    """Tokens tagged by Backlash (card 1)."""
    # Cards
    deck: int = 0
    hand_j: int | None = None
    hand_us: int | None = None
    held_j: Hand | None = None
    held_us: Hand | None = None
    """The known part of each hand."""
    sighted: Sightings = field(default_factory=Sightings)
    """The last sighting of each card outside the hidden hands."""
    obligations: tuple[Any, ...] = ()
    """See :mod:`referee.engine.state.hands`."""
    discards: tuple[int, ...] = ()
    """Card numbers; 0 for an unnamed card."""
    removed: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()
    """The removed cards that the scenario left out of the deck from the start."""
    lapsing: tuple[int, ...] = ()
    lapsing_markers: tuple[int, ...] = ()
    """Lapsing cards that left their box although their effect continues (4.7.7.3)."""
    first_plot: int | None = None
    """Card in the 1st Plot box: number, 0, :data:`MARKER_ALONE` or None (4.7.7.2)."""
    in_play: tuple[int, ...] = ()
    order: tuple[Source, ...] = ()
    """Sources that act on rules, in the order of their effects.

    The last one wins (6.2.3).
    """
    options: tuple[str, ...] = ()
    """Readings switched by the record (see :class:`~referee.engine.state.ruleset.Option`)."""
    decks: int = 1
    """The reshuffle that ends the game (3.3)."""
    reshuffles: int = 0
    # Clock
    turn: int = 1
    side: Side = "J"
    phase: int = 1
    played: int = 0
    stage: str = "action"
    """action, plots, end or over."""
    winner: str = ""
    victory_rule: str = ""
    held: bool = False
    # Look-back, each as (phase index, country)
    phases: int = 1
    """Index of the current Action Phase, counted from the start of the game."""
    disrupted: tuple[tuple[int, str], ...] = ()
    improved: tuple[tuple[int, str], ...] = ()
    plots_this_phase: tuple[int, ...] = ()
    unknown: frozenset[tuple[str, str]] = frozenset()
    """Unstated fields, each with its country or "" for the board (:mod:`referee.engine.state.unknown`)."""
    named: frozenset[tuple[str, str, Any]] = frozenset()
    """Stated things of partly unknown piles: country, field, thing."""
    disputes: tuple[tuple[str, str, Any], ...] = ()
    """Known differences from the record that could not be corrected: subject, field, distance."""
    one_shot: tuple[str, ...] = ()
    """Facts that occur once a game, such as "arsenal released" (8.4.5)."""
    memo: tuple[tuple[str, Any], ...] = ()
    """Small facts noted by events for later, by name."""

    def __getitem__(self, name: str) -> Country:
        return self.countries[name]

    cards: ClassVar[Mapping[int, Card]]
    """The cards of the game, removed ones included."""

    @property
    def boxed(self) -> tuple[int, ...]:
        """The card in the 1st Plot box, 0 if unnamed.

        It is empty if there is none.
        """
        return () if self.first_plot in (None, MARKER_ALONE) else (self.first_plot or 0,)

    @property
    def cards_j(self) -> tuple[int, ...] | None:
        """The certain cards of the Jihadist hand, 0 for each other card."""
        return None if self.held_j is None else self.held_j.cards

    @property
    def cards_us(self) -> tuple[int, ...] | None:
        """The certain cards of the US hand, 0 for each other card."""
        return None if self.held_us is None else self.held_us.cards

    @property
    def stated_beside(self) -> bool:
        """Whether a stated track contradicts the sum of pieces and markers."""
        return any(getattr(self, name) for name in self.rules.facts.excess_fields)

    def hand(self, side: str) -> int | None:
        return self.hand_j if side == "J" else self.hand_us

    def reserves(self, side: str) -> int:
        return self.reserves_j if side == "J" else self.reserves_us

    def recall(self, name: str) -> Any:
        """Return the value noted by an event under this name, or None."""
        for key, value in self.memo:
            if key == name:
                return value
        return None


alias(Board, cards="rules.cards")


def kinds(countries: Iterable[CountryData]) -> dict[str, tuple[str, ...]]:
    """Return the names of the countries of each kind."""
    found = list(countries)
    return {
        "names": tuple(c.name for c in found),
        "muslim": tuple(c.name for c in found if c.muslim),
        "non_muslim": tuple(c.name for c in found if c.non_muslim),
        "shia_mix": tuple(c.name for c in found if c.kind == "shia_mix"),
        "schengen": tuple(c.name for c in found if c.schengen),
    }


def empty_board(rules: Ruleset) -> Board:
    """Return an unmarked map with all pieces on their tracks.

    Israel is Hard (4.3.3), and so is the US.
    """
    countries = {n: Country(d, d.governance) for n, d in rules.countries.items()}
    board = Board(rules, countries, deck=len(rules.cards))
    for field_name, names in kinds(rules.countries.values()).items():
        setattr(board, field_name, names)
    for name in ("Israel", US):
        if name in countries:
            countries[name].posture = HARD
    rules.facts.prepare(board)
    if rules.opening is not None:
        rules.opening(board)
    return board


_COUNTRY_FIELDS = field_names(Country)
_BOARD_FIELDS = tuple(name for name in field_names(Board) if name != "countries")
_country_values = attrgetter(*_COUNTRY_FIELDS)
_board_values = attrgetter(*_BOARD_FIELDS)


@cache
def _country_keys(name: str) -> tuple[str, ...]:
    return tuple(f"{name}.{f}" for f in _COUNTRY_FIELDS)


def snapshot(board: Board) -> dict[str, Any]:
    """Return every field of the position by address, for comparisons."""
    found: dict[str, Any] = {name: getattr(board, name) for name in _BOARD_FIELDS} | board.__dict__
    for name, country in board.countries.items():
        found.update(zip(_country_keys(name), _country_values(country), strict=True))
        for f, value in country.__dict__.items():
            found[f"{name}.{f}"] = value
    return found


def state(board: Board) -> list[Any]:
    """Return every field of the position without addresses.

    Ten times as fast as :func:`snapshot`: enough to compare two positions.
    """
    found: list[Any] = [_board_values(board), board.__dict__.copy()]
    for country in board.countries.values():
        found.append(_country_values(country))
        found.append(country.__dict__.copy())
    return found


def differing(one: list[Any], other: list[Any], board: Board) -> list[tuple[str, str]]:
    """The differing fields of two states of a board, with their countries."""
    owners = [(_BOARD_FIELDS, ""), *((_COUNTRY_FIELDS, name) for name in board.countries)]
    found = []
    for i, (fields_, name) in enumerate(owners):
        old, new = dict(zip(fields_, one[2 * i], strict=True)), dict(zip(fields_, other[2 * i], strict=True))
        old |= one[2 * i + 1]
        new |= other[2 * i + 1]
        found += [(name, f) for f, value in old.items() if new[f] != value]
    return found


__all__ = [
    "MARKER_ALONE",
    "Board",
    "Country",
    "PlotToken",
    "World",
    "differing",
    "empty_board",
    "field",
    "kinds",
    "snapshot",
    "state",
]
