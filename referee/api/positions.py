"""Positions: everything on the table at one moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from referee.api.records import RecordError
from referee.editions.rulesets import names_for
from referee.engine.state import hidden
from referee.engine.state import queries as q
from referee.engine.state.board import US, Board
from referee.engine.state.data import GOVERNANCE_NAMES, TRACK
from referee.engine.state.names import Ambiguous
from referee.engine.state.rewinder import twin
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.parsers.notation.position import block


@dataclass(frozen=True, slots=True)
class Country:
    """The contents of one country, in the rulebook's words."""

    name: str
    governance: str
    """Good, Fair, Poor, Islamist Rule, or "" if unknown."""
    alignment: str
    """Ally, Neutral, Adversary or ""."""
    posture: str
    """Hard, Soft or ""."""
    troops: int
    sleepers: int
    actives: int
    cadre: bool
    aid: int
    regime_change: str
    """green, tan or ""."""
    plots: tuple[str, ...]
    """Plot markers, oldest first, ``?`` if unknown."""
    markers: tuple[str, ...]
    others: tuple[tuple[str, Any], ...] = ()
    """Other fields of a country in this edition, by name.

    Each is an attribute as well.
    """

    def __getattr__(self, name: str) -> Any:
        if name != "others":
            for known, value in self.others:
                if known == name:
                    return value
        raise AttributeError(f"a country has no {name}")

    @property
    def cells(self) -> int:
        """Sleeper and Active Cells."""
        return self.sleepers + self.actives


