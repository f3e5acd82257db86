"""Disrupt (7.4)."""

from __future__ import annotations

from typing import Any

from referee.editions.base import options
from referee.editions.base.moments import Moments
from referee.editions.base.operations.common import (
    CELLS_THERE,
    MARKER_STAYS,
    NOT_ISLAMIST,
    STATES_THERE,
    US_VALUE,
    alignment_words,
    cell_choices,
    value_needed,
)
from referee.editions.base.queries import Queries
from referee.engine.law.ask import Field, Purpose
from referee.engine.law.play import Play
from referee.engine.law.requirement import SPARE, Clause, Context, Facts, Requirement, TestResult
from referee.engine.law.terms import Terms
from referee.engine.state import queries as q
from referee.engine.state.board import ALLY, HARD, Board
from referee.engine.state.words import plural

FEWER = "disrupt-fewer"
"""Option to affect fewer Cells by a Disrupt than possible."""


def disruptable(board: Board, name: str) -> int:
    """Number of Cells open to a Disrupt (card 54).

    Sadr is a Cell, but not one of them.
    """
    return board[name].sleepers + board[name].actives


def limit(board: Board, name: str) -> int:
    """Number of Cells affected by a Disrupt there (7.4.2)."""
    two = q.strength(board, name) >= 2 or board[name].posture == HARD
    return q.modified(Queries.DISRUPT_LIMIT, board, name, 2 if two else 1)


NOT_IRAN = Requirement(
    "Disrupt: not Iran",
    "7.4.1",
    "Iran cannot be Disrupted: it is neither an Ally nor a non-Muslim country",
    lambda b, o, c: {} if b[o].data.kind == "iran" and q.strength(b, o) < 2 else None,
    concerns=lambda o, c: o == "Iran",
)


def _access(board: Board, option: Any, c: Context) -> TestResult:
    country = board[option]
    if not country.data.muslim or country.alignment == ALLY or q.strength(board, option) >= 2:
        return None
    forces = q.forces(board, option)
    return {"is": alignment_words(country), "has": f"only {forces:Troop}" if forces else f"{forces:Troop}"}


def _why_open(board: Board, option: Any, c: Context) -> Facts:
    """Facts that open a country to a Disrupt.

    The number of Troops decides where nothing else does.
    """
    country = board[option]
    if not country.data.muslim and country.data.kind != "iran":
        return {"why": Clause("{option:is} not a Muslim country")}
    if country.alignment == ALLY:
        return {"why": Clause("{option:is} an Ally")}
    return {
        "why": Clause(f"{{option:has}} {q.forces(board, option):Troop}"),
        SPARE: q.strength(board, option) - 2,
    }


ACCESS = Requirement(
    "Disrupt: Ally, two Troops or non-Muslim",
    "7.4.1",
    "{option:is} {is} and has {has}; a Disrupt in a Muslim country needs an Ally or two Troops there",
    _access,
    shows=_why_open,
)
SOMEONE_THERE = Requirement(
    "Disrupt: a Cell or Cadre",
    "7.4.1",
    "{option:has} neither a Cell nor a Cadre to Disrupt",
    lambda b, o, c: None if disruptable(b, o) or b[o].cadre else {},
    shows=lambda b, o, c: {"there": plural(n, "Cell") if (n := disruptable(b, o)) else "a Cadre"},
)
PERMITTED = Requirement("Disrupt: not barred", "7.4", "a Disrupt is barred in {option}", lambda b, o, c: None)
"""Requirement that always holds, for amendments by events against Disrupt."""

TARGET = (NOT_IRAN, NOT_ISLAMIST, ACCESS, PERMITTED, SOMEONE_THERE, US_VALUE)


def _number(board: Board, option: Any, c: Context) -> TestResult:
    if option == "cadre":
        return None
    due = min(limit(board, c["where"]), disruptable(board, c["where"]))
    if options.chosen(board, FEWER) and 0 < len(option) < due:
        return None
    return None if len(option) == due else {"due": due, "named": len(option)}


