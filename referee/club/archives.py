"""Archives of records: unpacked in memory and within bounds; a name in an archive is a label and nothing else.

A member that cannot be had costs only itself: it stands among the members with the reason. Links and devices are passed
over and counted. What is found so far is kept when an archive breaks off or grows too large.
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
from dataclasses import dataclass, field

from referee.inputs.files import ARCHIVES, OTHER_ARCHIVES
from referee.parsers.notation.encodings import MAX_BYTES, TextError

MAX_PACKED = 256 * 1024 * 1024
"""Most bytes of an archive as it lies on the disk."""
MAX_TOTAL = 256 * 1024 * 1024
"""Most bytes that an archive may unpack to, with all archives in it."""
MAX_ENTRIES = 50_000
"""Most entries of an archive, with those of all archives in it."""
MAX_DEPTH = 2
"""How deep an archive may lie in archives."""
MAX_RATIO = 500
"""How many times larger than its packed form something may be ..."""
FREE = 8 * 1024 * 1024
"""... once it is larger than this."""
MAX_STREAMS = 10_000
"""Most parts, each packed by itself, that lie behind each other in a packed file."""
MAX_NAME = 200
"""Most characters of the name of a member."""
_MEMORY = 128 * 1024 * 1024
_CHUNK = 64 * 1024
_XZ, _GZIP, _BZIP2 = b"\xfd7zXZ\0", b"\x1f\x8b", b"BZh"
_ZIPS = (b"PK\x03\x04", b"PK\x05\x06")
_UNREAD = {b"7z\xbc\xaf\x27\x1c": "7z", b"Rar!\x1a\x07": "rar", b"\x28\xb5\x2f\xfd": "zst"}
_SAVED = re.compile(r"(?:(.*)/)?((?:save|log)-\d{1,5})\Z", re.DOTALL)
_UNKNOWN = "archives of this kind are not read; pack the records as .zip or .tar.xz"


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive: ``name`` is fit to be printed, ``problem`` says why there are no bytes.

    A member without a name is the archive itself.
    """

    name: str
    data: bytes = b""
    problem: str = ""


@dataclass(slots=True)
class Contents:
    """What was found in an archive. ``whole`` says that all of it is one saved game, which is read as it lies there."""

    members: list[Member] = field(default_factory=list)
    passed_over: Counter[str] = field(default_factory=Counter)
    whole: bool = False


class _Full(Exception):
    """A bound of the whole archive is reached: the sentence for the user."""


@dataclass(slots=True)
class _Budget:
    """What all of an archive may still unpack to."""

    most: int
    left: int = 0
    entries: int = field(default_factory=lambda: MAX_ENTRIES)

    def __post_init__(self) -> None:
        self.left = self.most

    def entry(self) -> None:
        """One entry more."""
        self.entries -= 1
        if self.entries < 0:
            raise _Full(f"the archive has more than {MAX_ENTRIES:,} entries; what is behind them is left out")

    def take(self, size: int) -> None:
        """So many bytes more."""
        self.left -= size
        if self.left < 0:
            raise _Full(f"what is in the archive is larger than {_mib(self.most)}; the rest is left out")


def _mib(size: int) -> str:
    return f"{size // 1024 // 1024} MiB"


_TOO_LARGE = f"the file is larger than {_mib(MAX_BYTES)}"
_CUT_OFF = "the archive ends in the middle; what was behind it is lost"
_BOMB = f"the file would unpack to more than {MAX_RATIO} times its size"


# ------------------------------------------------------------ what it is


def holds(data: bytes) -> str:
    """Which kind of archive it is: zip, tar, one that is not read; "" for everything else, a packed text as well."""
    if data.startswith(_ZIPS):
        return "zip"
    for mark, kind in _UNREAD.items():
        if data.startswith(mark):
            return kind
    if data[257:262] == b"ustar":
        return "tar"
    if data.startswith((_XZ, _GZIP)) or _is_bzip2(data):
        try:
            return "tar" if next(_plain(data), b"")[257:262] == b"ustar" else ""
        except (TextError, _Full):
            return ""
    return ""


def _is_bzip2(data: bytes) -> bool:
    return data.startswith(_BZIP2) and data[4:10] == b"1AY&SY"


def unpack(data: bytes, wanted: Callable[[str], bool], most: int = 0) -> Contents:
    """The members whose names are ``wanted``, archives among them opened; saved games of the solitaire program as one.

    ``most`` is how many bytes all of them may unpack to, 0 what any archive may.
    Raises :class:`TextError` for what is no archive, or none that is read.
    """
    kind = holds(data)
    if kind not in ("zip", "tar"):
        raise TextError(_UNKNOWN if kind else "this is no archive that can be opened")
    return _opened(data, kind, wanted, 0, _Budget(most or MAX_TOTAL))


