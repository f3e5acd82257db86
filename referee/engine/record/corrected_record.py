"""The record as it was read.

Slips of the pen are judged by their probable meaning. The corrections are kept line by line, for display only, and
never are a reason for a finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from referee.engine.record.findings import Edit, Finding
from referee.engine.state.plain import NamedTuple
from referee.engine.state.script import notation_lines


class SupposedEdit(NamedTuple):
    """A change or an insertion under which the record was judged."""

    edit: Edit
    """Its lines are text, or numbers of other lines of the record."""
    findings: tuple[Finding, ...]
    """The slips of the pen that suppose it."""


class CorrectedRow(NamedTuple):
    """A line of the record, as written or as read."""

    mark: Literal["", "-", "+"]
    """ "" for an unchanged line, ``-`` removed, ``+`` supposed."""
    line: int
    """The number of the line, replaced or following for a supposed one."""
    text: str
    moved: int = 0
    """A supposed line's number in the record, or 0."""
    findings: tuple[Finding, ...] = ()


class CorrectedRecord(NamedTuple):
    """A whole record as it was read."""

    text: str
    rows: list[CorrectedRow]
    """Its lines in order, removed ones included."""

    @property
    def findings(self) -> list[Finding]:
        """The accepted slips of the pen, each once."""
        return list({id(f): f for row in self.rows for f in row.findings}.values())

    def line(self, written: int) -> int:
        """Return the text's line for a record's line, or the next."""
        at = 0
        for row in self.rows:
            at += row.mark != "-"
            if row.mark != "+" and row.line == written:
                return at + (row.mark == "-")
        return at


def rows(lines: Sequence[str], supposed: Sequence[SupposedEdit]) -> list[CorrectedRow]:
    """Return all lines of a record, written and supposed, in order."""
    texts = dict(notation_lines(lines))
    before: dict[int, list[SupposedEdit]] = {}
    instead: dict[int, SupposedEdit] = {}
    for one in supposed:
        if one.edit.last < one.edit.first:
            before.setdefault(one.edit.first, []).append(one)
        else:
            instead[one.edit.first] = one
    found: list[CorrectedRow] = []
    for number, text in texts.items():
        for one in before.pop(number, ()):
            found += _put_in(one, texts)
        change = instead.get(number)
        if change is None:
            found.append(CorrectedRow("", number, text))
            continue
        if number not in change.edit.lines:
            found.append(CorrectedRow("-", number, text, 0, change.findings))
        found += _put_in(change, texts)
    for ones in before.values():
        for one in ones:
            found += _put_in(one, texts)
    return found


def _put_in(one: SupposedEdit, texts: dict[int, str]) -> Iterator[CorrectedRow]:
    """Yield the lines of a supposition."""
    first = one.edit.first
    for entry in one.edit.lines:
        if isinstance(entry, int):
            stays = entry == first <= one.edit.last
            yield CorrectedRow(
                "" if stays else "+", first, texts[entry], 0 if stays else entry, () if stays else one.findings
            )
        else:
            yield CorrectedRow("+", first, str(entry), 0, one.findings)
