"""Deploy, Regime Change and Withdraw (7.3)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from referee.editions.base.moments import Moments
from referee.editions.base.operations.common import alignment_words, value_needed, value_shown
from referee.engine.law import rolls
from referee.engine.law.ask import Field, Purpose, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import SPARE, Clause, Context, Facts, Requirement, TestResult
from referee.engine.law.table import NOTHING
from referee.engine.law.terms import Terms
from referee.engine.state import queries as q
from referee.engine.state.board import ALLY, HARD, SOFT, Board
from referee.engine.state.data import GOVERNANCE_NAMES, ISLAMIST_RULE, TRACK
from referee.engine.state.words import agree, listed, plural


def places(board: Board) -> tuple[str, ...]:
    """Every end of a Deploy: the track and the countries (7.3.1)."""
    return (TRACK, *board.names)


def movable(board: Board, origin: str) -> int:
    """Number of Troop cubes at a place."""
    return board.troops_track if origin == TRACK else board[origin].troops


def _has_troops(board: Board, option: Any, c: Context) -> TestResult:
    here = _here(option)
    markers = option != TRACK and q.deploying_markers(board, option)
    return None if movable(board, option) or markers else {"here": here}


HAS_TROOPS = Requirement(
    "Deploy: Troops at the origin", "4.6.2", "there are no Troops {here}", _has_troops, "impossible"
)
ELSEWHERE = Requirement(
    "Deploy: another location",
    "7.3.1",
    "a Deploy moves Troops from one place to another, not within {option}",
    lambda b, o, c: {} if o == c["origin"] else None,
)


def _to_a_country(option: Any, c: Context) -> bool:
    return bool(option != TRACK)


OPEN = Requirement(
    "Deploy: a place that is open", "7.3.1", "Troops neither leave {option} nor enter it", lambda b, o, c: None
)
"""Requirement that always holds, for amendments by events against Troops.