def _opened(data: bytes, kind: str, wanted: Callable[[str], bool], depth: int, budget: _Budget) -> Contents:
    found = Contents()
    names: Counter[str] = Counter()
    games: dict[str, dict[str, bytes]] = {}

    def keep(name: str, of_file: bytes, problem: str = "") -> None:
        label = _label(name)
        if not problem and (match := _SAVED.match(label)) is not None:
            games.setdefault(match[1] or "", {})[match[2]] = of_file
        elif not problem and label.casefold().endswith((*ARCHIVES, *OTHER_ARCHIVES)):
            found.members.extend(_inner(label, of_file, wanted, depth + 1, budget, found.passed_over))
        else:
            names[label] += 1
            told = f"{label} ({names[label]})" if names[label] > 1 else label
            found.members.append(Member(told, of_file, problem))

    def asked(name: str) -> bool:
        last = _label(name).rsplit("/", 1)[-1]
        return not last.startswith(".") and (
            wanted(last) or _SAVED.match(last) is not None or last.casefold().endswith((*ARCHIVES, *OTHER_ARCHIVES))
        )

    try:
        (_zip if kind == "zip" else _tar)(data, asked, keep, found.passed_over, budget)
    except _Full as full:
        found.members.append(Member("", problem=str(full)))
    except TextError as error:
        found.members.append(Member("", problem=error.message))
    played = {where: files for where, files in games.items() if any(n.startswith("log-") for n in files)}
    found.whole = len(played) == 1 and not found.members
    for where, files in played.items():
        found.members.append(Member(where or "saved game", packed(files)))
    return found


def _inner(
    name: str, data: bytes, wanted: Callable[[str], bool], depth: int, budget: _Budget, passed_over: Counter[str]
) -> list[Member]:
    """What an archive in an archive holds."""
    kind = holds(data)
    if not kind:
        return [Member(name, data)]
    if kind not in ("zip", "tar"):
        return [Member(name, problem=_UNKNOWN)]
    if depth > MAX_DEPTH:
        return [Member(name, problem=f"it lies too deep in archives: more than {MAX_DEPTH} are not opened")]
    inside = _opened(data, kind, wanted, depth, budget)
    passed_over.update(inside.passed_over)
    if inside.whole:
        return [Member(name, data)]
    return [Member(f"{name}:{m.name}" if m.name else name, m.data, m.problem) for m in inside.members]


def packed(files: dict[str, bytes]) -> bytes:
    """The files of a saved game as one archive, the same bytes for the same files."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            archive.addfile(entry, io.BytesIO(files[name]))
    return out.getvalue()


def _label(name: str) -> str:
    """The name of a member as it is shown: no way up, no root, no control characters, not too long."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    plain = "".join(ch if ch.isprintable() else "·" for ch in "/".join(parts)) or "unnamed"
    return plain if len(plain) <= MAX_NAME else "…" + plain[-MAX_NAME + 1 :]


# ------------------------------------------------------------ zip

Keep = Callable[..., None]
_DIRECTORY = b"PK\x01\x02"


def _zip(data: bytes, wanted: Callable[[str], bool], keep: Keep, passed_over: Counter[str], budget: _Budget) -> None:
    if data.count(_DIRECTORY) > 2 * MAX_ENTRIES:  # before the list of entries is made
        raise TextError(f"the archive has more than {MAX_ENTRIES:,} entries")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        entries = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, LookupError, OverflowError, NotImplementedError) as error:
        raise TextError(f"the archive is broken: {_said(error)}") from None
    with archive:
        for entry in entries:
            budget.entry()
            kind = stat.S_IFMT(entry.external_attr >> 16)
            if not entry.filename or entry.is_dir():
                continue
            if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
                passed_over["link" if kind == stat.S_IFLNK else "device"] += 1
            elif wanted(entry.filename):
                of_file, problem = _member(archive, entry, budget)
                keep(entry.filename, of_file, problem)


def _member(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, budget: _Budget) -> tuple[bytes, str]:
    if entry.flag_bits & 1:
        return b"", "the file is encrypted"
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return b"", "the file is packed in a way that is not read here"
    if entry.file_size > MAX_BYTES:
        return b"", _TOO_LARGE
    if entry.file_size > FREE and entry.file_size > MAX_RATIO * entry.compress_size:
        return b"", _BOMB
    budget.take(entry.file_size)
    try:
        with archive.open(entry) as file:
            return file.read(MAX_BYTES), ""
    except (
        zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, LookupError, RuntimeError, OverflowError,
    ) as error:  # fmt: skip
        return b"", f"the file is damaged: {_said(error)}"


# ------------------------------------------------------------ tar


