"""From the bytes of a file to its text.

It finds the encoding, and refuses other files.
"""

from __future__ import annotations

import codecs
import re

from referee.engine.state.plain import NamedTuple
from referee.parsers.notation.limits import MAX_LINES

MAX_BYTES = 32 * 1024 * 1024
_CONTROL = re.compile("[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]")
"""Control characters outside any text.

The escape character is left to the printers of text: it comes with pasted terminals.
"""
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


class TextError(Exception):
    """A file that cannot be read: the error and its place."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message, self.line, self.column = message, line, column

    def about(self, name: str) -> str:
        """The error for the file of this name."""
        return self.message


class DecodedText(NamedTuple):
    """The text of a file.

    ``encoding`` is a name for people, "" for UTF-8, which needs no words.
    """

    text: str
    encoding: str


def decode(data: bytes, *, only_unicode: bool = False) -> DecodedText:
    """Text of a file in UTF-8, UTF-16 or Windows-1252.

    UTF-16 has its mark; in Windows-1252 every byte must be a letter. ``only_unicode`` leaves out the last. Raises
    :class:`TextError` for binary files, for bytes outside these encodings, and for too large files.
    """
    if len(data) > MAX_BYTES:
        raise TextError(f"the file is larger than {MAX_BYTES // 1024 // 1024} MiB")
    mark, encoding = next(((m, e) for m, e in _MARKS if data.startswith(m)), (b"", "utf-8"))
    if encoding == "utf-16":
        return DecodedText(_utf_16(data), "UTF-16")
    if b"\0" in data:
        raise TextError("this is a binary file, not a record")
    try:
        return DecodedText(data.decode(encoding), "")
    except UnicodeDecodeError as error:
        first = error.start + (len(mark) if error.start else 0)
        if mark or only_unicode:
            raise TextError(
                f"byte {data[first]:#04x} is not UTF-8; save the file as UTF-8", *_place(data, first)
            ) from None
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError as error:
        wrong = f"byte {data[error.start]:#04x} is neither UTF-8 nor Windows-1252; save the file as UTF-8"
        raise TextError(wrong, *_place(data, error.start)) from None
    if _CONTROL.search(text):
        raise TextError("this is a binary file, not a record")
    return DecodedText(text, "Windows-1252")


def decode_text(data: bytes) -> str:
    """Text of a file with every line, in any encoding.

    Raises :class:`TextError` as :func:`decode`, and for files with too many lines.
    """
    text = decode(data).text
    if text.count("\n") + text.count("\r") - text.count("\r\n") > MAX_LINES:
        raise TextError(f"the file has more than {MAX_LINES:,} lines", MAX_LINES + 1)
    return text


def is_utf_8(data: bytes) -> bool:
    """Whether a readable file is UTF-8 already."""
    return not decode(data).encoding


def _utf_16(data: bytes) -> str:
    try:
        text = data.decode("utf-16")
    except UnicodeDecodeError:
        raise TextError("the file begins as UTF-16 does and is not; save it as UTF-8") from None
    if "\0" in text:
        raise TextError("this is a binary file, not a record")
    return text


def _place(data: bytes, at: int) -> tuple[int, int]:
    """Line and column, in bytes, of a byte."""
    before = data[:at]
    return before.count(b"\n") + 1, at - (before.rfind(b"\n") + 1) + 1
