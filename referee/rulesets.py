"""Which rules a game is played by: its scenario names a ruleset, and the base game goes without a name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from referee.engine.ruleset import Ruleset
from referee.parsers.names import Names


def base() -> Ruleset:
    """The base game."""
    from referee.editions.base.ruleset import BASE

    return BASE


def _base_names() -> Names:
    from referee.editions.base.facts import FACTS
    from referee.editions.base.printed import COUNTRIES, MARKERS

    return Names(COUNTRIES.values(), MARKERS, FACTS)


RULESETS = {"base": (base, _base_names)}
"""Every ruleset by the name that a scenario's file gives it: the rules, and the names that a reader needs alone."""


def of_scenario(data: Mapping[str, Any] | None = None) -> Ruleset:
    """The ruleset of a scenario's file, or of a game without a scenario. Raises :class:`KeyError` for an unknown one."""
    return RULESETS[(data or {}).get("ruleset", "base")][0]()


@lru_cache(maxsize=16)
def names_for(rules: Ruleset) -> Names:
    """The names that players of these rules write."""
    return Names(rules.countries.values(), rules.markers, rules.facts)


@cache
def names(ruleset: str) -> Names:
    """The names of a ruleset, without its rules."""
    return RULESETS[ruleset][1]()


def names_of(tags: Mapping[str, str]) -> Names:
    """The names that a record with these tags goes by."""
    if "Scenario" not in tags:
        return names("base")
    from referee.engine.setup import find_scenario

    return names((find_scenario(tags["Scenario"]) or {}).get("ruleset", "base"))