def _tar(data: bytes, wanted: Callable[[str], bool], keep: Keep, passed_over: Counter[str], budget: _Budget) -> None:
    stream = _Forward(data, budget)
    try:
        with tarfile.open(fileobj=stream, mode="r:") as archive:
            for entry in archive:
                budget.entry()
                if entry.isdir():
                    continue
                if entry.issym() or entry.islnk() or not entry.isfile():
                    passed_over["link" if entry.issym() or entry.islnk() else "device"] += 1
                elif wanted(entry.name):
                    _entry(archive, entry, keep)
        ended = stream.last and not stream.last.strip(b"\0")
        while stream.read(_CHUNK):  # the sums that a packed file ends with are compared
            pass
    except (tarfile.TarError, EOFError, OSError, ValueError, LookupError, OverflowError, RecursionError) as error:
        raise TextError(f"the archive is broken from here on: {_said(error)}") from None
    if not ended:
        raise TextError(_CUT_OFF)


def _entry(archive: tarfile.TarFile, entry: tarfile.TarInfo, keep: Keep) -> None:
    if entry.sparse is not None:
        keep(entry.name, b"", "the file is packed in a way that is not read here")
    elif entry.size > MAX_BYTES:
        keep(entry.name, b"", _TOO_LARGE)
    else:
        file = archive.extractfile(entry)
        of_file = file.read() if file is not None else b""
        if len(of_file) < entry.size:
            raise EOFError("the last file is cut off")
        keep(entry.name, of_file)


class _Forward(io.RawIOBase):
    """A tar as a file that is read once from the beginning to the end, unpacked bit by bit."""

    def __init__(self, data: bytes, budget: _Budget) -> None:
        super().__init__()
        self.chunks, self.budget = _plain(data), budget
        self.buffer, self.at, self.position = b"", 0, 0
        self.last = b""
        """What was read last: at the end of an archive an empty block."""

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        if not 0 <= size <= MAX_BYTES + _CHUNK:
            raise ValueError("an entry is too large")
        parts, missing = [], size
        while missing:
            if self.at >= len(self.buffer):
                self.buffer, self.at = next(self.chunks, b""), 0
                if not self.buffer:
                    break
                self.budget.take(len(self.buffer))
            part = self.buffer[self.at : self.at + missing]
            self.at += len(part)
            missing -= len(part)
            parts.append(part)
        self.last = b"".join(parts)
        self.position += len(self.last)
        return self.last

    def tell(self) -> int:
        """Where it is read."""
        return self.position

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go on to a place; there is no way back."""
        if whence or offset < self.position:
            raise ValueError("an entry points back")
        while self.position < offset:
            if not self.read(min(_CHUNK, offset - self.position)):
                raise EOFError("the archive ends in the middle")
        return self.position


def _plain(data: bytes) -> Iterator[bytes]:
    """What is packed, in chunks. Raises :class:`TextError`, and :class:`_Full` where it is out of all proportion."""
    if not (data.startswith((_XZ, _GZIP)) or _is_bzip2(data)):
        yield from (data[at : at + _CHUNK] for at in range(0, len(data), _CHUNK))
        return
    at = made = streams = 0
    try:
        while at < len(data) and not (streams and data[at] == 0):  # zeros fill up what is behind the last stream
            streams += 1
            if streams > MAX_STREAMS:
                raise TextError("the archive consists of too many parts")
            reader = _reader(data)
            while not reader.eof:
                fed = b""
                if reader.needs_input:
                    if at >= len(data):
                        raise TextError(_CUT_OFF)
                    fed, at = data[at : at + _CHUNK], min(at + _CHUNK, len(data))
                chunk = reader.decompress(fed, _CHUNK)
                made += len(chunk)
                if made > FREE and made > MAX_RATIO * at:
                    raise _Full(
                        f"the archive would unpack to more than {MAX_RATIO} times its size; the rest is left out"
                    )
                if chunk:
                    yield chunk
            at -= len(reader.unused_data)
    except (lzma.LZMAError, zlib.error, OSError, ValueError, EOFError) as error:
        raise TextError(f"the archive is broken from here on: {_said(error)}") from None


def _reader(data: bytes) -> _Gzip | lzma.LZMADecompressor | bz2.BZ2Decompressor:
    if data.startswith(_XZ):
        return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MEMORY)
    return _Gzip() if data.startswith(_GZIP) else bz2.BZ2Decompressor()


class _Gzip:
    """The decompressor of gzip with the manners of the other two."""

    def __init__(self) -> None:
        self.inner = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        """Whether it is at its end."""
        return self.inner.eof

    @property
    def needs_input(self) -> bool:
        """Whether all that it was given is unpacked."""
        return not self.inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        """What stands behind the end."""
        return self.inner.unused_data

    def decompress(self, data: bytes, size: int) -> bytes:
        """At most so many bytes more."""
        return self.inner.decompress(self.inner.unconsumed_tail + data, size)


def _said(error: Exception) -> str:
    """What a library says of a file, in one line that is fit to be printed."""
    plain = "".join(ch if ch.isprintable() else "·" for ch in str(error))
    return plain[:120] or type(error).__name__
