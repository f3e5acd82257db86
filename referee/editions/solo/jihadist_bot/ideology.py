"""The ideologies of the Jihadist Bot (12.5): what each adds to Muddled, as sources on the rules."""

from __future__ import annotations

from typing import Any

from referee.editions.base import card_uses
from referee.editions.solo.capabilities import in_play
from referee.editions.solo.options import IDEOLOGIES
from referee.engine import queries as q
from referee.engine import rolls
from referee.engine.board import Board
from referee.engine.requirement import Context, add
from referee.engine.rolls import Modifier

SOURCE = "12.5"
COHERENT, ATTRACTIVE, POTENT, INFECTIOUS, VIRULENT = IDEOLOGIES


def ideology(board: Board) -> frozenset[str]:
    """What the Jihadist Bot can do beyond Muddled (12.5), or by the markers that it has (option 3)."""
    return in_play(board, IDEOLOGIES)


@q.modifies("jihad modifiers that count", SOURCE)
def _ignored(board: Board, jihad: tuple[str, bool], found: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """A Coherent Bot ignores what is against it in a Minor Jihad, a Virulent one in any; what helps it stays."""
    net = rolls.modified(0, found)
    have = ideology(board)
    by = VIRULENT if VIRULENT in have else COHERENT if COHERENT in have and not jihad[1] else ""
    return (*found, (by.capitalize(), -net, SOURCE)) if by and net > 0 else found


@q.modifies("plots for a success", SOURCE)
def _two_plots(board: Board, where: str, value: int) -> int:
    """Each success of an Attractive Bot places two Plots."""
    return 2 * value if ATTRACTIVE in ideology(board) else value


@q.modifies("cells for a success", SOURCE)
def _two_cells(board: Board, where: str, value: int) -> int:
    """Each success of a Potent Bot places two Cells."""
    return 2 * value if POTENT in ideology(board) else value


def _kept_back(board: Board, option: Any, c: Context) -> bool:
    return option in ("discard", "hold") and INFECTIOUS in ideology(board)


add(
    card_uses.LAST_CARD,
    SOURCE,
    _kept_back,
    "against an Infectious Bot the US plays all its cards; it may not {option} the last one",
    rule=SOURCE,
)
