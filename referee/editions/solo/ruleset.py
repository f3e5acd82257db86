"""Any rules with solitaire systems on top: their sources armed, their guides seated."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial

from referee.editions.solo import capabilities, sheets
from referee.editions.solo import options as named
from referee.editions.solo.activities import seams as activities
from referee.editions.solo.flowchart.guide import System
from referee.editions.solo.jihadist_bot import seams as jihadist_bot
from referee.editions.solo.us_bot import seams as us_bot
from referee.engine.ask import Field
from referee.engine.facts.fact import Facts
from referee.engine.flowchart import Seat
from referee.engine.forms import LEFT_OVER
from referee.engine.ruleset import Ruleset

SYSTEMS: Mapping[str, System] = {
    named.ACTIVITIES: activities.SYSTEM,
    named.JIHADIST_BOT: jihadist_bot.SYSTEM,
    named.US_BOT: us_bot.SYSTEM,
}
"""The solitaire systems by the option that chooses each."""


def seat(name: str, system: System, options: tuple[str, ...]) -> Seat:
    """Who plays the side of a system, and at which level."""
    level, chosen = named.level(options, name)
    who = "the Jihadist side" if name == named.ACTIVITIES else system.title.replace("The ", "the ")
    return Seat(system.title, who, system.chapter, level, (name, *chosen), partial(sheets.flowchart, name))


@lru_cache(maxsize=64)
def solitaire(rules: Ruleset, options: tuple[str, ...]) -> Ruleset:
    """``rules`` as they are with the solitaire systems among ``options``; rules that have them already stay as they are."""
    if rules.added is not None:
        return rules
    made = rules
    for name, system in SYSTEMS.items():
        if name in options:
            made = system.wrap(made).but(
                guides={**made.guides, system.side: system.guide(rules, options)},
                seats={**made.seats, system.side: seat(name, system, options)},
                armed=made.armed | system.sources,
                chapters={**made.chapters, system.chapter: system.title},
                told=(*made.told, system.told) if system.told else made.told,
                titles={**{n: left.title for n, left in LEFT_OVER.items() if left.side == system.side}, **made.titles},
            )
    if markers := capabilities.facts(options):
        made = made.but(
            facts=Facts((*made.facts, *markers)),
            armed=made.armed | {capabilities.RULE},
            told=(*made.told, capabilities.TOLD),
            rule_of_use={**made.rule_of_use, Field.CAPABILITY.value: capabilities.RULE},
        )
    return made.but(added=lambda other: solitaire(other, options))
