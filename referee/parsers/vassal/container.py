"""From the bytes of a log or save to its text.

It undoes archive, obfuscation and packing, each with its limits. Each engine hides the stream of commands in its own
way, none of which keeps anything secret.
"""

from __future__ import annotations

import io
import zlib
from dataclasses import dataclass
from lzma import LZMAError
from typing import Any
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile, ZipInfo

from referee.parsers.notation.encodings import MAX_BYTES, TextError

MIB = 1024 * 1024
MAX_ENTRIES = 2_000
"""Most entries of the archive; a log has three."""
MAX_STREAM = MAX_TEXT = 64 * MIB
"""Most bytes of the inflated stream; the largest have 30 million."""
MAX_ABOUT = MIB
"""Most bytes of a description of save or module."""
MAX_RATIO = 250
"""Most times a large log may exceed its packed size.

Nested pieces of a real one came to 30.
"""
_LARGE = 4 * MIB
_DIRECTORY = 256 * 1024
"""Most bytes of the table of contents, read in one go.

No entry can be counted before that.
"""
_ZIP, _END, _LONG = b"PK\x03\x04", b"PK\x05\x06", b"PK\x06\x07"
STREAM, SAVE, MODULE = "savedGame", "savedata", "moduledata"
BEGIN = "begin_save"
_BROKEN = (BadZipFile, zlib.error, LZMAError, EOFError, OSError, ValueError, RuntimeError, LookupError, OverflowError)
_DESCRIBED = {"version", "extra1", "extra2", "VassalVersion", "dateSaved", "description", "name"}
_DEEPEST = 16


@dataclass(slots=True)
class ArchiveContents:
    """The hidden stream of commands, with its descriptions."""

    stream: bytes
    about_save: dict[str, str]
    about_module: dict[str, str]
    warnings: list[str]


# -------------------------------------------------------------------- the archive


def is_archive(data: bytes) -> bool:
    """Whether these bytes are an archive of a log, or broken."""
    if not data.startswith(_ZIP):
        return False
    try:
        with _opened(data) as archive:
            return STREAM in archive.namelist()
    except (TextError, *_BROKEN):  # the header of the first entry has its name
        return data[30 : 30 + int.from_bytes(data[26:28], "little")] == STREAM.encode()


def _opened(data: bytes) -> ZipFile:
    if len(data) > MAX_BYTES:
        raise TextError(f"the file is larger than {MAX_BYTES // MIB} MiB")
    at = data.rfind(_END, max(0, len(data) - 65_557), max(0, len(data) - 18))
    if at < 0:
        raise TextError("the archive is broken: its table of contents is missing, as if the file was cut off")
    if data[max(0, at - 20) : at].startswith(_LONG) or int.from_bytes(data[at + 12 : at + 16], "little") > _DIRECTORY:
        raise TextError(f"the archive has more than {MAX_ENTRIES:,} entries")
    return ZipFile(io.BytesIO(data))


def unpack(data: bytes) -> ArchiveContents:
    """Unpack an archive.

    Raises :class:`TextError` for broken, too large or foreign content.
    """
    about: dict[str, dict[str, str]] = {SAVE: {}, MODULE: {}}
    warnings: list[str] = []
    try:
        with _opened(data) as archive:
            entries = archive.infolist()
            if len(entries) > MAX_ENTRIES:
                raise TextError(f"the archive has more than {MAX_ENTRIES:,} entries")
            found: dict[str, ZipInfo] = {}
            for entry in entries:
                if entry.filename in (STREAM, SAVE, MODULE):
                    if entry.filename in found:
                        raise TextError(f"the archive holds {entry.filename} twice")
                    found[entry.filename] = entry
            if STREAM not in found:
                raise TextError("this is no log or save of VASSAL: the archive has no entry savedGame")
            stream = _content(archive, found[STREAM], MAX_STREAM)
            for name in (n for n in about if n in found):
                try:
                    about[name] = _described(_content(archive, found[name], MAX_ABOUT))
                except (TextError, *_BROKEN):
                    warnings.append(f"{name}, which tells versions and dates, cannot be read and was left out")
    except TextError:
        raise
    except NotImplementedError:
        raise TextError("the archive is packed in a way that is not read here") from None
    except _BROKEN:
        raise TextError("the archive is broken and cannot be unpacked") from None
    return ArchiveContents(stream, about[SAVE], about[MODULE], warnings)


