"""Conversion of a game in another form into a record to finish."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from referee.inputs import formats
from referee.inputs.judging import read_input, shown
from referee.parsers.notation.encodings import MAX_BYTES
from referee.play.recording.book import Book, BookError

ENDING = ".lgn"
"""The ending of a record's file."""


@dataclass(slots=True)
class Source:
    """A game in sentences, messages or a saved file."""

    data: bytes
    form: formats.Format

    def record(self, tags: str = "") -> str:
        """The game as a record, under these tags. Raises :class:`TextError`."""
        return formats.with_tags(self.form, tags).convert(self.data).whole


@dataclass(slots=True)
class SourceFile(Source):
    """A source in a file, and the file of its record."""

    path: Path

    @property
    def title(self) -> str:
        """The name of its form, such as "a game told in sentences"."""
        return self.form.title

    @classmethod
    def of(cls, path: Path) -> SourceFile | None:
        """The game in a file.

        None for a record and for no file. Raises :class:`TextError`.
        """
        if not path.is_file():
            return None
        data = read_input(str(path))
        if not data or len(data) > MAX_BYTES:
            return None
        form = formats.of(data)
        if form is formats.NOTATION:
            return None
        return cls(data, form, path.with_suffix(ENDING))

    def book(self) -> Book:
        """The record beside it, or a new one. Raises :class:`BookError` and :class:`TextError`."""
        if self.path.exists():
            if self.path.suffix == ENDING and formats.of(read_input(str(self.path))) is formats.NOTATION:
                return Book.open(self.path)
            raise BookError(f"{shown(str(self.path))} is no record; “referee convert” writes one under another name")
        return Book(self.record(), self.path)
