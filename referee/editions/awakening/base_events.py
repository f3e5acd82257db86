"""Events of the base game in a deck of both.

Chapter 11 changes them, and so do cards of The Awakening by name.
"""

from __future__ import annotations

from typing import Any

from referee.editions.base.events import steps as s
from referee.engine.law.requirement import Context, add
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, Board

# -------------------------------------------------------------------- 62 Ex-KGB: a choice with an effect (11.3.12)

EX_KGB = 62


def _moves(board: Board, name: str) -> bool:
    """Whether Ex-KGB changes anything in a country.

    A Posture against the US changes it, and an Alignment that can still fall.
    """
    c = board[name]
    return c.alignment != ADVERSARY if c.data.muslim else c.posture in ("", q.us_posture(board))


def _in_vain(board: Board, option: Any, c: Context) -> bool:
    """Whether a country stays unchanged where the other would change."""
    if c.get("card") != EX_KGB or option not in c["countries"]:
        return False
    others = [n for n in c["countries"] if n != option]
    return not _moves(board, option) and any(_moves(board, n) for n in others)


add(
    s.IN_LIST,
    "11.3.12",
    _in_vain,
    "Ex-KGB would change nothing in {option}: choose the effect that changes something",
    rule="11.3.12",
)
