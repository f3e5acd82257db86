"""War of Ideas (7.2)."""

from __future__ import annotations

from typing import Any

from referee.editions.base.operations.common import NOT_ISLAMIST, US_VALUE, alignment_words, in_muslim, value_needed
from referee.engine.law import rolls
from referee.engine.law.ask import Field, Purpose, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import SPARE, Context, Facts, Requirement, TestResult
from referee.engine.law.terms import Terms
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALLY, NEUTRAL, US, Board
from referee.engine.state.data import GOOD

NOT_IRAN = Requirement(
    "War of Ideas: not Iran",
    "7.2.3",
    "Iran is neither Muslim nor non-Muslim, so there is no War of Ideas there",
    lambda b, o, c: {} if b[o].data.kind == "iran" else None,
    shows=lambda b, o, c: None,
)
NOT_US_OR_ISRAEL = Requirement(
    "War of Ideas: not US or Israel",
    "7.2.3",
    "War of Ideas never targets {option}",
    lambda b, o, c: {} if o in (US, "Israel") else None,
    shows=lambda b, o, c: {} if b[o].data.non_muslim else None,
)


def _aimed_at(board: Board, option: Any, c: Context) -> Facts | None:
    """Facts of a Muslim country's Alignment, for a War of Ideas."""
    country = board[option]
    if not country.data.muslim:
        return None
    kind = (
        "an untested country"
        if not country.governance
        else f"a{'n' * (country.alignment == ALLY)} {country.alignment.capitalize()}"
    )
    return {"state": alignment_words(country), "kind": kind}


NOT_ADVERSARY = Requirement(
    "War of Ideas: not Adversary",
    "7.2.1.1",
    "{option:is} an Adversary; War of Ideas needs a Neutral, Ally or untested country",
    lambda b, o, c: {} if b[o].alignment == ADVERSARY else None,
    shows=_aimed_at,
)
NOT_GOOD_ALLY = Requirement(
    "War of Ideas: something to improve",
    "7.2.1.1",
    "{option:is} a Good Ally already; there is nothing left to improve",
    lambda b, o, c: {} if b[o].data.muslim and b[o].governance == GOOD and b[o].alignment == ALLY else None,
    shows=in_muslim,
)


def _margin(board: Board, option: Any, c: Context) -> TestResult:
    if not q.regime_change(board, option):
        return None
    t, n = q.forces(board, option), q.cells(board, option)
    return None if t >= n + 5 else {"troops": t, "cells": n}


def _margin_kept(board: Board, option: Any, c: Context) -> Facts | None:
    if not q.regime_change(board, option):
        return None
    t, n = q.forces(board, option), q.cells(board, option)
    return {"troops": t, "cells": n, SPARE: t - n - 5}


REGIME_CHANGE_MARGIN = Requirement(
    "War of Ideas: Troops in a Regime Change country",
    "7.2.1.3",
    "{option:is} a Regime Change country with {troops:Troop} and {cells:Cell}; Troops must exceed Cells by five",
    _margin,
    shows=_margin_kept,
)

PERMITTED = Requirement("War of Ideas: not barred", "7.2", "a War of Ideas is barred in {option}", lambda b, o, c: None)
"""Requirement that always holds, for amendments by events.

They bar a War of Ideas in a country.
"""

TARGET = (
    *(NOT_IRAN, NOT_US_OR_ISRAEL, NOT_ISLAMIST, PERMITTED, NOT_ADVERSARY, NOT_GOOD_ALLY),
    *(REGIME_CHANGE_MARGIN, US_VALUE),
)


def war_of_ideas(play: Play, terms: Terms) -> None:
    """Wage a War of Ideas with a card of ``terms.value``."""
    where = play.ask(
        Field.WHERE, play.board.names, *TARGET, purpose=Purpose.WAR_OF_IDEAS, value=terms.value, rule="7.2"
    )
    country = play[where]
    play.spent = value_needed(play.board, where)
    if country.data.non_muslim:
        play.table.not_due(
            "t", where, 0, "7.2.3", f"{play.named(where):is} not tested before a War of Ideas: the roll itself marks it"
        )
        non_muslim(play, where)
    elif country.data.muslim:
        unmarked = not country.marked
        play.test(where, operation_dice=lambda governance: int(terms.value >= governance))
        play.spent = min(terms.value, value_needed(play.board, where))
        if unmarked and terms.value < country.governance:
            play.automatic(
                RollKind.WAR_OF_IDEAS,
                False,
                subject=where,
                item=0,
                rule="4.9.5",
                why=f"the Test shows that a {terms.value}-value card is too small for {{where}}: the operation fails without a roll",
            )
            return
        tested = unmarked and not play.rolls[-1].assumed
        attempt(play, where, optional=tested and terms.least < country.governance)


def attempt(play: Play, where: str, *, penalty: bool = True, item: int | None = 0, optional: bool = False) -> bool:
    """Roll once on the War of Ideas Table, with its result (7.2.1, 7.2.2).

    The country is Muslim. The roll is ``optional`` if a card that is not named may be too small for it.
    """
    country = play[where]
    modifiers = rolls.war_of_ideas_modifiers(play.board, where, penalty=penalty)
    bonus = rolls.modified(0, modifiers)
    total: int | None = play.roll(
        RollKind.WAR_OF_IDEAS,
        lambda d: min(max(d[0] + bonus, 3), 5),
        subject=where,
        item=item,
        rule="7.2.1.2",
        needed="5 or more",
        modifiers=modifiers,
        moot=bonus >= 4 or bonus <= -3,
        optional=optional,
    )
    if total is None:
        why = f"no War of Ideas is rolled in {play.named(where)}: a card that is not named may be too small for it"
        play.table.remark("note", "4.9.5", why, ())
        return False
    if total == 4 and country.aid:
        play.cited.append("7.2.2.2")
    if total == 4 and not country.aid:
        play.aid(where, 1, rule="7.2.2.1")
    elif total == 4:
        play.table.not_due("aid", where, item, "7.2.2.2", f"{play.named(where):has} Aid already; only Events add more")
    if total < 5:
        return False
    if country.alignment == NEUTRAL:
        play.set_alignment(where, ALLY, rule="7.2.1.2")
    elif country.alignment == ALLY:
        play.improve(where, rule="7.2.1.2")
    return True


def non_muslim(play: Play, where: str, *, item: int | None = 0) -> None:
    """Roll once on the Posture table, marked or not (7.2.3).

    Prestige rises by 1 if it equals US Posture.
    """
    result = play.posture_roll(where, label="", item=item, rule="7.2.3")
    play.posture(where, result, rule="7.2.3")
    if result == q.us_posture(play.board) and where != "Israel":
        play.prestige(1, rule="7.2.3")
