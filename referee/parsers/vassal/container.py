"""The file around a log: a ZIP archive in memory, and the two short documents about save and module in it."""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from dataclasses import dataclass
from typing import Any
from xml.parsers import expat

from referee.parsers.notation.encodings import MAX_BYTES, TextError

MAX_ENTRIES = 2_000
"""Most entries of the archive; a log has three."""
MAX_STREAM = 64 * 1024 * 1024
"""Most bytes of the log as it is packed; the largest seen have 30 million."""
MAX_ABOUT = 1024 * 1024
"""Most bytes of what stands about save and module."""
MAX_RATIO = 250
"""How often larger than packed a log may be, once it is large; nested pieces of a real one came to 30."""
_LARGE = 4 * 1024 * 1024
_DIRECTORY = 256 * 1024
"""Most bytes of the table of contents: it is read as a whole before any entry can be counted."""
_ZIP, _END, _LONG = b"PK\x03\x04", b"PK\x05\x06", b"PK\x06\x07"
STREAM, SAVE, MODULE = "savedGame", "savedata", "moduledata"


@dataclass(slots=True)
class Contents:
    """What a file holds: the stream of commands as it is hidden, and what is told about it."""

    stream: bytes
    about_save: dict[str, str]
    about_module: dict[str, str]
    warnings: list[str]


def is_archive(data: bytes) -> bool:
    """Whether these bytes are an archive with a log in it, or what is left of one."""
    if not data.startswith(_ZIP):
        return False
    try:
        with _opened(data) as archive:
            return STREAM in archive.namelist()
    except (TextError, *_BROKEN):
        return _header(data) == STREAM.encode()


def _header(data: bytes) -> bytes:
    """The name of the first entry, as its header has it."""
    return data[30 : 30 + int.from_bytes(data[26:28], "little")]


_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    ValueError,
    RuntimeError,
    NotImplementedError,
    LookupError,
    OverflowError,
)


def _opened(data: bytes) -> zipfile.ZipFile:
    if len(data) > MAX_BYTES:
        raise TextError(f"the file is larger than {MAX_BYTES // 1024 // 1024} MiB")
    at = data.rfind(_END, max(0, len(data) - 65_557), max(0, len(data) - 18))
    if at < 0:
        raise TextError("the archive is broken: its table of contents is missing, as if the file was cut off")
    if data[max(0, at - 20) : at].startswith(_LONG) or int.from_bytes(data[at + 12 : at + 16], "little") > _DIRECTORY:
        raise TextError(f"the archive has more than {MAX_ENTRIES:,} entries")
    return zipfile.ZipFile(io.BytesIO(data))


def unpack(data: bytes) -> Contents:
    """What a file holds. Raises :class:`TextError` for what is broken, too large or no log."""
    warnings: list[str] = []
    try:
        with _opened(data) as archive:
            entries = archive.infolist()
            if len(entries) > MAX_ENTRIES:
                raise TextError(f"the archive has more than {MAX_ENTRIES:,} entries")
            found: dict[str, zipfile.ZipInfo] = {}
            for entry in entries:
                if entry.filename in (STREAM, SAVE, MODULE):
                    if entry.filename in found:
                        raise TextError(f"the archive holds {entry.filename} twice")
                    found[entry.filename] = entry
            if STREAM not in found:
                raise TextError("this is no log or save of VASSAL: the archive has no entry savedGame")
            stream = _content(archive, found[STREAM], MAX_STREAM)
            about: list[dict[str, str]] = []
            for name in (SAVE, MODULE):
                about.append({})
                if name in found:
                    try:
                        about[-1] = _described(_content(archive, found[name], MAX_ABOUT))
                    except (TextError, *_BROKEN):
                        warnings.append(f"{name}, which tells versions and dates, cannot be read and was left out")
    except TextError:
        raise
    except NotImplementedError:
        raise TextError("the archive is packed in a way that is not read here") from None
    except _BROKEN:
        raise TextError("the archive is broken and cannot be unpacked") from None
    return Contents(stream, about[0], about[1], warnings)


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    out = io.BytesIO()
    packed = max(1, entry.compress_size)
    with archive.open(entry) as file:
        while piece := file.read(1024 * 1024):
            out.write(piece)
            size = out.tell()
            if size > most:
                raise TextError(f"{entry.filename} is larger than {most // 1024 // 1024} MiB when it is unpacked")
            if size > _LARGE and size > packed * MAX_RATIO:
                raise TextError(f"{entry.filename} unpacks to more than {MAX_RATIO} times its size, as no log does")
    return out.getvalue()


_WANTED = {"version", "extra1", "extra2", "VassalVersion", "dateSaved", "description", "name"}
_DEEPEST = 16


def _described(data: bytes) -> dict[str, str]:
    """The texts of a document about save or module; no entity is looked up, and a document type is refused."""
    found: dict[str, str] = {}
    open_: list[str] = []
    parts: list[str] = []

    def refuse(*_: Any) -> None:
        raise TextError("a document type")

    def begin(name: str, _: Any) -> None:
        open_.append(name)
        if len(open_) > _DEEPEST:
            raise TextError("nested too deeply")
        parts.clear()

    def end(name: str) -> None:
        open_.pop()
        if len(open_) == 1 and name in _WANTED and name not in found:
            found[name] = "".join(parts).strip()
        parts.clear()

    def text(words: str) -> None:
        if len(open_) == 2:
            parts.append(words)

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    try:
        parser.Parse(data, True)
    except expat.ExpatError:
        raise TextError("no XML") from None
    return found
