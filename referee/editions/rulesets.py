"""The rulesets, by the names in scenarios.

A game is played by the ruleset of its scenario; the base game has no name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any

from referee.editions.solo.options import VARIABLE
from referee.engine.state.names import Names
from referee.engine.state.ruleset import Option, Ruleset

if TYPE_CHECKING:
    from referee.engine.state.board import Board
    from referee.rules.library import Ruling


def base() -> Ruleset:
    """The base game."""
    from referee.editions.base.ruleset import BASE
    from referee.editions.solo.offered import offered

    return offered(BASE)


def _base_names() -> Names:
    from referee.editions.base.facts import FACTS
    from referee.editions.base.printed import CARDS, COUNTRIES, MARKERS

    return Names(COUNTRIES.values(), MARKERS, FACTS, CARDS.values())


def _awakening(name: str) -> Ruleset:
    from referee.editions.awakening import ruleset
    from referee.editions.solo.offered import offered

    rules: Ruleset = getattr(ruleset, name)
    return offered(rules)


def _expansion(name: str) -> tuple[Callable[[], Ruleset], Callable[[], Names]]:
    """A ruleset of The Awakening, and the names for a reader."""
    return partial(_awakening, name), lambda: names_for(_awakening(name))


RULESETS = {
    "base": (base, _base_names),
    "awakening": _expansion("AWAKENING"),
    "arab-spring": _expansion("ARAB_SPRING_RULES"),
    "mitts-turn": _expansion("MITTS_TURN"),
    "assad-alone": _expansion("ASSAD_ALONE"),
    "alternative-history": _expansion("ALTERNATIVE_HISTORY"),
    "campaign": _expansion("CAMPAIGN_FIRST_DECK"),
    "campaign-second-deck": _expansion("CAMPAIGN_SECOND_DECK"),
}
"""Every ruleset by its name in a scenario's file.

It comes with the names that a reader needs.
"""
EDITIONS = {"the base game": "base", "The Awakening": "awakening"}
"""Editions of the game, each with its own map and deck."""
WHOLE = "alternative-history"
"""The ruleset with the cards, markers and chapters of all editions."""
BY_TAG = {
    "base": ("Labyrinth: The War on Terror", "The War on Terror", "Labyrinth", "base"),
    "awakening": ("The Awakening", "Awakening", "Labyrinth: The Awakening"),
    "arab-spring": ("Arab Spring",),
    "mitts-turn": ("Mitt's Turn",),
    "assad-alone": ("Assad Alone",),
    "alternative-history": ("both decks", "both", "combined", "Alternative History"),
    "campaign": ("Campaign", "Campaign, first deck"),
    "campaign-second-deck": ("Campaign, second deck",),
}
"""Values of the tag Rules or Game, by ruleset; first ours.

They are for a record without a scenario.
"""


GAMES = ("base", "awakening", "alternative-history")
"""Rulesets that the tag Game may name.

Other values are the players' names of their game.
"""


def whole() -> Ruleset:
    """The rules of all editions together, for look-ups.

    They are by number or name.
    """
    return RULESETS[WHOLE][0]()


@cache
def options() -> dict[str, Option]:
    """Every reading and optional rule of records, base game first."""
    found: dict[str, Option] = {}
    for ruleset, _ in RULESETS.values():
        found |= ruleset().options
    return found


def load_all() -> None:
    """Import all rules: events of all cards, and solitaire systems."""
    from referee.editions.solo.ruleset import SYSTEMS

    whole()
    assert SYSTEMS


@cache
def telling() -> dict[str, str]:
    """Folders of texts by the title of edition or system.

    The systems are in the order of their chapters.
    """
    from referee.editions.solo import capabilities, sheets

    found = {title: RULESETS[name][0]().texts[-1] for title, name in EDITIONS.items()}
    found |= {sheets.TITLES[n]: sheets.TOLD[n] for n in sorted(sheets.TITLES, key=sheets.CHAPTERS.__getitem__)}
    return {**found, "Variable Bot difficulty": capabilities.TOLD}


def texts() -> tuple[str, ...]:
    """The folders of all texts."""
    return tuple(telling().values())


def rulings_of(title: str) -> tuple[Ruling, ...]:
    """The rulings of an edition or a solitaire system."""
    from referee.rules import library

    return library.rulings((telling()[title],))


def edition_of(card: int) -> str:
    """The edition with a card in its box, or "".

    It is "the base game" or another title.
    """
    return next((title for title, name in EDITIONS.items() if card in RULESETS[name][0]().cards), "")


def of_scenario(data: Mapping[str, Any] | None = None, tags: Mapping[str, str] | None = None) -> Ruleset:
    """The ruleset of a scenario, or of ``tags`` without one.

    Raises :class:`KeyError` for an unknown one.
    """
    return RULESETS[_named_by(data) if data else named_in(tags or {}) or "base"][0]()


@lru_cache(maxsize=16)
def names_for(rules: Ruleset) -> Names:
    """The names written by players of these rules."""
    return Names(rules.countries.values(), rules.markers, rules.facts, rules.cards.values())


@cache
def names(ruleset: str) -> Names:
    """The names of a ruleset, without its rules."""
    return RULESETS[ruleset][1]()


@lru_cache(maxsize=16)
def _with_markers(ruleset: str, options: tuple[str, ...]) -> Names:
    """The names of a ruleset, with its options' capability markers."""
    from referee.editions.solo.capabilities import facts

    known = names(ruleset)
    return known.with_facts(facts(options))


def _plain(words: str) -> str:
    return "".join(ch for ch in words.casefold() if ch.isalnum())


@cache
def _by_tag() -> dict[str, str]:
    return {_plain(words): name for name, said in BY_TAG.items() for words in said}


def tags_of(board: Board) -> list[str]:
    """Tags above a position without a scenario: rules and options.

    The rules of the base game need none.
    """
    name = board.rules.name
    rules = [f'[Rules "{BY_TAG[name][0]}"]'] if name in BY_TAG and name != "base" else []
    options = [f'[Options "{", ".join(board.options)}"]'] if board.options else []
    return [*rules, *options]


def named_in(tags: Mapping[str, str]) -> str:
    """The ruleset in the tags Rules or Game, or "".

    A scenario names its own.
    """
    rules, game = (_by_tag().get(_plain(tags.get(tag, "")), "") for tag in ("Rules", "Game"))
    return rules or (game if game in GAMES else "")


def names_of(tags: Mapping[str, str]) -> Names:
    """The names of a record with these tags."""
    options = options_in(tags)
    ruleset = _ruleset_of(tags)
    return _with_markers(ruleset, tuple(sorted(options))) if VARIABLE in options else names(ruleset)


def _ruleset_of(tags: Mapping[str, str]) -> str:
    if "Scenario" not in tags:
        return named_in(tags) or "base"
    from referee.engine.record.setup import find_scenario

    return _named_by(find_scenario(tags["Scenario"]) or {})


def _named_by(scenario: Mapping[str, Any]) -> str:
    name: str = scenario.get("ruleset", "base")
    return name


def options_in(tags: Mapping[str, str]) -> list[str]:
    """The words of the tag Options."""
    return [w for part in (tags.get("Options") or tags.get("Option", "")).split(",") if (w := part.strip().casefold())]
