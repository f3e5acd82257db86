"""``referee convert``: a record from the notation to JSON, or back; a saved game of another program to a record."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.parsers.app import record as saves
from referee.parsers.notation.reader import TextError, decode
from referee.reading import from_json, is_json, read_text, to_json


@dataclass(frozen=True, slots=True)
class Converted:
    """The other form of a record, and what could not be said in it, by line."""

    text: str
    problems: dict[int, str] = field(default_factory=dict)


def other_form(data: bytes) -> Converted:
    """JSON for the notation, the notation for JSON or for a saved game; lines that are not notation are kept as they are.

    Raises :class:`TextError` for a file that cannot be read as a whole.
    """
    if saves.is_saved(data):
        return _of_saved(saves.read(data))
    if is_json(data):
        lines, broken = from_json(decode(data))
        return Converted("".join(f"{line}\n" for line in lines), broken)
    text = decode(data)
    kept = {u.place.line: u.message for u in read_text(text).unreadable}
    return Converted(to_json(text), kept)


def of_folder(path: str) -> Converted:
    """The notation for a saved game that lies in a folder. Raises :class:`TextError`."""
    return _of_saved(saves.read_folder(path))


def _of_saved(saved: saves.Saved) -> Converted:
    from referee.importing import imported

    text = imported(saved).text
    broken = {p for problems in saved.problems.values() for p in problems}
    lines = enumerate(text.splitlines(), 1)
    return Converted(text, {n: line[2:] for n, line in lines if line.startswith("; ") and line[2:] in broken})


__all__ = ["Converted", "TextError", "of_folder", "other_form"]
