"""Truce (card 239): a country closed to both sides.

Operations and Events of neither side may touch it until the end of the turn. Plots there are resolved and the rules go
on: neither is an Operation nor an Event. A side that pays for it ends the Truce early.
"""

from __future__ import annotations

from typing import Any

from referee.editions.awakening.queries import Queries
from referee.editions.base.events.steps.places import WITHIN_REACH
from referee.editions.base.moments import Moments
from referee.editions.base.operations import alert, deploy, disrupt, jihad, plot, recruit, travel, war_of_ideas
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult, add, explain
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.seams import modifies, on

CARD = 239
TRUCE = "Truce"


def country(board: Board) -> str:
    """The country under the Truce, "" for none."""
    return next((n for n, c in board.countries.items() if TRUCE in c.markers), "")


def closed(board: Board, name: Any) -> bool:
    """Whether a country is under the Truce."""
    return name in board.countries and TRUCE in board[name].markers


# -------------------------------------------------------------------- Operations

_WHY = "{option:is} under a Truce, which bars every Operation there"


def _target(board: Board, option: Any, c: Context) -> bool:
    return closed(board, option)


def _plot(board: Board, option: Any, c: Context) -> bool:
    return closed(board, option[0])


for requirement in (
    *(war_of_ideas.PERMITTED, deploy.OPEN, disrupt.PERMITTED),
    *(recruit.OPEN, travel.OPEN, jihad.PERMITTED, plot.PERMITTED),
):
    add(requirement, CARD, _target, _WHY)
add(alert.PERMITTED, CARD, _plot, "that Plot is in a country under a Truce, which bars every Operation there")

# -------------------------------------------------------------------- Events and the end of a turn


@modifies(Queries.WITHIN_REACH_OF_EVENTS, CARD)
def _no_event(board: Board, subject: tuple[str, int], value: bool) -> bool:
    """Whether an event may change anything there: only the Truce itself."""
    name, card = subject
    return value and (card == CARD or not closed(board, name))


@modifies(Queries.WHY_OUT_OF_REACH, CARD)
def _why_closed(board: Board, name: str, value: tuple[str, str]) -> tuple[str, str]:
    why = f"{board.rules.named(name):is} under a Truce, so no event changes anything there"
    return (WITHIN_REACH.rule, why) if closed(board, name) else value


explain(WITHIN_REACH, CARD, _target, "{option:is} under a Truce, so no event can be played on it")


@modifies(Queries.COUNTED_AT_THE_END, CARD)
def _quiet(board: Board, name: str, value: bool) -> bool:
    """Whether Polarization and Attrition count it: not under the Truce."""
    return value and not closed(board, name)


@modifies(Queries.WHY_PASSED_OVER, CARD)
def _why_quiet(board: Board, name: str, value: tuple[str, str] | None) -> tuple[str, str] | None:
    why = f"{board.rules.named(name):is} under a Truce, so neither Polarization nor Attrition changes anything there"
    return (f"card {CARD}", why) if closed(board, name) else value


@on(Moments.LAPSED, CARD)
def _over(play: Play) -> None:
    """Remove the marker with the Lapsing Events (5.2.6)."""
    play.remove_marker(TRUCE, rule="5.2.6")


# -------------------------------------------------------------------- ending it before its time

OPTION = "truce"
"""The marker's name in a line that removes it."""
IN_FORCE = Requirement(
    "Truce: in force",
    "card 239",
    "no country is under a Truce",
    lambda b, o, c: {} if o == OPTION and not country(b) else None,
    concerns=lambda o, c: o == OPTION,
)


def price(board: Board) -> int:
    """Price of ending the Truce: the Resources of its country."""
    return q.resources(board, country(board)) if country(board) else 0


def purse(board: Board, side: str) -> int:
    """The price's source: Prestige for the US, Funding for the Jihadist."""
    return board.prestige if side == "US" else board.funding


def _can_pay(board: Board, option: Any, c: Context) -> TestResult:
    have, due = purse(board, c["player"]), price(board)
    if option != OPTION or have >= due:
        return None
    return {"track": "Prestige" if c["player"] == "US" else "Funding", "have": have, "due": due}


CAN_PAY = Requirement(
    "Truce: paid in full",
    "card 239",
    "ending the Truce costs {due} {track}, and {track} is {have}",
    _can_pay,
    concerns=lambda o, c: o == OPTION,
)


def end_early(play: Play, side: str) -> None:
    """Pay the Resources of the country and remove the marker.

    The other side has no say.
    """
    b = play.board
    due = price(b)
    if country(b) and purse(b, side) == due:
        track = "Prestige" if side == "US" else "Funding"
        why = f"{track} ends at 1, so a payment of {due} from {due} loses one less; whether that is a payment is left open"
        play.table.remark("note", "card 239", why, ())
    if side == "US":
        play.prestige(-due, rule="card 239")
    else:
        play.funding(-due, rule="card 239")
    play.remove_marker(TRUCE, rule="card 239")
