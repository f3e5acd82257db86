"""A tournament: title, date, points, players and results outside the records.

All of it is stated by whoever directs it, on the command line, on the page, or in a file. Nothing here is guessed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, Literal

from referee.club.audit.names import person, spelling
from referee.reports.columns import printable

MAX_BYTES = 1 << 20
"""A larger file is none of a tournament."""
RESULTS = ("US", "J", "draw")
"""The results that can be stated of a game."""
Outcome = Literal["win", "draw", "loss", "unfinished"]
KEYS = ("title", "date", "points", "same", "apart", "results")
"""The keys of the file of a tournament."""


class TournamentError(Exception):
    """A setting of the tournament is unusable.

    The message is a sentence for the user.
    """


@dataclass(frozen=True, slots=True)
class Points:
    """The points for each result of a game.

    All victories of the rules are equal (2.1, 2.3).
    """

    win: float = 1
    draw: float = 0.5
    loss: float = 0
    unfinished: float = 0

    @property
    def words(self) -> str:
        """The table in one line: "win 1, draw ½, loss 0"."""
        return ", ".join(f"{name} {shown(getattr(self, name))}" for name in NAMES)


NAMES: tuple[Outcome, ...] = ("win", "draw", "loss", "unfinished")


@dataclass(frozen=True, slots=True)
class Tournament:
    """The director's settings."""

    title: str = ""
    when: str = ""
    """Its date, in any form."""
    points: Points = field(default_factory=Points)
    same: tuple[tuple[str, ...], ...] = ()
    """Spellings of one player's name; the first one is shown."""
    apart: tuple[tuple[str, ...], ...] = ()
    """Names that are alike and of different players."""
    results: tuple[tuple[str, str], ...] = ()
    """The results of games by the names of their files, for those that ended without a victory on the board."""

    def also(self, same: Iterable[str] = (), apart: Iterable[str] = ()) -> Tournament:
        """The same with more spellings, "A=A."; raises :class:`TournamentError`."""
        return replace(self, same=(*self.same, *map(spellings, same)), apart=(*self.apart, *map(spellings, apart)))

    def known_as(self) -> dict[str, str]:
        """Display names of players with known spellings.

        By the key of each spelling.
        """
        groups: list[list[str]] = []
        for names in self.same:
            keys = {person(name) for name in names}
            joined = [g for g in groups if keys & {person(n) for n in g}]
            rest = [g for g in groups if g not in joined]
            groups = [*rest, [*(n for g in joined for n in g), *names]]
        return {person(name): spelling(group[0]) for group in groups for name in group}

    def are_apart(self, a: str, b: str) -> bool:
        """Whether two names are stated to be of different players."""
        return any({person(a), person(b)} <= {person(n) for n in names} for names in self.apart)

    def result_of(self, file: str) -> str:
        """The director's result of a game, by its file.

        The whole name, or its last part.
        """
        given = dict(self.results)
        return given.get(file, given.get(file.replace("\\", "/").rsplit("/", 1)[-1], ""))


def shown(points: float) -> str:
    """Points as they are written: "1½"."""
    whole = int(points)
    half = points - whole == 0.5
    return f"{whole or ''}½" if half and points > 0 else f"{points:g}"


def points_in(text: str, found: Points | None = None) -> Points:
    """Read the points for results, "win=3, draw=1".

    Missing ones keep their value. Raises :class:`TournamentError`.
    """
    table = found or Points()
    for part in filter(None, (p.strip() for p in text.split(","))):
        name, _, value = (p.strip() for p in part.partition("="))
        table = _with(table, name, value)
    return table


def _with(table: Points, name: str, value: Any) -> Points:
    """The table with other points for a result."""
    if name not in NAMES:
        raise TournamentError(
            f"points are given for {', '.join(NAMES)}, as in win=3,draw=1; “{printable(name)}” is none"
        )
    try:
        number = float(value) if not isinstance(value, bool) else None
    except (TypeError, ValueError):
        number = None
    if number is None or not -1000 <= number <= 1000:
        raise TournamentError(f"the points for a {name} are a number; “{printable(str(value))}” is none")
    return replace(table, **{name: int(number) if number.is_integer() else number})


def spellings(text: str) -> tuple[str, ...]:
    """Spellings of one name, "A=A."; raises :class:`TournamentError`."""
    return _names(text.split("="), f"“{printable(text)}”")


def _names(given: Sequence[Any], where: str) -> tuple[str, ...]:
    names = tuple(spelling(n) for n in given if isinstance(n, str) and person(n))
    if len(names) < 2 or len(names) != len(given):
        raise TournamentError(f'{where}: names of one player are written as "Ann Smith=A. Smith"')
    return names


def result_in(text: str) -> tuple[str, str]:
    """The result of a game, "round 2.lgn=US"; raises :class:`TournamentError`."""
    file, _, result = text.rpartition("=")
    return _result(file.strip(), result.strip())


def _result(file: str, result: Any) -> tuple[str, str]:
    if not file or result not in RESULTS:
        raise TournamentError(f'a result is {", ".join(RESULTS)}, written as "round 2.lgn=US"')
    return file, str(result)


def read(path: Path) -> Tournament:
    """Read the file of a tournament. Raises :class:`TournamentError`."""
    name = printable(str(path))
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise TournamentError("this file is too large for a tournament")
        return of(tomllib.loads(data.decode("utf-8-sig")))
    except OSError as error:
        raise TournamentError(f"{name}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise TournamentError(f"{name}: this is not UTF-8 text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise TournamentError(f"{name}: this is not TOML: {error}") from None
    except TournamentError as error:
        raise TournamentError(f"{name}: {error}") from None


def of(data: dict[str, Any]) -> Tournament:
    """A tournament from plain data. Raises :class:`TournamentError`."""
    if unknown := [key for key in data if key not in KEYS]:
        raise TournamentError(f"“{printable(unknown[0])}” is no key; there are {', '.join(KEYS)}")
    points = Points()
    for name, value in _table(data, "points").items():
        points = _with(points, name, value)
    results = tuple(_result(file, result) for file, result in _table(data, "results").items())
    return Tournament(
        _text(data, "title"), _text(data, "date"), points, _groups(data, "same"), _groups(data, "apart"), results
    )


def _text(data: dict[str, Any], key: str) -> str:
    """A text, or a date of TOML."""
    value = data.get(key, "")
    if not isinstance(value, (str, date)):
        raise TournamentError(f"{key} is a text")
    return printable(str(value)).strip()


def _groups(data: dict[str, Any], key: str) -> tuple[tuple[str, ...], ...]:
    """Lists of names."""
    given = data.get(key, [])
    if not isinstance(given, list) or not all(isinstance(one, list) for one in given):
        raise TournamentError(f'{key} is a list of lists of names: {key} = [["Ann Smith", "A. Smith"]]')
    return tuple(_names(one, key) for one in given)


def _table(data: dict[str, Any], key: str) -> dict[str, Any]:
    found = data.get(key, {})
    if not isinstance(found, dict):
        raise TournamentError(f"{key} is a table")
    return found
