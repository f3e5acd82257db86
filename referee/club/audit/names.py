"""Names of players: which are one, and which may be.

Capitals and blanks make no other person. Everything else is asked: what is likely here is a question, never an answer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from itertools import combinations

_NOBODY = frozenset({"", "?", "-"})
MOST_COMPARED = 400
"""Most names that are compared with each other."""
MOST_LIKELY = 40
"""Most pairs in the report."""
LONG = 5
"""Least letters of a name in which a letter may be mistaken."""
ALIKE = 0.84
"""Least likeness of two different spellings."""


def spelling(name: str) -> str:
    """A name without needless blanks."""
    return re.sub(r"\s+", " ", name).strip()


def person(name: str) -> str:
    """The key of a player, independent of blanks and capitals.

    "" for no name.
    """
    plain = spelling(name).casefold()
    return "" if plain in _NOBODY else plain


def likely(names: Iterable[str], apart: Callable[[str, str], bool]) -> list[tuple[str, str]]:
    """Pairs of names that may be one player, the fuller first.

    Without the pairs in ``apart``, known to be two.
    """
    order = sorted(names, key=person)[:MOST_COMPARED]
    words = {name: _words(name) for name in order}
    found = [(a, b) for a, b in combinations(order, 2) if _alike(words[a], words[b]) and not apart(a, b)]
    return [(b, a) if len("".join(words[b])) > len("".join(words[a])) else (a, b) for a, b in found[:MOST_LIKELY]]


def _words(name: str) -> list[str]:
    """The words of a name without accents, points and capitals."""
    bare = "".join(ch for ch in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(ch))
    return re.findall(r"[^\W_]+", bare)


def _alike(a: list[str], b: list[str]) -> bool:
    """Whether two names may be one.

    The same letters, a part left out or shortened, or a wrong letter.
    """
    if not a or not b:
        return False
    if "".join(sorted(a)) == "".join(sorted(b)) or "".join(a) == "".join(b):
        return True
    short, long = sorted((a, b), key=len)
    if len(a) == len(b) and len(a) > 1:
        same = [x == y for x, y in zip(a, b, strict=True)]
        begun = [x.startswith(y) or y.startswith(x) for x, y in zip(a, b, strict=True)]
        if all(begun) and any(s and len(x) > 1 for s, x in zip(same, a, strict=True)):
            return True
    if len(short) < len(long) and set(short) <= set(long) and any(len(w) > 2 for w in short):
        return True
    one, other = "".join(a), "".join(b)
    if min(len(one), len(other)) < LONG or any(map(str.isdigit, one + other)):
        return False
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= ALIKE
