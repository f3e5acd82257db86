"""Cards by number, title or part of a title."""

from __future__ import annotations

from referee.api import lookup
from referee.editions import rulesets
from referee.engine.state.data import SIDE_NAMES, Card


def numbers(words: str) -> list[int]:
    """The possible cards of a number, a title, or an inexact title."""
    rules = rulesets.whole()
    digits = words.strip().removeprefix("#")
    if digits.isdecimal():
        return [int(digits)] if len(digits) <= 3 and int(digits) in rules.cards else []
    whole = rulesets.names_for(rules).titles.of(words)
    found = [*lookup.containing(words), *([] if whole else lookup.titled(words))]
    if not whole and not found:
        found = lookup.like(words)
    return list(dict.fromkeys([*whole, *(int(entry.name) for entry in found if entry.kind == "card")]))


def line(card: Card) -> str:
    """A card as one line: number, value, side, title."""
    return f"{card.number} {card.title} (value {card.ops}, {SIDE_NAMES.get(card.side or '', 'Unassociated')})"
