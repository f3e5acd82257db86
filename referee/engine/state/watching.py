"""Records of the fields that are read from a board.

Only a board with unknown fields is ever watched. Meanwhile its objects have classes whose fields note each read; other
boards pay nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from referee.engine.state.plain import field, plain_dataclass

if TYPE_CHECKING:
    from referee.engine.state.board import Board


@plain_dataclass(eq=False)
class ReadFields:
    """The fields read, with their countries, and the names looked up there."""

    fields: set[tuple[str, str]] = field(default_factory=set)
    names: set[tuple[str, str, Any]] = field(default_factory=set)


_READS: ContextVar[ReadFields | None] = ContextVar("_READS", default=None)


class WatchedNames(tuple[Any, ...]):
    """Things by name that note each name looked up."""

    where: tuple[str, str] = ("", "")

    def __contains__(self, name: object) -> bool:
        reads = _READS.get()
        if reads is not None:
            reads.names.add((*self.where, name))
        return tuple.__contains__(self, name)


def _field(cls: type, name: str) -> property:
    """Return a field that notes each read.

    Facts of an edition are stored outside the slots.
    """
    slot = getattr(cls, name, None)
    kept: Callable[[Any], Any] = slot.__get__ if slot is not None else lambda thing: thing.__dict__[name]

    def read(thing: Any) -> Any:
        value = kept(thing)
        reads = _READS.get()
        if reads is None:
            return value
        where = (thing.data.name if hasattr(thing, "data") else "", name)
        reads.fields.add(where)
        if type(value) is tuple:
            value = WatchedNames(value)
            value.where = where
        return value

    def write(thing: Any, value: Any) -> None:
        if type(value) is WatchedNames:
            value = tuple(value)
        if slot is not None:
            slot.__set__(thing, value)
        else:
            thing.__dict__[name] = value

    return property(read, write)


_CLASSES: dict[tuple[str, frozenset[str]], type] = {}
_MOST_CLASSES = 64
_PAIRS: dict[tuple[type, type, frozenset[tuple[str, str]]], tuple[type, type]] = {}
"""The watching classes, by original classes and unknown fields."""
_MOST_PAIRS = 256


def _watched(cls: type, names: frozenset[str]) -> type:
    """Return a subclass with these fields watched."""
    key = cls.__name__, names
    if key not in _CLASSES:
        if len(_CLASSES) >= _MOST_CLASSES:
            _CLASSES.clear()
        fields = {name: _field(cls, name) for name in names}
        _CLASSES[key] = type(cls.__name__, (cls,), {"__slots__": (), "watched": True, **fields})
    return _CLASSES[key]


def _watch(board: Board) -> None:
    """Change the board's classes to those that note such reads."""
    countries = list(board.countries.values())
    key = type(board), type(countries[0]), board.unknown
    if key not in _PAIRS:
        if len(_PAIRS) >= _MOST_PAIRS:
            _PAIRS.clear()
        of_board = frozenset(name for where, name in board.unknown if not where and hasattr(board, name))
        of_country = frozenset(name for where, name in board.unknown if where and hasattr(countries[0], name))
        _PAIRS[key] = _watched(type(board), of_board), _watched(type(countries[0]), of_country)
    board.__class__, watched = _PAIRS[key]
    for country in countries:
        country.__class__ = watched


@contextmanager
def watching(board: Board) -> Iterator[ReadFields]:
    """Note each read of an unknown field, also for outer watchers."""
    reads = ReadFields()
    if not board.unknown:
        yield reads
        return
    things: list[Any] = [board, *board.countries.values()]
    classes = [type(thing) for thing in things]
    before = _READS.set(reads)
    try:
        if not hasattr(board, "watched"):
            _watch(board)
        yield reads
    finally:
        for thing, cls in zip(things, classes, strict=True):
            thing.__class__ = cls
        _READS.reset(before)
        if (outer := _READS.get()) is not None:
            outer.fields |= reads.fields
            outer.names |= reads.names
