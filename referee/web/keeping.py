"""Kept records in archives written by a page, here or elsewhere."""

from __future__ import annotations

from typing import Any

from referee.club import archives
from referee.engine.state.words import capital
from referee.parsers.notation.encodings import TextError, decode_text
from referee.reports.columns import printable
from referee.web.desk import Given, RefusedError

ENDING = ".lgn"
MOST_UNPACKED = 32 * 1024 * 1024
MOST_RECORDS = 1000
MOST_TEXT = 1024 * 1024
"""Most bytes of a kept record."""
MOST_NAME = 80
MOST_NOTES = 20


class KeepRoom:
    """One archive at a time, without storage."""

    CALLS = frozenset({"unpack"})

    def unpack(self, given: Given, data: bytes) -> dict[str, Any]:
        """The ``records`` of an archive, with names and texts.

        ``notes`` are the omissions with their reasons.
        """
        try:
            inside = archives.unpack(data, lambda name: name.casefold().endswith(ENDING), MOST_UNPACKED)
        except TextError as error:
            raise RefusedError(f"{capital(error.message)}.") from None
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
            raise RefusedError(f"This archive has no records: their names end in {ENDING}.")
        return {"records": records, "notes": notes[:MOST_NOTES]}


def _called(name: str) -> str:
    """The name of a record, from its path in the archive."""
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
