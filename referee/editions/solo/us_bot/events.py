"""The Event Instructions Table of the US Bot: when it plays an event, and how it chooses in one."""

from __future__ import annotations

from collections.abc import Callable

from referee.editions.solo.chart import Instruction
from referee.editions.solo.situation import Situation
from referee.engine.ask import Ask
from referee.engine.guidance import Guidance

INSTRUCTIONS: dict[int, Instruction] = {}
CHOICES: dict[int, Callable[[Situation, Ask], Guidance | None]] = {}
"""By card: what the table says of a question that its event asks; None where the standing rules of 13.3 are enough."""
