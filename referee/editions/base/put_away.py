"""Where a card goes that was played or discarded (5.2.2, 6.2.7, 6.2.9, 4.7.7.2)."""

from __future__ import annotations

from referee.editions.base.queries import Queries
from referee.editions.base.triggered import happen, owner
from referee.engine.law.play import Play
from referee.engine.state import queries as q
from referee.engine.state.board import Board


def first_plot(board: Board, side: str, use: str) -> bool:
    """Whether a card that is used now is the first Plot card of the turn (8.5.3)."""
    first = use == "plot" and side == "J" and board.first_plot is None
    return first and q.modified(Queries.FIRST_PLOT, board, side, True)


INSTEAD = "where a card goes"
"""The note of a card that its own event sends elsewhere than where a card of its kind goes, and where to."""
TO_DISCARDS, TO_HAND = "discards", "hand"


def goes_to(play: Play, card: int, where: str) -> None:
    """The event of ``card`` says where the card goes: :data:`TO_DISCARDS`, or :data:`TO_HAND` of the side that decides."""
    play.remember(INSTEAD, (card, where, play.side), rule=f"card {card}")


def _sent(play: Play, card: int, happened: set[int]) -> bool:
    """Put a card where its own event has sent it, if it has; an event that was not due sends it nowhere."""
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
    """Where the cards of a play go (5.2.2, 6.2.7, 6.2.9, 4.7.7.2), unless an event has said it of its own card."""
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
    """A card leaves a hand for the discard pile; only US Election acts on a discard (6.3.2.3)."""
    play.hand_loses(side, card, rule=rule)
    if card:
        play.take_card(card, "discards", rule=rule)
    play.put_card(card, "discards", rule=rule)
    if card in play.board.cards and play.board.cards[card].auto:
        happen(play, card, side)
