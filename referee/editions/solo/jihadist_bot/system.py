"""The Jihadist Bot as a system of rules: what is armed, and who guides its side."""

from __future__ import annotations

from referee.editions.solo.jihadist_bot.guide import GuideOf
from referee.editions.solo.ruleset import System

SYSTEM = System("J", frozenset({"12.0"}), lambda rules, options: GuideOf(options), 12, "The Jihadist Bot", "")
