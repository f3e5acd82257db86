"""The Event Instructions Table of the US Bot: when it plays an event, and how it chooses in one.

The lines stand in :mod:`~referee.editions.solo.us_bot.events_base`, ``events_awakening`` and ``events_unassociated``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.editions.solo.situation import Situation
from referee.editions.solo.us_bot import events_awakening, events_base, events_unassociated
from referee.editions.solo.us_bot.instructions import CHOICES, INSTRUCTIONS, LISTS
from referee.engine.board import ALLY, US
from referee.engine.data import GOOD

__all__ = ["CHOICES", "INSTRUCTIONS", "LISTS", "REMOVES_PLOT", "events_awakening", "events_base", "events_unassociated"]


def _ally_or_good(s: Situation, name: str) -> bool:
    return s.board[name].alignment == ALLY or s.board[name].governance == GOOD


def _ally_or_non_muslim(s: Situation, name: str) -> bool:
    return s.board[name].alignment == ALLY or name in s.board.non_muslim


def _copycat(s: Situation, name: str) -> bool:
    """Whether card 207 finds the Plots of a country: in the US, and elsewhere only if nothing at all is there."""
    c = s.board[US]
    return name == US or (name in s.board.non_muslim and not (c.sleepers or c.actives or c.cadre or c.plots))


REMOVES_PLOT: Mapping[int, Callable[[Situation, str], bool]] = {
    21: _ally_or_good,
    31: lambda s, name: name in (US, "United Kingdom", "Canada"),
    116: _ally_or_non_muslim,
    161: lambda s, name: True,
    207: _copycat,
}
"""Events that remove a Plot: whether one removes a Plot of that country (13.4.1)."""
