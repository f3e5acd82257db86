"""The US Bot as a system of rules: what is armed, and who guides its side."""

from __future__ import annotations

from referee.editions.solo.ruleset import System
from referee.editions.solo.us_bot.guide import GuideOf

SYSTEM = System("US", frozenset({"13.0"}), lambda rules, options: GuideOf(options), 13, "The US Bot", "")
