"""The Event Instructions Table of the Jihadist Bot.

The printed table was not to be had. What two programs agree on, and what the worked turn shows, is certain; the rest is likely.
Cards that stand nowhere here go by the standing rules of 12.3 alone (:data:`GENERAL`).
"""

from __future__ import annotations

from referee.editions.solo.jihadist_bot import events_awakening, events_awakening_2, events_awakening_3, events_base
from referee.editions.solo.jihadist_bot.lines import CHOICES, INSTRUCTIONS, MORE

GENERAL = events_base.GENERAL | events_awakening.GENERAL | events_awakening_2.GENERAL | events_awakening_3.GENERAL
"""Cards that the Bot plays by the standing rules alone."""

__all__ = ["CHOICES", "GENERAL", "INSTRUCTIONS", "MORE"]
