"""The countries of a finding, to be marked on the map."""

from __future__ import annotations

import re
from functools import lru_cache

from referee.engine.explaining.referee import JudgedStep
from referee.engine.record.findings import Finding
from referee.engine.state.ruleset import Ruleset

_SIDES = frozenset({"us", "u.s."})
"""Short forms that also name a side."""


@lru_cache(maxsize=8)
def _patterns(rules: Ruleset) -> tuple[re.Pattern[str], re.Pattern[str], dict[str, int]]:
    """Patterns of country names and their countries.

    Full names serve for sentences, every form for text of players.
    """
    meant: dict[str, int] = {}
    for i, data in enumerate(rules.countries.values()):
        for form in (data.name, *data.short):
            if form.casefold() not in _SIDES:
                meant[form.casefold()] = i
    full = [name.casefold() for name in rules.countries]
    return _any_of(full), _any_of(list(meant)), meant


def _any_of(forms: list[str]) -> re.Pattern[str]:
    longest = sorted(map(re.escape, forms), key=len, reverse=True)
    return re.compile(rf"(?<![\w/])(?:{'|'.join(longest)})(?![\w/])", re.IGNORECASE)


def countries(finding: Finding, rules: Ruleset, lines: list[str]) -> list[int]:
    """Indices of the countries named by a finding."""
    full, every, meant = _patterns(rules)
    found = [*full.findall(finding.message)] or [*full.findall(finding.reason)]
    if not found and 1 <= finding.place.line <= len(lines):
        place = finding.place
        found = every.findall(lines[place.line - 1][place.column - 1 : place.end - 1])
    return sorted({meant[name.casefold()] for name in found})


def of_step(step: JudgedStep, rules: Ruleset, lines: list[str]) -> list[int]:
    """Indices of countries in a step's findings; notes mark nothing."""
    found = [f for f in step.findings if f.kind != "note"]
    return sorted({i for f in found for i in countries(f, rules, lines)})
