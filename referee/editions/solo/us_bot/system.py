"""The US Bot as a system of rules: what is armed, and who guides its side."""

from __future__ import annotations

from dataclasses import replace

from referee.editions.solo.ruleset import System
from referee.editions.solo.us_bot.events import INSTRUCTIONS
from referee.editions.solo.us_bot.guide import GuideOf
from referee.editions.solo.us_bot.seams import SOURCES
from referee.editions.solo.us_bot.sheet import SHEET as BOXES_AND_COLUMNS

SHEET = replace(BOXES_AND_COLUMNS, instructions=INSTRUCTIONS)
"""The sheets with the Event Instructions Table."""
SYSTEM = System("US", SOURCES, lambda rules, options: GuideOf(options), 13, "The US Bot", "editions/solo/us_bot/data")
