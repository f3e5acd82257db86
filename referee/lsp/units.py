"""Positions as a client counts them: lines from 0, columns in units of UTF-16 unless both sides agree on another one."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types as lsp


def _width(ch: str, encoding: str) -> int:
    if encoding == "utf-8":
        return len(ch.encode("utf-8", "surrogatepass"))
    return 2 if encoding == "utf-16" and ord(ch) > 0xFFFF else 1


def to_units(line: str, column: int, encoding: str) -> int:
    """A column from 1 in characters as a client counts it, from 0; beyond the line it is its end."""
    front = line[: max(column - 1, 0)]
    return len(front) if front.isascii() else sum(_width(ch, encoding) for ch in front)


def to_column(line: str, units: int, encoding: str) -> int:
    """A client's column as one from 1 in characters; one within a character is its beginning."""
    if line.isascii():
        return min(units, len(line)) + 1
    for at, ch in enumerate(line, 1):
        units -= _width(ch, encoding)
        if units < 0:
            return at
    return len(line) + 1


def position(lines: Sequence[str], line: int, column: int, encoding: str) -> lsp.Position:
    """A place of the record, both numbers from 1, as a client counts it."""
    text = lines[line - 1] if 1 <= line <= len(lines) else ""
    return lsp.Position(max(line - 1, 0), to_units(text, column, encoding))


def span(lines: Sequence[str], line: int, first: int, last: int, encoding: str) -> lsp.Range:
    """Columns ``first`` to ``last`` of a line, the last one not taken along."""
    return lsp.Range(position(lines, line, first, encoding), position(lines, line, last, encoding))


def whole(lines: Sequence[str], first: int, last: int, encoding: str) -> lsp.Range:
    """Lines ``first`` to ``last``, both taken along, without the last line's end."""
    text = lines[last - 1] if 1 <= last <= len(lines) else ""
    return lsp.Range(lsp.Position(first - 1, 0), position(lines, last, len(text) + 1, encoding))
