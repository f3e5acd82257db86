"""Differences between record and board in a player's words."""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine.state.board import Board
from referee.engine.state.script import Statement
from referee.engine.state.words import listed, sentences


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


def as_written(board: Board, found: Iterable[Statement]) -> list[str]:
    """Statements in the words of the record: "Yemen Poor with 2 Troops"."""
    by_thing: dict[str, list[Statement]] = {}
    for s in found:
        by_thing.setdefault(s.subject or f" {s.field}", []).append(s)
    return [_group(board, group, of_record=True) for group in by_thing.values()]


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
        return f"You wrote {fact.heading} {fact.words(s.value)}; it should be {fact.words(have)}"
    if fact.lies:
        return (
            f"You wrote {fact.phrase(s.value)} in {board.rules.named(s.subject)}; there should be {fact.phrase(have)}"
        )
    return f"You wrote {s.subject} {fact.phrase(s.value)}; it should be {fact.phrase(have)}"


def _group(board: Board, found: list[Statement], *, of_record: bool, named: bool = True) -> str:
    """Return the words for several statements about one thing.

    For example "Afghanistan Poor with 3 Active Cells", with the values of the record or of the board.
    """
    states: list[str] = []
    pieces: list[str] = []
    for s in found:
        fact = board.rules.facts.of(s)
        value = s.value if of_record else fact.actual(board, s)
        if not s.subject:
            return f"{fact.heading} {fact.words(value)}" if named else fact.words(value)
        (pieces if fact.lies else states).append(fact.phrase(value))
    words = [found[0].subject] if named else []
    words += dict.fromkeys(states)
    if pieces:
        words.append(("with " if words else "") + listed(pieces))
    return " ".join(words)
