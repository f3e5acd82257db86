"""Names of countries and markers as players write them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from referee.engine.data import COUNTRIES, TRACK, marker_names


class Ambiguous(Exception):
    """A short form that fits several names."""

    def __init__(self, text: str, candidates: list[str]) -> None:
        super().__init__(f"“{text}” can mean {', '.join(candidates)}")
        self.candidates = candidates


def plain(text: str) -> str:
    """Letters, digits and slashes only, in lower case."""
    return "".join(ch for ch in text.casefold() if ch.isalnum() or ch == "/")


@cache
def exact_names() -> dict[str, str]:
    """Every full name and short form, in plain letters."""
    found = {plain(w): TRACK for w in ("track", "troops track", "troop track")}
    for c in COUNTRIES.values():
        for word in (c.name, *c.short):
            found[plain(word)] = c.name
            found[plain(word).replace("/", "")] = c.name
    return found


@lru_cache(maxsize=10_000)
def is_exact(text: str) -> bool:
    """Whether this is a full name or a short form, not only the beginning of one."""
    return plain(text) in exact_names()


@lru_cache(maxsize=10_000)
def place(text: str) -> str | None:
    """The country (or the track) that ``text`` means: its name, a short form, or a beginning that fits one only.

    None if nothing fits; raises :class:`Ambiguous` if several do.
    """
    key = plain(text)
    if not key:
        return None
    exact = exact_names().get(key)
    if exact is not None:
        return exact
    if len(key) < 2 and not any(plain(n).startswith(key) for n in COUNTRIES):
        return None
    fitting = sorted(
        {c for name, c in exact_names().items() if c != TRACK and name.startswith(key) and plain(c).startswith(key)}
    )
    if not fitting:
        fitting = sorted({c for name, c in exact_names().items() if c != TRACK and name.startswith(key)})
    if len(fitting) > 1:
        raise Ambiguous(text, fitting)
    return fitting[0] if fitting else None


def close_to(text: str, words: Iterable[str] | None = None) -> str:
    """A hint for a misspelt word: “did you mean Afghanistan?”; empty if nothing is close."""
    from difflib import get_close_matches

    known = {
        w.casefold(): w
        for w in (words if words is not None else (n for c in COUNTRIES.values() for n in (c.name, *c.short)))
    }
    found = get_close_matches(text.casefold()[:40], known, n=1, cutoff=0.7)
    return f"did you mean {known[found[0]]}?" if found else ""


@cache
def _markers() -> dict[str, str]:
    return {plain(m): m for m in marker_names()}


def marker(text: str) -> str | None:
    """The event marker of this name, or None."""
    return _markers().get(plain(text))
