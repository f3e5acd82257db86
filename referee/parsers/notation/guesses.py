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
LONGEST = 400
"""Longest line, in characters, about which guesses are made."""
WORDS = (*lines.USES, "no event", "take", "sleeper", "active", "cadre", "track")
"""Words besides the names of countries and markers that a line may have misspelt."""


def guess(unread: Action, body: str, names: Names, error: LineError) -> None:
    """Note how a card play may have been meant that was given up for this reason, the likeliest reading first."""
    if len(body) > LONGEST:
        return
    start, end = error.column - 1, error.end - 1
    number = unread.place.line
    spelt = [read for text in _spellings(body, start, end, names) if (read := _read(text, number, names))]
    shorter = _read(body[:start] + body[end:], number, names)
    unread.understood = bool(spelt)
    unread.guesses = (*spelt, *([shorter] if shorter is not None else []))[:MOST_GUESSES]


def _read(text: str, number: int, names: Names) -> Action | None:
    """A card play; None if the text is none."""
    try:
        found = lines.read(Cursor(tokenize(text), number, len(text), names), text)
    except LineError:
        return None
    if not isinstance(found, Action) or found.kind != "card":
        return None
    found.lines = [number]
    return found


def _spellings(body: str, start: int, end: int, names: Names) -> Iterator[str]:
    """The line with the word at fault, alone or with the one before it, spelt as a near one."""
    from difflib import get_close_matches

    known = {word.casefold(): word for word in (*names.forms, *WORDS)}
    before = body[:start].rstrip().rfind(" ") + 1
    for begin in dict.fromkeys((start, before)):
        near = get_close_matches(body[begin:end].casefold()[:40], known, n=2, cutoff=0.7)
        for word in near:
            if word != body[begin:start].strip().casefold():  # that would leave out the word at fault
                yield body[:begin] + known[word] + body[end:]
