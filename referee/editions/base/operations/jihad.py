"""Minor and Major Jihad (8.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.editions.base import options
from referee.editions.base.moments import Moments
from referee.editions.base.operations.common import (
    CELLS_THERE,
    MARKER_THERE,
    STATES_THERE,
    cell_choices,
    markers_that_are_cells,
    number_named,
    so_many,
)
from referee.editions.base.operations.recruit import AT_LEAST_ONE, ONCE, WITHIN_VALUE
from referee.editions.base.queries import Queries
from referee.engine.law import rolls
from referee.engine.law.ask import Field, Hints, Purpose, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import SPARE, Context, Facts, Requirement, TestResult
from referee.engine.law.terms import Terms
from referee.engine.state import queries as q
from referee.engine.state.board import ALLY, Board
from referee.engine.state.data import GOVERNANCE_NAMES, ISLAMIST_RULE, POOR
from referee.engine.state.plain import plain_dataclass

MUSLIM_TARGET = Requirement(
    "Jihad: Muslim country",
    "8.4",
    "{option:is} not a Muslim country; Jihad targets Muslim countries only",
    lambda b, o, c: None if b[o].data.muslim else {},
)
NOT_ISLAMIST = Requirement(
    "Jihad: not under Islamist Rule",
    "8.4",
    "{option:is} already under Islamist Rule",
    lambda b, o, c: {} if q.islamist(b, o) else None,
)
PERMITTED = Requirement("Jihad: not barred", "8.4", "Jihad is barred in {option}", lambda b, o, c: None)
"""Requirement that always holds, for amendments by events against Jihad."""
CELL_PRESENT = Requirement(
    "Jihad: a Cell there",
    "8.4",
    "there is no Cell in {option}",
    lambda b, o, c: None if q.cells(b, o) else {},
)
TARGET = (MUSLIM_TARGET, NOT_ISLAMIST, PERMITTED, CELL_PRESENT)


def _cell_per_roll(board: Board, option: Any, c: Context) -> TestResult:
    have = q.cells(board, c["where"])
    return None if option <= have else {"have": have}


CELL_PER_ROLL = Requirement(
    "Jihad: a Cell for each roll",
    "8.4",
    "{option:roll} in {where}, and {have:Cell} there to make them",
    _cell_per_roll,
    shows=lambda b, o, c: {"have": q.cells(b, c["where"]), SPARE: q.cells(b, c["where"]) - o},
)


MARGIN = 5
"""Cells beyond Troops for a Major Jihad (8.4.2)."""


def cells_needed(board: Board, where: str, margin: int = MARGIN) -> int:
    """Number of Cells for a Major Jihad in a country (8.4.2)."""
    return q.strength(board, where) + margin


def _margin(board: Board, option: Any, c: Context) -> TestResult:
    n, needed = q.cells(board, c["where"]), cells_needed(board, c["where"])
    if not option or n >= needed:
        return None
    return {"troops": q.forces(board, c["where"]), "cells": n, "needed": needed}


def _margin_reached(board: Board, option: Any, c: Context) -> Facts | None:
    """Facts of the Cells against the Troops of a Major Jihad."""
    n, needed = q.cells(board, c["where"]), cells_needed(board, c["where"])
    return {"troops": q.forces(board, c["where"]), "cells": n, SPARE: n - needed} if option else None


MAJOR_MARGIN = Requirement(
    "Major Jihad: five more Cells than Troops",
    "8.4.2",
    "Major Jihad in {where} needs {needed:Cell} against {troops:Troop}, five more; {where:has} {cells:Cell}",
    _margin,
    shows=_margin_reached,
)


@plain_dataclass()
class RollTarget:
    """Rolls announced in one country."""

    where: str
    n: int
    major: bool
    item: int
    governance: int = 0
    results: tuple[bool, ...] = ()
    troops: bool = False


def jihad(play: Play, terms: Terms) -> None:
    """Make Jihad with up to ``terms.value`` rolls (8.4).

    It is Minor or Major in each country.
    """
    targets = announce(
        play, terms, TARGET, CELL_PER_ROLL, NO_MORE_CELLS, purpose=Purpose.JIHAD, rule="8.4", choose=_minor_or_major
    )
    play.spent = sum(t.n for t in targets)
    for t in targets:
        play.test(t.where, item=t.item, operation_dice=so_many(t.n))
        t.governance = play[t.where].governance
        if t.major:
            play.activate(t.where, play[t.where].sleepers, rule="8.4.2")
    for t in targets:
        t.results = roll(play, t.where, t.n, t.item, major=t.major)
    for t in targets:
        effects(play, t)


def _minor_or_major(play: Play, where: str, item: int) -> bool:
    return bool(play.ask(Field.MAJOR, (False, True), MAJOR_MARGIN, item=item, where=where, rule="8.4.2", silence=False))


def announce(
    play: Play,
    terms: Terms,
    target: tuple[Requirement, ...],
    cell_per_roll: Requirement,
    no_more: Requirement,
    *,
    purpose: Purpose,
    rule: str,
    choose: Callable[[Play, str, int], bool] = lambda play, where, item: False,
) -> list[RollTarget]:
    """Announce countries, rolls and Cells before any die (8.1.2).

    They are those of a Jihad or a Plot. ``choose`` decides, country by country, whether a Jihad there is a Major one.
    """
    targets: list[RollTarget] = []
    left = terms.value
    named: list[str] = []

    def open_targets() -> tuple[str, ...]:
        return play.board.names if left > 0 else ()

    for i in play.items(Field.WHERE, open_targets, ONCE, *target, purpose=purpose, named=named):
        where = play.ask(
            Field.WHERE, play.board.names, *target, ONCE, item=i, purpose=purpose, named=tuple(named), rule=rule
        )
        major = choose(play, where, i)
        most = min(max(left, 1), max(q.cells(play.board, where), 1))
        n = play.ask(
            Field.COUNT,
            range(1, most + 1),
            AT_LEAST_ONE,
            WITHIN_VALUE,
            cell_per_roll,
            item=i,
            where=where,
            left=left,
            value=terms.value,
            rule="8.1.2",
        )
        if major:  # all Cells turn Active; a record may still name those that roll
            extra = markers_that_are_cells(play.board, where)
            play.ask(
                Field.CELLS,
                ("",),
                MARKER_THERE,
                CELLS_THERE,
                item=i,
                purpose=Purpose.USE_CELL,
                where=where,
                extra=extra,
                hints=Hints(unnamed_cells=extra),
                silence="",
                rule="8.4.2",
            )
        else:
            flip(play, where, n, i, no_more, rule=rule)
        targets.append(RollTarget(where, n, major, i))
        named.append(where)
        left -= n
    return targets


def flip(play: Play, where: str, n: int, item: int, no_more: Requirement, *, rule: str) -> None:
    """Choose the Cells that support the rolls; Sleepers among them turn Active (8.4, 8.5.1)."""
    pieces = play[where].sleepers + play[where].actives
    extra = markers_that_are_cells(play.board, where)  # Sadr supports a roll too, and is Active already (card 54)
    fewest = min(max(n - extra, 0), pieces)
    used = play.ask(
        Field.CELLS,
        lambda: [x for k in range(fewest, min(n, pieces) + 1) for x in cell_choices(play.board, where, k)],
        MARKER_THERE,
        CELLS_THERE,
        STATES_THERE,
        ENOUGH_NAMED,
        no_more,
        item=item,
        purpose=Purpose.USE_CELL,
        where=where,
        n=n,
        extra=extra,
        hints=Hints(unnamed_cells=extra),
        rule=rule,
    )
    here = play[where]  # a named Active Cell that is missing is the nearest Sleeper, turned Active
    play.activate(where, used.count("s") + max(0, used.count("a") - here.actives), rule=rule)


def _no_more(kind: str, rule: str) -> Requirement:
    return Requirement(
        f"{kind}: no more Cells than rolls",
        rule,
        "you named {named:Cell} in {where} for {n:roll}; each roll takes one Cell and no more",
        lambda b, o, c: {"named": named} if (named := number_named(o)) > c["n"] else None,
    )


NO_MORE_CELLS = _no_more("Jihad", "8.4")
NO_MORE_CELLS_TO_PLOT = _no_more("Plot", "8.5.1")


def _named(board: Board, option: Any, c: Context) -> TestResult:
    return None if number_named(option) + c["extra"] >= c["n"] else {"named": number_named(option)}


ENOUGH_NAMED = Requirement(
    "a Cell for each roll", "8.1.2", "you named {named:Cell} in {where} for {n:roll}; each roll takes a Cell", _named
)


def modifiers_of(board: Board, where: str, *, major: bool = False) -> tuple[rolls.Modifier, ...]:
    """Modifiers of a Jihad in a country, less those the side ignores."""
    none: tuple[rolls.Modifier, ...] = ()
    found = q.modified(Queries.JIHAD_MODIFIERS, board, where, none)
    return q.modified(Queries.JIHAD_MODIFIERS_THAT_COUNT, board, (where, major), found)


def roll(
    play: Play, where: str, n: int, item: int | None, *, kind: RollKind = RollKind.JIHAD, major: bool = False
) -> tuple[bool, ...]:
    """Roll for the Jihadist against the Governance of the moment (8.1.1, 8.1.2)."""
    number = q.success_number(play[where]) or POOR
    modifiers = modifiers_of(play.board, where, major=major) if kind == RollKind.JIHAD else ()
    sure = number - rolls.modified(0, modifiers)
    won: tuple[bool, ...] = play.roll(
        kind,
        rolls.successes(sure),
        n=n,
        subject=where,
        item=item,
        rule="8.1.1",
        needed=f"{number} or less ({GOVERNANCE_NAMES.get(play[where].governance, '')})",
        modifiers=modifiers,
        moot=not 1 <= sure <= 5,
    )
    return won


def effects(play: Play, t: RollTarget) -> None:
    """Change Governance, Aid and Cells after a country's rolls (8.4.1 to 8.4.4)."""
    where = t.where
    country = play[where]
    won = sum(t.results)
    lost = len(t.results) - won
    troops_before = q.troops(play.board, where)
    spare = weaken(play, where, won, aid_rule="8.4.2" if t.major else "8.4.1")
    needed = 1 if country.besieged else 2
    revolution = t.major and country.governance == POOR and spare >= needed
    costly = q.modified(Queries.FAILED_JIHAD_COSTS_CELLS, play.board, where, True)
    for _ in range(lost if costly else 0):
        lose_cell(play, where)
    if revolution:
        play.set_governance(where, ISLAMIST_RULE, rule="8.4.2" if spare >= 2 else "8.4.3.2")
    elif t.n >= 3 and t.governance == POOR and where in play.board.muslim and major_failure(play, t):
        play.besiege(where, rule="8.4.3.1")
        play.shift_alignment(where, ALLY, rule="8.4.3.1")
    t.troops = bool(troops_before)


def weaken(play: Play, where: str, won: int, *, rule: str = "8.4.1", aid_rule: str = "") -> int:
    """Remove Aid and worsen Governance by successes, to Poor (8.4.1).

    Return the successes that found it Poor.
    """
    country = play[where]
    play.aid(where, -won, rule=aid_rule or rule)
    spare = won
    while spare and 0 < country.governance < POOR:
        play.worsen(where, rule=rule)
        spare -= 1
    return spare


def major_failure(play: Play, t: RollTarget) -> bool:
    """Whether three failed dice at Poor bring Besieged Regime.

    They do if Major Jihad was declared, or by option.
    """
    if t.major:
        return True
    if sum(t.results) < 2 or not play[t.where].besieged:
        options.note_reading(play, "besieged-after-jihad")
    return options.chosen(play.board, "besieged-after-jihad")


def lose_cell(play: Play, where: str) -> None:
    """Remove a Cell for a failed roll (8.4.3).

    It is one of those that rolled, so an Active one, and leaves no Cadre.
    """
    if not any(play.moment(Moments.CELL_LOST_IN_JIHAD, where)):
        play.remove_cell(where, "a", cadre=False, rule="8.4.3")
