"""The ranking of entries by the words of a question.

``web/src/parts/learn/search.js`` has the same algorithm over the same index; a test compares the two.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice, takewhile
from typing import NamedTuple

from referee.api.search.index import IndexEntry, entries, places
from referee.api.search.words import MEANT, SMALL, joined, stem, stems
from referee.engine.state.words import folded

STRONG, SUBJECT, ASKED, TOLD, MORE = 2.2, 1.6, 2.0, 1.2, 0.5
"""The worth of a word: title, whole subject, players' words, text, near it."""
BEGUN, MEANS = 0.6, 0.85
"""The share of that worth for a mere beginning, and for a synonym."""
LENGTH = 0.5
"""The reduction of each word's worth by the length of a text."""
PLACE, CORE, UNKNOWN = 0.35, 1.6, 0.6
"""The weights of a country, a whole subject (Travel), an unknown word."""
LEAST = 0.35
"""The least share of the words, weighted by rarity, for a match."""
QUESTION = 3
"""The least number of words of a question."""
ALONE = frozenset({"bot", "alone", "flowchart"})
"""Words of a question about a solitaire system."""
CALLED, TITLED = 1000.0, 900.0
"""The score of an entry named, or titled, by the words."""
BEGINS = (200.0, 100.0)
"""The bonus of an entry whose short name, or title, begins with the words."""


class RankedEntry(NamedTuple):
    """An entry with its score."""

    entry: IndexEntry
    score: float


class QuestionWord(NamedTuple):
    """A word of a question, with its synonyms in the rulebook.

    A known phrase has only these.
    """

    words: tuple[str, ...]
    own: bool
    """Whether the first word is the asker's own."""
    weight: float


@dataclass(frozen=True, slots=True)
class _FoldedEntry:
    """An entry in the form for comparing."""

    key: str
    title: str
    names: frozenset[str]
    subject: frozenset[str]
    strong: frozenset[str]
    asked: frozenset[str]
    text: frozenset[str]
    more: frozenset[str]
    length: float
    """The factor on a word's worth by the length of the entry."""
    tie: float
    """A small malus for long titles."""


@dataclass(frozen=True, slots=True)
class _Index:
    entries: list[tuple[IndexEntry, _FoldedEntry]]
    words: list[str]
    """All its words in order."""
    rare: Mapping[str, float]
    unknown: float
    phrases: Mapping[tuple[str, ...], tuple[str, ...]]
    longest: int


@cache
def _index() -> _Index:
    read = [
        (e, stems(f"{e.key} {e.title} {' '.join(e.names)}"), stems(e.says), stems(e.words), stems(e.asked))
        for e in entries()
    ]
    count: dict[str, int] = {}
    lengths = []
    for _, strong, told, more, asked in read:
        for word in {*strong, *told, *more, *asked}:
            count[word] = count.get(word, 0) + 1
        lengths.append(len({*strong, *told, *more}))
    mean = sum(lengths) / len(lengths)
    found = []
    for (e, strong, told, more, asked), length in zip(read, lengths, strict=True):
        shorter = 1 / (1 - LENGTH + LENGTH * length / mean)
        form = _FoldedEntry(
            folded(e.key),
            folded(e.title),
            frozenset(map(folded, e.names)),
            frozenset(stems(e.title.split(":")[0])),
            frozenset(strong),
            frozenset(asked),
            frozenset(told),
            frozenset(more),
            shorter,
            len({*strong}) / 100,
        )
        found.append((e, form))
    some = places()
    core = {w for e, f in found if e.kind == "rule" and len(f.subject) == 1 for w in f.subject}
    rare = {
        w: _rounded(math.log(1 + len(read) / n) * (PLACE if w in some else CORE if w in core else 1))
        for w, n in count.items()
    }
    phrases = {tuple(stem(w) for w in joined(k)): tuple(stems(v)) for k, v in MEANT.items()}
    return _Index(
        found, sorted(count), rare, _rounded(math.log(1 + len(read)) * UNKNOWN), phrases, max(map(len, phrases))
    )


def _rounded(value: float) -> float:
    """Round a weight to ten-thousandths.

    Then logarithms of other programs give the same ranking.
    """
    return math.floor(value * 10_000 + 0.5) / 10_000


def _tokens(words: list[str], known: _Index) -> list[QuestionWord]:
    """Return the significant words, known phrases as one."""
    cut = [stem(w) for w in words]
    found: dict[tuple[tuple[str, ...], bool], None] = {}
    at = 0
    while at < len(words):
        most = min(known.longest, len(words) - at)
        long = next((n for n in range(most, 1, -1) if tuple(cut[at : at + n]) in known.phrases), 1)
        if long > 1:
            found[known.phrases[tuple(cut[at : at + long])], False] = None
        elif words[at] not in SMALL:
            found[(cut[at], *known.phrases.get((cut[at],), ())), True] = None
        at += long
    if not found:
        found = dict.fromkeys(((c,), True) for c in cut)
    return [QuestionWord(said, own, max(known.rare.get(w, known.unknown) for w in said)) for said, own in found]


def _worth(entry: _FoldedEntry, word: str) -> float:
    """Return the worth of a word in an entry."""
    worth = 0.0
    if word in entry.strong:
        worth += STRONG
        if word in entry.subject:
            worth += SUBJECT / len(entry.subject)
    elif len(word) > 2 and _begins(entry.strong, word):
        worth += STRONG * BEGUN
    if word in entry.asked:
        worth += ASKED
    if word in entry.text:
        worth += TOLD * entry.length
    elif word in entry.more:
        worth += MORE * entry.length
    elif not worth and len(word) > 2 and _begins(entry.text, word):
        worth += MORE * BEGUN * entry.length
    return worth


def _begins(words: frozenset[str], word: str) -> bool:
    return not words.isdisjoint(_longer(word))


@lru_cache(maxsize=1000)
def _longer(word: str) -> frozenset[str]:
    """Return all words of the index that begin with a word."""
    known = _index().words
    return frozenset(takewhile(lambda other: other.startswith(word), islice(known, bisect_left(known, word), None)))


def _score(
    entry: IndexEntry, form: _FoldedEntry, wanted: str, tokens: list[QuestionWord], question: bool, alone: bool
) -> float:
    """Return the score of an entry; 0 for no match."""
    if form.key == wanted or wanted in form.names:
        return CALLED
    if form.title == wanted:
        return TITLED
    total = met = whole = 0.0
    for said, own, weight in tokens:
        worth = 0.0
        for n, word in enumerate(said):
            worth = max(worth, _worth(form, word) * (1 if own and not n else MEANS))
        total += worth * weight
        whole += weight
        if worth > 0:
            met += weight
    if met < whole * LEAST:
        return 0.0
    score = total / whole * (met / whole) - form.tie
    if question and not (alone and entry.weight < 1):
        score *= entry.weight
    if form.key.startswith(wanted):
        score += BEGINS[0]
    elif form.title.startswith(wanted):
        score += BEGINS[1]
    return score


def search(asked: str) -> list[RankedEntry]:
    """The entries that fit the words of a question, the best first."""
    wanted = folded(asked)
    words = joined(wanted)
    if not words:
        return []
    known = _index()
    tokens = _tokens(words, known)
    question = len(words) >= QUESTION
    alone = any(w in ALONE for t in tokens for w in t.words)
    found = [RankedEntry(e, _score(e, form, wanted, tokens, question, alone)) for e, form in known.entries]
    return sorted((h for h in found if h.score > 0), key=lambda h: -h.score)
