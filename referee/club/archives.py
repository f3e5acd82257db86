"""Archives of records, unpacked in memory and within limits.

A name in an archive is only a label. A member that cannot be read is kept with the reason. Links and devices are
skipped and counted. When an archive is broken or too large, the members before that place are kept.
"""

from __future__ import annotations

import bz2
import io
import lzma
import re
import stat
import tarfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from referee.inputs.files import ARCHIVES, OTHER_ARCHIVES
from referee.parsers.notation.encodings import MAX_BYTES, TextError
from referee.reports.columns import printable

MAX_PACKED = 256 * 1024 * 1024
"""Most bytes of an archive on the disk."""
MAX_TOTAL = 256 * 1024 * 1024
"""Most bytes that an archive may unpack to, with all archives in it."""
MAX_ENTRIES = 50_000
"""Most entries of an archive, with those of all archives in it."""
MAX_DEPTH = 2
"""The deepest nesting of archives."""
MAX_RATIO = 500
"""The largest ratio of a size to its packed size ..."""
FREE = 8 * 1024 * 1024
"""... once it is larger than this."""
MAX_STREAMS = 10_000
"""Most streams that a packed file may consist of."""
MAX_NAME = 200
"""Most characters of the name of a member."""
_MEMORY = 128 * 1024 * 1024
_CHUNK = 64 * 1024
_XZ, _GZIP, _BZIP2 = b"\xfd7zXZ\0", b"\x1f\x8b", re.compile(rb"BZh.1AY&SY", re.DOTALL)
_ZIPS, _DIRECTORY = (b"PK\x03\x04", b"PK\x05\x06"), b"PK\x01\x02"
_UNREAD = {b"7z\xbc\xaf\x27\x1c": "7z", b"Rar!\x1a\x07": "rar", b"\x28\xb5\x2f\xfd": "zst"}
_NAMES = (*ARCHIVES, *OTHER_ARCHIVES)
_SAVED = re.compile(r"(?:(.*)/)?((?:save|log)-\d{1,5})\Z", re.DOTALL)
_UNKNOWN = "archives of this kind are not read; pack the records as .zip or .tar.xz"
_TOO_LARGE = f"the file is larger than {MAX_BYTES // 1024 // 1024} MiB"
_BOMB = f"the file would unpack to more than {MAX_RATIO} times its size"
_OTHER_METHOD = "the file is packed in a way that is not read here"
_CUT_OFF = "the archive ends in the middle; what was behind it is lost"
_BROKEN = "the archive is broken from here on"


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive.

    ``name`` is safe to print; ``problem`` says why there are no bytes. A member without a name is the archive itself.
    """

    name: str
    data: bytes = b""
    problem: str = ""


@dataclass(slots=True)
class Contents:
    """The contents of an archive.

    ``whole`` if all of it is one saved game, which is read without unpacking.
    """

    members: list[Member] = field(default_factory=list)
    passed_over: Counter[str] = field(default_factory=Counter)
    whole: bool = False


class _Entry(NamedTuple):
    """An entry of an archive.

    ``special`` is "link" or "device"; ``read`` raises TextError.
    """

    name: str
    special: str
    read: Callable[[], bytes]


class _UnreadableError(Exception):
    """The rest of an archive is unreadable.

    The message is a sentence for the user.
    """


@contextmanager
def _reading(problem: str, kind: Callable[[str], Exception]) -> Iterator[None]:
    """Raise errors of the standard library's readers as ``kind``, in a sentence."""
    try:
        yield
    except (
        *(zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError),
        *(EOFError, OSError, ValueError, LookupError, RuntimeError, OverflowError),
    ) as error:
        said = printable(str(error))[:120]
        raise kind(f"{problem}: {said or type(error).__name__}") from None


def holds(data: bytes) -> str:
    """The kind of an archive.

    zip, tar, one that is not read, "" for any other file.
    """
    if data.startswith(_ZIPS):
        return "zip"
    try:
        if next(_unpacked(data), b"")[257:262] == b"ustar":
            return "tar"
    except _UnreadableError:
        return ""
    return next((kind for mark, kind in _UNREAD.items() if data.startswith(mark)), "")


