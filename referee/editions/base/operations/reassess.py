"""Reassessment (7.6)."""

from __future__ import annotations

from typing import Any

from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult
from referee.engine.state import queries as q
from referee.engine.state.board import HARD, SOFT, US, Board


def _threes(board: Board, option: Any, c: Context) -> TestResult:
    small = [n for n in c["cards"] if n in board.cards and board.cards[n].ops < 3]
    return {"small": ", ".join(board.cards[n].name for n in small)} if small else None


THREE_VALUE = Requirement(
    "Reassessment: two 3-value cards", "7.6.2", "a Reassessment takes two cards of value 3; {small} is less", _threes
)
TWO_CARDS = Requirement(
    "Reassessment: two cards",
    "7.6.2",
    "a Reassessment takes two cards",
    lambda b, o, c: None if len(c["cards"]) == 2 else {},
)
NO_RESERVES = Requirement(
    "Reassessment: no Reserves",
    "6.3.3.1",
    "Reserves cannot be used for a Reassessment",
    lambda b, o, c: {} if c["reserves"] else None,
)
WHOLE_PHASE = Requirement(
    "Reassessment: a whole Action Phase",
    "7.6.2",
    "a Reassessment takes up the whole Action Phase; a card was played in it already",
    lambda b, o, c: {} if b.played else None,
)


def reassess(play: Play, cards: tuple[int, ...], reserves: bool) -> None:
    """Switch US Posture (7.6.1)."""
    play.require(TWO_CARDS, THREE_VALUE, NO_RESERVES, WHOLE_PHASE, cards=cards, reserves=reserves)
    play.cited.append("7.6.3")
    play.posture(US, SOFT if q.us_posture(play.board) == HARD else HARD, rule="7.6.1")