They apply at both ends of the way.
"""
DESTINATION_MUSLIM = Requirement(
    "Deploy: Muslim destination",
    "7.3.3",
    "{option:is} not a Muslim country; Troops Deploy only to an Ally",
    lambda b, o, c: {} if o != TRACK and not b[o].data.muslim else None,
    concerns=_to_a_country,
)
DESTINATION_NOT_ISLAMIST = Requirement(
    "Deploy: not under Islamist Rule",
    "7.1.3",
    "{option:is} under Islamist Rule: only a Regime Change takes Troops there",
    lambda b, o, c: {} if o != TRACK and q.islamist(b, o) else None,
    concerns=_to_a_country,
)


def _ally(board: Board, option: Any, c: Context) -> TestResult:
    if option == TRACK or not board[option].data.muslim or board[option].alignment == ALLY:
        return None
    return {"alignment": alignment_words(board[option])}


DESTINATION_ALLY = Requirement(
    "Deploy: Ally destination",
    "7.3.3",
    "{option:is} {alignment}; Troops Deploy only to an Ally",
    _ally,
    concerns=_to_a_country,
    shows=lambda b, o, c: {} if b[o].data.muslim else None,
)


def _only(have: int) -> str:
    """A number of Troops, with "only", in words."""
    return "are no Troops" if not have else f"{agree(have, 'is', 'are')} only {plural(have, 'Troop')}"


def _there(board: Board, place: str) -> str:
    """The place of Troops, in words."""
    return "on the track" if place == TRACK else f"in {board.rules.named(place)}"


def _here(option: str) -> str:
    """The place that is asked for, in words."""
    return "on the track" if option == TRACK else Clause("in {option}")


def _enough(board: Board, option: Any, c: Context) -> TestResult:
    have, origin = movable(board, c["origin"]), c["origin"]
    if option <= have:
        return None
    return {"there": _only(have), "where": _there(board, origin)}


ENOUGH_TROOPS = Requirement(
    "Deploy: that many Troops",
    "4.6.2",
    "there {there} {where}, not {option}",
    _enough,
    "impossible",
    shows=lambda b, o, c: {"have": movable(b, c["origin"])},
)
AT_LEAST_ONE = Requirement(
    "Deploy: at least one",
    "7.3.1",
    "a Deploy moves at least one Troop",
    lambda b, o, c: {} if o < 1 and not c.get("along") else None,
)


def _stay(board: Board, option: Any, c: Context) -> TestResult:
    origin = c["origin"]
    if origin == TRACK or not q.regime_change(board, origin):
        return None
    left, n = q.troops(board, origin) - option - c.get("along", 0), q.cells(board, origin)
    return None if left >= n + 5 else {"left": max(left, 0), "cells": n}


def _stays_enough(board: Board, option: Any, c: Context) -> Facts | None:
    origin = c["origin"]
    if origin == TRACK or not q.regime_change(board, origin):
        return None
    left, n = q.troops(board, origin) - option - c.get("along", 0), q.cells(board, origin)
    return {"left": left, "cells": n, SPARE: left - n - 5}


GARRISON = Requirement(
    "Deploy: Troops that must stay",
    "7.3.1",
    "{origin:is} a Regime Change country with {cells:Cell}; {left:Troop} would stay, fewer than five more than Cells",
    _stay,
    shows=_stays_enough,
)


def _value(board: Board, option: Any, c: Context) -> TestResult:
    needed = 1 if option == TRACK else value_needed(board, option)
    if needed == ISLAMIST_RULE or c["value"] >= needed:
        return None
    return {"needed": needed, "governance": GOVERNANCE_NAMES[needed]}


DEPLOY_VALUE = Requirement(
    "Deploy: value of the destination",
    "7.3.2",
    "{option:is} {governance}: a Deploy there needs a card of value {needed}, not {value}",
    _value,
    shows=lambda b, o, c: None if o == TRACK else value_shown(b, o, c["value"]),
)
DESTINATION = (DESTINATION_MUSLIM, DESTINATION_NOT_ISLAMIST, DESTINATION_ALLY, ELSEWHERE, OPEN, DEPLOY_VALUE)


def deploy(play: Play, terms: Terms) -> None:
    """Move Troops from one place to another (7.3.1 to 7.3.3)."""
    march(play, terms, HAS_TROOPS, stay=(GARRISON,), purpose=Purpose.MOVE_TROOPS, rule="7.3.1")


def march(
    play: Play, terms: Terms, *leave: Requirement, stay: tuple[Requirement, ...] = (), purpose: Purpose, rule: str
) -> str:
    """Move Troops from an allowed place, and return their origin.

    ``leave`` allows the places, ``stay`` the number. They go to an Ally or the track.
    """
    origin: str = play.ask(Field.FROM, places(play.board), *leave, OPEN, item=0, purpose=purpose, rule=rule)
    target = play.ask(
        Field.TO,
        places(play.board),
        *DESTINATION,
        item=0,
        purpose=purpose,
        origin=origin,
        value=terms.value,
        rule="7.3.3",
    )
    marker, along = marker_along(play, origin)
    count = play.ask(
        Field.TROOPS,
        lambda: range(0 if along else 1, movable(play.board, origin) + 1),
        AT_LEAST_ONE,
        ENOUGH_TROOPS,
        *stay,
        item=0,
        purpose=purpose,
        silence=0 if along else None,
        origin=origin,
        along=along,
        rule=rule,
    )
    play.spent = 1 if target == TRACK else value_needed(play.board, target)
    play.moment(Moments.DEPLOY, target)
    play.move_troops(origin, target, count, rule=rule)
    for name in marker.split("+") if along else ():
        play.remove_marker(name, rule=rule, country=origin)
    return origin


def _stays(board: Board, option: Any, c: Context) -> TestResult:
    if option == NOTHING:
        return None
    staying = [name for name in option.split("+") if name not in q.deploying_markers(board, c["origin"])]
    return {"staying": listed(staying)} if staying else None


MARKER_DEPLOYS = Requirement(
    "Deploy: a marker that Deploys",
    "7.3.1",
    "{staying} does not leave {origin} by a Deploy",
    _stays,
    concerns=lambda o, c: bool(o != NOTHING),
)


def marker_along(play: Play, origin: str) -> tuple[str, int]:
    """Markers that leave with the Troops, and the Troops they count as.

    They are taken off and do not arrive.
    """
    if origin == TRACK or not q.troop_markers(play.board, origin):
        return "", 0
    one = q.deploying_markers(play.board, origin)
    sets = [names for size in range(1, len(one) + 1) for names in combinations(one, size)]
    found = {"+".join(names): sum(one[name] for name in names) for names in sets}
    none = (NOTHING,) if movable(play.board, origin) or not found else ()
    marker = play.ask(
        Field.ALONG,
        (*none, *found),
        MARKER_DEPLOYS,
        item=0,
        silence=NOTHING if none else None,
        origin=origin,
        rule="7.3.1",
    )
    return marker, found.get(marker, 0)


# -------------------------------------------------------------------- Regime Change

US_HARD = Requirement(
    "Regime Change: US Hard",
    "7.3.4",
    "Regime Change needs the US at Hard Posture; it is Soft",
    lambda b, o, c: None if q.us_posture(b) == HARD else {},
)
RC_TARGET = Requirement(
    "Regime Change: Islamist Rule",
    "7.3.4",
    "{option:is} not under Islamist Rule, so there is no regime to change",
    lambda b, o, c: None if o in b.countries and q.islamist(b, o) else {},
)
RC_SIX = Requirement(
    "Regime Change: six Troops",
    "7.3.4",
    "Regime Change takes at least six Troops from one place, not {option}",
    lambda b, o, c: None if o >= 6 else {},
    shows=lambda b, o, c: {SPARE: o - 6},
)
RC_VALUE = Requirement(
    "Regime Change: value 3",
    "7.3.4",
    "Regime Change needs a card of value 3, not {value}",
    lambda b, o, c: None if c["value"] >= 3 else {},
    shows=lambda b, o, c: {SPARE: c["value"] - 3},
)


def _six_can_leave(board: Board, option: Any, c: Context) -> TestResult:
    have = movable(board, option)
    return None if have >= 6 else {"only": _only(have), "there": _here(option)}


RC_ORIGIN = Requirement(
    "Regime Change: six can leave",
    "7.3.4",
    "there {only} {there}; Regime Change takes six from one place",
    _six_can_leave,
    shows=lambda b, o, c: {"have": movable(b, o), SPARE: movable(b, o) - 6},
)


def regime_change(play: Play, terms: Terms, *only: Requirement, **context: Any) -> None:
    """Change a regime (7.3.4).

    ``only`` are an event's further requirements of the destination.
    """
    play.require(US_HARD, RC_VALUE, value=terms.value)
    origin = play.ask(
        Field.FROM, places(play.board), RC_ORIGIN, OPEN, item=0, purpose=Purpose.CHANGE_REGIME, rule="7.3.4"
    )
    target = play.ask(
        Field.TO,
        play.board.names,
        *only,
        RC_TARGET,
        ELSEWHERE,
        OPEN,
        item=0,
        purpose=Purpose.CHANGE_REGIME,
        origin=origin,
        rule="7.3.4",
        **context,
    )
    count = play.ask(
        Field.TROOPS,
        lambda: range(6, movable(play.board, origin) + 1),
        RC_SIX,
        ENOUGH_TROOPS,
        GARRISON,
        item=0,
        purpose=Purpose.CHANGE_REGIME,
        origin=origin,
        target=target,
        rule="7.3.4",
    )
    play.spent = terms.value
    change_regime(play, origin, target, count)


def change_regime(play: Play, origin: str, target: str, count: int) -> None:
    """Carry out a Regime Change: its six steps in the book's order (7.3.4)."""
    play.move_troops(origin, target, count, rule="7.3.4")
    if target not in play.board.countries:
        return
    if not play[target].data.muslim:
        return
    result = play.roll(
        RollKind.GOVERNANCE,
        rolls.governance_of,
        label="gov",
        subject=target,
        item=0,
        rule="7.3.4",
        table="Governance table",
        needed="1-4 Poor, 5-6 Fair",
    )
    play.set_governance(target, result, rule="7.3.4")
    play.set_regime_change(target, "green", rule="7.3.4")
    play.set_alignment(target, ALLY, rule="7.3.4")
    play.activate(target, play[target].sleepers, rule="7.3.4")
    play.prestige_roll(rule="7.3.4", item=0, subject=target)
    play.moment(Moments.REGIME_CHANGED, target)


