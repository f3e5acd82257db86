"""Tags and their values, at the top of a record."""

from __future__ import annotations

import re

from referee.editions import rulesets
from referee.engine.setup import scenario_files
from referee.parsers.notation.tags import TAGS
from referee.play.editing.offers import Offer

_NAMED = re.compile(r"\s*\[\s*([A-Za-z][\w-]*)\s+[\"“”„«»]")
_TOLD = {
    "Scenario": "the scenario, which names the rules and the map",
    "Length": "how many times the deck is gone through",
    "Rules": "the rules of a record without a scenario",
    "Options": "readings and optional rules that are switched",
    "US": "who plays the US",
    "Jihadist": "who plays the Jihadist",
}
_ALSO = frozenset({"Option"})


def offers(before: str) -> list[Offer]:
    """The names of tags, or the values of the one that stands there."""
    named = _NAMED.match(before)
    if named is None:
        return [
            Offer(t, "tag", _TOLD.get(t, ""), insert=f'{t} ""]', caret=len(t) + 2, rank=2 if t in _TOLD else 5)
            for t in TAGS.values()
            if t not in _ALSO
        ]
    if before.count('"') > 1:
        return []
    match TAGS.get(named[1].casefold(), ""):
        case "Scenario":
            return [
                Offer(name, "value", _of_scenario(data), also=tuple(data.get("aliases", ())))
                for name, data in scenario_files().items()
            ]
        case "Length":
            return [Offer(v, "value") for v in ("1 deck", "2 decks", "3 decks")]
        case "Rules":
            return [Offer(said[0], "value", also=tuple(said[1:])) for said in rulesets.BY_TAG.values()]
        case "Options" | "Option":
            return [
                Offer(name, "value", f"({option.rule}) {option.switched}", option.default)
                for name, option in rulesets.options().items()
            ]
        case "Notation":
            return [Offer("1", "value")]
        case _:
            return []


def _of_scenario(data: dict[str, object]) -> str:
    name = str(data.get("ruleset", "base"))
    return rulesets.BY_TAG.get(name, (name,))[0]
