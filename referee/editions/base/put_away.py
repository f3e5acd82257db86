"""Places of played and discarded cards (5.2.2, 6.2.7, 6.2.9, 4.7.7.2)."""

from __future__ import annotations

from referee.editions.base.queries import Queries
from referee.editions.base.triggered import happen, owner
from referee.engine.law.play import Play
from referee.engine.state import queries as q
from referee.engine.state.board import Board


def first_plot(board: Board, side: str, use: str) -> bool:
    """Whether a card used now is the first Plot of the turn (8.5.3)."""
    first = use == "plot" and side == "J" and board.first_plot is None
    return first and q.modified(Queries.FIRST_PLOT, board, side, True)


INSTEAD = "where a card goes"
"""Key of the note of a card's place by its own event.

The place differs from the usual one.
"""
TO_DISCARDS, TO_HAND = "discards", "hand"


def goes_to(play: Play, card: int, where: str) -> None:
    """Let the event of ``card`` decide the card's place.

    It is :data:`TO_DISCARDS`, or :data:`TO_HAND` of the side that decides.
    """
    play.remember(INSTEAD, (card, where, play.side), rule=f"card {card}")


def _sent(play: Play, card: int, happened: set[int]) -> bool:
    """Put a card in its own event's chosen place, if any.

    An event that was not due chooses none.
    """
    number, where, side = play.board.recall(INSTEAD) or (0, "", "")
    if not card or number != card:
        return False
    play.remember(INSTEAD, None, rule=f"card {card}")
    if card not in happened:
        return False
    if where == TO_HAND:
        play.hand_gains(side, (card,), rule=f"card {card}")
    else:
        play.put_card(card, where, rule=f"card {card}")
    return True


def put_away(play: Play, side: str, cards: tuple[int, ...], use: str, happened: set[int]) -> None:
    """Put the cards of a play in their places (5.2.2, 6.2.7, 6.2.9, 4.7.7.2).

    An event may have chosen that of its own card.
    """
    for n in cards or (0,):
        card = play.board.cards.get(n)
        if _sent(play, n, happened):
            continue
        remove = (
            card is not None
            and n in happened
            and (card.remove == "always" or (card.remove == "us" and owner(play.board, n, side) == "US"))
        )
        if card is not None and n in happened and card.lapses(owner(play.board, n, side)):
            continue
        if remove:
            play.put_card(n, "removed", rule="6.2.9")
        elif n and n == play.board.first_plot:
            continue  # its own event made the first Plot (Fatwa)
        elif first_plot(play.board, side, use):
            play.put_card(n, "first_plot", rule="4.7.7.2")
        else:
            play.put_card(n, "discards", rule="5.2.2")


def discard(play: Play, side: str, card: int, *, rule: str = "5.3.2", by: str = "") -> None:
    """Discard a card of a hand (6.3.2.3).

    Only US Election acts on a discard.
    """
    play.hand_loses(side, card, rule=rule)
    if card:
        play.take_card(card, "discards", rule=rule)
    play.put_card(card, "discards", rule=rule)
    if card in play.board.cards and play.board.cards[card].auto:
        happen(play, card, side)
