"""The longer tests of the sheet of the Jihadist Bot: whether it plays an event, and where E7 looks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.editions.solo import effects
from referee.editions.solo.jihadist_bot import choose
from referee.editions.solo.jihadist_bot import measures as m
from referee.editions.solo.situation import Situation
from referee.engine import queries as q

if TYPE_CHECKING:
    from collections.abc import Iterator


def event_is_played(s: Situation) -> bool:
    """Whether the Bot plays the card for its event (12.4.1)."""
    from referee.editions.solo.jihadist_bot.events import INSTRUCTIONS

    card = s.board.cards.get(s.card)
    if card is None or card.side == "US" or s.play is None or not effects.playable(s.play, s.card, "J"):
        return False
    line = INSTRUCTIONS.get(s.card)
    if line is not None and line.playable is not None and not line.playable(s):
        return False
    return effects.changes_anything(s.play, s.card, "J")


def _one_by_one(s: Situation) -> Iterator[list[str]]:
    """The candidates of E6 by the Travel To priorities: those that no row tells apart together."""
    rest = [n for n in s.board.names if m.ripening(s, n)]
    while rest:
        left, _ = choose.by_column(s, "Recruit & Travel To", rest)
        yield left
        rest = [n for n in rest if n not in left]


def ripening_within_reach(s: Situation, reading: str = "first") -> bool:
    """Whether a Movable Cell is next to the country that E6 leads to: the "first" of them, or "any"."""
    s = replace(s, recruiting=False, for_jihad=False)
    for left in _one_by_one(s):
        if any(q.adjacent(s.board, n, x) and m.movable(s, x) for n in left for x in s.board.names):
            return True
        if reading == "first":
            return False
    return False
