"""The three seams at which a card, or a rule of a chapter, acts on rules that know nothing of it.

A source registers what it does at a query, at a requirement or at a named moment. Registering has no effect by itself:
a ruleset arms sources, and only those act on its boards.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from referee.engine.requirement import Amendment

Source = int | str
"""A card by its number, or a rule by its own, such as "99.1"."""
T = TypeVar("T")


def cited(source: Source) -> str:
    """A source as findings cite it: "card 54", or the number of the rule."""
    return f"card {source}" if isinstance(source, int) else source


class Seam(Generic[T]):
    """What sources have registered at one kind of seam, by the name of the place, in the order of registration."""

    def __init__(self) -> None:
        self.places: dict[str, list[tuple[Source, T]]] = {}
        self._compiled: WeakValueDictionary[int, Acting[T]] = WeakValueDictionary()

    def register(self, place: str, source: Source, what: T) -> None:
        """From now on ``what`` acts at ``place`` wherever ``source`` is armed."""
        self.places.setdefault(place, []).append((source, what))
        for compiled in list(self._compiled.values()):
            compiled.clear()

    def armed(self, sources: Set[Source]) -> Acting[T]:
        """What acts where these sources are armed."""
        made = Acting(self, sources)
        self._compiled[id(made)] = made
        return made

    def of(self, source: Source) -> list[tuple[str, T]]:
        """What a source does: the places, and what it has registered there."""
        return [(place, what) for place, found in self.places.items() for s, what in found if s == source]


class Acting(dict[str, tuple[T, ...]]):
    """What acts at each place under one ruleset; a place is looked up when somebody first asks for it."""

    __slots__ = ("__weakref__", "seam", "sources")

    def __init__(self, seam: Seam[T], sources: Set[Source]) -> None:
        super().__init__()
        self.seam, self.sources = seam, sources

    def __missing__(self, place: str) -> tuple[T, ...]:
        found = tuple(what for source, what in self.seam.places.get(place, ()) if source in self.sources)
        self[place] = found
        return found


QUERIES: Seam[Callable[..., Any]] = Seam()
AMENDMENTS: Seam[Amendment] = Seam()
MOMENTS: Seam[Callable[..., Any]] = Seam()
