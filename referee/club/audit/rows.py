"""The rows of the audit's tables, as JSON and back.

They are small and plain, and all text in them is fit to be printed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args

if TYPE_CHECKING:
    from pydantic import TypeAdapter

KINDS = ("illegal", "outcome", "incomplete", "impossible", "unreadable", "unsupported")
"""Kinds of mistakes of play, in the order of the columns; slips of the pen and missing dice are counted apart."""
BROKEN = ("illegal", "outcome", "impossible")
"""Kinds that say that a rule was broken; the others speak of the record."""
SIDES = ("J", "US")
MAX_SPOTS = 50
"""Most findings of a game that are listed one by one; all are counted."""

State = Literal["clean", "findings", "unreadable", "failed"]
STATES: tuple[State, ...] = get_args(State)
Faces = list[int]
"""The number of times of each face, 1 to 6."""


@dataclass(slots=True)
class Spot:
    """A finding, in short."""

    line: int
    column: int
    kind: str
    rule: str
    message: str
    origin: str = ""
    """The line in the original of the record: "message 3, line 12"."""

    @property
    def named(self) -> str:
        """The line as it is named."""
        return f"line {self.line} ({self.origin})" if self.origin else f"line {self.line}"


@dataclass(slots=True)
class GameRow:
    """One record.

    Counts by side go by the side that wrote the line.
    """

    file: str = ""
    verdict: State = "clean"
    """*unreadable*: not a record at all; *failed*: the program broke down on it, which is never clean."""
    message: str = ""
    """Why the file is unreadable or what failed."""
    same_as: str = ""
    """Another file with the very same bytes; the row is then left out of all totals."""
    report: str = ""
    """File of the game's report, beside the others."""
    game: str = ""
    jihadist: str = ""
    us: str = ""
    players: str = ""
    """The tag Players, for records that do not name the sides."""
    scenario: str = ""
    plays: int = 0
    """Actions that were checked, as ``referee check`` counts them."""
    lines: dict[str, int] = field(default_factory=dict)
    """Those of each side."""
    winner: str = ""
    winner_rule: str = ""
    stated: str = ""
    """The tag Result."""
    broken_off: int = 0
    """The turn in which a game breaks off: no victory, no end of the turn, no result is written; 0 for all others."""
    findings: dict[str, int] = field(default_factory=dict)
    """Mistakes of play by kind."""
    by_side: dict[str, dict[str, int]] = field(default_factory=dict)
    slips: int = 0
    """Slips of the pen."""
    missing_dice: int = 0
    """Findings that miss nothing but dice."""
    follows: int = 0
    """Findings that only follow from an earlier one; not counted."""
    notes: int = 0
    unchecked: int = 0
    """The limits of the verdict: *unsupported*, and notes on hidden information."""
    agreed: str = ""
    """The result that the director has stated, US, J or draw, of a game without a victory on its board."""
    stopped: bool = False
    """Judging ended after the first finding (the policy ``stop``)."""
    rules: dict[str, dict[str, int]] = field(default_factory=dict)
    spots: list[Spot] = field(default_factory=list)
    dice: dict[str, dict[str, Faces]] = field(default_factory=dict)
    """By side and kind of roll."""
    luck: dict[str, float] = field(default_factory=dict)
    """By side, how much its own dice moved its chance to win; a side of whose luck nothing is known is not there."""

    @property
    def total(self) -> int:
        """All mistakes of play."""
        return sum(self.findings.values())

    @property
    def all_counted(self) -> int:
        """All findings that count: mistakes, slips of the pen and missing dice."""
        return self.total + self.slips + self.missing_dice

    @property
    def status(self) -> int:
        """Exit status of this file alone, as for ``check``."""
        return {"clean": 0, "unreadable": 2}.get(self.verdict, 1)

    def badness(self) -> tuple[int, int, int, int, str]:
        """The sort key for the worst first.

        No verdict, mistakes, what follows, the record.
        """
        return 0 if not self.judged else 1, -self.total, -self.follows, -self.slips - self.missing_dice, self.file

    @property
    def decided(self) -> str:
        """The result that gives points.

        US, J or draw, "" while there is none.
        """
        return (self.winner if self.winner in SIDES else "draw" if self.winner else "") or self.agreed

    @property
    def judged(self) -> bool:
        """Whether there is a verdict at all."""
        return self.verdict in ("clean", "findings")

    @property
    def counted(self) -> bool:
        """Whether the game enters the totals."""
        return self.judged and not self.same_as

    @classmethod
    def from_json(cls, data: Any) -> GameRow:
        """The row from plain data (``asdict``).

        Raises TypeError, KeyError or ValueError for other data.
        """
        if set(data) != {f.name for f in fields(cls)}:
            raise ValueError("not a row")
        row = _rows().validate_json(json.dumps(data), strict=True)
        if any(len(faces) != 6 for kinds in row.dice.values() for faces in kinds.values()):
            raise ValueError("a die has six faces")
        return row


