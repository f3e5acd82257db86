"""Text measured, cut and wrapped by columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

__all__ = ["ELLIPSIS", "printable", "shorten", "width", "window", "wrap"]

ELLIPSIS = "…"


def printable(text: str) -> str:
    """Text without control characters, harmless to a terminal."""
    return text if text.isprintable() else "".join(ch if ch.isprintable() else "·" for ch in text)


def width(text: str) -> int:
    """Columns of a text: two for wide characters, none for combining ones."""
    return len(text) if text.isascii() else sum(_columns(ch) for ch in text)


def _columns(ch: str) -> int:
    if unicodedata.combining(ch) or unicodedata.category(ch) == "Me":
        return 0
    return 2 if unicodedata.east_asian_width(ch) in ("W", "F") else 1


def window(line: str, start: int, end: int, most: int) -> tuple[str, int, int]:
    """A line of at most ``most`` columns around characters ``start`` to ``end``.

    ``start`` and ``end`` count from 0, ``end`` not included. Returns the piece, the column in it at which the part
    begins (from 0), and the number of shown columns of the part (at least 1). Cut text is an ellipsis.
    """
    start = min(max(start, 0), len(line))
    end = min(max(end, start), len(line))
    if width(line) <= most:
        return line, width(line[:start]), max(1, width(line[start:end]))
    room = max(most - 2, 1)  # an ellipsis on either side
    before = max(0, (room - width(line[start:end])) // 2)
    left = _fitting(line, start, -1, before)
    right = _fitting(line, left, 1, room)
    if right == len(line):
        left = _fitting(line, right, -1, room)
    if width(line[:left]) <= 1:  # an ellipsis takes as much
        left = 0
    piece = line[left:right]
    head = ELLIPSIS if left else ""
    tail = ELLIPSIS if right < len(line) else ""
    at = width(head + line[left:start])
    return head + piece + tail, at, max(1, width(line[start : min(end, right)]))


def _fitting(line: str, at: int, step: int, room: int) -> int:
    """The farthest index from ``at``, in one direction, within ``room`` columns."""
    while at + min(step, 0) >= 0 and at + max(step, 0) <= len(line):
        room -= _columns(line[at if step > 0 else at - 1])
        if room < 0:
            break
        at += step
    return at


def shorten(text: str, most: int) -> str:
    """A text within a number of columns, with an ellipsis if cut."""
    if width(text) <= most:
        return text
    return text[: _fitting(text, 0, 1, max(0, most - 1))] + ELLIPSIS


def wrap(text: str, most: int, first: str = "", rest: str = "") -> list[str]:
    """Break a text between words into lines of at most ``most`` columns.

    A longer word keeps its line. 0 is no limit.
    """
    if most <= 0:
        return [first + text]
    lines = []
    line, empty = first, True
    for word in _words(text):
        if empty and line.strip() and width(line) + width(word) > most >= width(rest) + width(word):
            lines.append(line.rstrip())  # the lead alone fills its line
            line, empty = rest + word, False
        elif empty:
            line, empty = line + word, False
        elif width(line) + 1 + width(word) <= most:
            line += " " + word
        else:
            lines.append(line)
            line = rest + word
    return [*lines, line]


def _words(text: str) -> Iterator[str]:
    """The words of a text; dice brackets are not divided."""
    held = ""
    for word in text.split():
        held = f"{held} {word}" if held else word
        if held.count("[") <= held.count("]") or len(held) > 24:
            yield held
            held = ""
    if held:
        yield held
