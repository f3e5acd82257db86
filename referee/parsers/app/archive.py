"""The files of a saved game, from a folder or an archive: in memory, within bounds, by their own names alone."""

from __future__ import annotations

import io
import lzma
import os
import re
import tarfile
import zipfile
import zlib
from pathlib import Path

from referee.parsers.notation.encodings import MAX_BYTES, TextError

MAX_TOTAL = 96 * 1024 * 1024
"""Most bytes that an archive may unpack to; the longest game seen has about a tenth."""
MAX_FILE = 4 * 1024 * 1024
"""Most bytes of one file of a game; a save point has some 30,000."""
MAX_ENTRIES = 10_000
"""Most files in a folder or an archive."""
_MEMORY = 128 * 1024 * 1024
"""Most memory that unpacking may ask for."""
_NAME = re.compile(r"(save|log)-\d{1,5}\Z")
_XZ, _GZIP, _ZIP = b"\xfd7zXZ\0", b"\x1f\x8b", b"PK\x03\x04"
_TAR_MARK = slice(257, 262)


def is_packed(data: bytes) -> bool:
    """Whether these bytes begin as an archive or a packed text does that may hold a game."""
    return data.startswith((_XZ, _GZIP, _ZIP)) or _is_tar(data)


def unpacked(data: bytes) -> bytes | dict[str, bytes]:
    """What is packed: the text of a history, or the files of a game by name.

    Raises :class:`TextError` for what is broken, too large or no game.
    """
    if data.startswith(_ZIP):
        return _zip(data)
    if data.startswith(_XZ):
        data = _xz(data)
    elif data.startswith(_GZIP):
        data = _gzip(data)
    return _tar(data) if _is_tar(data) else data


def folder(path: str) -> dict[str, bytes]:
    """The files of a game that lie in a folder; links are left alone. Raises :class:`TextError`."""
    found: dict[str, bytes] = {}
    total = 0
    try:
        with os.scandir(path) as entries:
            for n, entry in enumerate(entries):
                if n >= MAX_ENTRIES:
                    raise TextError(f"the folder has more than {MAX_ENTRIES:,} files")
                if not _NAME.match(entry.name) or not entry.is_file(follow_symlinks=False):
                    continue
                with Path(entry.path).open("rb") as file:
                    found[entry.name] = _within(file.read(MAX_FILE + 1), entry.name)
                total += len(found[entry.name])
                if total > MAX_TOTAL:
                    raise TextError(_TOO_LARGE)
    except OSError as error:
        raise TextError(f"the folder cannot be read: {error.strerror or error}") from None
    return _some(found, "folder")


_TOO_LARGE = f"what is in it is larger than {MAX_TOTAL // 1024 // 1024} MiB"


def _is_tar(data: bytes) -> bool:
    return data[_TAR_MARK] == b"ustar"


def _some(found: dict[str, bytes], where: str) -> dict[str, bytes]:
    if not any(name.startswith("log-") for name in found):
        raise TextError(f"this {where} holds no saved game: there is no file log-000")
    return found


def _within(data: bytes, name: str) -> bytes:
    if len(data) > MAX_FILE:
        raise TextError(f"{name} is larger than {MAX_FILE // 1024 // 1024} MiB")
    return data


def _xz(data: bytes) -> bytes:
    out = io.BytesIO()
    try:
        while data:
            reader = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MEMORY)
            out.write(reader.decompress(data, MAX_TOTAL + 1 - out.tell()))
            if out.tell() > MAX_TOTAL:
                raise TextError(_TOO_LARGE)
            if not reader.eof:
                raise TextError("the archive ends in the middle")
            data = reader.unused_data.lstrip(b"\0")
    except lzma.LZMAError as error:
        raise TextError(f"the archive cannot be unpacked: {error}") from None
    return out.getvalue()


def _gzip(data: bytes) -> bytes:
    out = io.BytesIO()
    try:
        while data:
            reader = zlib.decompressobj(wbits=31)
            out.write(reader.decompress(data, MAX_TOTAL + 1 - out.tell()))
            if out.tell() > MAX_TOTAL:
                raise TextError(_TOO_LARGE)
            if not reader.eof:
                raise TextError("the file ends in the middle of what is packed")
            data = reader.unused_data.lstrip(b"\0")
    except zlib.error as error:
        raise TextError(f"the file cannot be unpacked: {error}") from None
    return out.getvalue()


def _tar(data: bytes) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            for n, member in enumerate(archive):
                if n >= MAX_ENTRIES:
                    raise TextError(f"the archive has more than {MAX_ENTRIES:,} files")
                name = member.name.rsplit("/", 1)[-1]
                if not member.isreg() or member.sparse is not None or not _NAME.match(name):
                    continue
                if name in found:
                    raise TextError(f"the archive holds {name} twice")
                file = archive.extractfile(member)
                if file is not None:
                    found[name] = _within(file.read(MAX_FILE + 1), name)
    except TextError:
        raise
    except (tarfile.TarError, EOFError, OSError, ValueError, LookupError, OverflowError, RecursionError) as error:
        raise TextError(f"the archive is broken: {error}") from None
    return _some(found, "archive")


def _zip(data: bytes) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    total = 0
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) > MAX_ENTRIES:
                raise TextError(f"the archive has more than {MAX_ENTRIES:,} files")
            for member in members:
                name = member.filename.rsplit("/", 1)[-1]
                if member.is_dir() or not _NAME.match(name):
                    continue
                if name in found:
                    raise TextError(f"the archive holds {name} twice")
                with archive.open(member) as file:
                    found[name] = _within(file.read(MAX_FILE + 1), name)
                total += len(found[name])
                if total > MAX_TOTAL:
                    raise TextError(_TOO_LARGE)
    except TextError:
        raise
    except NotImplementedError:
        raise TextError("the archive is packed in a way that is not read here") from None
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError, RuntimeError) as error:
        raise TextError(f"the archive is broken: {error}") from None
    return _some(found, "archive")


__all__ = ["MAX_BYTES", "MAX_ENTRIES", "MAX_FILE", "MAX_TOTAL", "TextError", "folder", "is_packed", "unpacked"]
