"""``referee was``: whether one play was legal, and why, answered in plain words."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from referee.cli.commands.check import OnViolation, Request, policy, settings
from referee.engine.findings import Unread
from referee.engine.referee import Verdict
from referee.engine.script import line_at
from referee.engine.words import plural
from referee.inputs.judging import judge, judge_path, shown
from referee.inputs.records import read_text
from referee.reports import ruling, text
from referee.reports.columns import printable
from referee.reports.ruling import NoAnswer

_PLACE = re.compile(r"(.+?):(\d+)(?::\d+)?:?", re.DOTALL)
_PART = re.compile(
    r"(?:(.+?):)?((?:message|step|save|entry) \d{1,9})(?::(\d{1,9}))?(?::\d+)?:?", re.DOTALL | re.IGNORECASE
)
"""A place in what a record was taken from, as findings name it: thread.mbox:message 2:12:24."""
_ACTION = re.compile(r"a(\d{1,9})", re.ASCII | re.IGNORECASE)
_LINE = re.compile(r"(?:line )?(\d{1,9})", re.ASCII | re.IGNORECASE)


def answer(
    what: Sequence[str], setup: str = "", on_violation: OnViolation | None = None, mapping: bytes = b""
) -> ruling.Answer:
    """Answer a question as the command line puts it. Raises :class:`NoAnswer` and SettingsError."""
    request = Request(policy=on_violation)
    if setup:
        own = settings("-", request)
        lines = [f"setup: {' '.join(setup.split())}", *(" ".join(w.split()) for w in what)]
        verdict = judge(read_text("\n".join(lines), "this play"), policy(request, own), options=own.options)
        wrong = [f for f in verdict.findings if f.place.line == 1 and f.counted]
        if wrong:
            raise NoAnswer(f"the position cannot be set up: {'; '.join(printable(f.message) for f in wrong)}")
        return ruling.of_line(verdict, "This play", len(lines), own.summary)
    path, place = _question(what)
    own = settings(path, request)
    result = judge_path(path, policy(request, own), options=own.options, mapping=mapping)
    if isinstance(result, Unread):
        raise NoAnswer(text.render(result, shown(path)))
    return ruling.of_line(result, shown(path), _line_of(result, place), own.summary)


def _question(what: Sequence[str]) -> tuple[str, str]:
    """The file and the place in it."""
    if len(what) == 1 and not os.path.exists(what[0]):
        if (match := _PART.fullmatch(what[0])) is not None and match[1]:
            return match[1], what[0][len(match[1]) + 1 :]
        if (match := _PLACE.fullmatch(what[0])) is not None:
            return match[1], match[2]
    if len(what) >= 2:
        place = " ".join(what[1:])
        if any(form.fullmatch(place) for form in (_ACTION, _LINE, _PART)):
            return what[0], place
    raise NoAnswer(
        "which play? Ask for FILE:LINE, such as game.lgn:30, for FILE a12, or give the position with --setup and the play"
    )


def _line_of(verdict: Verdict, place: str) -> int:
    """The line of the record at a place: an action, a part of the original, a line."""
    if (match := _ACTION.fullmatch(place)) is not None:
        name = f"a{int(match[1])}"
        step = next((s for s in verdict.steps if s.id == name), None)
        if step is None:
            raise NoAnswer(f"there is no action {name}; {plural(verdict.actions, 'action')} of the record were judged")
        return step.action.place.line
    if (match := _PART.fullmatch(place)) is not None:
        at = line_at(verdict.record.lines, match[2], int(match[3] or 0))
        if at is None:
            raise NoAnswer(f"no line of the record comes from {match[2]}" + f", line {match[3]}" * bool(match[3]))
        return at
    match = _LINE.fullmatch(place)
    number = int(match[1]) if match else 0
    if not 1 <= number <= len(verdict.record.lines):
        raise NoAnswer(f"there is no line {number}; the record has {plural(len(verdict.record.lines), 'line')}")
    return number
