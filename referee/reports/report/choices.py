"""What else would have been legal, question by question, in words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from referee.engine.ask import Ask, Field
from referee.engine.forms import STEP_TITLES
from referee.engine.referee import Step
from referee.engine.tables.record import Alternatives
from referee.engine.words import CELLS, runs, words
from referee.reports.report.words import first_up
from referee.reports.text import printable

_CARD_FIELDS = frozenset({Field.TAKE, Field.DRAW, Field.DISCARD, Field.EXTRA})
_ORDINALS = ("first", "second", "third", "fourth", "fifth")
MAX_NAMED = 14
"""Most countries that are named one by one; of more, those are named that would not do."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question that the line answered, and every other legal answer."""

    text: str
    chosen: str
    others: str


def questions(step: Step) -> list[Question]:
    """The questions of a step that had more than one legal answer."""
    return [
        _question(a)
        for a in step.alternatives or ()
        if len({repr(o) for o in (*a.legal, a.chosen)}) > 1 and not _idle(step, a)
    ]


def _idle(step: Step, a: Alternatives) -> bool:
    """Whether the order of an event was settled that did not happen at all."""
    return a.ask.field == Field.ORDER and a.ask.address.card not in step.triggered


def _question(a: Alternatives) -> Question:
    ask = a.ask
    text = first_up(ask.field.question)
    parts = []
    segment = ask.address.segment
    rules = ask.board.rules
    if segment.name == "event" and segment.card in rules.cards:
        parts.append(f"event of {rules.card_name(segment.card or 0)}")
    if ask.subject or ask.address.card:
        parts.append(rules.card_name(ask.address.card or 0, ask.subject))
    if ask.item is not None and ask.item < len(_ORDINALS):
        parts.append(_ORDINALS[ask.item])
    others = [o for o in a.legal if repr(o) != repr(a.chosen)]
    return Question(
        text + (f" ({', '.join(parts)})" if parts else ""), _answer(ask, a.chosen), _others(ask.field, a, others)
    )


def _others(field: Field, a: Alternatives, others: list[Any]) -> str:
    """The other answers; nearly all countries are said by those that are missing."""
    if len(others) > MAX_NAMED and all(isinstance(o, str) and o in a.ask.board.countries for o in others):
        legal = {*others, a.chosen}
        missing = [c for c in a.ask.board.names if c not in legal]
        if not missing:
            return "every other country"
        if len(missing) < len(others):
            return "every other country but " + ", ".join(missing)
    if field not in _CARD_FIELDS and len(others) > 3 and all(type(o) is int for o in others):
        return ", ".join(runs(others))
    return ", ".join(_answer(a.ask, o) for o in others)


def _answer(ask: Ask, value: Any) -> str:
    """An answer as a reader would say it."""
    field = ask.field
    if isinstance(value, str):
        if field == Field.STEP and value in STEP_TITLES:
            return STEP_TITLES[value]
        if value in ask.board.rules.titles:
            return ask.board.rules.titles[value]
        if field in (Field.CELLS, Field.CELL) and value and set(value) <= set(CELLS):
            counts = Counter(value)
            return " and ".join(
                f"{n} {CELLS[state]}{'s' if n > 1 else ''}" for state, n in sorted(counts.items(), reverse=True)
            )
        if value == "?":
            return "a card that stays hidden" if field in _CARD_FIELDS else "hidden"
        if value == "track":
            return "the Troops Track"
        if value == "W":
            return "WMD"
    if field in _CARD_FIELDS and isinstance(value, int) and value in ask.board.cards:
        return ask.board.rules.card_name(value)
    text = words(value)
    return printable(text.capitalize() if field in (Field.USE, Field.ORDER, Field.POSTURE) else text)
