"""Alert (7.5)."""

from __future__ import annotations

from typing import Any

from referee.editions.base import owed_plots
from referee.editions.base.moments import Moments
from referee.editions.base.queries import Queries
from referee.engine.law.ask import Field, Hints, Purpose, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import SPARE, Context, Requirement, TestResult
from referee.engine.law.terms import Terms
from referee.engine.state import queries as q
from referee.engine.state.board import Board

ALERT_VALUE = Requirement(
    "Alert: value 3",
    "7.5.1",
    "an Alert needs a card of value 3, not {value}",
    lambda b, o, c: None if c["value"] >= 3 else {},
    shows=lambda b, o, c: {SPARE: c["value"] - 3},
)


VALUE_THERE = Requirement(
    "Alert: value for this Plot",
    "7.5.1",
    "an Alert in {where} needs a card of value 3, not {value}",
    lambda b, o, c: {"where": o[0]} if c["allowed"] and c["value"] < 3 else None,
    concerns=lambda o, c: bool(c["allowed"] and c["value"] < 3),
)
"""Requirement where a rule lifts the value of 3 for some Plots.

It has something to say in no other case.
"""


def _there(board: Board, option: Any, c: Context) -> TestResult:
    name, k = option
    return None if 1 <= k <= len(board[name].plots) else {"name": name, "k": k, "have": len(board[name].plots)}


MARKER_THERE = Requirement(
    "Alert: a Plot marker there", "7.5.2", "{name:has} {have:Plot marker}; there is no #{k}", _there, "impossible"
)


PERMITTED = Requirement(
    "Alert: not barred", "7.5.2", "an Alert is barred in the country of that Plot", lambda b, o, c: None
)
"""Requirement that always holds, for amendments by events against Alerts.

The option is a marker by its country and number.
"""


def markers(board: Board) -> list[tuple[str, int]]:
    """Every Plot marker as country and place, from 1.

    The places are in the order of placing.
    """
    return [(name, k) for name, c in board.countries.items() for k in range(1, len(c.plots) + 1)]


def alert(play: Play, terms: Terms) -> None:
    """Select, reveal and Block one Plot marker (7.5.2, 7.5.3)."""
    allowed = play.require(ALERT_VALUE, value=terms.value)
    play.spent = terms.value
    name, k = play.ask(
        Field.PLOT,
        lambda: markers(play.board),
        MARKER_THERE,
        PERMITTED,
        VALUE_THERE,
        item=0,
        purpose=Purpose.BLOCK_PLOT,
        rule="7.5.2",
        ready=lambda plot: owed_plots.restore_named(play, plot),
        value=terms.value,
        allowed=allowed,
    )
    rule, number = q.modified(Queries.ALERT_NUMBER, play.board, terms.value, ("7.5.3", 0))
    found: bool = not number or play.roll(
        RollKind.ALERT,
        lambda dice: dice[0] <= number,
        subject=name,
        item=0,
        rule=rule,
        needed=f"{number} or less",
    )
    if found and 1 <= k <= len(play[name].plots):
        turn_over(play, name, play[name].plots[k - 1], rule="7.5.3", item=0)
        play.moment(Moments.ALERTED, name, k)


def turn_over(play: Play, name: str, token: int, *, rule: str, item: int | None, own: bool = False) -> str:
    """Reveal a marker, take it off the map, and return its value.

    ``own`` says that an entry about another marker of the country does not give the value.
    """
    from referee.engine.state import hidden

    value = play.ask(
        Field.VALUE,
        lambda: hidden.possible(play.board, token),
        item=item,
        subject=name,
        side="J",
        hidden=True,
        rule="8.5.4",
        hints=Hints(own_entry=own),
    )
    value = play.reveal(token, value)
    play.remove_plot(name, token, value, rule=rule)
    play.moment(Moments.PLOT_BLOCKED, name, value)
    return value
