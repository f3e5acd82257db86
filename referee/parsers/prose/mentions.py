"""Sentences among lines of notation, about a play or position.

Nothing is read from them; a note gives the place of each. Ordinary talk about cards is passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal, NamedTuple

from referee.parsers.prose.blocks import MAX_CHARACTERS, MAX_LINES, SourceLine, unwrapped
from referee.parsers.prose.played import use_word
from referee.parsers.prose.tokens import SentenceWord, Words, at, negated, sentences, symbols, texts, tokens
from referee.parsers.prose.vocabulary import Vocabulary, group, pattern

_FURTHEST = 6
"""Most words before a card, and between it and its use."""


class Mention(NamedTuple):
    """A sentence about a play of some cards, or a position."""

    source_line: SourceLine
    kind: Literal["play", "position"]
    cards: frozenset[int] = frozenset()


def mentions(lines: Iterable[SourceLine], vocabulary: Vocabulary) -> Iterator[Mention]:
    """Sentences about a play or a position, one per line."""
    left = MAX_CHARACTERS
    for said, text in unwrapped(list(lines)[:MAX_LINES], vocabulary):
        left -= len(text)
        if left < 0:
            return
        found = (_mention(said[0], s, vocabulary) for s in sentences(tokens(text, vocabulary)))
        yield from islice(filter(None, found), 1)


def _mention(said: SourceLine, sentence: list[SentenceWord], vocabulary: Vocabulary) -> Mention | None:
    """The mention in a sentence of a play or a position."""
    if (cards := _played(sentence, vocabulary)) is not None:
        return Mention(said, "play", cards)
    return Mention(said, "position") if pattern("position").match(symbols(sentence)) else None


def _is_card(s: Words, i: int, vocabulary: Vocabulary) -> bool:
    """Whether a word is a card, by number or title.

    A number without a title must be played for something.
    """
    if s[i].kind != "num":
        return s[i].kind in ("card", "title") and not s[i].aside
    return i > 0 and s[i].is_digit and s[i].value in vocabulary.sides and at(s, i + 1).text in ("for", "as")


def _played(s: Words, vocabulary: Vocabulary) -> frozenset[int] | None:
    """Candidate cards of a sentence's play, or None.

    The sentence names the use.
    """
    place = next((i for i in range(min(len(s), _FURTHEST + 1)) if _is_card(s, i, vocabulary)), None)
    if place is None or not _leads(s[:place], s[place]):
        return None
    near = range(place + 1, min(len(s), place + _FURTHEST))
    use = next((i for i in near if use_word(s[i]) or (s[i].kind == "word" and not s[i].of("use thin"))), 0)
    later = any(f" {word} " in f" {' '.join(texts(s))} " for word in group("later"))
    if later or not use_word(s[use]) or negated(s, use) or s[use].unreal:
        return None
    return frozenset(s[place].values or [s[place].value]) if use and not at(s, use + 1).of("reason") else None


def _leads(lead: Words, card: SentenceWord) -> bool:
    """Whether words before a card make it a play.

    None do where a line begins with its number.
    """
    said = symbols(lead)
    if pattern("only thin").fullmatch(said):
        return card.kind == "card" and bool(card.value)
    return pattern("plays").fullmatch(said) is not None
