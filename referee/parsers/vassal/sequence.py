"""VASSAL's encoding of lists, at every level with another delimiter.

A delimiter after a backslash is data and loses that backslash; a token in single quotes loses the quotes. A list inside
a list has one backslash more before each of its delimiters, so the level of a delimiter is the number of backslashes
before it: all levels are taken apart in one pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.parsers.notation.encodings import TextError

ESC = "\x1b"
MAX_TOKENS = 200_000
"""Most tokens of one list."""
MAX_TRAITS = 2_000
"""Most traits of a piece; known ones have 207."""
MAX_COMMANDS = 1_000_000
"""Most commands of one file; known ones have thousands."""
_TYPED = ("LOG\tCHAT<", "LOG\tCHAT&lt;")


def split(text: str, by: str, most: int = MAX_TOKENS) -> list[str]:
    """The first ``most`` tokens of a list.

    Raises :class:`TextError` for lists longer than any of a game.
    """
    if text.count(by) >= MAX_TOKENS:
        raise TextError(f"a list in the file has more than {MAX_TOKENS:,} entries")
    parts = text.split(by)
    if "\\" + by not in text:
        return [_bare(part) for part in parts[:most]]
    tokens: list[str] = []
    held: list[str] = []
    for part in parts:
        if part.endswith("\\"):
            held.append(part[:-1])
            continue
        held.append(part)
        tokens.append(_bare(by.join(held)))
        held = []
        if len(tokens) == most:
            return tokens
    if held:  # the text ends in a backslash, with no delimiter after it
        tokens.append(_bare(by.join(held) + "\\"))
    return tokens


def fields(text: str, by: str, count: int) -> list[str]:
    """The first tokens of a list, padded to ``count``."""
    found = split(text, by, count)
    return found + [""] * (count - len(found))


def _bare(token: str) -> str:
    return token[1:-1] if len(token) > 1 and token[0] == "'" == token[-1] else token


def _delimiters(text: str, by: str) -> Iterator[tuple[int, int]]:
    """Each delimiter's place, and the number of backslashes before it."""
    last = 0
    while (at := text.find(by, last)) >= 0:
        run = text[last:at]
        yield at, len(run) - len(run.rstrip("\\"))
        last = at + 1


def chain(text: str, by: str = "\t") -> list[str]:
    """The parts of a piece, outermost first.

    They are nested into each other, or side by side. Raises :class:`TextError` for more than any piece has.
    """
    found: list[tuple[int, int]] = []
    level = 0
    for at, slashes in _delimiters(text, by):
        if slashes < level:  # side by side; deeper down that is a broken piece, recognisable by its number of parts
            return split(text, by)
        if slashes == level:
            found.append((at, level))
            level += 1
            if level > MAX_TRAITS:
                raise TextError(f"a piece in the file has more than {MAX_TRAITS:,} traits")
    parts: list[str] = []
    begin, end = 0, len(text)
    for at, level in [*found, (-1, len(found))]:
        if level and end - begin > 1 and text[begin] == "'" == text[end - 1]:
            begin, end = begin + 1, end - 1
        part = (text[begin : at - level] if at >= 0 else text[begin:end]).replace("\\" * (level + 1) + by, by)
        parts.append(_bare(part) if at >= 0 or not level else part)
        begin = at + 1
    return parts


class StreamCommand(NamedTuple):
    """A command of the stream.

    ``depth`` is 0 outside any other command.
    """

    depth: int
    text: str


def commands(text: str) -> Iterator[StreamCommand]:
    """All commands in execution order: parents before their parts.

    A command that ends in a backslash swallows the delimiter after it. Typed chat has no parts, so there it is
    corrected. Raises :class:`TextError` for more commands than any game has.
    """
    begin = depth = 0
    for number, (at, slashes) in enumerate(_delimiters(text, ESC)):
        if number >= MAX_COMMANDS:
            raise TextError(f"the file has more than {MAX_COMMANDS:,} commands")
        word = text[begin : at - slashes]
        swallowed = max(0, slashes - depth) if word.startswith(_TYPED) else 0
        yield StreamCommand(depth, _bare(word + "\\" * swallowed))
        begin, depth = at + 1, slashes - swallowed
    yield StreamCommand(depth, _bare(text[begin:]))