class Position(Mapping[str, Country]):
    """Everything on the table at one moment.

    It is a mapping of countries, with the tracks as attributes.

    >>> start = Position.scenario("Let's Roll!")
    >>> start.prestige, start.funding, start.us_posture
    (7, 9, 'Hard')
    >>> start["Afghanistan"].governance, start["KSA"].alignment
    ('Islamist Rule', 'Ally')
    >>> [name for name, country in start.items() if country.cells]
    ['Afghanistan']
    """

    __slots__ = ("_board",)

    def __init__(self, board: Board) -> None:
        self._board = board

    @classmethod
    def scenario(cls, name: str, *, decks: Literal[1, 2, 3] = 1) -> Position:
        """Return the opening position of a scenario, with the first hands dealt.

        >>> Position.scenario("Let's Roll").hand("J")
        9
        >>> Position.scenario("Catch the Bus")
        Traceback (most recent call last):
        referee.api.RecordError: the scenario “Catch the Bus” is not known
        """
        tidy = "".join(ch for ch in name if ch.isprintable() and ch != '"')
        return cls._judged(f'[Scenario "{tidy}"]\n[Length "{decks} decks"]')

    @classmethod
    def parse(cls, text: str) -> Position:
        """A position from statements, as in set-up lines, with or without ``setup:``.

        >>> position = Position.parse("prestige 5, US Soft, Pakistan Fair Neutral 2 sleepers cadre")
        >>> position.prestige, position["Pakistan"].sleepers, position.cells_track
        (5, 2, 13)
        >>> Position.parse("Pakistan Good Ally RC")
        Traceback (most recent call last):
        referee.api.RecordError: Pakistan cannot have a Regime Change marker: only Poor and Fair countries can
        """
        lines = []
        for line in text.splitlines():
            plain = line.strip()
            said = plain and plain[0] not in "[;" and plain.split(":")[0].casefold() not in ("setup", "set-up")
            lines.append(f"setup: {plain}" if said else plain)
        return cls._judged("\n".join(lines))

    @classmethod
    def _judged(cls, text: str) -> Position:
        record = read_text(text)
        if any(a.counted for a in record.actions):
            raise RecordError("a position is made of set-up lines only; for a record there is check(...).board")
        verdict = judge(record)
        for f in verdict.findings:
            if f.counted:
                raise RecordError(f.message, f.place.line, f.place.column)
        return cls(verdict.board)

    # ------------------------------------------------------------ countries

    def __getitem__(self, name: str) -> Country:
        """Return a country by its name or any short form. Raises :class:`KeyError`."""
        names = names_for(self._board.rules)
        try:
            full = name if name in self._board.countries else names.place(name)
        except Ambiguous:
            full = None
        if full is None or full == TRACK:
            hint = names.close_to(name)
            raise KeyError(f"{name}; {hint}" if hint else name)
        c = self._board[full]
        return Country(
            full,
            GOVERNANCE_NAMES[c.governance] if c.governance else "",
            c.alignment.capitalize(),
            c.posture.capitalize(),
            c.troops,
            c.sleepers,
            c.actives,
            c.cadre,
            c.aid,
            c.regime_change,
            tuple(hidden.known(self._board, t) or "?" for t in c.plots),
            c.markers,
            tuple((name, getattr(c, name)) for name in self._others()),
        )

    def _others(self) -> Iterator[str]:
        """Yield the fields of a country beyond those in every edition."""
        for fact in self._board.rules.facts.on_country():
            if fact.attribute and fact.of == "country" and fact.attribute not in Country.__slots__:
                yield fact.attribute

    def __iter__(self) -> Iterator[str]:
        return iter(self._board.names)

    def __len__(self) -> int:
        return len(self._board.names)

    # ------------------------------------------------------------ tracks

    @property
    def prestige(self) -> int:
        """US Prestige, 1 to 12."""
        return self._board.prestige

    @property
    def funding(self) -> int:
        """Jihadist Funding, 1 to 9."""
        return self._board.funding

    @property
    def us_posture(self) -> str:
        """Hard or Soft."""
        return self._board[US].posture.capitalize()

    @property
    def world_posture(self) -> int:
        """Hard above 0, Soft below, between -3 and 3."""
        return q.world_posture(self._board)

    @property
    def gwot_penalty(self) -> int:
        """The GWOT Relations Penalty, 0 to 3."""
        return q.gwot_penalty(self._board)

    @property
    def troops_track(self) -> int:
        """Troops on the track."""
        return self._board.troops_track

    @property
    def cells_track(self) -> int:
        """Cells on the Funding Track."""
        return self._board.cells_track

    @property
    def good_resources(self) -> int:
        """Resources of countries under Good Governance: the US wins at 12."""
        return q.good_resources(self._board)

    @property
    def islamist_resources(self) -> int:
        """Resources under Islamist Rule; 6 may win for the Jihadist.

        Two of the countries have to be Adjacent.
        """
        return q.islamist_resources(self._board)

    @property
    def fair_or_good(self) -> int:
        """Muslim countries at Fair or Good: the US wins at 15."""
        return q.fair_good(self._board)

    @property
    def poor_or_islamist(self) -> int:
        """Muslim countries at Poor or worse; 15 may win for the Jihadist.

        Prestige has to be 1.
        """
        return q.poor_islamist(self._board)

    def reserves(self, side: Literal["J", "US"]) -> int:
        """Return the number of a side's Reserves, 0 to 2."""
        return self._board.reserves(side)

    def hand(self, side: Literal["J", "US"]) -> int | None:
        """The number of cards of a side, None if it is unknown."""
        return self._board.hand(side)

    @property
    def markers(self) -> tuple[str, ...]:
        """Event markers in the Event Box."""
        return self._board.markers

    # ------------------------------------------------------------ the clock

    @property
    def turn(self) -> int:
        """The turn, from 1."""
        return self._board.turn

    @property
    def side(self) -> Literal["J", "US"]:
        """The side of the current Action Phase."""
        return self._board.side

    @property
    def phase(self) -> int:
        """The Action Phase of the turn, from 1."""
        return self._board.phase

    @property
    def stage(self) -> str:
        """The stage of play: "action", "plots", "end" or "over".

        "plots" means that Plots are due, "end" that the end of the turn is due.
        """
        return self._board.stage

    @property
    def winner(self) -> str:
        """J or US, "" while the game goes on."""
        return self._board.winner

    # ------------------------------------------------------------ the whole

    def __str__(self) -> str:
        """Return the position as a set-up block, which :meth:`parse` reads back.

        >>> print(Position.parse("prestige 5, Yemen Poor Neutral 1 sleeper"))
        setup: turn 1, phase J 1, card 1, prestige 5, funding 9, US Hard, troops track 15, cells track 14, deck 120
        setup: Yemen Poor Neutral 1 sleeper
        """
        return block(self._board)

    def __repr__(self) -> str:
        b = self._board
        return f"<Position: turn {b.turn}, {b.side} phase {b.phase}, prestige {b.prestige}, funding {b.funding}>"

    def svg(self, title: str = "", *, scheme: Literal["auto", "light", "dark"] = "auto") -> str:
        """The position as a picture: the text of a complete SVG file.

        Its colours are light or dark; ``auto`` has both, and the viewer chooses.

        >>> Position.scenario("Let's Roll!").svg("The first turn").splitlines()[1]
        '<title id="title">The first turn</title>'
        """
        from referee.reports import picture

        return picture.svg(self._board, title, scheme=scheme)

    def png(self, title: str = "", *, width: int = 0, scheme: Literal["light", "dark"] = "light") -> bytes:
        """The picture as a PNG, ``width`` pixels wide (0 means 1,300).

        Raises :class:`RuntimeError` if the package resvg-py (the extra ``png``) is missing, or the machine has no font.
        """
        from referee.reports import picture

        return picture.png(self._board, title, width=width, scheme=scheme)

    def _repr_html_(self) -> str:
        from referee.reports import notebook

        return notebook.position(self._board)

    def __eq__(self, other: object) -> bool:
        """Return whether both positions have the same set-up block."""
        return isinstance(other, Position) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def data(self) -> dict[str, Any]:
        """Return the position as plain data, as in ``referee board --format json``."""
        from referee.reports import describe

        return describe.position(self._board)

    def _copy(self) -> Board:
        return twin(self._board)
