"""Differences between record and board in a player's words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from referee.engine.state.board import Board
from referee.engine.state.script import Statement
from referee.engine.state.words import listed, sentences

Key = TypeVar("Key")
Words: TypeAlias = Mapping[Key, str]
Subject: TypeAlias = tuple[str, str]
"""A country, or "", and a field."""
NO_WORDS: Words[Any] = MappingProxyType({})


def in_words(board: Board, wrong: Iterable[Statement]) -> str:
    """The written and the right value, as a sentence.

    For example "You wrote Prestige 3; it should be 2".
    """
    usual, special = _parted(board, wrong)
    phrases = [f"You wrote {words}" for words in special]
    if len(usual) == 1 and len(usual[0]) == 1:
        phrases.insert(0, _alone(board, usual[0][0]))
    elif usual:
        wrote = listed([_group(board, found, of_record=True) for found in usual])
        should = listed([_group(board, found, of_record=False, named=len(usual) > 1) for found in usual])
        phrases.insert(0, f"You wrote {wrote}; it should be {should}")
    return sentences(phrases)


def replaced(board: Board, wrong: Iterable[Statement]) -> str:
    """Return each replacement: "Prestige 6 in place of 5"."""
    usual, phrases = _parted(board, wrong)
    for found in usual:
        phrases.append(
            f"{_group(board, found, of_record=True)} in place of {_group(board, found, of_record=False, named=False)}"
        )
    return "; ".join(phrases)


def as_written(
    board: Board, found: Iterable[Statement], names: Words[str] = NO_WORDS, values: Words[Subject] = NO_WORDS
) -> list[str]:
    """Statements in the words of the record: "Yemen Poor with 2 Troops".

    ``names`` and ``values`` are other words for some subjects and for the values of some things.
    """
    by_thing: dict[str, list[Statement]] = {}
    for s in found:
        by_thing.setdefault(s.subject or f" {s.field}", []).append(s)
    return [_group(board, group, of_record=True, names=names, values=values) for group in by_thing.values()]


def _parted(board: Board, wrong: Iterable[Statement]) -> tuple[list[list[Statement]], list[str]]:
    """Split statements by subject, each track apart.

    The second list holds those with words of their own.
    """
    usual: dict[str, list[Statement]] = {}
    phrases: list[str] = []
    for s in wrong:
        special = board.rules.facts.of(s).apart(board, s)
        if special:
            phrases.append(special)
        else:
            usual.setdefault(s.subject or f" {s.field}", []).append(s)
    return list(usual.values()), phrases


def _alone(board: Board, s: Statement) -> str:
    """Return the words for a single wrong statement."""
    fact = board.rules.facts.of(s)
    have = fact.actual(board, s)
    if not s.subject:
        return f"You wrote {fact.before_value} {fact.words(s.value)}; it should be {fact.words(have)}"
    if fact.lies:
        return (
            f"You wrote {fact.phrase(s.value)} in {board.rules.named(s.subject)}; there should be {fact.phrase(have)}"
        )
    return f"You wrote {s.subject} {fact.phrase(s.value)}; it should be {fact.phrase(have)}"


def _group(
    board: Board,
    found: list[Statement],
    *,
    of_record: bool,
    named: bool = True,
    names: Words[str] = NO_WORDS,
    values: Words[Subject] = NO_WORDS,
) -> str:
    """Return the words for several statements about one thing.

    For example "Afghanistan Poor with 3 Active Cells", with the values of the record or of the board.
    """
    states: list[str] = []
    pieces: list[str] = []
    for s in found:
        fact = board.rules.facts.of(s)
        value = s.value if of_record else fact.actual(board, s)
        phrase = values.get((s.subject, s.field)) or (fact.phrase(value) if s.subject else fact.words(value))
        if not s.subject:
            return f"{fact.before_value} {phrase}" if named else phrase
        (pieces if fact.lies else states).append(phrase)
    subject = found[0].subject
    words = [names.get(subject, subject)] if named else []
    words += dict.fromkeys(states)
    if pieces:
        words.append(("with " if words else "") + listed(pieces))
    return " ".join(words)
