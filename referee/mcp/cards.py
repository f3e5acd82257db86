"""Cards by number, title or a part of it."""

from __future__ import annotations

from referee.api import lookup
from referee.editions import rulesets
from referee.engine.data import SIDE_NAMES, Card
from referee.engine.names import plain


def numbers(words: str) -> list[int]:
    """The cards that a number, a title, a part of it or a misspelt one may mean."""
    rules = rulesets.whole()
    digits = words.strip().removeprefix("#")
    if digits.isdecimal():
        return [int(digits)] if len(digits) <= 3 and int(digits) in rules.cards else []
    titles, key = rulesets.names_for(rules).titles, plain(words)
    if not key:
        return []
    parts = [plain(w) for w in words.split()]
    found = [n for title, cards in titles.items() if key in title for n in cards]
    found = found or [n for title, cards in titles.items() if all(p in title for p in parts) for n in cards]
    if not found:
        found = [int(entry.name) for entry in lookup.like(words) if entry.kind == "card"]
    return found


def line(card: Card) -> str:
    """A card as one line: number, value, side, title."""
    return f"{card.number} {card.title} (value {card.ops}, {SIDE_NAMES.get(card.side or '', 'Unassociated')})"
