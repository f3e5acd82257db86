"""``referee convert``: a record from the notation to JSON, or back."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.parsers.notation.reader import TextError, decode
from referee.reading import from_json, is_json, read_text, to_json


@dataclass(frozen=True, slots=True)
class Converted:
    """The other form of a record, and what could not be said in it, by line."""

    text: str
    problems: dict[int, str] = field(default_factory=dict)


def other_form(data: bytes) -> Converted:
    """JSON for the notation, the notation for JSON; lines that are not notation are kept as they stand.

    Raises :class:`TextError` for a file that cannot be read as a whole.
    """
    if is_json(data):
        lines, broken = from_json(decode(data))
        return Converted("".join(f"{line}\n" for line in lines), broken)
    text = decode(data)
    kept = {u.place.line: u.message for u in read_text(text).unreadable}
    return Converted(to_json(text), kept)


__all__ = ["Converted", "TextError", "other_form"]
