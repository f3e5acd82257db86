"""Statements of an entry: whether their values can be, and how they are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee.engine.facts import Form, Shape
from referee.engine.names import Names
from referee.engine.script import Place, Statement
from referee.parsers.json.carried import WrongError, country, marker
from referee.parsers.json.model import MAX_NUMBER, StatementModel
from referee.parsers.notation.position import phrase

NONE_THERE = "no plots"
"""The statement that is a check by itself."""
CHECKS = ("turn", "phase")
"""What a check begins with."""
_PLOTS = ("1", "2", "3", "W", "?")


def read(names: Names, models: Sequence[StatementModel], place: Callable[[int, str], Place]) -> list[Statement]:
    """The statements; ``place`` says where one of them stands. Raises :class:`StatementError`."""
    found: list[Statement] = []
    before: Statement | None = None
    for n, m in enumerate(models):
        s = Statement(m.subject, m.field, frozen(m.value), place(n, ""))
        try:
            s.text = _text(names, s, before)
        except WrongError as error:
            raise StatementError(error.message, place(n, error.member)) from None
        found.append(s)
        before = s
    return found


class StatementError(ValueError):
    """A statement that no line could say, and where it stands."""

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(message)
        self.message, self.place = message, place


def frozen(value: Any) -> Any:
    """A value as a statement holds it."""
    return tuple(frozen(v) for v in value) if isinstance(value, list) else value


def _text(names: Names, s: Statement, before: Statement | None) -> str:
    """A statement as a reader of the notation would keep it, without its country. Raises :class:`WrongError`."""
    facts = names.facts
    if s.subject:
        country(names, s.subject, "subject")
    if not facts.has(s):
        about = f"a country ({s.subject})" if s.subject else "the tracks"
        raise WrongError("field", f"of {about} there is no statement “{s.field}”")
    form = next((f for f in facts.of(s).forms if f.written and f.says(s.value)), None)
    if form is None:
        raise WrongError("value", f"{s.field} cannot be {_shown(s.value)}")
    _check(names, form, s)
    said = phrase(facts, s)
    if said.startswith(":"):
        if before is None or before.subject or facts.of(before).more != s.field:
            raise WrongError("field", f"“{s.field}” goes behind the statement that it says more of")
        if not s.value:
            raise WrongError("value", "the cards are missing")
        return said[2:]
    return said.replace("#", " # ")


def _shown(value: Any) -> str:
    return repr(value) if len(repr(value)) <= 60 else "this"


def _check(names: Names, form: Form, s: Statement) -> None:
    """Raises :class:`WrongError` for a value of the right shape that cannot be written."""
    value = s.value
    wrong = WrongError("value", f"{s.field} cannot be {_shown(value)}")
    match form.shape:
        case Shape.NUMBER | Shape.ZERO | Shape.COUNTED | Shape.CARD | Shape.NEGATIVE:
            fits = abs(value) <= MAX_NUMBER
        case Shape.CARDS:
            fits = all(not isinstance(v, bool) and 0 <= v <= MAX_NUMBER for v in value)
        case Shape.PLOT:
            fits = value in _PLOTS
        case Shape.PLOTS:
            fits = all(v in _PLOTS for v in value)
        case Shape.TAGGED_PLOT | Shape.LIMITED_PLOT:
            fits = len(value) == 1 and all(type(n) is int and 0 <= n <= MAX_NUMBER for n in value[0][1:])
            if fits:
                country(names, value[0][0], "value")
        case Shape.COUNTRY:
            fits = len(value) == 1
            if fits:
                country(names, value[0], "value")
        case Shape.TURN:
            fits = value[0] in ("J", "US") and 0 <= value[1] <= MAX_NUMBER
        case Shape.NAME:
            fits = True
            marker(names, value, "value")
        case _:
            fits = True
    if not fits:
        raise wrong
