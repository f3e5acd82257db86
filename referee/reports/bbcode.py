"""Verdicts as BBCode, for posts in forums such as BoardGameGeek's."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.engine.findings import Unread
from referee.engine.referee import Verdict
from referee.engine.words import numbered
from referee.reports import wording
from referee.reports.columns import printable

_TAG = re.compile(r"\[(?=[^\d?\s])")
_LINK = re.compile(r"://|(?<=\bwww)\.|(?<=[:;])(?=\w+[:;])", re.IGNORECASE)


def escape(words: str) -> str:
    """Text without tags, smileys or links; dice such as ``[3 5]`` stay."""
    words = _TAG.sub("［", printable(words))
    return _LINK.sub(lambda m: {"://": ": //", ".": " ."}.get(m[0], " "), words)


def _finding(e: wording.Entry, lines: Sequence[str]) -> str:
    f = e.finding
    kind = f"{e.words[:1].upper()}{e.words[1:]}"
    where = escape(wording.line_named(f.place.line, lines))
    out = [f"[b]{kind}[/b], rule {escape(numbered(f.rule))}, {where}: {escape(f.message)}"]
    if quoted := wording.quoted(f, lines).strip():
        out.append(f"[c]{escape(quoted)}[/c]")
    return "\n".join([*out, *(f"[i]{escape(label)}:[/i] {escape(said)}" for label, said in e.labels)])


def render(result: Verdict | Unread, name: str, remarks: Sequence[str] = ()) -> str:
    """A verdict as BBCode."""
    if isinstance(result, Unread):
        return f"[b]{escape(name)}[/b]\nThe file cannot be read: {escape(result.message)} (line {result.line}).\n"
    found, looked = wording.summary(result)
    top = f"[b]{escape(name)}: {escape(found)}[/b]; {looked}"
    out = ["\n".join([top, *(f"[i]{escape(r)}[/i]" for r in remarks)])]
    out += [_finding(e, result.record.lines) for e in wording.entries(result)]
    return "\n\n".join(out) + "\n"
