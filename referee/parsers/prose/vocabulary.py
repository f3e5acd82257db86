"""A ruleset's vocabulary: countries, cards and common words.

The names are those that players use.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from referee.engine.state.names import MOST_KEPT, Names
from referee.engine.state.tables import read_toml
from referee.engine.state.titles import Title, alike, letters

_MOST_WORDS = 3
"""Most words of a use."""
_LEAST_MISSPELT = 7
"""Fewest letters of a country's name with one wrong letter."""


@cache
def words() -> dict[str, Any]:
    """The vocabulary of every ruleset."""
    return read_toml(Path(__file__).with_name("words.toml"))


@cache
def group(name: str) -> frozenset[str]:
    """The words of one kind."""
    return frozenset(words()["groups"][name])


@cache
def fill_pattern(text: str) -> re.Pattern[str]:
    """A pattern with {word} replaced by words of a kind."""
    return re.compile(re.sub(r"\{([a-z ]+)\}", lambda m: _any_of(m[1]), text))


@cache
def pattern(name: str) -> re.Pattern[str]:
    """A pattern of the vocabulary."""
    return fill_pattern("".join(words()["patterns"][name]))


def _any_of(name: str) -> str:
    said = meanings(name) if name in words() else group(name)
    return "|".join(re.escape(w) for w in sorted(said, key=len, reverse=True))


@cache
def common() -> frozenset[str]:
    """Every word of the vocabulary, none of which means a title."""
    meant = (
        w for section in ("sides", "uses", "tracks", "governance", "alignment", "posture") for w in meanings(section)
    )
    return frozenset(w for form in (*meant, *(w for g in words()["groups"].values() for w in g)) for w in form.split())


@cache
def meanings(section: str) -> dict[str, str]:
    """The meaning of each word of a section."""
    return {form: name for name, forms in words()[section].items() for form in forms}


def use_at(low: Sequence[str], i: int) -> tuple[str, int]:
    """The use named from a place, and its end, or ""."""
    named = ((meanings("uses").get(" ".join(low[i : i + n])), i + n) for n in range(_MOST_WORDS, 0, -1))
    return next(((use, end) for use, end in named if use), ("", i + 1))


def state(word: str) -> tuple[str, str] | None:
    """A word's statement of a country: kind and notation word."""
    return next(((k, m[word]) for k in ("governance", "alignment", "posture") if word in (m := meanings(k))), None)


def other(side: str) -> str:
    """The side of the other player."""
    return "J" if side == "US" else "US"


class Owners:
    """Owners of plays, dice and cards, by words.

    An owner is a side, a person, the writer or the other player.
    """

    def __init__(self, persons: Mapping[str, str] | None = None, writer: str = "") -> None:
        self.persons = {name.casefold(): side for name, side in (persons or {}).items()}
        sides = set(self.persons.values())
        self.writer = writer or (other(*sides) if len(sides) == 1 else "")
        """The writer's side, stated or inferred from the other player."""

    def of(self, word: str) -> str:
        """The side named by a word, or ""."""
        text = word.removesuffix("'s").removesuffix(".")
        if text in self.persons:
            return self.persons[text]
        if self.writer and text in group("mine"):
            return self.writer
        if self.writer and text in group("theirs"):
            return other(self.writer)
        return meanings("sides").get(text, "")


class Vocabulary:
    """Countries and cards of a ruleset, for sentences."""

    def __init__(self, names: Names) -> None:
        self.names, self.titles = names, names.titles
        self.sides = {card.number: card.side or "" for card in names.cards}
        """Cards, with the side of each event ("" for both)."""
        self.copies: dict[tuple[int, ...], str] = {}
        """Titles of repeated cards, by their numbers."""
        for card in names.cards:
            numbers = self.titles.of(card.title)
            if len(numbers) == numbers[-1] - numbers[0] + 1 > 1:
                self.copies[numbers] = card.title.casefold()
        present = set(names.forms.values())
        never = group("no country")
        self.known = {form.casefold(): name for form, name in names.forms.items() if form.casefold() not in never}
        self.known |= {form: name for form, name in meanings("countries").items() if name in present}
        printed = names.forms | {form: name for form, name in meanings("initials").items() if name in present}
        self.initials = {f: name for f, name in printed.items() if len(f) == 2 and f.casefold() not in self.known}
        """Two-letter countries in strong places, by printed name."""
        longest = sorted(self.known, key=len, reverse=True)
        self.countries = re.compile(
            r"(?<![\w/.])(?:" + "|".join(re.escape(f).replace(r"\ ", r"\s+") for f in longest) + r")(?![\w/])",
            re.IGNORECASE,
        )
        self._forms = [(letters(form), name) for form, name in self.known.items()]
        self.beginning = lru_cache(MOST_KEPT)(self._beginning)
        self._may_begin = lru_cache(MOST_KEPT)(self.titles.may_begin)
        self._titles_at = lru_cache(MOST_KEPT)(self._all_at)

    def shown(self, number: int, among: Sequence[int]) -> str:
        """A card for a line: number, shared title, or "?"."""
        return str(number or self.copies.get(tuple(among), "?"))

    def country(self, form: str) -> str:
        """The country of a form found by :attr:`countries`."""
        return self.known[re.sub(r"\s+", " ", form.casefold())]

    def _beginning(self, word: str) -> str | None:
        """The country begun or misspelt by a word, or None.

        Examples are "Philipp" and "Afganistan".
        """
        key = letters(word)
        fits = len(key) >= 4 and key.isalpha()
        found = {name for form, name in self._forms if form.startswith(key)} if fits else set()
        if not found and len(key) >= _LEAST_MISSPELT:
            found = {name for form, name in self._forms if form[0] == key[0] and alike(key, form)}
        return next(iter(found)) if len(found) == 1 else None

    def titles_at(self, said: tuple[str, ...]) -> tuple[Title, ...]:
        """Titles with the same first words, the likeliest first."""
        return self._titles_at(said) if said and self._may_begin(said[0]) else ()

    def _all_at(self, said: tuple[str, ...]) -> tuple[Title, ...]:
        return tuple(self.titles.all_at(said))
