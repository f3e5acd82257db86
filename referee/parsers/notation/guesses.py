"""What a line that is not notation may have been meant to say: one word of it misspelt, or one too many."""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.script import Action
from referee.parsers.names import Names
from referee.parsers.notation import lines
from referee.parsers.notation.cursor import Cursor
from referee.parsers.notation.tokens import LineError, tokenize

MOST_GUESSES = 2
"""Most readings that are kept of a line."""
MOST_TRIED = 8
"""Most spellings that are tried for it."""
LONGEST = 400
"""Longest line, in characters, about which guesses are made."""
WORDS = (*lines.USES, "no event", "event", "take", "sleeper", "active", "cadre", "track")
"""Words besides the names of countries and markers that a line may have misspelt."""


def guesses(body: str, number: int, names: Names, error: LineError) -> tuple[Action, ...]:
    """How a card play may have been meant that was given up for this reason, the likeliest first."""
    if len(body) > LONGEST:
        return ()
    found: list[Action] = []
    for text in list(_spellings(body, names, error))[:MOST_TRIED]:
        try:
            read = lines.read(Cursor(tokenize(text), number, len(text), names), text)
        except LineError:
            continue
        if isinstance(read, Action) and read.kind == "card":
            read.lines = [number]
            found.append(read)
        if len(found) == MOST_GUESSES:
            break
    return tuple(found)


def _spellings(body: str, names: Names, error: LineError) -> Iterator[str]:
    """The line with the word at fault, alone or with the one before it, spelt as a near one; then without that word."""
    from difflib import get_close_matches

    start, end = error.column - 1, error.end - 1
    known = {word.casefold(): word for word in (*names.forms, *WORDS)}
    before = body[:start].rstrip().rfind(" ") + 1
    for begin in dict.fromkeys((start, before)):
        near = get_close_matches(body[begin:end].casefold()[:40], known, n=2, cutoff=0.7)
        for word in near:
            yield body[:begin] + known[word] + body[end:]
    yield body[:start] + body[end:]