# -------------------------------------------------------------------- Withdraw

US_SOFT = Requirement(
    "Withdraw: US Soft",
    "7.3.5",
    "Withdraw needs the US at Soft Posture; it is Hard",
    lambda b, o, c: None if q.us_posture(b) == SOFT else {},
)
WITHDRAW_VALUE = Requirement(
    "Withdraw: value 3",
    "7.3.5",
    "Withdraw needs a card of value 3, not {value}",
    lambda b, o, c: None if c["value"] >= 3 else {},
)
WITHDRAW_ORIGIN = Requirement(
    "Withdraw: Regime Change country",
    "7.3.5",
    "{option:is} not a Regime Change country, so Troops do not Withdraw from it",
    lambda b, o, c: None if o != TRACK and q.regime_change(b, o) else {},
)
TROOPS_TO_WITHDRAW = Requirement(
    "Withdraw: Troops there", "7.3.5", "there are no Troops {here} to Withdraw", _has_troops, "impossible"
)


def withdraw(play: Play, terms: Terms) -> None:
    """Withdraw Troops (7.3.5)."""
    play.require(US_SOFT, WITHDRAW_VALUE, value=terms.value)
    origin = march(play, terms, WITHDRAW_ORIGIN, TROOPS_TO_WITHDRAW, purpose=Purpose.WITHDRAW, rule="7.3.5")
    if origin in play.board.countries:
        play.aid(origin, -play[origin].aid, rule="7.3.5")
        play.besiege(origin, rule="7.3.5")
    play.spent = terms.value
    play.prestige_roll(rule="7.3.5", item=0, subject=origin)
