"""The formatter: a record in canonical form.

Comments are kept, and unreadable lines are left as they are.
"""

from __future__ import annotations

from referee.engine.state.names import Names, NamesOf
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.script import Action
from referee.parsers import faults
from referee.parsers.faults import LineError
from referee.parsers.notation import remarks
from referee.parsers.notation.reader import LINE_END, tags_of
from referee.parsers.notation.tags import TAG_LINE, TAGS
from referee.parsers.notation.tokens import MAX_LINE, Token, split_comment, write


@plain_dataclass(frozen=True)
class FormattedRecord:
    """The text, and the numbers of lines outside the notation."""

    text: str
    unreadable: tuple[int, ...]


def format_text(text: str, names_of: NamesOf) -> FormattedRecord:
    """The canonical form; formatting it again changes nothing."""
    out: list[str] = []
    bad: list[int] = []
    current: Action | None = None
    pieces = LINE_END.split(text)
    names = names_of(tags_of(pieces[::2]))
    for number, (raw, end) in enumerate(zip(pieces[::2], [*pieces[1::2], ""], strict=True), 1):
        line: str | None
        try:
            line, current = format_line(raw, number, current, names)
        except LineError:
            line = None
        if line is None:
            bad.append(number)
            out.append(raw + ("\n" if end == "\r" else end))
        else:
            out.append(line + ("\n" if end else ""))
    return FormattedRecord("".join(out), tuple(bad))


def format_line(raw: str, number: int, current: Action | None, names: Names) -> tuple[str | None, Action | None]:
    """One line in canonical form; None for an apparent tag only."""
    if raw.lstrip().startswith("["):
        return format_tag(raw), current
    if remarks.begins_variation(raw):
        return remarks.variation_line(*remarks.variation(raw)), current
    body, comment = split_comment(raw)
    if not body.strip():
        return comment.rstrip(), current
    tokens, current = _tokens(raw, number, current, names)
    line = write(tokens)
    if len(line) > MAX_LINE:  # it could not be read again
        line = body.strip()
    return f"{line}  {comment.rstrip()}" if comment else line, current


def _tokens(raw: str, number: int, current: Action | None, names: Names) -> tuple[list[Token], Action | None]:
    from referee.parsers.notation import lines
    from referee.parsers.notation.cursor import Cursor
    from referee.parsers.notation.tokens import tokenize_line

    body, _ = split_comment(raw)
    tokens = tokenize_line(body)
    try:
        found = lines.read(Cursor(tokens, number, len(body), names), body)
    except LineError as error:
        from referee.parsers.notation import spelling

        found, tokens, _ = spelling.read(body, number, names, error)
    if isinstance(found, Action):
        found.lines = [number]
        return tokens, found if found.kind not in ("board", "setup", "set", "check") else current
    if current is None:
        raise LineError(faults.NO_PLAY_ABOVE, 1, 2)
    lines.join(current, found if isinstance(found, list) else [found], number, len(body))
    return tokens, current


def format_tag(raw: str) -> str | None:
    """A tag line in canonical form, or None."""
    match = TAG_LINE.match(raw)
    if match is None:
        return None
    name = TAGS.get(match.group(1).casefold(), match.group(1))
    comment = f"  {match.group(3).rstrip()}" if match.group(3) else ""
    return f'[{name} "{match.group(2)}"]{comment}'
