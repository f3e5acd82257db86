"""Answers in words, as written in a record."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

WITH_ARTICLE = frozenset({"United States", "United Kingdom", "Gulf States", "Philippines", "Caucasus"})
"""Countries that take "the" in a sentence."""
WRITE = "Write: "
"""The lead of a whole line to write."""
_AS_WRITTEN = rf"“[^”]*”|{WRITE}.*"
_NAMES = "|".join(sorted(WITH_ARTICLE))
_BEFORE = ("in", "within", "for", "from", "to", "of", "into", "than", "at", "between", "beside", "targets", "means")
_ARTICLE = re.compile(rf"{_AS_WRITTEN}|\b({'|'.join(_BEFORE)}) ({_NAMES})\b", re.DOTALL)
"""A country in need of its article.

Quotations and lines to write match too, and stay unchanged.
"""
PLURAL = "Gulf States"
"""The country with a plural name."""
_REGULAR = "belong bring change come cost count end fit gain get hit hold keep lack lie move need receive roll shift show stay take turn"
_UNCHANGING = "can cannot did had may must would are have were tie"
_VERBS = (
    {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go", "becomes": "become", "loses": "lose"}
    | {f"{verb}s": verb for verb in _REGULAR.split()}
    | {verb: verb for verb in _UNCHANGING.split()}
)
"""Verbs of sentences about a country, each with its plural."""
_SUBJECT = re.compile(
    rf"{_AS_WRITTEN}|(?<![\w#])(?:(the|The) )?({_NAMES})((?: (?:already|always|never|now|still))?) ({'|'.join(_VERBS)})\b",
    re.DOTALL,
)
"""A country as the subject of a sentence, with its verb."""
CELLS = {"s": "Sleeper", "a": "Active"}
_BETWEEN = re.compile(r"(?:(?<!\d)\.|\.(?!\d)|[^\w.]|_)+")
"""The separators of words that are looked up.

A point within a number is none.
"""


UNCHANGED = frozenset({"Militia"})
"""Nouns with the same form for one and for several."""


def plural(n: int, word: str) -> str:
    """ "1 mistake", "2,000 mistakes"."""
    return f"{n:,} {word}{'s' * (n != 1 and word not in UNCHANGED)}"


def percent(p: float) -> str:
    """A chance in hundredths: "33 %"."""
    return f"{p * 100:.0f} %"


def words(value: Any) -> str:
    """Return an answer in words: ``('Egypt', 2)`` is ``Egypt#2``, ``sa`` is ``sa``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], int):
        return f"{value[0]}#{value[1]}"
    if isinstance(value, (tuple, list)):
        return " ".join(words(v) for v in value)
    return str(value).replace("_", "-")


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def count_word(n: int) -> str:
    """Return a small number in words, a larger one in figures."""
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def runs(numbers: Iterable[int], names: Mapping[int, str] | None = None) -> list[str]:
    """Return numbers with their runs joined: "1 to 5", "7".

    ``names`` are the words for some of them.
    """
    found: list[list[int]] = []
    for n in sorted(numbers):
        if found and n == found[-1][-1] + 1:
            found[-1].append(n)
        else:
            found.append([n])
    said = names or {n: str(n) for r in found for n in r}
    return [
        part for r in found for part in ([f"{said[r[0]]} to {said[r[-1]]}"] if len(r) > 2 else [said[n] for n in r])
    ]


def span(least: int, most: int) -> str:
    """The numbers from ``least`` to ``most``: "2", "1 or 2"."""
    return str(least) if least == most else f"{least} {'or' if most == least + 1 else 'to'} {most}"


def spanned(least: int, most: int, noun: str) -> str:
    """Return a range with its noun: "2 Cells", "0 or 1 Cell"."""
    return f"{span(least, most)} {plural(most, noun).partition(' ')[2]}"


def named(country: str) -> str:
    """Return a country's name for a sentence: "the Gulf States", "Egypt"."""
    return f"the {country}" if country in WITH_ARTICLE else country


def sentence(text: str) -> str:
    """Return a text as a sentence; "" stays "".

    A line to write ("Write: ...") keeps its end, so that it can be copied.
    """
    text = text.strip()
    if not text:
        return ""
    text = _ARTICLE.sub(lambda m: f"{m[1]} the {m[2]}" if m[1] else m[0], text)
    text = _SUBJECT.sub(_as_subject, text)
    ended = text[-1] in ".!?…" or WRITE in text
    return text[0].upper() + text[1:] + ("" if ended else ".")


def _as_subject(m: re.Match[str]) -> str:
    """A country and its verb, with article and in right number.

    After a preposition it is no subject.
    """
    before = m.string[: m.start()].rstrip()
    if not m[2] or before.rpartition(" ")[2].casefold() in _BEFORE:
        return m[0]
    the = m[1] or ("The" if before[-1:] in (".", "!", "?") else "the")
    return f"{the} {m[2]}{m[3]} {_VERBS[m[4]] if m[2] == PLURAL else m[4]}"


def sentences(parts: Iterable[str]) -> str:
    """Join texts as sentences, without repetitions."""
    return " ".join(dict.fromkeys(sentence(p) for p in parts if p.strip()))


_PART = re.compile(r"(?<=\d)-[a-z]+$")


def numbered(rule: str) -> str:
    """Return a rule's printed number, without an internal suffix ("8.5.6-funding")."""
    return _PART.sub("", rule)


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Return a list in words: "Italy, Spain and France"."""
    return f" {last} ".join(p for p in (", ".join(parts[:-1]), parts[-1]) if p) if parts else ""


def folded(text: str) -> str:
    """Return words in the form for look-ups.

    Small letters without accents; points stay within numbers.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
        text = "".join(ch for ch in text if not unicodedata.combining(ch))
    return " ".join(_BETWEEN.sub(" ", text.lower().replace("'", "").replace("’", "")).split())
