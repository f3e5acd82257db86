"""Fixes as lines to write: the edits of a finding in a player's words and as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.findings import Edit, Finding
from referee.engine.script import Action, Lines, said
from referee.reports.columns import shorten

_SURE = {"certain": "", "likely": "Probably ", "possible": "Perhaps "}


class Rewrite(NamedTuple):
    """Lines of a record that a fix replaces, and what comes in their place; with ``last`` before ``first`` it is put in."""

    first: int
    last: int
    lines: tuple[str, ...]
    moved: tuple[int, ...]
    """Where each line was before; 0 for a new one."""


def of(f: Finding, lines: Sequence[str]) -> list[Rewrite]:
    """What the fix of a finding does to the record, from top to bottom; nothing for a finding without one."""
    if f.instead is None:
        return []
    found = []
    for edit in f.instead.edits:
        if isinstance(edit, Edit):
            new = tuple(_text(one, lines) for one in edit.lines)
            moved = tuple(one if isinstance(one, int) else 0 for one in edit.lines)
            found.append(Rewrite(edit.first, edit.last, new, moved))
    return found


def _text(one: int | str | Action, lines: Sequence[str]) -> str:
    if isinstance(one, int):
        return said(lines, one)
    return one if isinstance(one, str) else one.text


MOST_SHOWN = 1_000
"""Most columns of a line that is to be written or left out; the fix itself keeps it whole."""


def bare(text: str) -> str:
    """A line without its remark."""
    return text.split(";", maxsplit=1)[0].strip()


def told(f: Finding, lines: Sequence[str]) -> list[tuple[str, str]]:
    """The lines to write and those to leave out, each with a label that says where."""
    changes = of(f, lines)
    sure = _SURE[f.instead.confidence] if f.instead is not None else ""
    elsewhere = {n for change in changes for n in change.moved if n}
    found: list[tuple[str, str]] = []

    def put(label: str, text: str) -> None:
        label, text = f"{sure}{label}", shorten(text, MOST_SHOWN)
        found.append((label[:1].upper() + label[1:].lower() if sure else label, text))

    for change in changes:
        number = change.first
        new = [(bare(text), moved) for text, moved in zip(change.lines, change.moved, strict=True) if bare(text)]
        if not new:
            old = bare(said(lines, number))
            if change.last >= change.first and number not in elsewhere and old:
                put("Leave this line out" if number == f.place.line else f"Leave out line {number}", old)
            continue
        if change.last >= change.first:
            where = "" if number == f.place.line and len(changes) == 1 else f" in place of line {number}"
        else:
            where = f" before line {number}" if said(lines, number) or number <= len(lines) else " at the end"
        for at, (text, moved) in enumerate(new):
            named = f" line {moved}" if moved else ""
            if at:
                found.append((f"and below it{named}", shorten(text, MOST_SHOWN)))
            else:
                put(f"Write{named}{where}", text)
    return found


def beside(f: Finding, lines: Sequence[str]) -> list[tuple[int, str, str]]:
    """The same for a record that is shown with its fixes: each beside the line that it changes, with what to do."""
    found = []
    for change in of(f, lines):
        new = [text for text in change.lines if bare(text)]
        number = change.first
        if change.last < change.first:
            found += [(max(1, number - 1), "put in", text) for text in new]
        elif not new:
            elsewhere = any(number in other.moved for other in of(f, lines))
            found.append((number, "moves" if elsewhere else "leave out", ""))
        else:
            found += [(number, "write" if at == 0 else "and", text) for at, text in enumerate(new)]
    return found


def new_text(f: Finding, lines: Sequence[str]) -> str:
    """All lines that the fix writes, with their remarks, one below the other, to be copied; "" for none."""
    return "\n".join(text for change in of(f, lines) for text in change.lines)


def told_lines(f: Finding, lines: Sequence[str]) -> list[str]:
    """The lines to write, without their remarks."""
    return [words for change in of(f, lines) for text in change.lines if (words := bare(text))]


def effect(f: Finding) -> str:
    """What comes of the fix: "7 findings disappear"; "" where nothing is known of it."""
    if not f.explains:
        return ""
    return f"{f.explains} findings disappear" if f.explains > 1 else "1 finding disappears"


def of_the_file(lines: Sequence[str]) -> bool:
    """Whether the lines of the record are those of its file, so that a program can make the fix there."""
    return not isinstance(lines, Lines) or (not lines.origins and lines.said is None)
