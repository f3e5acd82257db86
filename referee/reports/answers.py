"""Questions of the rules and their answers in words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.engine.ask import Address, Field
from referee.engine.forms import STEP_TITLES
from referee.engine.ruleset import Ruleset
from referee.engine.words import CELLS, runs, words
from referee.reports.columns import printable

if TYPE_CHECKING:
    from referee.engine.referee import Step
    from referee.engine.tables.record import Alternatives

MAX_NAMED = 14
"""Most countries that are named one by one; of more, those are named that would not do."""
CARD_FIELDS = frozenset({Field.TAKE, Field.DRAW, Field.DISCARD, Field.EXTRA})
_ORDINALS = ("first", "second", "third", "fourth", "fifth")


def question(address: Address, rules: Ruleset) -> str:
    """What was asked: "Where (event of 86 Lebanon War, first)"."""
    field = address.field
    asked = field.question if isinstance(field, Field) else str(field)
    text = asked[:1].upper() + asked[1:]
    parts = []
    segment = address.segment
    if segment.name == "event" and segment.card in rules.cards:
        parts.append(f"event of {rules.card_name(segment.card or 0)}")
    if address.subject or address.card:
        parts.append(rules.card_name(address.card or 0, address.subject))
    if address.item is not None and address.item < len(_ORDINALS):
        parts.append(_ORDINALS[address.item])
    return text + (f" ({', '.join(parts)})" if parts else "")


def answer(field: Any, value: Any, rules: Ruleset) -> str:
    """An answer as a reader would say it."""
    if isinstance(value, str):
        if field == Field.STEP and value in STEP_TITLES:
            return STEP_TITLES[value]
        if value in rules.titles:
            return rules.titles[value]
        if field in (Field.CELLS, Field.CELL) and value and set(value) <= set(CELLS):
            counts = Counter(value)
            return " and ".join(
                f"{n} {CELLS[state]}{'s' if n > 1 else ''}" for state, n in sorted(counts.items(), reverse=True)
            )
        if value == "?":
            return "a card that stays hidden" if field in CARD_FIELDS else "hidden"
        if value == "track":
            return "the Troops Track"
        if value == "W":
            return "WMD"
    if field in CARD_FIELDS and isinstance(value, int) and value in rules.cards:
        return rules.card_name(value)
    text = words(value)
    return printable(text.capitalize() if field in (Field.USE, Field.ORDER, Field.POSTURE) else text)


@dataclass(frozen=True, slots=True)
class Choice:
    """A question that a line answered, and every other legal answer."""

    text: str
    chosen: str
    others: str


def choices(step: Step) -> list[Choice]:
    """The questions of a step with several legal answers."""
    return [
        _choice(a)
        for a in step.alternatives or ()
        if len({repr(o) for o in (*a.legal, a.chosen)}) > 1
        and (a.ask.field != Field.ORDER or a.ask.address.card in step.triggered)
    ]


def _choice(a: Alternatives) -> Choice:
    rules = a.ask.board.rules
    return Choice(question(a.ask.address, rules), answer(a.ask.field, a.chosen, rules), _others(a))


def _others(a: Alternatives) -> str:
    """The other answers; of nearly all countries those that are missing."""
    field, board = a.ask.field, a.ask.board
    others = [o for o in a.legal if repr(o) != repr(a.chosen)]
    if len(others) > MAX_NAMED and all(isinstance(o, str) and o in board.countries for o in others):
        missing = [c for c in board.names if c != a.chosen and c not in others]
        if not missing:
            return "every other country"
        if len(missing) < len(others):
            return f"every other country but {', '.join(missing)}"
    if field not in CARD_FIELDS and len(others) > 3 and all(type(o) is int for o in others):
        return ", ".join(runs(others))
    return ", ".join(answer(field, o, board.rules) for o in others)
