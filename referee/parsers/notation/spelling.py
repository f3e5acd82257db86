"""Misspelt names: countries with one wrong letter, read as meant.

A word is tried only where a line was given up for it, at the place of a country, and only if it means nothing else in
the notation. The line must be readable with the name; after any other fault it stays unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from referee.engine.state.data import TRACK
from referee.engine.state.names import Names, plain
from referee.engine.state.script import Action, Misspelling, Place, Segment
from referee.engine.state.spelling import is_near
from referee.engine.state.words import listed
from referee.parsers import faults
from referee.parsers.faults import LineError
from referee.parsers.notation import lines, mending, words
from referee.parsers.notation.cursor import FIRST_SIDES, MAX_NAME, Cursor
from referee.parsers.notation.tokens import LABELS, Token, tokenize_line

MOST = 6
"""Most misspelt names of one line."""
_KINDS = ("word", "amp")


class RespeltLine(NamedTuple):
    """A line with its misspelt names read as meant."""

    reading: Action | Segment | list[Segment]
    tokens: list[Token]
    """The tokens with the written words."""
    misspellings: list[Misspelling]


class _PossibleNames(NamedTuple):
    """Tokens from ``first`` to ``end``, with possible names and wrong letters."""

    first: int
    end: int
    names: dict[str, int]


def read(body: str, number: int, names: Names, error: LineError, blank: int = 0) -> RespeltLine:
    """A line with each misspelt name as meant.

    It was given up for ``error``. Raises :class:`LineError`: the same one, or, where a name could be one of several and
    nothing else is wrong, a question.
    """
    misspellings: list[Misspelling] = []
    question: LineError | None = None
    tokens = tokenize_line(body, blank)
    fault = error
    while len(misspellings) < MOST:
        meant = _meant(tokens, fault, names)
        if meant is None:
            break
        tokens, place = _joined(tokens, meant), Place(number, tokens[meant.first].column, tokens[meant.end - 1].end)
        written = body[place.column - 1 : place.end - 1]
        name = next(iter(meant.names))
        if len(meant.names) > 1:
            question = question or _which(place, written, sorted(meant.names))
        misspellings.append(Misspelling(place, written, name, meant.names[name]))
        again = _spelt(tokens, misspellings)
        try:
            found = lines.read(Cursor(again, number, len(body.rstrip()), names), body.strip())
        except LineError as other:
            fault = other
            continue
        if question is not None:
            raise question
        misspellings = [m for m in misspellings if m.wrong]
        return RespeltLine(found, _as_written(again, misspellings), misspellings)
    raise error


def keep(reading: RespeltLine) -> Action | list[Segment]:
    """The reading, with the misspelt names noted."""
    found = reading.reading
    if isinstance(found, Action):
        found.misspelt = reading.misspellings
        return found
    segments = found if isinstance(found, list) else [found]
    segments[0].misspelt = reading.misspellings
    return segments


def _which(place: Place, written: str, among: list[str]) -> LineError:
    """The question between several meant names."""
    _, column, end = place
    text = written[: mending.LONGEST]
    return LineError(faults.WHICH_NAME, column, end, choices=tuple(among), text=text, names=listed(among, "or"))


def _meant(tokens: list[Token], fault: LineError, names: Names) -> _PossibleNames | None:
    """Names that the words at a fault may be, or None."""
    at = next((i for i, t in enumerate(tokens) if t.column == fault.column), None)
    of_several = fault.fault is faults.AMBIGUOUS or (fault.fault is faults.UNKNOWN_WORD and not fault.wants)
    alone = fault.fault is faults.UNKNOWN_WORD and fault.wants == "country"
    if at is None or tokens[at].kind != "word" or not tokens[at].text or not (of_several or alone):
        return None
    for first, end in _spans(tokens, at):
        said = [t.text for t in tokens[first:end]]
        if len(said) == 1 and not alone:
            continue
        near = names.near(said)
        if near and not _known(said, names):
            return _PossibleNames(
                first, end, near
            )  # the longest match: a shorter one would leave a word of the name unread
    return None


def _spans(tokens: list[Token], at: int) -> Iterator[tuple[int, int]]:
    """Ranges of adjacent words around one, the longest first."""
    for n in range(MAX_NAME, 0, -1):
        for first in range(max(0, at - n + 1), at + 1):
            span = tokens[first : first + n]
            if len(span) == n and all(t.kind in _KINDS for t in span):
                yield first, first + n


def _known(said: list[str], names: Names) -> bool:
    """Whether a word has another meaning, or nearly has one.

    It may be a slip of the pen for a word with a meaning.
    """
    return len(said) == 1 and _is_word(said[0].casefold(), names)


@lru_cache(maxsize=1024)
def _is_word(word: str, names: Names) -> bool:
    own, vocabulary = _words(names)
    return word in own or is_near(word, vocabulary)


@lru_cache(maxsize=8)
def _words(names: Names) -> tuple[frozenset[str], frozenset[str]]:
    """Every correct word, and the notation's words outside country names."""
    forms = {form.casefold() for form in names.forms}
    vocabulary = frozenset(mending.vocabulary(names)) - forms - {TRACK}
    own = {*vocabulary, *words.MEANT, *words.COUNTERS, *FIRST_SIDES, *LABELS, *mending.COMMON}
    own |= {word for group in words.GROUPS.values() for word in group}
    for title in (*(card.title for card in names.cards), *names.marker_names):
        own |= {w for word in title.split() for w in (word.casefold(), plain(word))}
    return frozenset(own - forms), vocabulary


def _joined(tokens: list[Token], meant: _PossibleNames) -> list[Token]:
    """The tokens with those of a name as one."""
    first, last = tokens[meant.first], tokens[meant.end - 1]
    text = " ".join(t.text for t in tokens[meant.first : meant.end])
    name = Token("word", text, first.column, last.end, text, first.glue)
    return [*tokens[: meant.first], name, *tokens[meant.end :]]


def _spelt(tokens: list[Token], misspellings: list[Misspelling]) -> list[Token]:
    """Fresh tokens, with the names as meant."""
    meant = {m.place.column: m.meant for m in misspellings}
    return [
        Token(t.kind, meant.get(t.column, t.text), t.column, t.end, meant.get(t.column, t.canon), t.glue)
        for t in tokens
    ]


def _as_written(tokens: list[Token], misspellings: list[Misspelling]) -> list[Token]:
    """Tokens for writing: misspelt names stay, to report the slip."""
    written = {m.place.column: m.written for m in misspellings}
    for token in tokens:
        if token.column in written:
            token.canon = " ".join(written[token.column].split())
    return tokens
