"""Verdicts for the terminal, in the manner of a compiler."""

from __future__ import annotations

from collections import Counter

from referee.engine.findings import Finding, Unread
from referee.engine.referee import Verdict

COLOURS = {
    "illegal": "31",
    "outcome": "33",
    "incomplete": "35",
    "impossible": "31",
    "unreadable": "36",
    "unsupported": "36",
    "note": "34",
}
MAX_SHOWN = 160
"""Most characters of a line that are shown."""


def _paint(text: str, code: str, colour: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text


def printable(text: str) -> str:
    """Text without control characters, so that a record cannot steer the terminal."""
    return "".join(ch if ch.isprintable() else "·" for ch in text)


def finding(f: Finding, name: str, lines: list[str], colour: bool) -> str:
    """One finding with its line, the wrong part underlined."""
    place = f.place
    head = f"{name}:{place.line}:{place.column}: {_paint(f.kind, '1;' + COLOURS[f.kind], colour)} {_paint(f.rule, '1', colour)}"
    out = [f"{head} {printable(f.message)}"]
    if 1 <= place.line <= len(lines):
        raw = printable(lines[place.line - 1].replace("\t", " "))
        start = max(0, place.column - 1 - MAX_SHOWN // 2) if len(raw) > MAX_SHOWN else 0
        piece = raw[start : start + MAX_SHOWN]
        gutter = f"{place.line:>5} | "
        width = max(1, min(place.end, start + MAX_SHOWN + 1) - place.column)
        out.append(f"{gutter}{piece}")
        out.append(f"{'':>5} | {' ' * (place.column - 1 - start)}{_paint('^' * width, COLOURS[f.kind], colour)}")
    if f.assumed:
        out.append(f"      = assumed: {printable(f.assumed)}")
    if f.help:
        out.append(f"      = help: {printable(f.help)}")
    if f.also:
        out.append("      = also: " + ", ".join(f.also))
    if f.see:
        out.append("      = see line " + ", ".join(str(n) for n in f.see))
    if f.follows:
        out.append("      = follows from line " + ", ".join(str(n) for n in f.follows) + "; not counted")
    return "\n".join(out)


def summary(result: Verdict, name: str, colour: bool) -> str:
    """The verdict in one line."""
    counted = [f for f in result.findings if f.counted]
    kinds = Counter(f.kind for f in counted)
    notes = sum(1 for f in result.findings if f.kind == "note")
    actions = f"{result.actions} action{'s' * (result.actions != 1)} checked"
    tail = f", {notes} note{'s' * (notes != 1)}" if notes else ""
    if not counted:
        return f"{name}: {_paint('clean', '1;32', colour)}, {actions}{tail}"
    parts = ", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items()))
    stopped = "; stopped at the first" if result.stopped else ""
    return f"{name}: {_paint(f'{len(counted)} finding{chr(115) * (len(counted) != 1)}', '1;31', colour)} ({parts}), {actions}{tail}{stopped}"


def render(result: Verdict | Unread, name: str, *, colour: bool = False) -> str:
    """A verdict as text."""
    if isinstance(result, Unread):
        return f"{name}:{result.line}:{result.column}: {_paint('unreadable', '1;36', colour)} file {printable(result.message)}"
    own = [f for f in result.findings if not f.follows]
    out = [finding(f, name, result.record.lines, colour) for f in own]
    out.append(summary(result, name, colour))
    later = [f for f in result.findings if f.follows]
    if later:
        out.append("Only because of an earlier finding:")
        out.extend(finding(f, name, result.record.lines, colour) for f in later)
    return "\n\n".join(out)
