"""The wording of statements, as data.

A notation reads and writes statements by these forms. They contain no parser: a parser knows the spelling of each shape
of value, and a fact the words before it.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from referee.engine.state.plain import plain_dataclass


class Shape(Enum):
    """The value before or after the words of a statement."""

    FIXED = "nothing: the words alone are the statement"
    NUMBER = "a number"
    NEGATIVE = "a number, which counts below zero"
    ZERO = "the number 0"
    COUNTED = "a number in front of the words"
    CARD = "the number of a card, ? for one that is not known"
    CARDS = "numbers of cards, ? for one that is not known"
    PLOT = "a Plot marker"
    PLOTS = "Plot markers"
    LIMITED_PLOT = "a Plot marker on the map by country and place, and a number"
    TAGGED_PLOT = "a Plot marker on the map by country and place"
    TURN = "a side and a number"
    COUNTRY = "a country"
    NAME = "the name of an event marker"


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _tuple_of(kind: type) -> Any:
    return lambda v: isinstance(v, tuple) and all(isinstance(x, kind) for x in v)


_FITS: dict[Shape, Any] = {
    Shape.NUMBER: lambda v: _whole(v) and v >= 0,
    Shape.NEGATIVE: lambda v: _whole(v) and v < 0,
    Shape.ZERO: lambda v: _whole(v) and v == 0,
    Shape.COUNTED: lambda v: _whole(v) and v >= 0,
    Shape.CARD: lambda v: _whole(v) and v >= 0,
    Shape.CARDS: _tuple_of(int),
    Shape.PLOT: lambda v: isinstance(v, str),
    Shape.PLOTS: _tuple_of(str),
    Shape.LIMITED_PLOT: lambda v: isinstance(v, tuple) and all(isinstance(x, tuple) and len(x) == 3 for x in v),
    Shape.TAGGED_PLOT: lambda v: isinstance(v, tuple) and all(isinstance(x, tuple) and len(x) == 2 for x in v),
    Shape.TURN: lambda v: isinstance(v, tuple) and len(v) == 2 and isinstance(v[0], str) and _whole(v[1]),
    Shape.COUNTRY: _tuple_of(str),
    Shape.NAME: lambda v: isinstance(v, str),
}


@plain_dataclass(frozen=True)
class StatementForm:
    """One wording of a statement.

    ``words`` are in canonical form, separated by spaces; ``J`` and ``US`` stand for any spelling of a side. ``also``
    are other wordings with the same meaning. ``value`` is the value of a form of shape FIXED.
    """

    words: str
    shape: Shape = Shape.FIXED
    value: Any = None
    also: tuple[str, ...] = ()
    written: bool = True
    """Whether it is written, and not only read."""
    one: str = ""
    """The words after the number 1, if they differ."""

    def says(self, value: Any) -> bool:
        """Return whether this form can express ``value``."""
        if self.shape is Shape.FIXED:
            return type(value) is type(self.value) and bool(value == self.value)
        return bool(_FITS[self.shape](value))
