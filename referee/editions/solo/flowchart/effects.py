"""Whether an event would change anything, found out by trying it (12.4.1, 13.4.2)."""

from __future__ import annotations

from collections.abc import Callable

from referee.editions.base import events
from referee.engine.cause import Event
from referee.engine.play import Play
from referee.engine.tables.probe import probe

WAYS = 12
"""Highest number of ways of an event that are tried."""


def playable(play: Play, card: int, side: str) -> bool:
    """Whether the event of a card can be played by ``side`` now (6.2.6, 6.2.8)."""
    return events.supported(card) and not events.refusals(play.board, card, side, True)


def some_way(play: Play, card: int, side: str, wanted: Callable[[Play], bool]) -> bool:
    """Whether some way of the event ends in a ``wanted`` position.

    The choices are those that the guide of the side allows.
    """

    def carry_out(trial: Play) -> None:
        with trial.segment("event", side=side, cause=Event(card), card=card, rule="6.2.1"):
            events.EVENTS[card].run(trial)

    before, play.side = play.side, side
    try:
        return probe(play, carry_out, WAYS, wanted)
    finally:
        play.side = before


def changes_anything(
    play: Play, card: int, side: str, *, spoiled: Callable[[Play, int], bool] | None = None, dice_count: bool = False
) -> bool:
    """Whether some way of the event changes anything; lapsing ones act later (6.2.7).

    ``spoiled`` says of a way, carried out since a mark of the journal, that it does not count; with ``dice_count`` a
    way with a die counts whatever it brings.
    """
    if play.board.cards[card].lapses(side):
        return True
    mark = play.journal.mark()

    def changed(trial: Play) -> bool:
        if dice_count and trial.rolls:
            return True
        if not trial.rolls and not play.journal.net(mark):
            return False
        return spoiled is None or not spoiled(trial, mark)

    return some_way(play, card, side, changed)
