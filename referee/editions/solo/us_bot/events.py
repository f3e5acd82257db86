"""The Event Instructions Table of the US Bot: when it plays an event, and how it chooses in one.

The lines stand in ``events_base``, ``events_awakening`` and ``events_unassociated``; importing them fills the table.
"""

from __future__ import annotations

from referee.editions.solo.us_bot import events_awakening, events_base, events_unassociated
from referee.editions.solo.us_bot.instructions import CHOICES, INSTRUCTIONS, LISTS

__all__ = ["CHOICES", "INSTRUCTIONS", "LISTS", "events_awakening", "events_base", "events_unassociated"]
