"""The reader: bytes or text to a record. A broken line never stops the reading of the others."""

from __future__ import annotations

import re

from referee.engine.script import Action, Place, Record, Unreadable
from referee.parsers.names import Names, NamesOf
from referee.parsers.notation import lines, remarks, statements
from referee.parsers.notation.cursor import Cursor
from referee.parsers.notation.guesses import guess
from referee.parsers.notation.tokens import MAX_LINE, LineError, split_comment, tokenize

MAX_BYTES = 32 * 1024 * 1024
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


class TextError(Exception):
    """A file that cannot be read as a whole: what is wrong and where."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message, self.line, self.column = message, line, column


def decode(data: bytes) -> str:
    """UTF-8 text of a file. Raises :class:`TextError` for binary files, other encodings and files that are too large."""
    if len(data) > MAX_BYTES:
        raise TextError(f"the file is larger than {MAX_BYTES // 1024 // 1024} MiB")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise TextError("the file is UTF-16; save it as UTF-8")
    if b"\0" in data[:100_000]:
        raise TextError("this is a binary file, not a record")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        raise TextError(f"byte {data[error.start]:#04x} is not UTF-8; save the file as UTF-8", line, column) from None


def read_bytes(data: bytes, names_of: NamesOf, name: str = "record") -> Record:
    """A record from the bytes of a file. Raises :class:`TextError`."""
    return read_text(decode(data), names_of, name)


MOST_GUESSED = 100
"""Most lines of a record that cannot be read and about which guesses are made."""
LINE_END = re.compile(r"(\r\n|\r|\n)")


def split_lines(text: str) -> list[str]:
    """Lines at \\n, \\r\\n and \\r only."""
    return LINE_END.split(text)[::2]


def tags_of(lines: list[str]) -> dict[str, str]:
    """The tags of a record by their names as the notation has them, before anything else of it is read."""
    found: dict[str, str] = {}
    for raw in lines:
        match = TAG_LINE.match(raw) if raw.lstrip().startswith("[") else None
        if match is not None:
            found.setdefault(TAGS.get(match.group(1).casefold(), match.group(1)), match.group(2))
    return found


def read_text(text: str, names_of: NamesOf, name: str = "record") -> Record:
    """A record from text; lines that are not notation are kept in ``unreadable``."""
    record = Record(name)
    record.lines = split_lines(text)
    names = names_of(tags_of(record.lines))
    current: Action | None = None
    for number, raw in enumerate(record.lines, 1):
        try:
            current = read_line(record, raw, number, current, names)
        except LineError as error:
            record.unreadable.append(Unreadable(Place(number, error.column, error.end), error.message, error.help))
            saved = saved_play(raw, number, names)
            if saved is not None:
                saved.lines = [number]
                if len(record.unreadable) <= MOST_GUESSED:
                    guess(saved, split_comment(raw)[0], names, error)
                record.actions.append(saved)
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
    if remarks.begins_variation(raw):
        record.remarks += remarks.read(number, raw)
        return current
    body, comment = split_comment(raw)
    if comment and (said := remarks.remark(number, comment)) is not None:
        record.remarks.append(said)
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
        found.lines = [number]
        record.actions.append(found)
        return current if found.kind in _BOARD_KINDS else found
    if current is None:
        raise LineError("there is no action above that this line could go on with", 1, 2)
    lines.join(current, found if isinstance(found, list) else [found], number, len(body))
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
