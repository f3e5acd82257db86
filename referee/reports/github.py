"""Verdicts as workflow commands, which GitHub Actions shows beside the lines."""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.explaining.referee import Judgement
from referee.engine.record.findings import Finding, UnreadableFile
from referee.reports import wording
from referee.reports.columns import printable

_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def _value(text: str) -> str:
    return "".join(_PROPERTY.get(ch, ch) for ch in printable(text))


def _message(text: str) -> str:
    lines = (printable(line) for line in text.split("\n"))
    return "".join(_DATA.get(ch, ch) for ch in "\n".join(lines))


def level(f: Finding) -> str:
    """The level of a finding: error, warning or notice."""
    if not f.counted:
        return "notice"
    return "warning" if f.kind in ("incomplete", "unsupported", "slip") else "error"


def commands(result: Judgement | UnreadableFile, name: str) -> Iterator[str]:
    """One command for each finding; nothing for a clean record."""
    if isinstance(result, UnreadableFile):
        place = f"file={_value(name)},line={result.line},col={result.column},title={_value('cannot be read [unreadable file]')}"
        yield f"::error {place}::{_message(result.message)}"
        return
    lines = result.record.lines
    for e in wording.entries(result):
        f = e.finding
        p = wording.in_file(f.place, lines)
        title = f"{e.words} [{wording.code(f)}]"
        at = f"line={p.line},endLine={p.line},col={p.column},endColumn={p.end},"
        place = f"file={_value(name)},{at if wording.has_lines(f.place.line, lines) else ''}title={_value(title)}"
        named = wording.origin_named(f.place.line, lines)
        parts = [f.message, *([f"In {named}"] if named else []), *e.more]
        yield f"::{level(f)} {place}::{_message(chr(10).join(parts))}"
