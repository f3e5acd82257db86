"""The three mini-decks of the option in 9.2: Unassociated, Jihadist and US cards, dealt in rotation."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.board import Board
from referee.engine.data import Card
from referee.engine.queries import modifies
from referee.engine.ruleset import Ruleset

ROTATION = None, "J", "US"
"""Whose cards each pile has, in the order in which one is drawn of each."""
SOURCE = "9.2"


def in_rotation(shuffled: list[int], cards: Mapping[int, Card]) -> list[int]:
    """Shuffled cards as three piles give them one after the other, the first to be drawn last."""
    piles = [[n for n in shuffled if cards[n].side == side] for side in ROTATION]
    drawn: list[int] = []
    while any(piles):
        drawn += [pile.pop() for pile in piles if pile]
    return drawn[::-1]


@modifies("a whole hand at once", SOURCE)
def _whole(board: Board, subject: str, value: bool) -> bool:
    """The Jihadist hand is dealt whole before the US hand."""
    return True


def three_piles(rules: Ruleset) -> Ruleset:
    """These rules with the deck in three piles."""
    return rules.but(restacked=in_rotation, armed=rules.armed | {SOURCE})
