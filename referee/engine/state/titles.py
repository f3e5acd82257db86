"""The titles of a deck in players' spelling: whole, shortened or misspelt."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from referee.engine.state.data import Card
from referee.engine.state.plain import NamedTuple

LONGEST = 7
"""Most words of a title."""
_SMALL = frozenset({"the", "of", "and", "al", "de", "to", "was", "a", "un", "us", "n"})
"""Optional words of a title."""
_LEAST = 4
"""Fewest letters of a word that may mean a title alone."""
_MOST = 24
"""Most letters of a word in a title."""
_LEAST_MISSPELT = 5
"""Fewest letters of a word that may have one wrong letter."""


def letters(word: str) -> str:
    """Return a word without accents, signs and case."""
    if word.isascii():
        return "".join([ch for ch in word.casefold() if ch.isalnum()])
    bare = unicodedata.normalize("NFKD", word.replace("ğ", "g"))
    return "".join(ch for ch in bare.casefold() if ch.isalnum())


def pieces(text: str) -> list[str]:
    """Return the words of a text, each in plain letters."""
    return [*filter(None, map(letters, re.split(r"[\s/&()-]+", text)))]


class Title(NamedTuple):
    """A title at the beginning of some words.

    ``cards`` are the numbers of all cards that it may mean; ``words`` is its length in words.
    """

    cards: tuple[int, ...]
    words: int
    whole: bool = True
    """Whether it is a whole title or a listed short form."""
    one: bool = True
    """Whether it means one title, not one of several."""


class Titles:
    """Find cards by their titles, short forms, single words and usual misspellings."""

    def __init__(self, cards: Iterable[Card]) -> None:
        cards = list(cards)
        self.cards = {card.number: card for card in cards}
        self._whole: dict[str, tuple[int, ...]] = {}
        self._words: list[tuple[list[str], tuple[int, ...]]] = []
        self._with: dict[str, set[int]] = defaultdict(set)
        """The places of titles by word, beginning, and word less a letter."""
        self._first: set[str] = set()
        """The first words of short forms."""
        self._numbers: set[str] = set()
        """The numbers in titles, and their beginnings."""
        of: dict[str, tuple[int, ...]] = {}
        forms: dict[str, tuple[int, ...]] = {}
        for card in cards:
            of[card.title] = (*of.get(card.title, ()), card.number)
            for form in card.short:
                self._first.add(pieces(form)[0])
                self._number(pieces(form))
            for key in {"".join(pieces(form)) for form in card.short}:
                forms[key] = (*forms.get(key, ()), card.number)
        self._one = set(of.values())
        for title, numbers in of.items():
            self._whole["".join(pieces(title))] = numbers
            for word in pieces(title):
                for key in {*_beginnings(word), *_misspelt(word)}:
                    self._with[key].add(len(self._words))
            self._words.append((pieces(title), numbers))
            self._number(pieces(title))
        self._whole = {**forms, **self._whole}

    def _number(self, words: Sequence[str]) -> None:
        self._numbers |= {word[:n] for word in words if word[0].isdigit() for n in range(1, len(word) + 1)}

    def of(self, text: str) -> tuple[int, ...]:
        """Return the cards with a text as their title or short form.

        The result is empty for other text.
        """
        return self._whole.get("".join(pieces(text)), ())

    def at(self, words: Sequence[str]) -> Title | None:
        """Return the longest title at the beginning of some words, or None."""
        return next(iter(self.all_at(words)), None)

    def all_at(self, words: Sequence[str]) -> Iterator[Title]:
        """Every title at the start: whole before partial, long before short."""
        said = [pieces(w) for w in words[:LONGEST]]
        for n in range(len(said), 0, -1):
            numbers = self._whole.get("".join(p for word in said[:n] for p in word), ()) if said[n - 1] else ()
            if numbers:
                yield Title(numbers, n, one=self._same(numbers))
        for n in range(len(said), 0, -1):
            found = self._in_part([p for word in said[:n] for p in word]) if said[n - 1] else ()
            if found:
                yield Title(found, n, whole=False, one=self._same(found))

    def may_begin_with(self, number: str) -> bool:
        """Whether a title may begin with this number: a quick test."""
        return number in self._numbers or len(number) >= _LEAST or not number.isascii()

    def may_begin(self, word: str) -> bool:
        """Whether a title may begin with this word: a quick test."""
        said = pieces(word)
        return bool(said) and (said[0] in self._first or said[0] in _SMALL or bool(self._near(said[0])))

    def _same(self, numbers: tuple[int, ...]) -> bool:
        return numbers in self._one

    def _in_part(self, said: list[str]) -> tuple[int, ...]:
        """Return the cards whose titles contain these words in order."""
        telling = [w for w in said if w not in _SMALL and len(w) >= _LEAST]
        if not telling or said[-1] in _SMALL or len(said) > LONGEST:
            return ()
        among = set.intersection(*(self._near(w) for w in telling))
        fits = [self._words[k] for k in among if _follows(said, self._words[k][0])]
        exact = [f for f in fits if all(w in f[0] for w in said if w not in _SMALL)]
        return tuple(sorted(n for _, numbers in exact or fits for n in numbers))

    def _near(self, word: str) -> set[int]:
        if len(word) > _MOST:
            return set()
        return set().union(*(self._with.get(key, ()) for key in {word, *_misspelt(word)}))


def _beginnings(word: str) -> Iterator[str]:
    yield word
    yield from (word[:n] for n in range(_LEAST, len(word)))


def _misspelt(word: str) -> Iterator[str]:
    """Return the variants of a word with one letter left out."""
    if len(word) >= _LEAST_MISSPELT:
        yield from (word[:i] + word[i + 1 :] for i in range(len(word)))


def _follows(said: Sequence[str], title: Sequence[str]) -> bool:
    """Return whether some words belong to a title, in its order.

    Small words may be missing or added.
    """
    place = 0
    for word in said:
        least = 1 if place else 2  # "UN Nation B", and no title by its first letter
        fits = (i for i in range(place, len(title)) if alike(word, title[i]) or _short_for(word, title[i], least))
        at = next(fits, None)
        if at is None and word not in _SMALL:
            return False
        place = place if at is None else at + 1
    return place > 0


def _short_for(word: str, whole: str, least: int) -> bool:
    return len(word) >= least and whole.startswith(word)


def alike(one: str, other: str) -> bool:
    """Return whether two words are the same or similar.

    One begins the other, or one letter is wrong, missing or swapped.
    """
    short, long = sorted((one, other), key=len)
    if one == other or (len(short) >= _LEAST and long.startswith(short)):
        return True
    if len(long) < _LEAST_MISSPELT:
        return False
    if len(long) == len(short) + 1:
        return any(long[:i] + long[i + 1 :] == short for i in range(len(long)))
    if len(long) != len(short):
        return False
    wrong = [i for i, (x, y) in enumerate(zip(short, long, strict=True)) if x != y]
    if len(wrong) == 2:
        i, j = wrong
        return j == i + 1 and short[i] == long[j] and short[j] == long[i]
    return len(wrong) == 1
