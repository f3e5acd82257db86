"""Verdicts as BBCode, for posts in forums such as BoardGameGeek."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.engine.explaining.referee import Judgement
from referee.engine.record.findings import UnreadableFile
from referee.engine.state.words import capital
from referee.reports import describe, wording
from referee.reports.columns import printable

_TAG = re.compile(r"\[(?=[^\d?\s])")
_LINK = re.compile(r"://|(?<=\bwww)\.|(?<=[:;])(?=\w+[:;])", re.IGNORECASE)


def escape(words: str) -> str:
    """Text without tags, smileys or links; dice such as ``[3 5]`` stay."""
    words = _TAG.sub("［", printable(words))
    return _LINK.sub(lambda m: {"://": ": //", ".": " ."}.get(m[0], " "), words)


def _finding(e: wording.FindingEntry, lines: Sequence[str]) -> str:
    f = e.finding
    at = ", ".join(filter(None, [escape(wording.line_named(f.place.line, lines)), e.play]))
    out = [f"[b]{capital(wording.kind(f))}[/b] ({escape(wording.code(f))}), {at}: {escape(f.message)}"]
    if quoted := wording.quoted(f, lines).strip():
        out.append(f"[c]{escape(quoted)}[/c]")
    return "\n".join([*out, *(f"[i]{escape(label)}:[/i] {escape(words)}" for label, words in e.labels)])


def render(result: Judgement | UnreadableFile, name: str, remarks: Sequence[str] = ()) -> str:
    """A verdict as BBCode."""
    if isinstance(result, UnreadableFile):
        return f"[b]{escape(name)}[/b]\nThe file cannot be read: {escape(result.message)} (line {result.line}).\n"
    found, looked = wording.summary(result)
    top = f"[b]{escape(name)}: {escape(found)}[/b]; {looked}"
    won = [escape(words) for words in [describe.victory(result)] if words]
    out = ["\n".join([top, *won, *(f"[i]{escape(r)}[/i]" for r in remarks)])]
    out += [_finding(e, result.record.lines) for e in wording.entries(result)]
    return "\n\n".join(out) + "\n"
