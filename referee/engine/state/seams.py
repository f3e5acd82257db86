"""The three seams between cards and general rules.

At a seam a card, or a rule of a chapter, acts on rules that know nothing of it. A source registers a function or value
at a query, at a requirement or at a named moment. Registering has no effect by itself: a ruleset arms sources, and only
those act on its boards. If several act at one place, the last one to take effect has the last word (6.2.3).

Queries and moments are closed lists with their words and types, one list for each room whose rules ask:
:mod:`referee.engine.state.queries` and :mod:`~referee.engine.state.moments`, and modules of the same names in the
editions, which add to these.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import TYPE_CHECKING, Any, Generic, TypeVar, TypeVarTuple
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from referee.engine.law.play import Play
    from referee.engine.law.requirement import Amendment
    from referee.engine.state.board import Board

Source = int | str
"""A card by its number, or a rule by its own, such as "99.1"."""
S = TypeVar("S")
V = TypeVar("V")
K = TypeVar("K")
T = TypeVar("T")
Answer_co = TypeVar("Answer_co", covariant=True)
About = TypeVarTuple("About")


def citation(source: Source) -> str:
    """Return the citation of a source in a finding: "card 54", "7.3.3"."""
    return f"card {source}" if isinstance(source, int) else source


class Seam(Generic[K, T]):
    """The registrations at one kind of seam, by place and in order."""

    def __init__(self, kind: type[K]) -> None:
        self.kind = kind
        self.places: dict[K, list[tuple[Source, T]]] = {}
        self._sources: set[Source] = set()
        self._compiled: WeakValueDictionary[int, ArmedSeam[K, T]] = WeakValueDictionary()

    def register(self, place: K, source: Source, what: T) -> None:
        """Register ``what`` at ``place``, to act where ``source`` is armed."""
        if not isinstance(place, self.kind):
            raise TypeError(f"{place!r} is no {self.kind.__name__}")
        self.places.setdefault(place, []).append((source, what))
        self._sources.add(source)
        for compiled in list(self._compiled.values()):
            compiled.forget()

    def armed(self, sources: Set[Source]) -> ArmedSeam[K, T]:
        """Return the registrations of these armed sources."""
        made = ArmedSeam(self, sources)
        self._compiled[id(made)] = made
        return made

    def bears(self, source: Source) -> bool:
        """Return whether a source acts anywhere at this kind of seam."""
        return source in self._sources

    def of(self, source: Source) -> list[tuple[K, T]]:
        """Return the registrations of a source, each with its place."""
        return [(place, what) for place, found in self.places.items() for s, what in found if s == source]


class ArmedSeam(dict[K, tuple[T, ...]], Generic[K, T]):
    """The sources at each place under one ruleset.

    A place is looked up on first use.
    """

    __slots__ = ("__weakref__", "_sorted", "seam", "sources")

    def __init__(self, seam: Seam[K, T], sources: Set[Source]) -> None:
        super().__init__()
        self.seam, self.sources = seam, sources
        self._sorted: dict[K, tuple[tuple[Source, ...], tuple[T, ...]]] = {}

    def __missing__(self, place: K) -> tuple[T, ...]:
        found = tuple(what for _, what in self.registered(place))
        self[place] = found
        return found

    def registered(self, place: K) -> list[tuple[Source, T]]:
        """Return the registrations at a place with their sources, in order."""
        return [pair for pair in self.seam.places.get(place, ()) if pair[0] in self.sources]

    def forget(self) -> None:
        """Clear the cache after a new registration."""
        self.clear()
        self._sorted.clear()

    def at(self, place: K, order: tuple[Source, ...]) -> tuple[T, ...]:
        """Return the registrations at a place, in the order of their effects (6.2.3)."""
        acting = self[place]
        return acting if len(acting) < 2 else self._in_order(place, order)

    def _in_order(self, place: K, order: tuple[Source, ...]) -> tuple[T, ...]:
        """Return several registrations at a place in order.

        Sources outside ``order`` come first: cards by number, then rules.
        """
        last = self._sorted.get(place)
        if last is not None and last[0] is order:
            return last[1]
        when = {source: n for n, source in enumerate(order)}
        by_number = sorted(self.registered(place), key=lambda pair: (isinstance(pair[0], str), pair[0]))
        acting = tuple(what for _, what in sorted(by_number, key=lambda pair: when.get(pair[0], -1)))
        self._sorted[place] = order, acting
        return acting


class WatchedSeam(ArmedSeam[K, T]):
    """The same sources, each registration wrapped by a function."""

    __slots__ = ("watch",)

    def __init__(self, acting: ArmedSeam[K, T], watch: Callable[[Source, T], T]) -> None:
        super().__init__(acting.seam, acting.sources)
        self.watch = watch

    def registered(self, place: K) -> list[tuple[Source, T]]:
        return [(source, self.watch(source, what)) for source, what in super().registered(place)]


class _Member:
    """A member of a closed list, named after its attribute.

    ``words`` describe it. One that is ``offered`` has no source yet: it is there for an option.
    """

    def __init__(self, words: str, *, offered: bool = False) -> None:
        self.name, self.words, self.offered = "", words, offered

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name.lower().replace("_", " ")

    def __repr__(self) -> str:
        return self.name


class Query(_Member, Generic[S, V]):
    """A question about a subject; sources can change its answer."""


class Moment(_Member, Generic[Answer_co, *About]):
    """An occasion for sources to act.

    Each is given the play and the facts, and answers with a value.
    """


QUERIES: Seam[Query[Any, Any], Callable[[Board, Any, Any], Any]] = Seam(Query)
AMENDMENTS: Seam[str, Amendment] = Seam(str)
"""By the id of a requirement."""
AnyMoment = Moment[Any, *tuple[Any, ...]]
MOMENTS: Seam[AnyMoment, Callable[..., Any]] = Seam(Moment)


def modifies(query: Query[S, V], source: Source) -> Callable[[Callable[[Board, S, V], V]], Callable[[Board, S, V], V]]:
    """Register a function that changes the answer of ``query``.

    It gets the board, the subject and the value.
    """

    def register(function: Callable[[Board, S, V], V]) -> Callable[[Board, S, V], V]:
        QUERIES.register(query, source, function)
        return function

    return register


def on(
    moment: Moment[V, *About], source: Source
) -> Callable[[Callable[[Play, *About], V]], Callable[[Play, *About], V]]:
    """Register a function of ``source`` for a moment.

    It gets the play and the facts of the moment.
    """

    def register(function: Callable[[Play, *About], V]) -> Callable[[Play, *About], V]:
        MOMENTS.register(moment, source, function)
        return function

    return register
