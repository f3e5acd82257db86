"""Fixes as lines to write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from referee.engine.law.tables.written import PlayedLine
from referee.engine.record.corrected_record import SupposedEdit
from referee.engine.record.findings import Edit, Finding, Respelling
from referee.engine.state.plain import NamedTuple
from referee.engine.state.script import Action, Lines, notation_text
from referee.engine.state.words import plural
from referee.reports.columns import shorten

_SURE = {"certain": "", "likely": "Probably ", "possible": "Perhaps "}


class Rewrite(NamedTuple):
    """Lines of a record, and their replacement.

    With ``last`` before ``first`` it is an insertion.
    """

    first: int
    last: int
    lines: tuple[str, ...]
    moved: tuple[int, ...]
    """The former number of each line; 0 for a new one."""


def of(f: Finding, lines: Sequence[str]) -> list[Rewrite]:
    """The rewrites of a finding's fix, from top to bottom."""
    return rewrites(f.instead.edits, lines) if f.instead is not None else []


def rewrites(edits: Sequence[Edit | Respelling], lines: Sequence[str]) -> list[Rewrite]:
    """The rewrites of some edits."""
    found = []
    for edit in edits:
        if isinstance(edit, Edit):
            new = tuple(_text(one, lines) for one in edit.lines)
            moved = tuple(one if isinstance(one, int) else 0 for one in edit.lines)
            found.append(Rewrite(edit.first, edit.last, new, moved))
    return found


def _text(one: int | str | Action | PlayedLine, lines: Sequence[str]) -> str:
    if isinstance(one, int):
        return notation_text(lines, one)
    return one if isinstance(one, str) else one.text if isinstance(one, Action) else ""


MOST_SHOWN = 1_000
"""Most shown columns of a line in a fix."""


def bare(text: str) -> str:
    """A line without its remark."""
    return text.split(";", maxsplit=1)[0].strip()


def labelled(f: Finding, lines: Sequence[str]) -> list[tuple[str, str]]:
    """The lines to write or leave out, each with a label.

    Without the one that the help has.
    """
    known = shorten(bare(f.advice.write), MOST_SHOWN)
    return [(label, text) for label, text in all_labelled(f, lines) if text != known]


def all_labelled(f: Finding, lines: Sequence[str]) -> list[tuple[str, str]]:
    """The same, with those included by the help."""
    changes = of(f, lines)
    sure = _SURE[f.instead.confidence] if f.instead is not None else ""
    moves = {n for change in changes for n in change.moved if n}
    found = []
    for change in changes:
        new = [(bare(text), moved) for text, moved in zip(change.lines, change.moved, strict=True) if bare(text)]
        old = (
            bare(notation_text(lines, change.first))
            if change.last >= change.first and change.first not in moves
            else ""
        )
        here = change.first == f.place.line
        if new:
            text, moved = new[0]
            named = f" line {moved}" if moved else ""
            found.append((_label(sure, f"Write{named}{_where(change, lines, here and len(changes) == 1)}"), text))
            found += [(f"and below it{f' line {moved}' if moved else ''}", text) for text, moved in new[1:]]
        elif old:
            found.append((_label(sure, "Leave this line out" if here else f"Leave out line {change.first}"), old))
    if f.instead is not None:
        others = [change for one in f.choices for change in rewrites(one.edits, lines)]
        found += [("or", bare(text)) for change in others for text in change.lines]
        read = rewrites(f.instead.read, lines)
        found += [("Read on as if it were", bare(text)) for change in read for text in change.lines]
    return [(label, shorten(text, MOST_SHOWN)) for label, text in found]


def _label(sure: str, label: str) -> str:
    """The action with its certainty, as in "Perhaps leave this line out"."""
    return f"{sure}{label.lower()}" if sure else label


def _where(change: Rewrite, lines: Sequence[str], alone: bool) -> str:
    """The place of lines: " before line 5", " at the end".

    "" if they are ``alone``.
    """
    if change.last >= change.first:
        return "" if alone else f" in place of line {change.first}"
    return (
        f" before line {change.first}"
        if notation_text(lines, change.first) or change.first <= len(lines)
        else " at the end"
    )


def by_line(f: Finding, lines: Sequence[str]) -> list[tuple[int, str, str]]:
    """The fix for a record shown with its fixes."""
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
    """All new lines of the fix, with remarks, for copying."""
    return "\n".join(text for change in of(f, lines) for text in change.lines)


def bare_lines(f: Finding, lines: Sequence[str]) -> list[str]:
    """The lines to write, without their remarks."""
    return [words for change in of(f, lines) for text in change.lines if (words := bare(text))]


def effect(f: Finding) -> str:
    """The effect of the fix: "7 findings"; "" if it is unknown."""
    if not f.explains:
        return ""
    return plural(f.explains, "finding")


def as_read(supposed: Sequence[SupposedEdit]) -> str:
    """Differences of the reading: "1 line put in, 2 changed", or ""."""
    n = Counter(
        "put in" if e.last < e.first else "changed" if e.lines else "left out" for e in (one.edit for one in supposed)
    )
    n["put in"] = sum(len(one.edit.lines) for one in supposed if one.edit.last < one.edit.first)
    first, *others = [what for what in ("put in", "changed", "left out") if n[what]] or [""]
    return (
        ", ".join([f"{plural(n[first], 'line')} {first}", *(f"{n[what]} {what}" for what in others)]) if first else ""
    )


def in_own_lines(lines: Sequence[str]) -> bool:
    """Whether lines of the record are lines of its file."""
    return not isinstance(lines, Lines) or (not lines.origins and lines.in_notation is None)
