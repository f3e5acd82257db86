"""The input forms of a game.

They are recognised by content, and all are converted to records. A form is one entry of :data:`FORMATS`. Its reader is
loaded when it is needed and not before. A converted record has the original place of each of its lines
(:class:`~referee.engine.state.script.Origin`), so that findings point there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from referee.editions.rulesets import names_of
from referee.engine.state.plain import plain_dataclass, replace
from referee.engine.state.script import Lines, Origin, Place, Record, Unreadable
from referee.inputs import beginning
from referee.inputs.converted import Conversion
from referee.inputs.records import from_json, is_json, read_bytes, read_json, read_text
from referee.parsers.notation.encodings import TextError, decode_text
from referee.parsers.notation.limits import MAX_LINES

if TYPE_CHECKING:
    from referee.parsers.notes.extraction import SentenceFinder
    from referee.parsers.notes.merging import GameReaders, MergedRecord


_SAVE_POINTS = (b">>> History of save point ", b"Labyrinth: The War on Terror AI Player", b" (Turn ")
"""Marks of a solitaire program's history or of another's transcript."""
_HEAD = re.compile(rb"\s*+(?:\xef\xbb\xbf\s*+)?(?:From |[!-9;-~]{1,80}:)")
"""The beginning of a mail, hardly of a record.

Blanks match possessively: a file may be nothing but blank lines.
"""


@plain_dataclass(frozen=True)
class Format:
    """A form in which a game comes in.

    ``name`` is its name for ``--from``, ``title`` its name in a sentence. ``recognises`` looks at the bytes of a file
    alone, never at its name. ``convert`` may raise :class:`TextError`; so may ``read``, which is there for forms that
    are read directly, without a record in the notation in between.
    """

    name: str
    title: str
    recognises: Callable[[bytes], bool]
    convert: Callable[[bytes], Conversion]
    read: Callable[[bytes, str], Record] | None = None

    def record(self, data: bytes, name: str) -> Record:
        """The record, as it is judged.

        Raises :class:`TextError`.
        """
        return self.read(data, name) if self.read is not None else record_of(self.convert(data), name)


def record_of(converted: Conversion, name: str) -> Record:
    """A converted game as judged, its lines placed in the original."""
    laid = _as_in_the_file(converted)
    record = read_text(converted.whole if laid is None else laid, name)
    if laid is None:
        record.lines = Lines(record.lines, converted.origins)
        record.notes += converted.line_notes
    else:
        record.notes += [
            replace(note, place=_laid_place(note.place, converted.origins)) for note in converted.line_notes
        ]
    return record


def _laid_place(place: Place, origins: Mapping[int, Origin]) -> Place:
    """A place of the converted record in the laid-out one.

    That is laid out as the original file.
    """
    at = origins.get(place.line)
    return Place(at.line, place.column + at.shift, place.end + at.shift) if at is not None else Place(1, 1, 2)


def _as_in_the_file(converted: Conversion) -> str | None:
    """The record laid out like its file, or None.

    Each line has the line and column of the file, so that every number is that of the file. Lines without a place in
    the file, such as an inferred tag, come before the next one with a place.
    """
    found: dict[int, str] = {}
    waiting: list[str] = []
    last = 0
    for number, text in enumerate(converted.whole.splitlines(), 1):
        at = converted.origins.get(number)
        if not text.strip() or (at is None and text.lstrip().startswith(";")):
            continue
        if at is None:
            waiting.append(text)
            continue
        if at.source or at.line - len(waiting) <= last:
            return None
        found.update(enumerate(waiting, at.line - len(waiting)))
        found[at.line] = " " * at.shift + text
        waiting, last = [], at.line
    found.update(enumerate(waiting, last + 1))
    if not found or not converted.origins or max(found) > MAX_LINES:
        return None
    return "\n".join(found.get(n, "") for n in range(1, max(found) + 1))


def _from_json(data: bytes) -> Conversion:
    lines, broken = from_json(decode_text(data))
    return Conversion("".join(f"{line}\n" for line in lines), broken, lines_taken=len(lines) - len(broken))


def _is_text(data: bytes) -> bool:
    """Whether a file is plain text at its beginning, and nothing packed."""
    return b"\0" not in data[:1024] and not data.startswith((b"PK", b"\x1f\x8b", b"\xfd7z"))


def _is_saved(data: bytes) -> bool:
    if _is_text(data) and not any(mark in data[:8000] for mark in _SAVE_POINTS):  # so that a record loads no reader
        return False
    from referee.parsers.app import record

    return record.is_saved(data)


def _from_saved(data: bytes) -> Conversion:
    from referee.inputs.saved_games import of_saved
    from referee.parsers.app import record

    return of_saved(record.read(data))


def _is_vassal(data: bytes) -> bool:
    if _is_text(data) and not data.startswith((b"!V", b"VOBS", b"begin_save")):
        return False
    from referee.parsers import vassal

    return vassal.is_vassal(data)


def _from_vassal(data: bytes, mapping: bytes = b"") -> Conversion:
    from referee.inputs import vassal_replay
    from referee.parsers.vassal import mapping as mappings

    return vassal_replay.of_files([data], mappings.read(mapping) if mapping else None)


def _from_notation(data: bytes) -> Conversion:
    text = decode_text(data)
    record = read_text(text)
    return Conversion(text, {u.place.line: u.message for u in record.unreadable}, lines_taken=len(record.actions))


def _is_mail(data: bytes) -> bool:
    if _HEAD.match(data) is None:
        return False
    from referee.parsers.mail import is_mail

    return is_mail(data)


def _readers() -> GameReaders:
    from referee.parsers.notes.merging import GameReaders

    return GameReaders(names_of, beginning.named_scenario, _mentions)


def _from_mail(data: bytes) -> Conversion:
    from referee.parsers.notes.mails import convert

    found = convert(data, _readers())
    if found.lines_taken or found.problems:
        return _gathered(found)
    from referee.inputs.told_games import of_mail

    told = of_mail(data)
    return told if told.lines_guessed else _gathered(found)


def _is_notes(data: bytes) -> bool:
    from referee.parsers.notes.detection import is_notes

    return is_notes(data, names_of)


def _from_notes(data: bytes) -> Conversion:
    from referee.parsers.notes.record import convert

    return _gathered(convert(data, _readers()))


def _is_told(data: bytes) -> bool:
    from referee.parsers.prose.detection import may_be_told

    if not may_be_told(data):
        return False
    from referee.inputs.told_games import is_told

    return is_told(data)


def _from_told(data: bytes) -> Conversion:
    from referee.inputs.told_games import of_text

    return of_text(data)


def _mentions(tags: Mapping[str, str]) -> SentenceFinder:
    """Function that finds sentences about plays, by the ruleset's words."""
    from referee.inputs.told_games import rules_of, vocabulary_of
    from referee.parsers.prose.mentions import mentions

    known = vocabulary_of(rules_of(tags))
    return lambda lines: mentions(lines, known)