def _cadre(option: Any, c: Context) -> bool:
    return bool(option == "cadre")


def _of_cells(option: Any, c: Context) -> bool:
    return bool(option != "cadre")


def _why_so_many(board: Board, option: Any, c: Context) -> Facts:
    where, hit = c["where"], len(option)
    most = limit(board, where)
    hard, two = board[where].posture == HARD, q.strength(board, where) >= 2
    if hit < min(most, disruptable(board, where)):
        why = f"the option {FEWER} allows fewer than {most}"
    elif disruptable(board, where) < 2:
        why = "it has no more"
    elif most < 2 and (hard or two):
        why = "no more than one is affected there"
    else:
        soft = "" if hard or board[where].data.muslim else " and is not Hard"
        why = "it is Hard" if hard else f"it has {q.forces(board, where):Troop}{soft}"
    return {"due": hit, "why": why}


NUMBER = Requirement(
    "Disrupt: number of Cells",
    "7.4.2",
    "a Disrupt in {where} hits {due:Cell}, not {named}",
    _number,
    concerns=_of_cells,
    shows=_why_so_many,
)
CADRE_ALONE = Requirement(
    "Disrupt: Cadre only without Cells",
    "7.4.2",
    "{where:has} Cells; a Disrupt removes a Cadre only where there is no Cell",
    lambda b, o, c: {} if o == "cadre" and disruptable(b, c["where"]) else None,
    concerns=_cadre,
)
CADRE_THERE = Requirement(
    "Disrupt: Cadre there",
    "7.4.2",
    "there is no Cadre in {where}",
    lambda b, o, c: {} if o == "cadre" and not b[c["where"]].cadre else None,
    "impossible",
    _cadre,
)


def _cells(requirement: Requirement) -> Requirement:
    def test(board: Board, option: Any, c: Context) -> TestResult:
        return None if option == "cadre" else requirement.test(board, option, c)

    return Requirement(
        f"Disrupt: {requirement.id}",
        requirement.rule,
        requirement.text,
        test,
        requirement.kind,
        _of_cells,
        shows=requirement.shows,
    )


CHOICE = (MARKER_STAYS, CADRE_ALONE, CADRE_THERE, _cells(CELLS_THERE), _cells(STATES_THERE), NUMBER)


def disrupt(play: Play, terms: Terms) -> None:
    """Disrupt with ``terms.value`` (4.9.4, 7.4).

    An unmarked target is tested, then Cells or the Cadre are chosen.
    """
    b = play.board
    where = play.ask(Field.WHERE, b.names, *TARGET, purpose=Purpose.DISRUPT, value=terms.value, rule="7.4")
    play.test(where, item=0)
    play.spent = value_needed(b, where)

    def choices() -> list[str]:
        n = min(limit(b, where), disruptable(b, where))
        return cell_choices(b, where, n) if n else ["cadre"]

    chosen = play.ask(Field.CELLS, choices, *CHOICE, item=0, purpose=Purpose.DISRUPT, where=where, rule="7.4.2")
    play.note_disrupted(where)
    troops, strength = q.troops(b, where), q.strength(b, where)  # even where they leave with the last Cell
    if chosen == "cadre":
        play.set_cadre(where, False, rule="7.4.2")
    else:
        pieces = chosen.removesuffix("Sadr")
        sleepers, actives = pieces.count("s"), pieces.count("a")
        if options.chosen(b, FEWER) and 0 < len(pieces) < min(limit(b, where), disruptable(b, where)):
            options.note_reading(play, FEWER)
        for _ in range(actives):
            play.remove_cell(where, "a", cadre=True, rule="7.4.2", rule_of_cadre="7.4.3")
        play.activate(where, sleepers, rule="7.4.2")
    play.moment(Moments.DISRUPTED, where, chosen)
    if troops and strength >= 2 and not any(play.moment(Moments.DISRUPT_WITHOUT_PRESTIGE, where, troops)):
        by, rule = q.modified(Queries.PRESTIGE_OF_A_DISRUPT, b, where, (1, "7.4.4"))
        play.prestige(by, rule=rule)
