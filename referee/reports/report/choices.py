"""What else would have been legal, question by question, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.engine import answers
from referee.engine.ask import Ask, Field
from referee.engine.referee import Step
from referee.engine.tables.record import Alternatives
from referee.engine.words import runs

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
    others = [o for o in a.legal if repr(o) != repr(a.chosen)]
    return Question(
        answers.question(ask.address, ask.board.rules), _answer(ask, a.chosen), _others(ask.field, a, others)
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
    if field not in answers.CARD_FIELDS and len(others) > 3 and all(type(o) is int for o in others):
        return ", ".join(runs(others))
    return ", ".join(_answer(a.ask, o) for o in others)


def _answer(ask: Ask, value: Any) -> str:
    """An answer as a reader would say it."""
    return answers.answer(ask.field, value, ask.board.rules)
