"""Reading and writing of records.

The names are those of the ruleset in a record's tags.
"""

from __future__ import annotations

from referee.editions.rulesets import names_of
from referee.engine.state.script import Record
from referee.inputs import games
from referee.parsers.notation import reader, writer


def read_text(text: str, name: str = "record") -> Record:
    """A record from text, with lines outside the notation in ``unreadable``."""
    return games.fitting(reader.read_text(text, names_of, name), lambda known: reader.read_text(text, known, name))


def read_bytes(data: bytes, name: str = "record") -> Record:
    """A record in the notation from the bytes of a file.

    Raises :class:`TextError`.
    """
    return games.fitting(reader.read_bytes(data, names_of, name), lambda known: reader.read_bytes(data, known, name))


def _names(text: str) -> games.TagNames:
    """Names of a text: those of its tags or its game."""
    if games.NAMING & reader.tags_of(reader.first_lines(text)[0]).keys():
        return names_of
    return games.names_by(read_text(text).inferred)


def format_text(text: str) -> writer.FormattedRecord:
    """Format a record canonically; a second time changes nothing."""
    return writer.format_text(text, _names(text))


def is_json(data: bytes) -> bool:
    """Whether a file is a record in JSON.

    No line of the notation begins with a brace and a quotation mark.
    """
    head = data[:1000]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head[2:].replace(b"\0", b"")
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return head[:1] == b"{" and head[1:].lstrip()[:1] in (b'"', b"}", b"")


def read_json(data: bytes, name: str = "record") -> Record:
    """A record from the bytes of a JSON file.

    Raises :class:`TextError`.
    """
    from referee.parsers.json import decode

    record = decode.read_bytes(data, names_of, name)
    return games.fitting(record, lambda known: decode.read_bytes(data, known, name), marked=True)


def to_json(text: str) -> str:
    """A record as JSON, with its lines in the notation.

    It has one line for each entry.
    """
    from referee.parsers.json import encode

    return encode.dumps(text, _names(text))


def from_json(text: str) -> tuple[list[str], dict[int, str]]:
    """Lines of a record in JSON, and errors by line.

    The errors are those of broken entries.
    """
    from referee.parsers.json import decode

    return decode.notation(text, games.names_by(read_json(text.encode()).inferred))
