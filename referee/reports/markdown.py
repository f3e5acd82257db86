"""Verdicts as Markdown, for forum posts and mails."""

from __future__ import annotations

from referee.engine.findings import Finding, Unread
from referee.engine.referee import Verdict
from referee.reports import text

_SPECIAL = str.maketrans({c: f"\\{c}" for c in "\\`*_{}[]<>#|~!"})


def escape(words: str) -> str:
    """Text in which nothing is markup."""
    return text.printable(words).translate(_SPECIAL)


def _finding(f: Finding, lines: list[str]) -> list[str]:
    out = [f"- **{f.kind}** {escape(f.rule)}, line {f.place.line}: {escape(f.message)}"]
    if 1 <= f.place.line <= len(lines):
        out += ["", "  ~~~", f"  {text.printable(lines[f.place.line - 1]).replace('~~~', '~ ~ ~')}", "  ~~~", ""]
    for label, words in (("assumed", f.assumed), ("help", f.help), ("also", ", ".join(f.also))):
        if words:
            out.append(f"  *{label}:* {escape(words)}  ")
    if f.see:
        out.append(f"  *see:* line {', '.join(map(str, f.see))}  ")
    if f.follows:
        out.append(f"  *follows from:* line {', '.join(map(str, f.follows))}; not counted  ")
    return out


def render(result: Verdict | Unread, name: str) -> str:
    """A verdict as Markdown."""
    if isinstance(result, Unread):
        return f"## {escape(name)}\n\nThe file cannot be read: {escape(result.message)} (line {result.line}).\n"
    out = [f"## {escape(name)}", "", escape(text.summary(result, name, colour=False)) + ".", ""]
    for f in result.findings:
        out += _finding(f, result.record.lines)
    return "\n".join(out).rstrip() + "\n"