@cache
def _rows() -> TypeAdapter[GameRow]:
    from pydantic import TypeAdapter

    return TypeAdapter(GameRow)


@dataclass(slots=True)
class DiceRow:
    """Dice thrown together, and whether fair dice do that."""

    faces: Faces
    n: int
    average: float | None
    chi_square: float | None
    chance: float | None
    """The chance that fair dice are at least this uneven.

    None below the number that a test needs.
    """
    adjusted: float | None
    """The same with regard to how many players were tested (Holm)."""
    level: Literal["none", "too few", "usual", "unusual", "very unusual"]
    words: str
    kinds: dict[str, dict[str, Faces]] = field(default_factory=dict)


@dataclass(slots=True)
class PlayerRow:
    """One player over all games.

    One without a name is another in each record.
    """

    name: str
    games: int
    jihadist: int
    us: int
    won: int
    lost: int
    clean: int
    """Games without a mistake in a line of this player."""
    lines: int
    findings: dict[str, int]
    dice: DiceRow
    luck: float | None = None
    """The effect of the player's own dice on the chances to win.

    All games together; None if unknown.
    """
    named: bool = True
    """Whether a record names the player; else the name says which seat of which record it is."""
    drawn: int = 0
    unfinished: int = 0
    points: float = 0
    """By the points of the tournament; none for games in which the player had both sides."""
    also: list[str] = field(default_factory=list)
    """Other spellings of the name that were stated to be this player."""

    @property
    def total(self) -> int:
        """All mistakes of play."""
        return sum(self.findings.values())


@dataclass(slots=True)
class StandingRow:
    """The place of a player.

    Players with the same points and victories share it.
    """

    place: int
    player: str
    points: float
    games: int
    won: int
    drawn: int
    lost: int
    unfinished: int


@dataclass(slots=True)
class RuleRow:
    """One rule or card, and how often it was broken."""

    rule: str
    title: str
    times: int
    games: int
    kinds: dict[str, int]


@dataclass(slots=True)
class Audit:
    """The whole audit, without a trace of its making.

    It has no times, no cache and no processes in it.
    """

    version: str
    policy: str
    games: list[GameRow]
    players: list[PlayerRow]
    dice: DiceRow
    """All dice of all games."""
    rules: list[RuleRow]
    problems: list[str] = field(default_factory=list)
    """Reports that could not be written."""
    notes: list[str] = field(default_factory=list)
    """Files left out of folders and archives, which is no fault."""
    listed: list[GameRow] | None = None
    title: str = ""
    date: str = ""
    points: dict[str, float] = field(default_factory=dict)
    """The points for a win, a draw, a loss and an unfinished game."""
    standings: list[StandingRow] = field(default_factory=list)
    perhaps_same: list[list[str]] = field(default_factory=list)
    """Names that are alike: whether they are one player is a question."""

    @property
    def status(self) -> int:
        """The exit status: the highest of all files.

        2 also if a report could not be written.
        """
        return max([row.status for row in self.games] + [2 * bool(self.problems)], default=0)

    @property
    def findings(self) -> dict[str, int]:
        """All mistakes of play, by kind."""
        counts = {kind: sum(row.findings.get(kind, 0) for row in self._each_once) for kind in KINDS}
        return {kind: n for kind, n in counts.items() if n}

    @property
    def slips(self) -> int:
        """All slips of the pen."""
        return sum(row.slips for row in self._each_once)

    @property
    def missing_dice(self) -> int:
        """All findings that miss nothing but dice."""
        return sum(row.missing_dice for row in self._each_once)

    @property
    def unchecked(self) -> int:
        """All that could not be judged."""
        return sum(row.unchecked for row in self._each_once)

    @property
    def _each_once(self) -> list[GameRow]:
        """The files without those that are another one."""
        return [row for row in self.games if not row.same_as]

    @property
    def broken_off(self) -> int:
        """The number of games that end in the middle of a turn."""
        return sum(bool(row.broken_off) for row in self.games if row.counted)

    @property
    def rows(self) -> list[GameRow]:
        """The listed games in their order."""
        return self.games if self.listed is None else self.listed

    def arrange(self, *, worst_first: bool = False, only_findings: bool = False) -> None:
        """Order the list of games, or drop those without faults.

        All totals stay.
        """
        found = [row for row in self.games if not only_findings or row.verdict != "clean"]
        self.listed = sorted(found, key=GameRow.badness) if worst_first else found

    def states(self) -> dict[str, int]:
        """Counts of files: clean, with findings, unreadable, failed."""
        return {state: sum(row.verdict == state for row in self.games) for state in STATES}
