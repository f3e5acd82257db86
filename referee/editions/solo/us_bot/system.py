"""The US Bot as a system of rules: what is armed, and who guides its side."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from referee.editions.solo.ruleset import System
from referee.editions.solo.us_bot.events import INSTRUCTIONS
from referee.editions.solo.us_bot.guide import GuideOf
from referee.editions.solo.us_bot.seams import SOURCES
from referee.editions.solo.us_bot.sheet import SHEET as BOXES_AND_COLUMNS
from referee.engine.ruleset import Ruleset

SHEET = replace(BOXES_AND_COLUMNS, instructions=INSTRUCTIONS)
"""The sheets with the Event Instructions Table."""
REASONS = Path(__file__).parent / "data" / "reasons.toml"


def wrap(rules: Ruleset) -> Ruleset:
    """The same rules, which know why a result of the Bot is as it is."""
    before = rules.claims.reasons

    def reasons() -> Mapping[str, str]:
        return {**before(), **tomllib.loads(REASONS.read_text(encoding="utf-8"))}

    return rules.but(
        claims=replace(rules.claims, reasons=reasons, by_use={**rules.claims.by_use, ("end", "reserves US"): "13.4.5"})
    )


SYSTEM = System(
    "US", SOURCES, lambda rules, options: GuideOf(options), 13, "The US Bot", "editions/solo/us_bot/data", wrap
)
