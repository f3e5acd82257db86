"""The board: everything that is on the table, the clock and the look-back included.

Plain slotted dataclasses, changed only through the journal. Collections are tuples, so that a change can keep what
stood before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, fields
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar

from referee.engine.state.data import N_CELLS, N_TROOPS, Card, CountryData, Side, alias
from referee.engine.state.hand import Hand, Sighted
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.seams import Source

HARD, SOFT = "hard", "soft"
ALLY, NEUTRAL, ADVERSARY = "ally", "neutral", "adversary"
ALIGNMENTS = (ALLY, NEUTRAL, ADVERSARY)
US = "United States"


class Open:
    """An object whose further fields come from the facts of an edition."""


@plain_dataclass(eq=False)
class Country(Open):
    """One country space and the pieces and markers in it."""

    name: ClassVar[str]
    place: ClassVar[str]
    """The same, as changes name it."""
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
        """Another country with the same values, made in a fifth of the time of :func:`copy.copy`."""
        made = Country(*_country_values(self))
        made.__dict__.update(self.__dict__)
        return made


alias(Country, name="data.name", place="data.name")


@plain_dataclass(frozen=True)
class Token:
    """A Plot marker that was placed face down: who placed it under which limit."""

    number: int
    action: str
    line: int
    limit: int
    """Highest Plot number allowed (8.5.2); 9 for no limit."""
    alike: tuple[int, ...] = ()
    """The same for markers that nothing tells apart (see :mod:`referee.engine.state.hidden`)."""
    written: str = ""
    """The value that the record has for it although none of that value was left."""


World = tuple[tuple[tuple[int, str], ...], str]
"""One assignment of values to the tokens on the map, and the action that it would make illegal ("" for none)."""


MARKER_ALONE = -1
"""In the 1st Plot box: the card left it early, its marker stays (4.7.7.3)."""


@plain_dataclass(eq=False)
class Board(Open):
    """The whole position."""

    place: ClassVar[str] = ""
    """The board itself, as changes name it: what lies beside the countries."""
    rules: Ruleset
    countries: dict[str, Country]
    names: tuple[str, ...] = ()
    """Every country, in the order of the map; the next four are those of one kind, kept with the kinds themselves."""
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
    """Pieces that a stated track leaves out, and of which no line says where they are."""
    world_beside: int = 0
    """How much World Posture, as players have stated it, differs from the Postures of the countries."""
    reserves_j: int = 0
    reserves_us: int = 0
    markers: tuple[str, ...] = ()
    """The Event Box (4.7.7)."""
    # Plots
    tokens: tuple[Token, ...] = ()
    worlds: tuple[World, ...] = (((), ""),)
    sightings: int = 0
    """How often something came to light of the markers on the map."""
    wmd_available: int = 0
    wmd_box: int = 3
    arsenal: int = 3
    numbered: tuple[int, int, int] = (3, 2, 1)
    """Numbered markers that exist, by number; always the full supply unless a set-up says otherwise."""
    backlash: tuple[int, ...] = ()
    """Tokens tagged by Backlash (card 1)."""
    # Cards
    deck: int = 0
    hand_j: int | None = None
    hand_us: int | None = None
    held_j: Hand | None = None
    held_us: Hand | None = None
    """The hands as far as they are known."""
    sighted: Sighted = field(default_factory=Sighted)
    """When cards were last seen outside the hidden hands."""
    obligations: tuple[Any, ...] = ()
    """See :mod:`referee.engine.state.hands`."""
    discards: tuple[int, ...] = ()
    """Card numbers, 0 for a card that was not named."""
    removed: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()
    """Those of the removed cards that the scenario left out of the deck: they never were in the game."""
    lapsing: tuple[int, ...] = ()
    lapsing_markers: tuple[int, ...] = ()
    """Lapsing cards that left their box while the effect goes on (4.7.7.3)."""
    first_plot: int | None = None
    """Card in the 1st Plot box, 0 for one that was not named, :data:`MARKER_ALONE`, None for nothing (4.7.7.2)."""
    in_play: tuple[int, ...] = ()
    order: tuple[Source, ...] = ()
    """Sources that act on rules, in the order in which they took effect; the last one wins (6.2.3)."""
    options: tuple[str, ...] = ()
    """Readings that the record switched (see :class:`~referee.engine.state.ruleset.Option`)."""
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
    """Index of the current Action Phase, counted through the game."""
    disrupted: tuple[tuple[int, str], ...] = ()
    improved: tuple[tuple[int, str], ...] = ()
    plots_this_phase: tuple[int, ...] = ()
    unknown: frozenset[tuple[str, str]] = frozenset()
    """Fields that nobody has stated, each with its country, "" for the board: see :mod:`referee.engine.state.unknown`."""
    named: frozenset[tuple[str, str, Any]] = frozenset()
    """What was stated of a pile or of event markers of which the rest is unknown, by country and field."""
    disputes: tuple[tuple[str, str, Any], ...] = ()
    """Where the record is known to differ and could not be followed: subject, field, how far apart the two are."""
    one_shot: tuple[str, ...] = ()
    """Facts that happen once a game, such as "arsenal released" (8.4.5)."""
    memo: tuple[tuple[str, Any], ...] = ()
    """Small facts that events keep for later, by name."""

    def __getitem__(self, name: str) -> Country:
        return self.countries[name]

    cards: ClassVar[Mapping[int, Card]]
    """The cards of the game, whether they are in it still or not."""

    @property
    def boxed(self) -> tuple[int, ...]:
        """The card in the 1st Plot box, 0 if it was not named; empty if there is none."""
        return () if self.first_plot in (None, MARKER_ALONE) else (self.first_plot or 0,)

    @property
    def cards_j(self) -> tuple[int, ...] | None:
        """The cards that are certainly in the Jihadist hand, 0 for each of the others."""
        return None if self.held_j is None else self.held_j.cards

    @property
    def cards_us(self) -> tuple[int, ...] | None:
        """The cards that are certainly in the US hand, 0 for each of the others."""
        return None if self.held_us is None else self.held_us.cards

    @property
    def stated_beside(self) -> bool:
        """Whether players have stated a track on which the pieces and markers of the board do not add up."""
        return any(getattr(self, name) for name in self.rules.facts.beside)

    def hand(self, side: str) -> int | None:
        return self.hand_j if side == "J" else self.hand_us

    def reserves(self, side: str) -> int:
        return self.reserves_j if side == "J" else self.reserves_us

    def recall(self, name: str) -> Any:
        """What an event noted under this name, or None."""
        for key, value in self.memo:
            if key == name:
                return value
        return None


alias(Board, cards="rules.cards")


def kinds(countries: Iterable[CountryData]) -> dict[str, tuple[str, ...]]:
    """The names of countries by their kind, as the fields of a board keep them."""
    found = list(countries)
    return {
        "names": tuple(c.name for c in found),
        "muslim": tuple(c.name for c in found if c.muslim),
        "non_muslim": tuple(c.name for c in found if c.non_muslim),
        "shia_mix": tuple(c.name for c in found if c.kind == "shia_mix"),
        "schengen": tuple(c.name for c in found if c.schengen),
    }


def empty_board(rules: Ruleset) -> Board:
    """An empty, unmarked map with all pieces on their tracks; Israel is Hard (4.3.3), the US Hard."""
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


_COUNTRY_FIELDS = tuple(f.name for f in fields(Country))
_BOARD_FIELDS = tuple(f.name for f in fields(Board) if f.name != "countries")
_country_values = attrgetter(*_COUNTRY_FIELDS)
_board_values = attrgetter(*_BOARD_FIELDS)


@cache
def _country_keys(name: str) -> tuple[str, ...]:
    return tuple(f"{name}.{f}" for f in _COUNTRY_FIELDS)


def snapshot(board: Board) -> dict[str, Any]:
    """Every field of the position by address, for comparisons."""
    found: dict[str, Any] = {name: getattr(board, name) for name in _BOARD_FIELDS} | board.__dict__
    for name, country in board.countries.items():
        found.update(zip(_country_keys(name), _country_values(country), strict=True))
        for f, value in country.__dict__.items():
            found[f"{name}.{f}"] = value
    return found


def state(board: Board) -> list[Any]:
    """The same without addresses, made in a tenth of the time: to see whether two positions are one."""
    found: list[Any] = [_board_values(board), board.__dict__.copy()]
    for country in board.countries.values():
        found.append(_country_values(country))
        found.append(country.__dict__.copy())
    return found


def differing(one: list[Any], other: list[Any], board: Board) -> list[str]:
    """The addresses of the fields in which two states of a board differ."""
    owners = [(_BOARD_FIELDS, ""), *((_COUNTRY_FIELDS, f"{name}.") for name in board.countries)]
    found = []
    for i, (fields_, name) in enumerate(owners):
        old, new = dict(zip(fields_, one[2 * i], strict=True)), dict(zip(fields_, other[2 * i], strict=True))
        old |= one[2 * i + 1]
        new |= other[2 * i + 1]
        found += [name + f for f, value in old.items() if new[f] != value]
    return found


__all__ = [
    "MARKER_ALONE",
    "Board",
    "Country",
    "Token",
    "World",
    "differing",
    "empty_board",
    "field",
    "kinds",
    "snapshot",
    "state",
]
