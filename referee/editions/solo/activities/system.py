"""The Jihadist Activities as a system of rules: what is armed, and who guides its side."""

from __future__ import annotations

from referee.editions.solo.activities.guide import GuideOf
from referee.editions.solo.ruleset import System

SYSTEM = System("J", frozenset({"9.0"}), lambda rules, options: GuideOf(options), 9, "The Jihadist Activities", "")
