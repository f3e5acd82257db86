"""Where something comes from: the lines behind a finding, the line that last changed what a word is about."""

from __future__ import annotations

from referee.engine.script import Action, Place
from referee.play.editing.document import Document

MOST_LINES = 12


def behind(document: Document, line: int, column: int) -> list[int]:
    """The lines behind what stands at a place: those that its finding names, else the last one that changed it."""
    try:
        document.judge(line)
        named: list[int] = []
        for f in document.findings:
            if _covers(f.place, line, column):
                named += [*f.see, *f.follows]
        if named:
            return [n for n in dict.fromkeys(named) if n != line and 1 <= n <= len(document.lines)][:MOST_LINES]
        return _last_change(document, line, column)
    except Exception:  # help while reading is no place to fail
        return []


def _covers(place: Place, line: int, column: int) -> bool:
    return place.line == line and place.column <= column <= max(place.end, place.column + 1)


def _last_change(document: Document, line: int, column: int) -> list[int]:
    """The last line above that changed the country, or the track, that stands there."""
    action = document.action_on(line)
    subject = _subject(action, line, column) if action is not None else ""
    if action is None or not subject:
        return []
    document.judge(action.place.line)
    for other in reversed(document.record.actions):
        at = other.place.line
        step = document.step_on(at) if at < action.place.line else None
        if step is not None and any(c.subject == subject or c.kind == subject.casefold() for c in step.changes):
            return [at]
    return []


def _subject(action: Action, line: int, column: int) -> str:
    found: list[tuple[int, str]] = []
    for segment in action.segments:
        for item in segment.items:
            for part in item.parts.values():
                value = part.value[0] if isinstance(part.value, tuple) and part.value else part.value
                if isinstance(value, str) and part.place and _covers(part.place, line, column):
                    found.append((part.place.end - part.place.column, value))
        for s in segment.claims:
            if _covers(s.place, line, column):
                found.append((s.place.end - s.place.column, s.subject or s.field))
    for s in action.statements:
        if _covers(s.place, line, column):
            found.append((s.place.end - s.place.column, s.subject or s.field))
    return min(found)[1] if found else ""
