"""What a line that is not notation may have been meant to say: one word of it misspelt, or one too many."""

from __future__ import annotations

from referee.engine.names import Names
from referee.engine.script import Action
from referee.parsers.faults import LineError
from referee.parsers.notation import mending

MOST_GUESSES = 2
"""Most readings that are kept of a line."""


def guess(unread: Action, body: str, names: Names, error: LineError, mended: mending.Mended | None) -> None:
    """Note how a card play may have been meant that was given up for this reason, the likeliest reading first."""
    if len(body) > mending.LONGEST:
        return
    number = unread.place.line
    found: list[Action] = []
    if mended is not None and mended.whole:
        found += _play(mended.line, number, names)
    unread.understood = bool(found)
    found += _play(body[: error.column - 1] + body[error.end - 1 :], number, names)
    if not found and mended is not None:
        found += _play(mended.line, number, names)
    unread.guesses = tuple(found[:MOST_GUESSES])


def _play(text: str, number: int, names: Names) -> list[Action]:
    """A card play, if the text is one."""
    try:
        _, found = mending.read(text, names, number)
    except LineError:
        return []
    if found is None or found.kind != "card":
        return []
    found.lines = [number]
    return [found]
