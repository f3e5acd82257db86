"""Kept records: those of an archive that a page has written, here or on another device."""

from __future__ import annotations

from typing import Any

from referee.club import archives
from referee.parsers.notation.encodings import TextError, decode_text
from referee.reports.columns import printable
from referee.web.desk import Given, Refused, capital

ENDING = ".lgn"
MOST_UNPACKED = 32 * 1024 * 1024
MOST_RECORDS = 1000
MOST_TEXT = 1024 * 1024
"""Most bytes of one record that is kept."""
MOST_NAME = 80
MOST_NOTES = 20


class Room:
    """An archive at a time, of which nothing is kept here."""

    CALLS = frozenset({"unpack"})

    def unpack(self, given: Given, data: bytes) -> dict[str, Any]:
        """The ``records`` of an archive, each with its name and its text; ``notes`` say what was left out, and why."""
        try:
            inside = archives.unpack(data, lambda name: name.casefold().endswith(ENDING), MOST_UNPACKED)
        except TextError as error:
            raise Refused(f"{capital(error.message)}.") from None
        records, notes = [], []
        for member in inside.members[:MOST_RECORDS]:
            called = _called(member.name)
            try:
                text = _text(member)
            except TextError as error:
                notes.append(f"{called or 'The archive'}: {error.message}.")
                continue
            records.append({"name": called, "text": text})
        if len(inside.members) > MOST_RECORDS:
            notes.append(f"Only the first {MOST_RECORDS:,} records were read.")
        if not records and not notes:
            raise Refused(f"This archive has no records: their names end in {ENDING}.")
        return {"records": records, "notes": notes[:MOST_NOTES]}


def _called(name: str) -> str:
    """The name of a record: the last part of its path in the archive, without its ending."""
    last = name.replace("\\", "/").rpartition("/")[2]
    if last.casefold().endswith(ENDING):
        last = last[: -len(ENDING)]
    return printable(last).strip()[:MOST_NAME]


def _text(member: archives.Member) -> str:
    """The text of a member. Raises :class:`TextError`."""
    if member.problem:
        raise TextError(member.problem)
    if len(member.data) > MOST_TEXT:
        raise TextError("too large for a record")
    return decode_text(member.data)
