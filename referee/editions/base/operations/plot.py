"""The Plot Operation (8.5.1 to 8.5.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from referee.editions.base.operations.common import so_many
from referee.editions.base.operations.jihad import NO_MORE_CELLS_TO_PLOT, announce
from referee.editions.base.operations.jihad import roll as jihadist_roll
from referee.editions.base.queries import Queries
from referee.engine.law.ask import Field, Purpose, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import SPARE, Context, Facts, Requirement, TestResult
from referee.engine.law.terms import Terms
from referee.engine.state import hidden
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.words import PlaceName, agree, plural

NOT_ISLAMIST = Requirement(
    "Plot: not under Islamist Rule",
    "8.5.1",
    "{option:is} under Islamist Rule; no Plot Operation there",
    lambda b, o, c: {} if q.islamist(b, o) else None,
)
CELL_PRESENT = Requirement(
    "Plot: a Cell there", "8.5.1", "there is no Cell in {option}", lambda b, o, c: None if q.cells(b, o) else {}
)
PERMITTED = Requirement("Plot: not barred", "8.5.1", "a Plot is barred in {option}", lambda b, o, c: None)
"""Requirement that always holds, for amendments by events against Plots.

The events bar the Operation in a country.
"""
TARGET = (NOT_ISLAMIST, PERMITTED, CELL_PRESENT)


def _cell_per_roll(board: Board, option: Any, c: Context) -> TestResult:
    have = q.cells(board, c["where"])
    return None if option <= have else {"have": have}


CELL_PER_ROLL = Requirement(
    "Plot: a Cell for each roll",
    "8.5.1",
    "{option:roll} in {where}, and {have:Cell} there to make them",
    _cell_per_roll,
    shows=lambda b, o, c: {"have": q.cells(b, c["where"]), SPARE: q.cells(b, c["where"]) - o},
)


MOST_VALUE = 5
"""The highest value of a card with Reserves, as no limit."""


def _value(board: Board, option: Any, c: Context) -> TestResult:
    return {} if option in ("1", "2", "3") and int(option) > c["limit"] else None


def _value_shown(board: Board, option: Any, c: Context) -> Facts | None:
    numbered = option in ("1", "2", "3") and c["limit"] <= MOST_VALUE
    return {SPARE: c["limit"] - int(option)} if numbered else None


NUMBER_ALLOWED = Requirement(
    hidden.WITHIN_VALUE,
    "8.5.2",
    "a Plot {option} cannot be placed with a card of value {limit}",
    _value,
    shows=_value_shown,
)


def _left(board: Board, option: Any, c: Context) -> TestResult:
    return None if hidden.can_place(board, option) else {}


MARKER_LEFT = Requirement(
    "Plot: marker Available", "8.5.2", "no Plot {option} is left in the Available Plots box", _left, "impossible"
)


def plot(play: Play, terms: Terms) -> None:
    """Plot with up to ``terms.value`` rolls (8.5.2)."""
    targets = announce(
        play, terms, TARGET, CELL_PER_ROLL, NO_MORE_CELLS_TO_PLOT, purpose=Purpose.PLACE_PLOT, rule="8.5.1"
    )
    play.spent = sum(t.n for t in targets)
    for t in targets:
        play.test(t.where, item=t.item, operation_dice=so_many(t.n))
    for t in targets:
        t.results = jihadist_roll(play, t.where, t.n, t.item, kind=RollKind.PLOT)
    for t in targets:
        each = q.modified(Queries.PLOTS_FOR_A_SUCCESS, play.board, t.where, 1)
        due = each * sum(t.results)
        n = play.table.number(Field.MARKER, due, t.item, t.where, "8.5.2", partial(_too_many, play.named(t.where), due))
        place(play, t.where, n, limit=terms.value, least=max(terms.least, play.spent), item=t.item)


def _any_within(limit: int, values: Iterable[str]) -> bool:
    """Whether one of these markers is within ``limit``, or a WMD."""
    return any(v == "W" or int(v) <= limit for v in values)


def _too_many(where: PlaceName, due: int, named: int) -> str:
    """Sentence on more markers than the rolls bring."""
    if not due:
        return f"no Plot is placed in {where}: the {agree(named, 'roll')} failed"
    return f"{plural(due, 'Plot')} {agree(due, 'is', 'are')} placed in {where}, not {named}: one for each success"


def place(
    play: Play,
    where: str,
    n: int,
    *,
    limit: int = 9,
    least: int = 9,
    item: int | None = None,
    only: Callable[[str], bool] = lambda v: True,
    rule: str = "8.5.2",
) -> int:
    """Place up to ``n`` Available markers face down.

    Their numbers are ``limit`` at most, or ``least`` if that is all that an unnamed card is worth. Returns how many
    there were to place.
    """
    b = play.board
    limit = q.modified(Queries.PLOT_LIMIT, b, where, limit)
    placed = 0
    for _ in range(n):
        if hidden.available_count(b) <= 0:
            why = "no Plot marker is left in the Available Plots box, so none is placed"
            play.table.not_due(Field.MARKER, where, item, rule, why)
            break

        def values() -> list[str]:
            return [v for v in hidden.VALUES if only(v) and hidden.can_place(b, v)]

        if least < limit and _any_within(limit, values()) and not _any_within(least, values()):
            limit = play.ask(Field.WORTH, (limit, least), item=item, subject=where, rule=rule)
        if not _any_within(limit, values()):
            why = f"no Plot marker of {limit} or less is left in the Available Plots box, so none is placed"
            play.table.not_due(Field.MARKER, where, item, rule, why)
            break
        value = play.ask(
            Field.MARKER,
            values,
            NUMBER_ALLOWED,
            MARKER_LEFT,
            item=item,
            subject=where,
            side="J",
            hidden=q.modified(Queries.PLOTS_FACE_DOWN, b, where, True),
            limit=limit,
            rule=rule,
        )
        play.place_plot(where, value, limit=limit, rule=rule)
        placed += 1
    return placed
