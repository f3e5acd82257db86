"""The reader: bytes or text to a record. A broken line never stops the reading of the others."""

from __future__ import annotations

import re

from referee.engine.script import Action, Place, Record, Unreadable
from referee.parsers.names import Names, NamesOf
from referee.parsers.notation import lines, statements
from referee.parsers.notation.cursor import Cursor
from referee.parsers.notation.encodings import MAX_BYTES, TextError, decode, decoded
from referee.parsers.notation.guesses import guess
from referee.parsers.notation.limits import MAX_ACTIONS, MAX_LINES, Limits
from referee.parsers.notation.tokens import MAX_LINE, LineError, split_comment, tokenize

TAGS = {
    t.casefold(): t
    for t in (
        "Game",
        "Scenario",
        "Length",
        "Players",
        "US",
        "Jihadist",
        "Event",
        "Date",
        "Options",
        "Option",
        "Result",
        "Notation",
        "Annotator",
    )
}
TAG_LINE = re.compile(r'^\s*\[\s*([A-Za-z][\w-]{0,40})\s+"([^"\r\n]{0,500})"\s*\]\s*(;.*)?$')
_BOARD_KINDS = ("board", "setup", "set", "check")
_CHECKPOINT = "board:"


MAX_SEGMENTS = 100
"""Most parts of one action: Operations, events, resolved Plots."""
MOST_GUESSED = 100
"""Most lines of a record that cannot be read and about which guesses are made."""
LINE_END = re.compile(r"(\r\n|\r|\n)")


def read_bytes(data: bytes, names_of: NamesOf, name: str = "record") -> Record:
    """A record from the bytes of a file; one that is not UTF-8 has a note that says so. Raises :class:`TextError`."""
    text, encoding = decoded(data)
    record = read_text(text, names_of, name)
    if encoding:
        message = f"the file is not UTF-8; it was read as {encoding}"
        record.notes.insert(0, Unreadable(Place(1, 1, 2), message, "save it as UTF-8 if letters look wrong"))
    return record


def split_lines(text: str) -> list[str]:
    """Lines at \\n, \\r\\n and \\r only."""
    return LINE_END.split(text)[::2]


def first_lines(text: str) -> tuple[list[str], int]:
    """The lines at the top, as many as are looked at, and how many more there are."""
    found: list[str] = []
    start = 0
    for end in LINE_END.finditer(text):
        found.append(text[start : end.start()])
        start = end.end()
        if len(found) == MAX_LINES and start < len(text):
            ends = text.count("\n", start) + text.count("\r", start) - text.count("\r\n", start)
            return found, ends + (text[-1] not in "\r\n")
    found.append(text[start:])
    return found, 0


def tags_of(lines: list[str]) -> dict[str, str]:
    """The tags of a record by their names as the notation has them, before anything else of it is read."""
    found: dict[str, str] = {}
    for raw in lines:
        match = TAG_LINE.match(raw) if raw.lstrip().startswith("[") else None
        if match is not None:
            found.setdefault(TAGS.get(match.group(1).casefold(), match.group(1)), match.group(2))
    return found


def read_text(text: str, names_of: NamesOf, name: str = "record") -> Record:
    """A record from text; lines that are not notation are kept in ``unreadable``, and what is too much in ``left_out``."""
    record = Record(name)
    record.lines, beyond = first_lines(text)
    names = names_of(tags_of(record.lines))
    current: Action | None = None
    limits = Limits(record, beyond)
    for number, raw in enumerate(record.lines, 1):
        if limits.reached(raw, number):
            break
        try:
            limits.fit(raw, number)
            current = read_line(record, raw, number, current, names)
        except LineError as error:
            limits.unreadable(Unreadable(Place(number, error.column, error.end), error.message, error.help))
            saved = saved_play(raw, number, names)
            if saved is not None:
                saved.lines = [number]
                if len(record.unreadable) <= MOST_GUESSED:
                    guess(saved, split_comment(raw)[0], names, error)
                record.actions.append(saved)
    limits.end()
    return record


def saved_play(raw: str, number: int, names: Names) -> Action | None:
    """The card that a line which cannot be read has spent, if its beginning says so."""
    body, _ = split_comment(raw[:200])
    try:
        tokens = tokenize(body)
    except LineError:
        return None
    if not tokens:
        return None
    place = Place(number, tokens[0].column, len(body.rstrip()) + 1)
    return lines.spent(Cursor(tokens, number, len(body), names), place, body.strip())


def read_line(record: Record, raw: str, number: int, current: Action | None, names: Names) -> Action | None:
    """Read one line into ``record``; returns the action that a following ``+`` line goes on with."""
    if raw.lstrip().startswith("["):
        tag(record, raw, number)
        return current
    body, _ = split_comment(raw)
    if not body.strip():
        return current
    if body.startswith(_CHECKPOINT) and len(body) <= MAX_LINE:
        stated = statements.plain(body[len(_CHECKPOINT) :], number, len(_CHECKPOINT), names)
        if stated is not None:
            whole = Place(number, 1, len(body.rstrip()) + 1)
            record.actions.append(Action("board", whole, body.strip(), statements=stated, lines=[number]))
            return current
    tokens = tokenize(body)
    cursor = Cursor(tokens, number, len(body.rstrip()), names)
    found = lines.read(cursor, body.strip())
    if isinstance(found, Action):
        if len(found.segments) > MAX_SEGMENTS:
            raise LineError(f"a line has at most {MAX_SEGMENTS} parts", 1, len(body.rstrip()) + 1)
        found.lines = [number]
        record.actions.append(found)
        return current if found.kind in _BOARD_KINDS else found
    if current is None:
        raise LineError("there is no action above that this line could go on with", 1, 2)
    more = found if isinstance(found, list) else [found]
    if len(current.segments) + len(more) > MAX_SEGMENTS:
        raise LineError("too much goes on with the action above", 1, 2)
    lines.join(current, more, number, len(body))
    return current


def tag(record: Record, raw: str, number: int) -> None:
    """One tag line."""
    match = TAG_LINE.match(raw)
    start = len(raw) - len(raw.lstrip()) + 1
    if match is None:
        raise LineError('a tag reads [Name "value"]', start, len(raw.rstrip()) + 1)
    name = TAGS.get(match.group(1).casefold())
    place = Place(number, start, len(raw.rstrip()) + 1)
    if name is None:
        name = match.group(1)
        record.notes.append(Unreadable(place, f"the tag {name} is not known; it is kept and not used"))
    if name in record.tags:
        record.notes.append(Unreadable(place, f"the tag {name} stands twice; the first one counts"))
        return
    record.tags[name] = match.group(2)
    record.tag_places[name] = place


__all__ = [
    "LINE_END",
    "MAX_ACTIONS",
    "MAX_BYTES",
    "TAGS",
    "TAG_LINE",
    "TextError",
    "decode",
    "decoded",
    "first_lines",
    "read_bytes",
    "read_line",
    "read_text",
    "split_lines",
    "tags_of",
]
