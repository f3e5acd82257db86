"""``referee was``: the legality of one play and its reasons, in words."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from referee.api import asking
from referee.cli.commands.check import OnViolation, Request, policy, settings
from referee.engine.record.findings import UnreadableFile
from referee.inputs.judging import judge_path, shown
from referee.reports import ruling, text
from referee.reports.ruling import NoAnswer

_PLACE = re.compile(r"(.+?):(\d+)(?::\d+)?:?", re.DOTALL)


def asked(plays: Sequence[str], position: str, rules: str | None = None) -> asking.QuestionAnswers:
    """Answer a question without a record. Raises :class:`NoAnswer` and SettingsError."""
    own = settings("-", Request())
    found = asking.ask(plays, position, rules, own.options, own.summary)
    if found.unread and len(plays) > 1:  # one play, or a question in words, without quotation marks
        found = asking.ask([" ".join(plays)], position, rules, own.options, own.summary)
    return found


def answer(what: Sequence[str], on_violation: OnViolation | None = None, mapping: bytes = b"") -> ruling.LineAnswer:
    """Answer a question about a line of a record.

    Raises :class:`NoAnswer` and SettingsError.
    """
    request = Request(policy=on_violation)
    path, place = _question(what)
    own = settings(path, request)
    result = judge_path(path, policy(request, own), options=own.options, mapping=mapping)
    if isinstance(result, UnreadableFile):
        raise NoAnswer(text.render(result, shown(path)))
    return ruling.of_line(result, shown(path), ruling.line_named(result, place), own.summary)


def _question(what: Sequence[str]) -> tuple[str, str]:
    """A file and a place in it."""
    if len(what) == 1 and not os.path.exists(what[0]):
        if (match := ruling.PART.fullmatch(what[0])) is not None and match[1]:
            return match[1], what[0][len(match[1]) + 1 :]
        if (match := _PLACE.fullmatch(what[0])) is not None:
            return match[1], match[2]
    if len(what) >= 2:
        place = " ".join(what[1:])
        if ruling.names_a_line(place):
            return what[0], place
    raise NoAnswer(
        "which play? Ask for FILE:LINE, such as game.lgn:30, for FILE a12, or give the position with --setup and the play"
    )
