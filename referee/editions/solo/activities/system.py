"""The Jihadist Activities as a system of rules: what is armed, and who guides its side."""

from __future__ import annotations

from referee.editions.solo.activities.guide import GuideOf
from referee.editions.solo.activities.rules import LOADED
from referee.editions.solo.activities.victory import alone
from referee.editions.solo.ruleset import System

SOURCES = frozenset({"9.0", "9.3.2", "9.3.3", "9.4.1", "9.4.2", "9.4.2.1", "9.4.3", "9.7"})
"""The paragraphs of chapter 9 that act on rules of the base game."""
assert LOADED
SYSTEM = System(
    "J",
    SOURCES,
    lambda rules, options: GuideOf(options),
    9,
    "The Jihadist Activities",
    "editions/solo/activities/data",
    alone,
)
