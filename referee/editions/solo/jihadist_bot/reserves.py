"""What the Jihadist Bot's card play does otherwise than a player's: Reserves, events that are not triggered, Plots."""

from __future__ import annotations

from referee.editions.solo.pile import Pile, register
from referee.engine import queries as q
from referee.engine.board import Board
from referee.engine.changes import on
from referee.engine.play import Play

register(Pile("J", "12.0", "12.2"))
MOST = 2
"""Most Reserves of a side (6.3.3)."""
ANY_NUMBER = 9


@q.modifies("triggers nothing", "12.4")
def _no_event_of_the_us(board: Board, play: tuple[str, int], found: tuple[str, str] | None) -> tuple[str, str] | None:
    """A card from the Bot's hand triggers no event of the US (12.4)."""
    side, card = play
    if side != "J" or board.cards[card].side != "US":
        return found
    return "12.4", "the cards of the Jihadist Bot trigger no US event"


@q.modifies("cards are chosen", "12.4")
def _from_the_top(board: Board, side: str, value: bool) -> bool:
    """The Bot plays the top card of its pile, whatever it is (12.2)."""
    return value and side != "J"


@q.modifies("reserves kept", "12.4.4")
def _kept(board: Board, side: str, value: bool) -> bool:
    """The Bot's Reserves stay at the end of a turn (12.4.4)."""
    return value or side == "J"


@q.modifies("plot limit", "12.3.4")
def _any_marker(board: Board, where: str, value: int) -> int:
    """The Bot draws Plot markers at random, whatever its card's value (12.3.4)."""
    return ANY_NUMBER


@on("card used", "12.4.1")
def _unassociated(play: Play, side: str, cards: tuple[int, ...], use: str, happened: set[int]) -> None:
    """An Unassociated event that the Bot plays also brings the card's value to its Reserves (12.4.1)."""
    if side != "J" or use != "event":
        return
    for n in cards:
        card = play.board.cards.get(n)
        if card is not None and card.side is None and n in happened and not play.board.winner:
            play.set_reserves("J", min(MOST, play.board.reserves_j + card.ops), rule="12.4.1")
