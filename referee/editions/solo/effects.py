"""Whether an event would change anything, found out by trying it (12.4.1, 13.4.2)."""

from __future__ import annotations

from collections.abc import Callable

from referee.editions.base import events
from referee.engine.cause import Event
from referee.engine.play import Play
from referee.engine.tables.probe import probe

WAYS = 12
"""Most ways of an event that are tried."""


def playable(play: Play, card: int, side: str) -> bool:
    """Whether the event of a card can be played by ``side`` now (6.2.6, 6.2.8)."""
    return events.supported(card) and not events.refusals(play.board, card, side, True)


def changes_anything(play: Play, card: int, side: str, *, unless: Callable[[Play, int], bool] | None = None) -> bool:
    """Whether some way of the event leaves the position other than it was, or rolls for that; nothing stays changed.

    The choices are those that the guide of the side allows. An event that lapses has its effect later (6.2.7).
    ``unless`` says of a way, carried out since a mark of the journal, that it does not count.
    """
    if play.board.cards[card].lapses(side):
        return True
    mark = play.journal.mark()

    def carry_out(trial: Play) -> None:
        with trial.segment("event", side=side, cause=Event(card), card=card, rule="6.2.1"):
            events.EVENTS[card].run(trial)

    def changed(trial: Play) -> bool:
        if unless is not None and unless(trial, mark):
            return False
        return bool(trial.rolls) or bool(play.journal.net(mark))

    return probe(play, carry_out, WAYS, changed)
