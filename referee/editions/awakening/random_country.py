"""The random country tables of chapter 11 (11.3.9, 11.3.10)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine.law.ask import Field, Hints, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import Requirement
from referee.engine.law.table import NOTHING
from referee.engine.state import queries as q
from referee.engine.state.board import Board

SECOND_TABLE = "the second table"
MUSLIM = {
    1: ("Morocco", "Syria", SECOND_TABLE),
    2: ("Algeria/Tunisia", "Jordan", "Indonesia/Malaysia"),
    3: ("Libya", "Turkey", "Lebanon"),
    4: ("Egypt", "Saudi Arabia", "Iraq"),
    5: ("Sudan", "Gulf States", "Afghanistan"),
    6: ("Somalia", "Yemen", "Pakistan"),
}
"""The table, by the tan die, then by black pairs."""
SECOND = ("Central Asia", "Central Asia", "Iran", "Mali", "Nigeria", "Nigeria")
SHIA_MIX = {
    **dict.fromkeys(range(3, 7), "Syria"),
    7: "Iran",
    8: "Saudi Arabia",
    9: "Turkey",
    10: "Iraq",
    11: "Gulf States",
    12: "Yemen",
    13: "Pakistan",
    14: "Lebanon",
    **dict.fromkeys(range(15, 19), "Afghanistan"),
}
"""The table, by the sum of three dice.

Iran counts while it is a Muslim country; else Syria is in its place.
"""


def muslim_of(dice: tuple[int, ...]) -> str:
    """The Random Muslim Country table: the tan die, then the black one (11.3.9)."""
    return MUSLIM[dice[0]][(dice[1] - 1) // 2]


def second_of(dice: tuple[int, ...]) -> str:
    """The second table, for tan 1 with black 5 or 6 (11.3.9)."""
    return SECOND[dice[0] - 1]


def shia_mix_of(board: Board, dice: tuple[int, ...]) -> str:
    """The Random Shia-Mix Country table of The Awakening (11.3.10)."""
    name = SHIA_MIX[sum(dice)]
    return name if board[name].data.muslim else "Syria"


def random_muslim(play: Play, side: str, label: str, fits: Iterable[str] = (), due_by: str = "") -> str:
    """Roll for a Muslim country, with Iran and Nigeria rerolled while non-Muslim (11.3.9).

    ``fits`` are the countries that qualify, if not all do: a roll that leads to none of them is repeated. ``due_by`` is
    the rule that calls for the first roll.
    """
    b, fitting = play.board, tuple(fits)

    def in_vain(name: str) -> bool:
        return bool(fitting) and not there_or_near(b, name, fitting)

    def none_here(name: str) -> bool:
        return not b[name].data.muslim

    name: str = play.roll(
        RollKind.CONVERGENCE,
        muslim_of,
        n=2,
        label=label,
        side=side,
        rule="11.3.9",
        table="Random Muslim Country table",
        needed="tan die, black die",
        repeats=lambda found: found != SECOND_TABLE and in_vain(found),
        due_by=due_by,
    )
    while name == SECOND_TABLE or none_here(name):
        name = play.roll(
            RollKind.CONVERGENCE,
            second_of,
            label=label,
            side=side,
            rule="11.3.9",
            table="second Random Muslim Country table",
            needed="1-2 Central Asia, 3 Iran, 4 Mali, 5-6 Nigeria",
            repeats=lambda found: none_here(found) or in_vain(found),
        )
    return name


ROLLED_AGAIN = Requirement(
    "Random Shia-Mix country: one that can take the marker",
    "11.1.4",
    "{option} can take no Awakening or Reaction marker now, so the dice are rolled again",
    lambda b, o, c: {} if o != NOTHING else None,
)


def random_shia_mix(play: Play, fits: Iterable[str]) -> str:
    """Roll for a Shia-Mix country until one fits (11.3.10).

    It ends where a record has no further roll.
    """
    b, fitting = play.board, tuple(fits)
    while True:
        name: str = play.roll(
            RollKind.COUNTRY,
            lambda dice: shia_mix_of(b, dice),
            n=3,
            rule="11.3.10",
            table="Random Shia-Mix Country table",
            needed="the sum of three dice",
            repeats=lambda found: found not in fitting,
        )
        if name in fitting:
            return name
        hints = Hints(only=(name,))
        stopped: str = play.ask(Field.WHERE, (NOTHING,), ROLLED_AGAIN, rule="11.3.10", silence=NOTHING, hints=hints)
        if stopped == name:
            return name


def there_or_near(board: Board, name: str, fits: Iterable[str]) -> list[str]:
    """The rolled country if it fits, else the Adjacent ones that do (11.3.9)."""
    fitting = list(fits)
    return [name] if name in fitting else [n for n in fitting if q.adjacent(board, name, n)]