def _gathered(found: MergedRecord) -> Conversion:
    if not found.lines_taken and not found.problems:
        raise TextError("; ".join(found.notes))
    noted = [Unreadable(Place(1, 1, 2), note, rule="mail") for note in found.notes] + found.line_notes
    notes = found.notes + found.asides
    return Conversion(
        found.text,
        found.problems,
        found.origins,
        found.lines_taken,
        notes=notes,
        line_notes=noted,
        sentences=found.sentences,
    )


VASSAL = Format("vassal", "a log or save of VASSAL", _is_vassal, _from_vassal)
NOTATION = Format("notation", "a record in the notation", lambda data: True, _from_notation, read_bytes)
FORMATS: tuple[Format, ...] = (
    VASSAL,
    Format("solitaire", "a saved game of the solitaire program", _is_saved, _from_saved),
    Format("json", "a record in JSON", is_json, _from_json, read_json),
    Format("mail", "a game by mail", _is_mail, _from_mail),
    Format("prose", "a game told in sentences", _is_told, _from_told),
    Format("notes", "notes with lines of notation among them", _is_notes, _from_notes),
    NOTATION,
)
"""All forms, in order of comparison; the last takes any file."""


def with_tags(form: Format, tags: str) -> Format:
    """The form of told games with these further tags.

    The tags are lines of a record.
    """
    from referee.inputs.told_games import of_mail, of_text

    known = dict(read_text(tags).tags)
    if not known or form.name not in ("prose", "mail"):
        return form
    reads = of_text if form.name == "prose" else of_mail
    return replace(form, convert=partial(reads, tags=known))


class UnknownFormatError(TextError):
    """No form has this name."""


def format_named(name: str) -> Format:
    """The form that ``--from`` names. Raises :class:`UnknownFormatError`."""
    for form in FORMATS:
        if form.name == name.strip().casefold():
            return form
    raise UnknownFormatError(f"there is no form of this name; there are {', '.join(f.name for f in FORMATS)}")


def of(data: bytes) -> Format:
    """The form of a file by its bytes."""
    return next(form for form in FORMATS if form.recognises(data))


def choose_format(data: bytes, name: str = "", mapping: bytes = b"") -> Format:
    """The named form, or that of the bytes.

    A log of VASSAL is read by a ``mapping``, if one is given. Raises :class:`UnknownFormatError`.
    """
    found = format_named(name) if name else of(data)
    return replace(found, convert=partial(_from_vassal, mapping=mapping)) if mapping and found is VASSAL else found


def read_record(data: bytes, name: str = "record", form: str = "", mapping: bytes = b"") -> Record:
    """A record in any form, recognised by content or named.

    Raises :class:`TextError`. ``mapping`` is the file for the pieces of a VASSAL module; without it the shipped one is
    used.
    """
    return choose_format(data, form, mapping).record(data, name)
