"""Differences between the players' rules summaries and the rulebook.

A summary has one page. Many tables play from a players' operations guide or overview. Where a play that the rulebook
refuses would be right by such a summary, the finding says so, and adds the rulebook's text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.engine.law.requirement import Context
from referee.engine.state import queries as q
from referee.engine.state.board import HARD, SOFT, Board

When = Callable[[Board, Any, Context], bool]


def _always(board: Board, option: Any, c: Context) -> bool:
    return True


def _five_times(board: Board, option: Any, c: Context) -> bool:
    """Whether Troops are five times, but not five more than, the Cells."""
    where = c.get("origin", option)
    if where not in board.countries:
        return False
    left = q.troops(board, where) - (option if isinstance(option, int) else 0)
    return left >= 5 * q.cells(board, where)


SUMMARIES: dict[str, tuple[When, str]] = {
    "War of Ideas: Troops in a Regime Change country": (
        _five_times,
        "a players' guide asks for five times the Cells; the rulebook for five more than the Cells (7.2.1.3)",
    ),
    "Deploy: Troops that must stay": (
        _five_times,
        "a players' guide asks for five times the Cells; the rulebook for five more than the Cells (7.3.1)",
    ),
    "Deploy: Ally destination": (
        lambda b, o, c: o in b.countries and q.regime_change(b, o),
        "a players' overview admits any Regime Change country; the rulebook an Ally only (7.3.3)",
    ),
    "Disrupt: number of Cells": (
        lambda b, o, c: len(o) == 2 and q.us_posture(b) == HARD and q.strength(b, c["where"]) < 2,
        "a players' guide looks at the US Posture; the rulebook at the Posture of the target (7.4.2)",
    ),
    "Disrupt: not Iran": (_always, "a players' overview does not leave Iran out; the rulebook does (7.4.1)"),
    "War of Ideas: not Adversary": (
        _always,
        "a players' overview does not name this limit; the rulebook does (7.2.1.1)",
    ),
    "War of Ideas: something to improve": (
        _always,
        "a players' overview does not name this limit; it follows from 7.2.1.1",
    ),
    "War of Ideas: not US or Israel": (
        _always,
        "a players' overview does not name this limit; the rulebook does (7.2.3)",
    ),
    "Plot: number within the value": (
        _always,
        "a players' guide lets any marker be placed; the rulebook limits its number to the card's value (8.5.2)",
    ),
}

INSTEAD: dict[str, tuple[When, str]] = {
    "Deploy: Troops that must stay": (
        lambda b, o, c: q.us_posture(b) == SOFT,
        "the US is Soft: a Withdraw with a card of value 3 takes out any number of Troops (7.3.5)",
    ),
}
"""Another Operation with the refused effect, while it is open."""

ALONE: dict[str, str] = {
    "Alert: value 3": (
        "use a card of value 3, or add Reserves to reach 3; an Alert needs 3 whatever the Governance (7.5.1)"
    ),
    "Regime Change: US Hard": "while it is Soft, the US may make an ordinary Deploy or Withdraw",
    "Regime Change: value 3": "use a card of value 3, or add Reserves to reach 3",
    "Withdraw: US Soft": "while it is Hard, the US may make an ordinary Deploy, as long as five more Troops than Cells stay",
    "Withdraw: value 3": "use a card of value 3, or add Reserves to reach 3",
    "Reassessment: two 3-value cards": "take two cards of value 3",
    "Reassessment: two cards": "take two cards of value 3, written 40+118",
    "Reassessment: no Reserves": "take two cards of value 3, without Reserves",
    "Reassessment: a whole Action Phase": "make it at the start of a US Action Phase, with two cards of value 3",
    "Recruit: not barred": "use the card for another Operation, Reserves or its event",
    "one Operation a card": "this card makes the first Operation only; another Operation needs another card",
    "one type of Operation a card": "use the rest for the first Operation; another Operation needs another card",
    "clock: Plots resolved": "write a line “J resolve” with these Plots first",
    "clock: when Plots are resolved": "Plots wait until the US Action Phase is over",
    "clock: whose phase": "let the other side play its cards first; if a line is missing, add it",
    "clock: turn over": "play the cards that are left first; the US may discard or hold its last one",
    "clock: a Jihadist Action Phase": "the Jihadist may take a Cadre off before, between or after its own cards",
    "final card": "the card may be played for an event, an Operation or Reserves",
    "event: of a known card": "replace “?” with the number of the card",
    "set-up: the Jihadist chooses": "write a line “J set-up”",
}
"""Alternatives to an Operation as a whole, by requirement."""


def hint(requirement: str, board: Board | None, option: Any, context: Context) -> str:
    """Advice for players of a summary, with a legal alternative; or "".

    Without a board there was no question but a whole Operation.
    """
    if board is None:
        return ALONE.get(requirement, "")
    found = (table[requirement] for table in (SUMMARIES, INSTEAD) if requirement in table)
    return ". ".join(told for when, told in found if when(board, option, context))
