"""The other legal answers, question by question, in words."""

from __future__ import annotations

from referee.engine.explaining.referee import JudgedStep
from referee.engine.law.answers import CARD_FIELDS, answer, question
from referee.engine.law.ask import Field
from referee.engine.record.table import LegalAnswers
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.words import runs
from referee.reports.columns import printable

MAX_NAMED = 14
"""Most countries named singly.

Of more, the names are those of the countries that are excluded.
"""


@plain_dataclass(frozen=True)
class ChoiceView:
    """An answered question of a line, and its other legal answers."""

    text: str
    chosen: str
    others: str


def choices(step: JudgedStep) -> list[ChoiceView]:
    """The questions of a step with several legal answers."""
    return [
        _choice(a)
        for a in step.alternatives or ()
        if len({repr(o) for o in (*a.legal, a.chosen)}) > 1
        and (a.ask.field != Field.ORDER or a.ask.address.card in step.triggered)
    ]


def _choice(a: LegalAnswers) -> ChoiceView:
    rules = a.ask.board.rules
    return ChoiceView(question(a.ask.address, rules), printable(answer(a.ask.field, a.chosen, rules)), _others(a))


def _others(a: LegalAnswers) -> str:
    """The other answers, or the missing countries of nearly all."""
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
