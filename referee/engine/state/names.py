"""The names and statements in a ruleset's records.

They are the names of its countries and markers, and the facts that players can state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any

from referee.engine.state.data import TRACK, Card, CountryData
from referee.engine.state.facts.fact import Fact, Facts

if TYPE_CHECKING:
    from referee.engine.state.titles import Titles

MOST_KEPT = 20_000
"""Most readings that are kept; text from outside may hold any number."""


class Ambiguous(Exception):
    """A short form that fits several names."""

    def __init__(self, text: str, candidates: list[str]) -> None:
        super().__init__(f"“{text}” can mean {', '.join(candidates)}")
        self.candidates = candidates


def plain(text: str) -> str:
    """Letters, digits and slashes only, in lower case."""
    return "".join(ch for ch in text.casefold() if ch.isalnum() or ch == "/")


class Names:
    """The names that a reader knows.

    They are those of countries, with their short forms, and of event markers; and the facts that can be stated. What
    was looked up once is kept here, so that two rulesets in one process never see each other's names.
    """

    def __init__(
        self, countries: Iterable[CountryData], markers: Iterable[str], facts: Facts, cards: Iterable[Card] = ()
    ) -> None:
        self.forms = {form: c.name for c in countries for form in (c.name, *c.short)}
        """Every full name and short form as it is printed, with the country."""
        self.exact = {plain(w): TRACK for w in ("track", "troops track", "troop track")}
        """Every full name and short form in plain letters."""
        for form, name in self.forms.items():
            self.exact[plain(form)] = name
            self.exact[plain(form).replace("/", "")] = name
        self.markers = {plain(m): m for m in markers}
        self.countries = frozenset(self.forms.values())
        self.marker_names = frozenset(self.markers.values())
        """The names in full."""
        self.cards = tuple(cards)
        self.facts = facts
        self._places: dict[str, str | None] = {}
        self.pieces: dict[Any, Any] = {}
        """Statements that were read before, by their text (see :mod:`referee.parsers.notation.statements`)."""

    def with_facts(self, more: Iterable[Fact]) -> Names:
        """The same names where more can be stated."""
        found = copy(self)
        found.facts = Facts((*self.facts, *more))
        found.pieces = {}
        return found

    @cached_property
    def titles(self) -> Titles:
        """The titles of the cards; made only for a text that has some."""
        from referee.engine.state.titles import Titles

        return Titles(self.cards)

    def is_exact(self, text: str) -> bool:
        """Whether this is a full name or a short form, not only the beginning of one."""
        return plain(text) in self.exact

    def place(self, text: str) -> str | None:
        """The country (or the track) that ``text`` means: its name, a short form, or a beginning that fits one only.

        None if nothing fits; raises :class:`Ambiguous` if several do.
        """
        try:
            return self._places[text]
        except KeyError:
            found = self._place(text)
            keep(self._places, text, found)
            return found

    def _place(self, text: str) -> str | None:
        key = plain(text)
        if not key:
            return None
        exact = self.exact.get(key)
        if exact is not None:
            return exact
        begun = {name: c for name, c in self.exact.items() if c != TRACK and name.startswith(key)}
        if len(key) < 2 and not any(plain(n).startswith(key) for n in self.forms.values()):
            return None
        fitting = sorted({c for c in begun.values() if plain(c).startswith(key)}) or sorted(set(begun.values()))
        if len(fitting) > 1:
            raise Ambiguous(text, fitting)
        return fitting[0] if fitting else None

    def close_to(self, text: str, words: Iterable[str] | None = None) -> str:
        """A hint for a misspelt word: “did you mean Afghanistan?”; empty if nothing is close."""
        from difflib import get_close_matches

        known = {w.casefold(): w for w in (self.forms if words is None else words)}
        found = get_close_matches(text.casefold()[:40], known, n=1, cutoff=0.7)
        return f"did you mean {known[found[0]]}?" if found else ""

    def marker(self, text: str) -> str | None:
        """The event marker of this name, or None."""
        return self.markers.get(plain(text))


def keep(kept: dict[Any, Any], key: Any, value: Any) -> None:
    """Cache a value; clear a full cache first."""
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = value


NamesOf = Callable[[Mapping[str, str]], Names]
"""The names that a record with these tags goes by: its scenario names a ruleset."""
