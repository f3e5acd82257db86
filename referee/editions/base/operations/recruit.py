"""Recruit (8.2)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from referee.editions.base.operations.common import so_many
from referee.editions.base.queries import Queries
from referee.engine.law import rolls
from referee.engine.law.ask import Field, Purpose, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import SPARE, Context, Requirement, TestResult
from referee.engine.law.terms import Terms
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.data import GOVERNANCE_NAMES
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.words import PlaceName, agree, plural, spanned

BASE = Requirement(
    "Recruit: a Cell or Cadre",
    "8.2.2",
    "{option:has} neither a Cell nor a Cadre to Recruit with",
    lambda b, o, c: None if q.cells(b, o) or b[o].cadre else {},
    shows=lambda b, o, c: {"there": plural(n, "Cell") if (n := q.cells(b, o)) else "a Cadre"},
)
PERMITTED = Requirement("Recruit: not barred", "8.2", "Recruit is barred", lambda b, o, c: None)
"""Requirement that always holds, for amendments by events against Recruit."""
OPEN = Requirement("Recruit: a place that is open", "8.2", "Recruit is barred in {option}", lambda b, o, c: None)
"""Requirement that always holds, for amendments by closed countries."""
ONCE = Requirement(
    "one entry a country",
    "8.1.2",
    "{option:is} named twice; put its rolls together",
    lambda b, o, c: {} if o in c["named"] else None,
)


def _within(board: Board, option: Any, c: Context) -> TestResult:
    return None if option <= c["left"] else {"total": c["value"] - c["left"] + option, "value": c["value"]}


WITHIN_VALUE = Requirement(
    "rolls within the value",
    "8.1.2",
    "{total:roll} are more than a card of value {value} allows",
    _within,
    shows=lambda b, o, c: {"total": c["value"] - c["left"] + o, SPARE: c["left"] - o},
)
AT_LEAST_ONE = Requirement(
    "at least one roll", "8.1.2", "an attempt takes at least one roll", lambda b, o, c: {} if o < 1 else None
)


@plain_dataclass()
class RecruitAttempt:
    """Rolls announced in one country."""

    where: str
    n: int
    item: int
    successes: int = 0
    rule: str = "8.2.1"


def recruit(play: Play, terms: Terms) -> None:
    """Recruit with ``terms.value`` rolls (8.2)."""
    play.require(PERMITTED)
    attempts = announce(play, terms, (BASE, OPEN))
    play.spent = sum(a.n for a in attempts)
    carry_out(play, attempts)


def carry_out(play: Play, attempts: list[RecruitAttempt]) -> None:
    """Test, roll and place for the announced attempts (8.1.2)."""
    for attempt in attempts:
        play.test(attempt.where, item=attempt.item, operation_dice=so_many(attempt.n))
    for attempt in attempts:
        attempt.successes = sum(roll(play, attempt.where, attempt.n, attempt.item))
        last = play.rolls[-1]
        attempt.rule = last.rule if last.automatic else "8.2.1"
    place(play, attempts, lambda: q.available_cells(play.board))


def announce(
    play: Play, terms: Terms, requirements: tuple[Requirement, ...], *, least: int = 1
) -> list[RecruitAttempt]:
    """Announce countries and rolls before any die (8.1.2)."""
    attempts: list[RecruitAttempt] = []
    left = terms.value
    named: list[str] = []

    def open_targets() -> tuple[str, ...]:
        return play.board.names if left > 0 else ()

    for i in play.items(
        Field.WHERE, open_targets, ONCE, *requirements, least=least, most=3, purpose=Purpose.PLACE_CELL, named=named
    ):
        where = play.ask(
            Field.WHERE,
            play.board.names,
            *requirements,
            ONCE,
            item=i,
            purpose=Purpose.PLACE_CELL,
            named=tuple(named),
            rule="8.2.2",
        )
        n = play.ask(
            Field.COUNT,
            range(1, max(left, 0) + 1),
            AT_LEAST_ONE,
            WITHIN_VALUE,
            item=i,
            left=left,
            value=terms.value,
            where=where,
            rule="8.1.2",
        )
        attempts.append(RecruitAttempt(where, n, i))
        named.append(where)
        left -= n
    return attempts


def without_roll(board: Board, where: str) -> tuple[str, str] | None:
    """The rule and reason of Recruit without a roll, or None (8.2.3)."""
    found = ("8.2.3", "a Regime Change country") if q.regime_change(board, where) else None
    if found is None and q.islamist(board, where):
        found = "8.1.1", "under Islamist Rule"
    return q.modified(Queries.RECRUIT_WITHOUT_A_ROLL, board, where, found)


def roll(play: Play, where: str, n: int, item: int | None, *, moot: bool = False) -> tuple[bool, ...]:
    """The Recruit rolls in one country (8.1.1, 8.2.3, 8.2.4)."""
    country = play[where]
    if (sure := without_roll(play.board, where)) is not None:
        won: tuple[bool, ...] = play.automatic(
            RollKind.RECRUIT,
            (True,) * n,
            subject=where,
            item=item,
            rule=sure[0],
            n=n,
            why=f"{{where:is}} {sure[1]}: Recruit succeeds without a roll",
        )
        return won
    printed = country.data.recruit or q.success_number(country)
    number = q.modified(Queries.RECRUIT_NUMBER, play.board, where, printed)
    why = (
        "by event"
        if number != printed
        else "Recruit Number"
        if country.data.recruit
        else GOVERNANCE_NAMES[country.governance]
    )
    won = play.roll(
        RollKind.RECRUIT,
        rolls.successes(number),
        n=n,
        subject=where,
        item=item,
        rule="8.2.4" if country.data.recruit else "8.1.1",
        needed=f"{number} or less ({why})",
        moot=moot,
    )
    return won


def _fits(board: Board, option: Any, c: Context) -> TestResult:
    least, most = share(c["successes"], c["left"], c["rest"])
    if least <= option <= most:
        return None
    return {"due": spanned(least, most, "Cell"), "n": option}


PLACED = Requirement(
    "Recruit: Cells placed", "8.2.1", "the rolls and the Cells that are left bring {due} to {where}, not {n}", _fits
)


def share(successes: int, left: int, rest: int) -> tuple[int, int]:
    """Fewest and most of ``left`` Cells for a country.

    Each roll finds its Cell. ``rest`` are the Cells that the countries named afterwards have room for.
    """
    return max(0, min(successes, left - rest)), min(successes, left)


def place(play: Play, attempts: list[RecruitAttempt], available: Callable[[], int], *, one_roll: bool = False) -> None:
    """Place the Cells, by choice if too few are Available (8.1.2, 8.2.1).

    The Jihadist chooses. With ``one_roll`` the Cells of a single roll are placed, and a line does not give their
    number.
    """
    total = available()
    for a in attempts:
        a.successes *= q.modified(Queries.CELLS_FOR_A_SUCCESS, play.board, a.where, 1)
    enough = sum(a.successes for a in attempts) <= total
    if enough and not one_roll:
        for a in attempts:
            said = partial(_other_number, play.named(a.where), a.successes)
            a.successes = play.table.number(Field.PLACED, a.successes, a.item, a.where, "8.2.1", said)
    for a, n in zip(attempts, shares(play, attempts, total), strict=True):
        if n:
            play.place_cells(a.where, n, rule=a.rule if enough else "4.7.4.2")


def _other_number(where: PlaceName, due: int, named: int) -> str:
    """Sentence on another number of Cells than the rolls bring."""
    if not due:
        return f"no Cell comes to {where}: no roll succeeded"
    return f"{plural(due, 'Cell')} {agree(due, 'comes', 'come')} to {where}, not {named}: one for each success"


def shares(play: Play, attempts: list[RecruitAttempt], total: int, *, rule: str = "8.1.2") -> list[int]:
    """Number of ``total`` Cells for each country.

    They are those rolled there, or as the Jihadist shares them out.
    """
    left = total
    rest = wanted = sum(a.successes for a in attempts)
    found: list[int] = []
    for a in attempts:
        rest -= a.successes
        n = a.successes
        if wanted > total and n:
            least, most = share(a.successes, left, rest)
            n = play.ask(
                Field.PLACED,
                range(most, least - 1, -1),
                PLACED,
                item=a.item,
                where=a.where,
                successes=a.successes,
                left=left,
                rest=rest,
                rule=rule,
            )
        found.append(min(n, left))
        left -= found[-1]
    return found
