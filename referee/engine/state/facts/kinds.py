"""Kinds of facts for the list of any edition.

They are numbers, markers, choices, piles of cards, and derived values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from referee.engine.state.facts.fact import NOWHERE, Fact, Problem, StatementWriter, Where
from referee.engine.state.facts.form import Shape, StatementForm
from referee.engine.state.script import Statement
from referee.engine.state.watching import watching
from referee.engine.state.words import counts, plural

if TYPE_CHECKING:
    from referee.engine.state.board import Board


def rests_of_names(board: Board, where: Where, value: Any) -> frozenset[Where]:
    """Return the field of named things, unless all are known."""
    names = value if isinstance(value, tuple) else (value,)
    if value is not None and all((*where, name) in board.named for name in names):
        return frozenset()
    return frozenset((where,))


def number(words: str, *also: str) -> tuple[StatementForm, ...]:
    """The forms of a number after its words."""
    return (StatementForm(words, Shape.NUMBER, also=also),)


def there_or_not(words: str) -> tuple[StatementForm, ...]:
    """The forms of a marker: its words, and its words after "no"."""
    return StatementForm(words, value=True), StatementForm(f"no {words}", value=False)


def counted(words: str, one: str = "", also: str | tuple[str, ...] = ()) -> tuple[StatementForm, ...]:
    """Return the forms of a number before its words.

    "no" stands for 0; ``one`` is the form for 1.
    """
    other = tuple(w for w in (one, *([also] if isinstance(also, str) else also)) if w)
    return (
        StatementForm(words, Shape.COUNTED, one=one, also=other),
        StatementForm(f"no {words}", value=0, also=tuple(f"no {w}" for w in other), written=False),
    )


MOST_PLACES = 15
"""Most places to try for an unstated number on a track."""


class Number(Fact):
    """A number on a track, between two ends."""

    low: int = 0
    high: int = 9999
    unsaid: int | None = None
    """The default value, which a position need not state."""
    steps: ClassVar[bool] = True

    def stepped(self, board: Board, by: int) -> int:
        """The value after a change, limited to the ends of the track."""
        return max(self.low, min(self.top(board), int(getattr(board, self.attribute)) + by))

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        value = getattr(board, self.attribute)
        return () if value == self.unsaid else (value,)

    def top(self, board: Board) -> int:
        """The upper end of the track."""
        return self.high

    def conceivable(self, board: Board, subject: str) -> Iterable[Any]:
        return range(self.low, min(self.top(board), self.low + MOST_PLACES) + 1)

    def absence(self, board: Board, subject: str) -> list[Any]:
        return [] if self.unsaid else [getattr(board, self.attribute)]

    def write(self, w: StatementWriter, s: Statement) -> None:
        value, high = s.value, self.top(w.play.board)
        if w.strict and not self.low <= value <= high:
            value = max(self.low, min(high, value))
            w.short.append(f"{self.heading} ends at {value}")
        w.write(self.name, (w.play.board, self.attribute, value), note=s.text)

    def problems(self, board: Board) -> Iterator[Problem]:
        value, high = getattr(board, self.attribute), self.top(board)
        if value is not None and not self.low <= value <= high:
            message = f"{self.heading} must be {self.low} to {high}; the position has {value}"
            yield Problem(self.rule, message, "", (self.name,))


class Marker(Fact):
    """A marker in a country.

    ``supply`` is the number of markers, 0 for unlimited.
    """

    noun: str = ""
    supply: int = 0
    lies: bool = True

    def phrase(self, value: Any) -> str:
        return f"{'a' if value else 'no'} {self.noun}"

    def words(self, value: Any) -> str:
        return self.name if value else f"no {self.name}"

    def changed(self, before: Any, after: Any) -> str:
        return f"{self.label} {'placed' if after else 'removed'}"

    def noted(self, board: Board, subject: str) -> str:
        return self.label if getattr(board[subject], self.attribute) else ""

    def conceivable(self, board: Board, subject: str) -> Iterable[Any]:
        return True, False

    def on_map(self, board: Board) -> int:
        return sum(bool(getattr(c, self.attribute)) for c in board.countries.values())

    def write(self, w: StatementWriter, s: Statement) -> None:
        if w.strict and s.value and self.supply and self.on_map(w.play.board) >= self.supply:
            w.short.append(f"every {self.noun} marker lies elsewhere, {self.supply} in all")
            return
        Fact.write(self, w, s)

    def problems(self, board: Board) -> Iterator[Problem]:
        yield from Fact.problems(self, board)
        have = self.on_map(board)
        if self.supply and have > self.supply:
            message = f"there are {self.supply} {self.noun} markers in the game; this position has {have}"
            yield Problem(self.rule, message, "*", (self.name,))


class CountFact(Fact):
    """The number of a thing on a country, such as Aid.

    Pieces with a supply are :class:`Pieces`.
    """

    noun: tuple[str, str] = ("", "")
    column: bool = False
    """Whether a table of countries has a column for it."""
    lies: bool = True

    def drawn_words(self) -> tuple[str, ...]:
        return tuple(f"{{}} {noun}" for noun in self.noun)

    def phrase(self, value: Any) -> str:
        return plural(value, *self.noun, none="no")

    def several(self, values: Iterable[int]) -> str:
        numbers = set(values)
        return counts(numbers, *self.noun) if all(numbers) else Fact.several(self, numbers)

    def noted(self, board: Board, subject: str) -> str:
        value = getattr(board[subject], self.attribute)
        return f"{self.label} {value}" if value and not self.column else ""

    def conceivable(self, board: Board, subject: str) -> Iterable[Any]:
        return range(3)

    def problems(self, board: Board) -> Iterator[Problem]:
        yield from Fact.problems(self, board)
        for name, c in board.countries.items():
            if getattr(c, self.attribute) < 0:
                yield Problem(
                    self.rule, f"{board.rules.named(name):has} fewer than no {self.noun[1]}", name, (self.name,)
                )


class ChoiceFact(Fact):
    """One of several named values; "" for none."""

    nothing: str = "unmarked"
    """The word for "no value" in a sentence."""

    def words(self, value: Any) -> str:
        return str(value).capitalize() if value else self.nothing

    def shown(self, value: Any) -> str:
        return str(value).capitalize() if value else "unmarked"

    def conceivable(self, board: Board, subject: str) -> Iterable[Any]:
        return [form.value for form in self.forms]

    def absence(self, board: Board, subject: str) -> list[Any]:
        return []


class DerivedFact(Fact):
    """A value that follows from the rest of the board."""

    derived: bool = True
    count: Callable[[Board], Any]

    def actual(self, board: Board, s: Statement) -> Any:
        return self.count(board)

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return ()

    def plain(self, board: Board) -> Any:
        return self.count(board)

    def rests_on(self, board: Board, s: Statement) -> frozenset[Where]:
        """Return the unknown fields that are read to compute it."""
        with watching(board) as reads:
            self.actual(board, s)
        return frozenset(reads.fields & board.unknown)

    def write(self, w: StatementWriter, s: Statement) -> None:
        """Write nothing: it follows from the rest."""

    def drawn(self, board: Board, subject: str) -> Any:
        return self.count(board)


class CardPile(Fact):
    """Cards in a pile or a box; 0 for an unnamed card.

    A statement names some of the cards and leaves the others open.
    """

    by_name = True

    def have(self, board: Board) -> tuple[int, ...]:
        found: tuple[int, ...] = getattr(board, self.attribute)
        return found

    def rests_on(self, board: Board, s: Statement) -> frozenset[Where]:
        return rests_of_names(board, ("", self.attribute), s.value)

    def in_part(self, board: Board, subject: str) -> list[Statement]:
        if ("", self.attribute) not in board.unknown:
            return [Statement("", self.name, v, NOWHERE) for v in self.values(board, subject)]
        there = tuple(n for n in self.have(board) if ("", self.attribute, n) in board.named)
        return [Statement("", self.name, there, NOWHERE)] if there else []

    def actual(self, board: Board, s: Statement) -> Any:
        return self.have(board)

    def holds(self, board: Board, s: Statement) -> bool:
        have = self.have(board)
        unknown = sum(v != 0 and v not in have for v in s.value) + s.value.count(0)
        return bool(unknown <= have.count(0) + sum(n not in s.value for n in have if n) * (0 in s.value))

    def words(self, value: Any) -> str:
        return " ".join(str(n or "?") for n in value) or "none"

    def write(self, w: StatementWriter, s: Statement) -> None:
        if w.strict:
            self.learn(w, s)
        have = getattr(w.play.board, self.attribute)
        more = tuple(v for v in s.value if v == 0 or v not in have)
        w.write(self.name, (w.play.board, self.attribute, (*have, *more)), note=s.text)

    def learn(self, w: StatementWriter, s: Statement) -> None:
        """Name an unnamed card."""
        have = list(getattr(w.play.board, self.attribute))
        for card in s.value:
            if card and card not in have and 0 in have:
                have[have.index(0)] = card
        w.write(self.name, (w.play.board, self.attribute, tuple(have)), note=s.text)

    def plain(self, board: Board) -> Any:
        return [n or None for n in self.have(board)]


class LookBack(Fact):
    """Countries of a recent occurrence (5.2.2).

    Recent is this Action Phase, or ``ago`` phases before it.
    """

    by_name = True
    ago: int = 0
    order: int = 8

    def actual(self, board: Board, s: Statement) -> Any:
        return tuple({name for when, name in getattr(board, self.attribute) if when >= board.phases - 1})

    def holds(self, board: Board, s: Statement) -> bool:
        return all(v in self.actual(board, s) for v in s.value)

    def write(self, w: StatementWriter, s: Statement) -> None:
        b = w.play.board
        added = tuple((b.phases - self.ago, v) for v in s.value)
        w.write(self.name, (b, self.attribute, (*getattr(b, self.attribute), *added)), note=s.text)

    def rests_on(self, board: Board, s: Statement) -> frozenset[Where]:
        return rests_of_names(board, ("", self.attribute), s.value)

    def conceivable(self, board: Board, subject: str) -> Iterable[Any]:
        return ((subject,),) if subject else ()

    def in_part(self, board: Board, subject: str) -> list[Statement]:
        found = [Statement("", self.name, v, NOWHERE) for v in self.values(board, subject)]
        known = ("", self.attribute) not in board.unknown
        return [s for s in found if known or ("", self.attribute, *s.value) in board.named]

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return [(name,) for when, name in getattr(board, self.attribute) if when == board.phases - self.ago]

    def cells(self, board: Board, subject: str) -> None:
        return None


class LineClaim(Fact):
    """A claim about its line, not about the board.

    For instance whether a roll succeeded, or which marker was turned over.
    """

    def actual(self, board: Board, s: Statement) -> Any:
        return None

    def holds(self, board: Board, s: Statement) -> bool:
        return True

    def write(self, w: StatementWriter, s: Statement) -> None:
        """Write nothing: the board has no such field."""

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        return ()
