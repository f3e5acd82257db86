"""Any rules with solitaire systems: armed sources and seated guides."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial

from referee.editions.base.claims import PACKAGE
from referee.editions.solo import capabilities, sheets
from referee.editions.solo import options as named
from referee.editions.solo.activities import seams as activities
from referee.editions.solo.flowchart.guide import System
from referee.editions.solo.flowchart.seams import with_rest
from referee.editions.solo.jihadist_bot import seams as jihadist_bot
from referee.editions.solo.us_bot import seams as us_bot
from referee.engine.law.ask import Field
from referee.engine.law.flowchart import Seat
from referee.engine.law.forms import LEFT_OVER
from referee.engine.state.facts.fact import Facts
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.tables import read_toml
from referee.engine.state.words import small

SYSTEMS: Mapping[str, System] = {
    named.ACTIVITIES: activities.SYSTEM,
    named.JIHADIST_BOT: jihadist_bot.SYSTEM,
    named.US_BOT: us_bot.SYSTEM,
}
"""Solitaire systems by option."""


def seat(name: str, options: tuple[str, ...]) -> Seat:
    """The player and level of a system's side."""
    level, chosen = named.level(options, name)
    title = sheets.TITLES[name]
    who = "the Jihadist side" if name == named.ACTIVITIES else small(title)
    return Seat(title, who, sheets.CHAPTERS[name], level, (name, *chosen), partial(sheets.flowchart, name))


def with_reasons(rules: Ruleset, folder: str) -> Ruleset:
    """The same rules with a system's reasons for wrong results."""
    before, place = rules.claims.reasons, os.path.join(PACKAGE, folder, "reasons.toml")

    def reasons() -> Mapping[str, str]:
        return {**before(), **read_toml(place)}

    return rules.but(claims=replace(rules.claims, reasons=reasons))


@lru_cache(maxsize=64)
def solitaire(rules: Ruleset, options: tuple[str, ...]) -> Ruleset:
    """Add the solitaire systems among ``options``, once."""
    if rules.added is not None:
        return rules
    made = rules
    for name, system in SYSTEMS.items():
        if name in options:
            side = sheets.SIDES[name]
            made = with_reasons(with_rest(system.wrap(made), side), sheets.TOLD[name]).but(
                guides=made.guides if named.UNGUIDED in options else {**made.guides, side: system.guide},
                seats={**made.seats, side: seat(name, options)},
                armed=made.armed | system.sources,
                chapters={**made.chapters, sheets.CHAPTERS[name]: sheets.TITLES[name]},
                texts=(*made.texts, sheets.TOLD[name]),
                titles={**{n: left.title for n, left in LEFT_OVER.items() if left.side == side}, **made.titles},
            )
    if markers := capabilities.facts(options):
        made = made.but(
            facts=Facts((*made.facts, *markers)),
            armed=made.armed | {capabilities.RULE},
            texts=(*made.texts, capabilities.TOLD),
            rule_of_use={**made.rule_of_use, Field.CAPABILITY.value: capabilities.RULE},
        )
    return made.but(added=lambda other: solitaire(other, options))
