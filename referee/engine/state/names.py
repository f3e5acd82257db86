"""The names and statements in a ruleset's records.

The names of its countries and markers, and the facts that players can state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any

from referee.engine.state.data import TRACK, Card, CountryData
from referee.engine.state.facts.fact import Fact, Facts
from referee.engine.state.spelling import PART, SHORT, slips_of_all

if TYPE_CHECKING:
    from referee.engine.state.titles import Titles

NAME = 5
"""Letters from which another name of a country is no mere abbreviation."""
MOST_KEPT = 20_000
"""Most readings kept; text from outside may hold any number."""


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

    They are those of countries, with their short forms, and of event markers, and the facts that can be stated.
    Look-ups are cached here, so that two rulesets in one process never share names.
    """

    def __init__(
        self, countries: Iterable[CountryData], markers: Iterable[str], facts: Facts, cards: Iterable[Card] = ()
    ) -> None:
        self.forms = {form: c.name for c in countries for form in (c.name, *c.short)}
        """Every full name and short form as printed, with its country."""
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
        self._near: dict[tuple[str, ...], dict[str, int]] = {}
        self.pieces: dict[Any, Any] = {}
        """Statements read before, by their text (see :mod:`referee.parsers.notation.statements`)."""

    def with_facts(self, more: Iterable[Fact]) -> Names:
        """Return the same names with more facts to state."""
        found = copy(self)
        found.facts = Facts((*self.facts, *more))
        found.pieces = {}
        return found

    @cached_property
    def titles(self) -> Titles:
        """The titles of the cards; made on first use."""
        from referee.engine.state.titles import Titles

        return Titles(self.cards)

    def is_exact(self, text: str) -> bool:
        """Return whether this is a full name or a short form."""
        return plain(text) in self.exact

    def place(self, text: str) -> str | None:
        """The country (or the track) that ``text`` means; None if nothing fits.

        It may be a name, a short form, or the beginning of one name only. Raises :class:`Ambiguous` if several fit.
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

    @cached_property
    def _spelt(self) -> list[tuple[tuple[str, ...], str, bool]]:
        """Every form in plain letters: words, country, whether a name.

        The words come both apart and joined.
        """
        forms = {**dict.fromkeys(("track", "troops track", "troop track"), TRACK), **self.forms}
        found: dict[tuple[str, ...], tuple[str, bool]] = {}
        for form, name in forms.items():
            for words in ((plain(form),), tuple(map(plain, form.split()))):
                found[words] = name, name == TRACK or _is_name(form, name)
        return [(words, *meant) for words, meant in found.items()]

    def near(self, written: Sequence[str]) -> dict[str, int]:
        """The possible misspelt countries (or the track), with the wrong letters.

        A full name has to be near; then a country with a near abbreviation may be meant as well. A name written
        correctly means itself only.
        """
        key = tuple(map(plain, written))
        try:
            return self._near[key]
        except KeyError:
            found: dict[str, int] = {}
            named = False
            for words, country, is_name in self._spelt:
                wrong = slips_of_all(key, words, SHORT if is_name else PART)
                if wrong is not None:
                    found[country] = min(wrong, found.get(country, wrong))
                    named = named or is_name
            if 0 in found.values():
                found = {country: wrong for country, wrong in found.items() if not wrong}
            found = found if named else {}
            keep(self._near, key, found)
            return found

    def close_to(self, text: str) -> str:
        """A hint for a misspelt country: “did you mean Afghanistan?”.

        Returns "" if no name is close.
        """
        from difflib import get_close_matches

        found = list(self.near(text[:40].split())) or list(self.near([text[:40]]))
        if not found:
            known = {form.casefold(): name for form, name in self.forms.items()}
            found = [known[form] for form in get_close_matches(text.casefold()[:40], known, n=1, cutoff=0.7)]
        return f"did you mean {found[0]}?" if found else ""

    def marker(self, text: str) -> str | None:
        """The event marker of this name, or None."""
        return self.markers.get(plain(text))


def _is_name(form: str, country: str) -> bool:
    """Whether a form is a name of the country and no abbreviation."""
    short = plain(form)
    if form == country:
        return True
    begun = any(plain(word) != short and plain(word).startswith(short) for word in (country, *country.split()))
    return len(short) >= NAME and (not begun or short in map(plain, country.replace("/", " ").split()))


def keep(kept: dict[Any, Any], key: Any, value: Any) -> None:
    """Cache a value; clear a full cache first."""
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = value


NamesOf = Callable[[Mapping[str, str]], Names]
"""The function from a record's tags to its names."""
