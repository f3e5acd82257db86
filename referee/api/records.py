"""Reading and writing records, and the errors of reading."""

from __future__ import annotations

import os
from typing import TypeAlias, get_args

from referee.engine.record.steps import Policy
from referee.engine.state.script import Record, notation_lines
from referee.inputs.formats import read_record
from referee.inputs.judging import read_input
from referee.inputs.records import is_json, read_text
from referee.parsers.notation.encodings import TextError
from referee.parsers.notation.limits import MAX_LINES

Source: TypeAlias = Record | str | os.PathLike[str]
"""A record, the text of one, or the path of one."""
_ENDINGS = (".lgn", ".lgn.json")


class RecordError(ValueError):
    """An unreadable file, an impossible position, or an unknown name."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message, self.line, self.column = message, line, column


def known_policy(policy: Policy) -> Policy:
    """Return the policy. Raises :class:`RecordError` for an unknown name."""
    if policy not in get_args(Policy):
        raise RecordError(f"there is no policy “{policy}”; there are {', '.join(get_args(Policy))}")
    return policy


def read(source: Source, *, name: str = "record") -> Record:
    """Read a record from its text or from a file.

    A path object is a file, and so is a string without a line break that ends in ``.lgn`` or ``.lgn.json``; every other
    string is the record itself, in the notation or in JSON. Lines that are not notation do not stop the reading:
    ``unreadable`` has them. If such a line names its side or its card, ``actions`` has it too, as a play of the kind
    ``"unread"``, which the clock counts.

    >>> record = read("US 20 woi Gulf States [4]\\nUS what")
    >>> [action.kind for action in record.actions], record.unreadable[0].message
    (['card', 'unread'], 'A card number goes here, e.g. US 43 woi Pakistan [4].')
    >>> read("no-such-file.lgn")
    Traceback (most recent call last):
    referee.api.RecordError: there is no such file

    Raises :class:`RecordError` for a file that cannot be read as a whole.
    """
    if isinstance(source, Record):
        return source
    try:
        if isinstance(source, str) and not (source.endswith(_ENDINGS) and "\n" not in source):
            if "\0" in source:
                raise RecordError("this is no text: it holds a NUL character")
            try:
                data = source.encode("utf-8")
            except UnicodeEncodeError as error:
                raise RecordError(f"this is no text: character {error.start + 1} is half of one") from None
            return read_record(data, name) if is_json(data[:1000]) else read_text(source, name)
        path = os.fspath(source)
        if "\0" in path:
            raise RecordError("no file has a name with a NUL character in it")
        return read_record(read_input(path), path)
    except TextError as error:
        raise RecordError(error.message, error.line, error.column) from None


def to_json(source: Source) -> str:
    """Convert a record to JSON, with the line numbers of its notation.

    >>> import json
    >>> entry, = json.loads(to_json("US 20 woi Gulf States [4]"))["entries"]
    >>> entry["kind"], entry["cards"], entry["segments"]
    ('card', [20], [{'use': 'woi', 'items': [{'where': 'Gulf States', 'dice': [{'values': [4]}]}]}])

    Raises :class:`RecordError` for a file that cannot be read as a whole.
    """
    from referee.inputs import records as reading

    return reading.to_json("\n".join(_whole(source)))


def to_notation(source: Source) -> str:
    """Convert a record to the notation, for example from JSON.

    >>> to_notation(to_json("us 20 woi gulf [4]"))
    'US 20 woi Gulf States [4]\\n'

    Raises :class:`RecordError` for a file that cannot be read as a whole.
    """
    lines = _whole(source)
    return "".join(f"{line}\n" for line in (lines if lines[-1:] != [""] else lines[:-1]))


def _whole(source: Source) -> list[str]:
    """Return all lines of a record, or none."""
    lines = [line for _, line in notation_lines(read(source).lines)]
    if len(lines) >= MAX_LINES:
        raise RecordError(f"the record has more than {MAX_LINES:,} lines")
    return lines
