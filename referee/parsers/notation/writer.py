"""The formatter: a record in canonical form, comments kept, unreadable lines left as they are."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.script import Action, Record
from referee.parsers.notation.reader import TAG_LINE, TAGS
from referee.parsers.notation.tokens import LineError, Token, split_comment


@dataclass(frozen=True, slots=True)
class Formatted:
    """The text, and the numbers of lines that are not notation."""

    text: str
    unreadable: tuple[int, ...]


def format_text(text: str) -> Formatted:
    """The canonical form; formatting it again changes nothing."""
    out: list[str] = []
    bad: list[int] = []
    record = Record("")
    current: Action | None = None
    raws = text.split("\n")
    for number, raw_with_end in enumerate(raws, 1):
        raw = raw_with_end.removesuffix("\r")
        if raw.lstrip().startswith("["):
            formatted, fine = format_tag(raw)
            if not fine:
                bad.append(number)
                formatted = raw_with_end
            out.append(formatted)
            continue
        body, comment = split_comment(raw)
        if not body.strip():
            out.append(comment.rstrip())
            continue
        try:
            tokens, current = _tokens(record, raw, number, current)
        except LineError:
            bad.append(number)
            out.append(raw_with_end)
            continue
        line = write(tokens)
        out.append(f"{line}  {comment.rstrip()}" if comment.strip() else line)
    return Formatted("\n".join(out), tuple(bad))


def _tokens(record: Record, raw: str, number: int, current: Action | None) -> tuple[list[Token], Action | None]:
    from referee.parsers.notation import lines
    from referee.parsers.notation.cursor import Cursor
    from referee.parsers.notation.tokens import tokenize

    body, _ = split_comment(raw)
    tokens = tokenize(body)
    found = lines.read(Cursor(tokens, number, len(body)), body)
    if isinstance(found, Action):
        return tokens, found if found.kind not in ("board", "setup", "check") else current
    if current is None:
        raise LineError("nothing to go on with", 1, 2)
    return tokens, current


def format_tag(raw: str) -> tuple[str, bool]:
    """A tag line in canonical form, and whether it is one."""
    match = TAG_LINE.match(raw[:2000])
    if match is None:
        return raw, False
    name = TAGS.get(match.group(1).casefold(), match.group(1))
    comment = f"  {match.group(3).rstrip()}" if match.group(3) else ""
    return f'[{name} "{match.group(2)}"]{comment}', True


def write(tokens: list[Token]) -> str:
    """Tokens with single spaces where they belong."""
    out = ""
    for token in tokens:
        if not token.canon:
            continue
        out += token.canon if token.glue or not out else f" {token.canon}"
    return out


