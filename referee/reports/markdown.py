"""Verdicts as Markdown, for posts and mails."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from referee.engine.explaining.referee import Judgement
from referee.engine.record.findings import UnreadableFile
from referee.engine.state.words import capital
from referee.reports import describe, wording
from referee.reports.columns import printable

_SPECIAL = str.maketrans({**{c: f"\\{c}" for c in "\\`*_{}[]<>#|~!"}, "&": "&amp;", "@": "@\u200b"})
_LINK = re.compile(r":(?=//)|(?<=\bwww)\.", re.IGNORECASE)
_FENCE = "~~~"


def escape(words: str) -> str:
    """Escape markup, addresses and mentions of names in a text."""
    return _LINK.sub(lambda m: f"\\{m[0]}", printable(words).translate(_SPECIAL))


def escape_place(path: str) -> str:
    """A place of a file inside the pointed brackets of a link."""
    return "".join(f"%{ord(ch):02X}" if ch in "<>%\\" or not ch.isprintable() else ch for ch in path)


def _finding(e: wording.FindingEntry, lines: Sequence[str]) -> list[str]:
    f = e.finding
    where = escape(wording.line_named(f.place.line, lines))
    at = ", ".join(filter(None, [where, e.play]))
    out = [f"- **{capital(wording.kind(f))}** ({escape(wording.code(f))}), {at}: {escape(f.message)}"]
    if quoted := wording.quoted(f, lines):
        source = printable(quoted).replace(_FENCE, "~ ~ ~")
        out += ["", f"  {_FENCE}", f"  {source}", f"  {_FENCE}", ""]
    return out + [f"  *{escape(label)}:* {escape(words)}  " for label, words in e.labels]


def render(
    result: Judgement | UnreadableFile,
    name: str,
    remarks: Sequence[str] = (),
    pictures: Mapping[str, str] | None = None,
) -> str:
    """A verdict as Markdown.

    ``pictures`` are the places of pictures by the names of the plays (a13).
    """
    if isinstance(result, UnreadableFile):
        return f"## {escape(name)}\n\nThe file cannot be read: {escape(result.message)} (line {result.line}).\n"
    found, looked = wording.summary(result)
    out = [f"## {escape(name)}", "", f"**{escape(found)}**; {escape(looked)}.", ""]
    if won := describe.victory(result):
        out += [escape(won), ""]
    for remark in remarks:
        out += [f"*{escape(remark)}*", ""]
    left = dict(pictures or {})
    for e in wording.entries(result):
        out += _finding(e, result.record.lines)
        if (id := e.finding.id) in left:
            out += ["", f"  ![The position after {id}](<{escape_place(left.pop(id))}>)", ""]
    return "\n".join(out).rstrip() + "\n"
