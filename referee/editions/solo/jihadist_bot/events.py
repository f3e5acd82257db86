"""The Event Instructions Table of the Jihadist Bot."""

from __future__ import annotations

from collections.abc import Callable

from referee.editions.solo.chart import Instruction
from referee.editions.solo.situation import Situation
from referee.engine.ask import Ask
from referee.engine.guidance import Guidance

INSTRUCTIONS: dict[int, Instruction] = {}
"""Whether the Bot plays a card for its event at all, by the card's number."""
CHOICES: dict[int, Callable[[Situation, Ask], Guidance | None]] = {}
"""What is due at the questions of an event; None where the standing rules of 12.3 decide."""
