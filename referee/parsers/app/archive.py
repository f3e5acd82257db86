"""The files of a saved game.

They come from a folder or an archive: in memory, within bounds, by their own names alone.
"""

from __future__ import annotations

import io
import lzma
import os
import re
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from referee.parsers.notation.encodings import TextError

MAX_TOTAL = 96 * 1024 * 1024
"""Most bytes of an unpacked archive; the longest game needs a tenth."""
MAX_FILE = 4 * 1024 * 1024
"""Most bytes of a game's file; a save point has 30,000."""
MAX_ENTRIES = 10_000
"""Most files in a folder or an archive."""
_MEMORY = 128 * 1024 * 1024
"""Most bytes of memory for unpacking."""
_NAME = re.compile(r"(save|log)-\d{1,5}\Z")
_ZIP = b"PK\x03\x04"
_TOO_LARGE = f"what is in it is larger than {MAX_TOTAL // 1024 // 1024} MiB"
_BROKEN = (
    *(zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError),
    *(ValueError, LookupError, OverflowError, RuntimeError),
)
Entries = Iterator[tuple[str, Callable[[], bytes]]]
"""Files of an archive, each with bounded bytes."""


class _Decompression(NamedTuple):
    """The unpacking of a stream, and the message on failure."""

    decompressor: Callable[[], Any]
    failure: str
    cut_off: str


_PACKINGS = {
    b"\xfd7zXZ\0": _Decompression(
        partial(lzma.LZMADecompressor, lzma.FORMAT_XZ, memlimit=_MEMORY),
        "the archive cannot be unpacked",
        "the archive ends in the middle",
    ),
    b"\x1f\x8b": _Decompression(
        partial(zlib.decompressobj, wbits=31),
        "the file cannot be unpacked",
        "the file ends in the middle of what is packed",
    ),
}


def is_packed(data: bytes) -> bool:
    """Whether these bytes begin like an archive or packed text."""
    return data.startswith((_ZIP, *_PACKINGS)) or _is_tar(data)


def unpack(data: bytes) -> bytes | dict[str, bytes]:
    """Unpacked text of a history, or files of a game.

    Raises :class:`TextError` for broken, too large or foreign content.
    """
    packing = next((packing for mark, packing in _PACKINGS.items() if data.startswith(mark)), None)
    if packing is not None:
        data = _plain(data, packing)
    elif data.startswith(_ZIP):
        return _game(_zip(data))
    return _game(_tar(data)) if _is_tar(data) else data


def folder(path: str) -> dict[str, bytes]:
    """The files of a game in a folder, without links.

    Raises :class:`TextError`.
    """
    try:
        return _some(_within(_folder(path)), "folder")
    except OSError as error:
        raise TextError(f"the folder cannot be read: {error.strerror or error}") from None


def _is_tar(data: bytes) -> bool:
    return data[257:262] == b"ustar"


def _some(found: dict[str, bytes], where: str) -> dict[str, bytes]:
    if not any(name.startswith("log-") for name in found):
        raise TextError(f"this {where} holds no saved game: there is no file log-000")
    return found


def _within(entries: Entries) -> dict[str, bytes]:
    """Files of the game among the entries, within bounds."""
    found: dict[str, bytes] = {}
    total = 0
    for path, read in entries:
        name = path.rpartition("/")[2]
        if not _NAME.match(name):
            continue
        if name in found:
            raise TextError(f"the archive holds {name} twice")
        found[name] = read()
        if len(found[name]) > MAX_FILE:
            raise TextError(f"{name} is larger than {MAX_FILE // 1024 // 1024} MiB")
        total += len(found[name])
        if total > MAX_TOTAL:
            raise TextError(_TOO_LARGE)
    return found


def _game(entries: Entries) -> dict[str, bytes]:
    """The files of a game in an archive."""
    try:
        found = _within(entries)
    except NotImplementedError:
        raise TextError("the archive is packed in a way that is not read here") from None
    except TextError:
        raise
    except _BROKEN as error:
        raise TextError(f"the archive is broken: {error}") from None
    return _some(found, "archive")


def _plain(data: bytes, packing: _Decompression) -> bytes:
    """The bytes of a packed file."""
    out = io.BytesIO()
    try:
        while data:
            reader = packing.decompressor()
            out.write(reader.decompress(data, MAX_TOTAL + 1 - out.tell()))
            if out.tell() > MAX_TOTAL:
                raise TextError(_TOO_LARGE)
            if not reader.eof:
                raise TextError(packing.cut_off)
            data = reader.unused_data.lstrip(b"\0")
    except (lzma.LZMAError, zlib.error) as error:
        raise TextError(f"{packing.failure}: {error}") from None
    return out.getvalue()


def _folder(path: str) -> Entries:
    with os.scandir(path) as entries:
        for n, entry in enumerate(entries):
            if n >= MAX_ENTRIES:
                raise TextError(f"the folder has more than {MAX_ENTRIES:,} files")
            if _NAME.match(entry.name) and entry.is_file(follow_symlinks=False):
                with Path(entry.path).open("rb") as file:
                    yield entry.name, partial(file.read, MAX_FILE + 1)


def _tar(data: bytes) -> Entries:
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
        for n, member in enumerate(archive):
            if n >= MAX_ENTRIES:
                raise TextError(f"the archive has more than {MAX_ENTRIES:,} files")
            file = archive.extractfile(member) if member.isreg() and member.sparse is None else None
            if file is not None:
                yield member.name, partial(file.read, MAX_FILE + 1)


def _zip(data: bytes) -> Entries:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:

        def read(member: zipfile.ZipInfo) -> bytes:
            with archive.open(member) as file:
                return file.read(MAX_FILE + 1)

        members = archive.infolist()
        if len(members) > MAX_ENTRIES:
            raise TextError(f"the archive has more than {MAX_ENTRIES:,} files")
        yield from ((member.filename, partial(read, member)) for member in members if not member.is_dir())


__all__ = ["MAX_ENTRIES", "MAX_FILE", "MAX_TOTAL", "TextError", "folder", "is_packed", "unpack"]