def unpack(data: bytes, wanted: Callable[[str], bool], most: int = 0) -> Contents:
    """Unpack members with ``wanted`` names.

    Archives inside too, a saved game as one.

    ``most`` limits the bytes of all members together; 0 is the limit of any archive.
    Raises :class:`TextError` for what is no archive, or one of a kind that is not read.
    """
    kind = holds(data)
    if kind not in ("zip", "tar"):
        raise TextError(_UNKNOWN if kind else "this is no archive that can be opened")
    return _Unpacking(wanted, most or MAX_TOTAL).contents(data, kind, 0)


class _Unpacking:
    """An archive and its inner archives under shared limits.

    The limits are those of entries and of bytes.
    """

    def __init__(self, wanted: Callable[[str], bool], most: int) -> None:
        self.wanted, self.most = wanted, most
        self.spent = self.entries = 0

    def count_entry(self) -> None:
        self.entries += 1
        if self.entries > MAX_ENTRIES:
            raise _UnreadableError(
                f"the archive has more than {MAX_ENTRIES:,} entries; what is behind them is left out"
            )

    def spend(self, size: int) -> None:
        self.spent += size
        if self.spent > self.most:
            most = f"{self.most // 1024 // 1024} MiB"
            raise _UnreadableError(f"what is in the archive is larger than {most}; the rest is left out")

    def contents(self, data: bytes, kind: str, depth: int) -> Contents:
        found = Contents()
        names: Counter[str] = Counter()
        games: dict[str, dict[str, bytes]] = {}
        try:
            for entry in (_zip if kind == "zip" else _tar)(data, self):
                label = _label(entry.name)
                if entry.special:
                    found.passed_over[entry.special] += 1
                elif self.is_wanted(label.rsplit("/", 1)[-1]):
                    try:
                        member = Member(label, entry.read())
                    except TextError as error:
                        member = Member(label, problem=error.message)
                    if not member.problem and (match := _SAVED.match(label)) is not None:
                        games.setdefault(match[1] or "", {})[match[2]] = member.data
                    elif not member.problem and label.casefold().endswith(_NAMES):
                        found.members += self.inner(member, depth + 1, found.passed_over)
                    else:
                        names[label] += 1
                        shown = f"{label} ({names[label]})" if names[label] > 1 else label
                        found.members.append(Member(shown, member.data, member.problem))
        except _UnreadableError as lost:
            found.members.append(Member("", problem=str(lost)))
        games = {where: files for where, files in games.items() if any(n.startswith("log-") for n in files)}
        found.whole = len(games) == 1 and not found.members
        found.members += [Member(where or "saved game", packed(files)) for where, files in games.items()]
        return found

    def is_wanted(self, name: str) -> bool:
        if name.startswith("."):
            return False
        return self.wanted(name) or _SAVED.match(name) is not None or name.casefold().endswith(_NAMES)

    def inner(self, member: Member, depth: int, passed_over: Counter[str]) -> list[Member]:
        """The members of an archive that is itself a member."""
        kind = holds(member.data)
        if not kind:
            return [member]
        if kind not in ("zip", "tar"):
            return [Member(member.name, problem=_UNKNOWN)]
        if depth > MAX_DEPTH:
            problem = f"it lies too deep in archives: more than {MAX_DEPTH} are not opened"
            return [Member(member.name, problem=problem)]
        inside = self.contents(member.data, kind, depth)
        passed_over.update(inside.passed_over)
        if inside.whole:
            return [member]
        return [Member(f"{member.name}:{m.name}" if m.name else member.name, m.data, m.problem) for m in inside.members]


