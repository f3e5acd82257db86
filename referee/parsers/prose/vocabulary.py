"""The words that players of a ruleset write: its countries and cards by their names and nicknames, and common words."""

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
    """A card as a reader knows it: its number, its title and the side whose event it is ("" for both)."""

    number: int
    title: str
    side: str = ""


@cache
def words() -> dict[str, Any]:
    """The vocabulary that no ruleset knows."""
    with (Path(__file__).parent / "words.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def group(section: str, name: str) -> frozenset[str]:
    """The words of one kind."""
    return frozenset(words()[section][name])


def letters(word: str) -> str:
    """A word without accents, marks and case."""
    bare = unicodedata.normalize("NFKD", word.replace("ğ", "g"))
    return "".join(ch for ch in bare.casefold() if ch.isalnum())


_SMALL = frozenset({"the", "of", "and", "al", "de", "was", "for", "is", "a", "in", "to", "s", "el"})


class Vocabulary:
    """Countries and cards of a ruleset, as they are found in sentences."""

    def __init__(self, names: Names, titles: Iterable[Title]) -> None:
        self.names = names
        self.titles = {t.number: t for t in titles}
        self.words_of = {n: [letters(w) for w in re.findall(r"[^\s/&-]+", t.title)] for n, t in self.titles.items()}
        self.words_of = {n: [w for w in ws if w] for n, ws in self.words_of.items()}
        never = group("never", "countries")
        known = {form.casefold(): name for form, name in names.forms.items() if form.casefold() not in never}
        present = set(names.forms.values())
        for name, forms in words()["countries"].items():
            if name in present:
                known.update(dict.fromkeys(forms, name))
        self.known = known
        longest = sorted(known, key=len, reverse=True)
        self.countries = re.compile(
            r"(?<![\w/.])(?:" + "|".join(re.escape(f).replace(r"\ ", r"\s+") for f in longest) + r")(?![\w/])",
            re.IGNORECASE,
        )
        full: dict[str, list[int]] = {}
        for n, t in self.titles.items():
            full.setdefault(plain(t.title), []).append(n)
        self.full = full
        self._forms = [(letters(form), name) for form, name in known.items()]
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
        return bool(key) and any(_alike(key, w) for w in self.words_of.get(number, ()) if w not in _SMALL)

    def belongs(self, number: int, word: str) -> bool:
        """Whether a word may go on with the title of a card."""
        key = letters(word)
        return key in self.words_of.get(number, ()) or self.fits(number, word)

    def titled(self, text: str) -> list[int]:
        """The cards of this very title."""
        return self.full.get(plain(text), [])


def _alike(key: str, word: str) -> bool:
    if key == word:
        return True
    short, long = sorted((key, word), key=len)
    if len(short) >= 4 and long.startswith(short):
        return True
    if len(short) < 5 or abs(len(key) - len(word)) > 1:
        return False
    return _one_off(key, word)


def _one_off(a: str, b: str) -> bool:
    """Whether two words differ in one letter, or in two that changed places."""
    if len(a) == len(b):
        wrong = [i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]
        if len(wrong) == 2:
            i, j = wrong
            return j == i + 1 and a[i] == b[j] and a[j] == b[i]
        return len(wrong) == 1
    short, long = sorted((a, b), key=len)
    return any(long[:i] + long[i + 1 :] == short for i in range(len(long)))
