"""Trial whether an event would change anything (12.4.1, 13.4.2)."""

from __future__ import annotations

from collections.abc import Callable

from referee.editions.base import events
from referee.engine.law.play import Play
from referee.engine.law.tables.probe import probe
from referee.engine.state.cause import Event
from referee.engine.state.data import GOVERNANCE_NAMES

MOST_WAYS = 12
"""Most ways of an event to try."""


def playable(play: Play, card: int, side: str) -> bool:
    """Whether the event of a card can be played by ``side`` now (6.2.6, 6.2.8)."""
    return not events.refusals(play.board, card, side, True)


def some_way(
    play: Play, card: int, side: str, wanted: Callable[[Play], bool], *, ways: int = MOST_WAYS, free: int = 0
) -> bool:
    """Whether some way of the event ends in a ``wanted`` position.

    The choices are those that the guide of the side allows. With ``free`` they are all that the rules allow, and every
    die shows that face.
    """

    def carry_out(trial: Play) -> None:
        with trial.segment("event", side=side, cause=Event(card), card=card, rule="6.2.1"):
            events.EVENTS[card].run(trial)

    before, play.side = play.side, side
    try:
        return probe(play, carry_out, ways, wanted, unguided=bool(free), face=free or 1)
    finally:
        play.side = before


Objection = Callable[[Play, int], str]
"""Function for the reason a way does not count, or "".

It gets a mark of the journal.
"""


def changes_anything(
    play: Play, card: int, side: str, *, spoiled: Objection | None = None, dice_count: bool = False
) -> bool:
    """Whether some way of the event changes anything; lapsing ones act later (6.2.7).

    With ``dice_count`` a way with a die counts, with any result.
    """
    if play.board.cards[card].lapses(side):
        return True
    mark = play.journal.mark()

    def changed(trial: Play) -> bool:
        if dice_count and trial.rolls:
            return True
        return _changed(trial, mark) and (spoiled is None or not spoiled(trial, mark))

    return some_way(play, card, side, changed)


def _changed(trial: Play, mark: int) -> bool:
    return bool(trial.rolls) or bool(trial.journal.net(mark))


def spoiled_in_every_way(play: Play, card: int, side: str, spoiled: Objection) -> str:
    """The reason that spoils every way of the event, or ""."""
    if play.board.cards[card].lapses(side):
        return ""
    mark = play.journal.mark()
    why: list[str] = []

    def fine(trial: Play) -> bool:
        if not _changed(trial, mark):
            return False
        said = spoiled(trial, mark)
        why.extend([said] * bool(said))
        return not said

    if any(some_way(play, card, side, fine, ways=0, free=face) for face in EXTREMES):
        return ""
    return why[-1] if why else ""


def worded(name: str, before: int | str, after: int | str) -> str:
    """A change of Governance or Alignment: "Turkey: Good to Fair"."""
    was, now = (GOVERNANCE_NAMES[x] if isinstance(x, int) else x.capitalize() for x in (before, after))
    return f"{name}: {was} to {now}"


EXTREMES = (1, 6)
"""The faces between which the results of a die lie."""
