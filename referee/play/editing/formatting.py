"""The canonical form of a record as edits of its text."""

from __future__ import annotations

import copy
from dataclasses import dataclass

from referee.inputs.records import format_text
from referee.parsers.faults import LineError
from referee.parsers.notation import writer
from referee.play.editing.document import Document


@dataclass(frozen=True, slots=True)
class LineEdit:
    """Lines that replace those from ``first`` to ``last``, both included."""

    first: int
    last: int
    lines: tuple[str, ...]


def format_line(document: Document, line: int) -> LineEdit | None:
    """The edit that formats one line.

    None for a formatted line, or one that cannot be read.
    """
    raw = document.lines[line - 1]
    above = next((a for n in range(line - 1, 0, -1) if (a := document.action_on(n)) and a.kind not in _BOARD), None)
    try:
        written, _ = writer.format_line(raw, line, copy.deepcopy(above), document.names)
    except LineError:
        return None
    return LineEdit(line, line, (written,)) if written is not None and written != raw else None


def format_all(document: Document, first: int = 1, last: int = 0) -> list[LineEdit]:
    """The edits that format the lines from ``first`` to ``last``.

    0 means to the end; each run of lines has one edit.
    """
    old, new = document.lines, format_text(document.text).text.split("\n")
    found: list[LineEdit] = []
    for n, (before, after) in enumerate(zip(old, new, strict=True), 1):
        if before == after or n < first or (last and n > last):
            continue
        if found and found[-1].last == n - 1:
            found[-1] = LineEdit(found[-1].first, n, (*found[-1].lines, after))
        else:
            found.append(LineEdit(n, n, (after,)))
    return found


def apply(document: Document, edits: list[LineEdit]) -> None:
    """Carry out edits of the present text."""
    for edit in sorted(edits, key=lambda e: -e.first):
        document.change(edit.first, edit.last, edit.lines)


_BOARD = ("board", "setup", "set", "check")