def packed(files: dict[str, bytes]) -> bytes:
    """The files of a saved game as one reproducible archive."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            archive.addfile(entry, io.BytesIO(files[name]))
    return out.getvalue()


def _label(name: str) -> str:
    """The printable name of a member.

    No way up, no root, not too long.
    """
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    plain = printable("/".join(parts)) or "unnamed"
    return plain if len(plain) <= MAX_NAME else "…" + plain[-MAX_NAME + 1 :]


# ------------------------------------------------------------ zip


def _zip(data: bytes, limits: _Unpacking) -> Iterator[_Entry]:
    if data.count(_DIRECTORY) > 2 * MAX_ENTRIES:  # before zipfile builds its list of entries
        raise _UnreadableError(f"the archive has more than {MAX_ENTRIES:,} entries")
    with _reading("the archive is broken", _UnreadableError):
        archive = zipfile.ZipFile(io.BytesIO(data))

    def read(entry: zipfile.ZipInfo) -> bytes:
        if entry.flag_bits & 1:
            raise TextError("the file is encrypted")
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise TextError(_OTHER_METHOD)
        if entry.file_size > MAX_BYTES:
            raise TextError(_TOO_LARGE)
        if entry.file_size > max(FREE, MAX_RATIO * entry.compress_size):
            raise TextError(_BOMB)
        limits.spend(entry.file_size)
        with _reading("the file is damaged", TextError), archive.open(entry) as file:
            return file.read(MAX_BYTES)

    for entry in archive.infolist():
        limits.count_entry()
        if entry.filename and not entry.is_dir():
            kind = stat.S_IFMT(entry.external_attr >> 16)
            file = kind in (0, stat.S_IFREG, stat.S_IFDIR)
            special = "" if file else "link" if kind == stat.S_IFLNK else "device"
            yield _Entry(entry.filename, special, partial(read, entry))


# ------------------------------------------------------------ tar


def _tar(data: bytes, limits: _Unpacking) -> Iterator[_Entry]:
    plain = _Pieces()
    stopped: _UnreadableError | None = None
    try:
        for chunk in _unpacked(data):
            limits.spend(len(chunk))
            plain.write(chunk)
    except _UnreadableError as error:  # what comes before is read all the same
        stopped = error
    plain.seek(0)

    def lost(problem: str) -> _UnreadableError:
        return stopped or _UnreadableError(problem)

    def read(archive: tarfile.TarFile, entry: tarfile.TarInfo) -> bytes:
        if entry.sparse is not None:
            raise TextError(_OTHER_METHOD)
        if entry.size > MAX_BYTES:
            raise TextError(_TOO_LARGE)
        with _reading(_BROKEN, lost):
            file = archive.extractfile(entry)
            return file.read() if file is not None else b""

    with _reading(_BROKEN, lost), tarfile.open(fileobj=plain, mode="r:") as archive:
        for entry in archive:
            limits.count_entry()
            if not entry.isdir():
                link = entry.issym() or entry.islnk()
                special = "link" if link else "" if entry.isfile() else "device"
                yield _Entry(entry.name, special, partial(read, archive, entry))
        plain.seek(archive.offset)
        end = plain.read(tarfile.BLOCKSIZE)
    if stopped is not None or not end or end.strip(b"\0"):
        raise lost(_CUT_OFF)


class _Pieces(io.BytesIO):
    """A file in pieces no larger than a record.

    The limit holds for any size in a tar header.
    """

    def read(self, size: int | None = -1) -> bytes:
        """The next bytes."""
        if size is None or not 0 <= size <= MAX_BYTES + _CHUNK:
            raise ValueError("an entry is too large")
        return super().read(size)


def _unpacked(data: bytes) -> Iterator[bytes]:
    """Unpack a packed file, in chunks.

    Raises :class:`_UnreadableError`, also for a suspicious ratio of the sizes.
    """
    if not data.startswith((_XZ, _GZIP)) and _BZIP2.match(data) is None:
        yield from (data[at : at + _CHUNK] for at in range(0, len(data), _CHUNK))
        return
    at = made = streams = 0
    with _reading(_BROKEN, _UnreadableError):
        while at < len(data) and not (streams and data[at] == 0):  # zeros fill up what is behind the last stream
            streams += 1
            if streams > MAX_STREAMS:
                raise _UnreadableError("the archive consists of too many parts")
            reader = _decompressor(data)
            while not reader.eof:
                fed: bytes = getattr(reader, "unconsumed_tail", b"")  # zlib hands it back, the others keep it
                if getattr(reader, "needs_input", not fed):
                    if at >= len(data):
                        raise _UnreadableError(_CUT_OFF)
                    fed, at = data[at : at + _CHUNK], min(at + _CHUNK, len(data))
                chunk = reader.decompress(fed, _CHUNK)
                made += len(chunk)
                if made > max(FREE, MAX_RATIO * at):
                    raise _UnreadableError(
                        f"the archive would unpack to more than {MAX_RATIO} times its size; the rest is left out"
                    )
                if chunk:
                    yield chunk
            at -= len(reader.unused_data)


def _decompressor(data: bytes) -> Any:
    if data.startswith(_XZ):
        return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MEMORY)
    return zlib.decompressobj(wbits=31) if data.startswith(_GZIP) else bz2.BZ2Decompressor()
