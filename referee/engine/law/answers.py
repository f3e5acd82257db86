"""Questions of the rules and their answers, in a reader's words."""

from __future__ import annotations

from typing import Any

from referee.engine.law.ask import Address, Field
from referee.engine.law.forms import STEP_TITLES
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.words import CELLS, capital, cells_in_words, words

CARD_FIELDS = frozenset({Field.TAKE, Field.DRAW, Field.DISCARD, Field.EXTRA})
ORDINALS = ("first", "second", "third", "fourth", "fifth")


def question(address: Address, rules: Ruleset, *, alone: bool = False) -> str:
    """Return a question in words: "Where (event of 86 Lebanon War, first)".

    ``alone`` leaves out its place among several.
    """
    field = address.field
    asked = field.question if isinstance(field, Field) else str(field)
    text = capital(asked)
    parts = []
    segment = address.segment
    if segment.name == "event" and segment.card in rules.cards:
        parts.append(f"event of {rules.card_name(segment.card or 0)}")
    if address.subject or address.card:
        parts.append(rules.card_name(address.card or 0, address.subject))
    if address.item is not None and address.item < len(ORDINALS) and (address.item or not alone):
        parts.append(ORDINALS[address.item])
    return text + (f" ({', '.join(parts)})" if parts else "")


def answer(field: Any, value: Any, rules: Ruleset) -> str:
    """Return an answer in a reader's words."""
    if isinstance(value, str):
        if field == Field.STEP and value in STEP_TITLES:
            return STEP_TITLES[value]
        if value in rules.titles:
            return rules.titles[value]
        if field in (Field.CELLS, Field.CELL) and value and set(value) <= set(CELLS):
            return cells_in_words(value)
        if value == "?":
            return "a card that stays hidden" if field in CARD_FIELDS else "hidden"
        if value == "track":
            return "the Troops Track"
        if value == "W":
            return "WMD"
    if field in CARD_FIELDS and isinstance(value, int) and value in rules.cards:
        return rules.card_name(value)
    text = words(value)
    return text.capitalize() if field in (Field.USE, Field.ORDER, Field.POSTURE) else text