def _content(archive: ZipFile, entry: ZipInfo, most: int) -> bytes:
    out = io.BytesIO()
    with archive.open(entry) as file:
        while piece := file.read(MIB):
            out.write(piece)
            size = out.tell()
            if size > most:
                raise TextError(f"{entry.filename} is larger than {most // MIB} MiB when it is unpacked")
            if size > _LARGE and size > max(1, entry.compress_size) * MAX_RATIO:
                raise TextError(f"{entry.filename} unpacks to more than {MAX_RATIO} times its size, as no log does")
    return out.getvalue()


def _described(data: bytes) -> dict[str, str]:
    """Texts of a description; a document type is refused.

    So no entity is looked up.
    """
    found: dict[str, str] = {}
    depth = 0
    text = ""

    def refuse(*_: Any) -> None:
        raise TextError("a document type")

    def begin(name: str, _: Any) -> None:
        nonlocal depth, text
        depth, text = depth + 1, ""
        if depth > _DEEPEST:
            raise TextError("nested too deeply")

    def end(name: str) -> None:
        nonlocal depth, text
        depth -= 1
        if depth == 1 and name in _DESCRIBED:
            found.setdefault(name, text.strip())
        text = ""

    def read(words: str) -> None:
        nonlocal text
        if depth == 2:
            text += words

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, end, read
    try:
        parser.Parse(data, True)
    except expat.ExpatError:
        raise TextError("no XML") from None
    return found


# -------------------------------------------------------------------- the stream


def is_stream(data: bytes) -> bool:
    """Whether these bytes are a stream without its archive."""
    if data.startswith((b"!VCSK", b"!VOBS", b"!VCSZ", b"!VOXZ", b"begin_save\x1b")):
        return True
    return data.startswith(b"VOBS") and _unmasked(data[4:64]).startswith(BEGIN.encode())


def clear(data: bytes, warnings: list[str]) -> str:
    """Decode a stream.

    Raises :class:`TextError` if it cannot be read.
    """
    plain = _plain(data, warnings)
    try:
        text = plain.decode("utf-8")
    except UnicodeDecodeError:
        text = plain.decode("utf-8", "replace")
        warnings.append("the log is not UTF-8 in places; the letters there were lost")
    if not text.lstrip().startswith(BEGIN) and "end_save" not in text:
        raise TextError("this is no log or save of VASSAL: it does not begin as they do")
    return text


def _plain(data: bytes, warnings: list[str]) -> bytes:
    head, rest = data[:5], data[5:]
    if head == b"!VOXZ":
        raise TextError("the log is packed with XZ, as no released VASSAL does; such files are not read here")
    if head == b"!VCSK":
        return _from_hex(rest, warnings)
    if head == b"!VCSZ":
        return _inflated(_from_hex(rest, warnings))
    if head == b"!VOBS":
        return _unmasked(rest)
    return _unmasked(data[4:]) if data.startswith(b"VOBS") and data[4:5] != b"\x1b" else data


def _from_hex(data: bytes, warnings: list[str]) -> bytes:
    if len(data) % 2:
        data = data[:-1]
        warnings.append("the log ends in the middle of a letter, as if the file was cut off")
    try:
        return _unmasked(bytes.fromhex(data.decode("ascii")))
    except ValueError:
        raise TextError("the log is broken: it has signs that are no hexadecimal digits") from None


def _unmasked(data: bytes) -> bytes:
    """Remove the key, which is the first byte."""
    return data[1:].translate(bytes(b ^ data[0] for b in range(256))) if data else data


def _inflated(data: bytes) -> bytes:
    try:
        found = zlib.decompressobj().decompress(data, MAX_TEXT + 1)
    except zlib.error:
        raise TextError("the log is broken and cannot be unpacked") from None
    if len(found) > MAX_TEXT:
        raise TextError(f"the log is larger than {MAX_TEXT // MIB} MiB when it is unpacked")
    return found
