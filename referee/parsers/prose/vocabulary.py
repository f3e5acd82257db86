"""The vocabulary of a ruleset's players.

It has the countries and cards by their names and nicknames, and common words.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from referee.engine.names import Names, keep, plain


class Title(NamedTuple):
    """A card as a reader knows it.

    It has its number, its title and the side whose event it is ("" for both).
    """

    number: int
    title: str
    side: str = ""


@cache
def words() -> dict[str, Any]:
    """The vocabulary that no ruleset knows."""
    with (Path(__file__).parent / "words.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def group(name: str) -> frozenset[str]:
    """The words of one kind."""
    return frozenset(words()["groups"][name])


@cache
def meanings(section: str) -> dict[str, str]:
    """The meaning of each word of a section."""
    return {form: name for name, forms in words()[section].items() for form in forms}


def state(word: str) -> tuple[str, str] | None:
    """What a word states of a country: its kind and the notation's word."""
    return next(((k, m[word]) for k in ("governance", "alignment", "posture") if word in (m := meanings(k))), None)


def letters(word: str) -> str:
    """A word without accents, marks and case."""
    bare = unicodedata.normalize("NFKD", word.replace("ğ", "g"))
    return "".join(ch for ch in bare.casefold() if ch.isalnum())


class Vocabulary:
    """Countries and cards of a ruleset, as they are found in sentences."""

    def __init__(self, names: Names, titles: Iterable[Title]) -> None:
        self.names = names
        self.titles = {t.number: t for t in titles}
        self.words_of = {
            n: [*filter(None, map(letters, re.split(r"[\s/&-]+", t.title)))] for n, t in self.titles.items()
        }
        present = set(names.forms.values())
        never = group("no country")
        self.known = {form.casefold(): name for form, name in names.forms.items() if form.casefold() not in never}
        self.known |= {form: name for form, name in meanings("countries").items() if name in present}
        longest = sorted(self.known, key=len, reverse=True)
        self.countries = re.compile(
            r"(?<![\w/.])(?:" + "|".join(re.escape(f).replace(r"\ ", r"\s+") for f in longest) + r")(?![\w/])",
            re.IGNORECASE,
        )
        self.full: dict[str, list[int]] = {}
        for n, t in self.titles.items():
            self.full.setdefault(plain(t.title), []).append(n)
        self._forms = [(letters(form), name) for form, name in self.known.items()]
        self._beginnings: dict[str, str | None] = {}

    def country(self, form: str) -> str:
        """The country of a form that :attr:`countries` found."""
        return self.known[re.sub(r"\s+", " ", form.casefold())]

    def beginning(self, word: str) -> str | None:
        """The country of which a word is the beginning, "Afghan" or "Philipp"; None if it is of none or of several."""
        if word not in self._beginnings:
            key = letters(word)
            fits = len(key) >= 4 and key.isalpha()
            found = {name for form, name in self._forms if form.startswith(key)} if fits else set()
            keep(self._beginnings, word, next(iter(found)) if len(found) == 1 else None)
        return self._beginnings[word]

    def fits(self, number: int, word: str) -> bool:
        """Whether a word is one of the title of a card, its beginning, or nearly so."""
        key = letters(word)
        return bool(key) and any(_alike(key, w) for w in self.words_of.get(number, ()) if w not in group("small"))

    def belongs(self, number: int, word: str) -> bool:
        """Whether a word may go on with the title of a card."""
        return letters(word) in self.words_of.get(number, ()) or self.fits(number, word)

    def titled(self, text: str) -> list[int]:
        """The cards of this very title."""
        return self.full.get(plain(text), [])


def _alike(key: str, word: str) -> bool:
    """Whether one of two words is the beginning of the other, or they differ in one letter or in two swapped ones."""
    short, long = sorted((key, word), key=len)
    if key == word or (len(short) >= 4 and long.startswith(short)):
        return True
    if len(short) < 5 or len(long) - len(short) > 1:
        return False
    if len(short) < len(long):
        return any(long[:i] + long[i + 1 :] == short for i in range(len(long)))
    wrong = [i for i, (x, y) in enumerate(zip(short, long, strict=True)) if x != y]
    if len(wrong) == 2:
        i, j = wrong
        return j == i + 1 and short[i] == long[j] and short[j] == long[i]
    return len(wrong) == 1
