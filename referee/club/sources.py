"""Sources of records: files, folders, archives and saved games.

Each record has a name, and its bytes on demand.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable

from referee.engine.state.plain import field, plain_dataclass
from referee.engine.state.words import agree, listed, plural
from referee.inputs import files
from referee.inputs.files import ARCHIVES, OTHER_ARCHIVES, RECORDS, TOLD
from referee.parsers.notation.encodings import MAX_BYTES, TextError

STDIN = "-"
_SAVED = r"log-\d{1,5}\Z"
_PACKED = (
    *(b"PK\x03\x04", b"PK\x05\x06", b"\xfd7zXZ\0", b"\x1f\x8b"),
    *(b"BZh", b"7z\xbc\xaf", b"Rar!", b"\x28\xb5\x2f\xfd"),
)
"""The first bytes of archives, and of much else that is packed."""


@plain_dataclass(frozen=True)
class Source:
    """One record with its name and its file.

    ``name`` is the name shown (``games.zip:round 1/a.lgn``), ``path`` the file that holds it. ``data`` is there for
    what was unpacked; else it is read when it is wanted.
    """

    name: str
    path: str
    data: bytes | None = None

    @property
    def at_rest(self) -> bool:
        """Whether each reading gives the same.

        So for no pipe and no standard input.
        """
        return self.data is not None or (self.path != STDIN and os.path.exists(self.path) and not _is_stream(self.path))

    @property
    def size(self) -> int:
        """The number of bytes, as far as that is known."""
        if self.data is not None:
            return len(self.data)
        try:
            return os.path.getsize(self.path)
        except OSError:
            return 0

    def read(self) -> bytes:
        """Read the bytes. Raises :class:`TextError`."""
        if self.data is not None:
            return self.data
        if self.path != STDIN and os.path.isdir(self.path):
            from referee.club.archives import packed
            from referee.parsers.app.archive import folder

            return packed(folder(self.path))
        from referee.inputs.judging import read_input

        return read_input(self.path)


@plain_dataclass()
class RecordCollection:
    """The records found.

    With the paths without any, each with its reason, and remarks.
    """

    sources: list[Source] = field(default_factory=list)
    barren: dict[str, str] = field(default_factory=dict)
    left_out: int = 0
    """Texts in folders and archives that are no records."""
    passed_over: Counter[str] = field(default_factory=Counter)
    """Links and devices in archives."""

    @property
    def notes(self) -> list[str]:
        """Sentences about what was left out."""
        notes = []
        if n := self.left_out:
            notes.append(f"{plural(n, 'text file')} that {agree(n, 'is', 'are')} no record left out")
        if self.passed_over:
            counted = listed([plural(n, kind) for kind, n in sorted(self.passed_over.items(), reverse=True)])
            notes.append(f"{counted} in archives passed over")
        return notes

    def say_none(self, path: str, reason: str, texts: int) -> None:
        """Note that a path has no record.

        ``texts`` is the number of others left out before it.
        """
        other = self.left_out - texts
        self.barren[path] = reason + (f", only {plural(other, 'text')} of another kind" if other else "")


def gather(paths: Iterable[str]) -> RecordCollection:
    """Find the records that the paths name, sorted by name, each once."""
    found = RecordCollection()
    known: dict[str, Source] = {}
    for path in sorted(paths):
        for source in _of_path(path, found):
            known.setdefault(STDIN if source.path == STDIN else os.path.abspath(source.name), source)
    found.sources = sorted(known.values(), key=lambda source: source.name)
    return found


def _of_path(path: str, found: RecordCollection) -> list[Source]:
    if path == STDIN or not os.path.exists(path) or _is_stream(path):
        return [Source(path, path)]
    if not os.path.isdir(path):
        return _of_archive(path, found) if begins_packed(path) else [Source(path, path)]
    before, texts, sources = len(found.barren), found.left_out, []
    listed, problems = files.records(path, (*RECORDS, *TOLD, *ARCHIVES, *OTHER_ARCHIVES), _is_saved_game)
    found.barren.update(problems)
    for file in listed:
        name, source = file.casefold(), Source(file, file)
        if name.endswith((*ARCHIVES, *OTHER_ARCHIVES)):
            sources += _of_archive(file, found)
        elif name.endswith(RECORDS) or not os.path.isfile(file) or _is_game(source):
            sources.append(source)
        else:
            found.left_out += 1
    if not sources and len(found.barren) == before:
        found.say_none(path, "no record (*.lgn, *.lgn.json, another form or an archive) is in this folder", texts)
    return sources


def _is_saved_game(names: Iterable[str]) -> bool:
    """Whether a folder with these files holds a solitaire saved game."""
    return any(re.match(_SAVED, name) for name in names)


def _is_stream(path: str) -> bool:
    return not os.path.isfile(path) and not os.path.isdir(path)


# ------------------------------------------------------------ archives


def looks_packed(data: bytes, name: str) -> bool:
    """Whether bytes begin as an archive, and are no named record.

    A record's name decides for a form of its own.
    """
    return not name.casefold().endswith(RECORDS) and (data.startswith(_PACKED) or data[257:262] == b"ustar")


def begins_packed(path: str) -> bool:
    """Whether a named file begins as an archive, and is no record."""
    try:
        with open(path, "rb") as file:
            return looks_packed(file.read(262), path)
    except OSError:
        return False  # whoever reads it says why


def _of_archive(path: str, found: RecordCollection) -> list[Source]:
    """The records in an archive.

    The file itself if it is a record that only looks like one.
    """
    from referee.club import archives

    try:
        with open(path, "rb") as file:
            data = file.read(archives.MAX_PACKED + 1)
    except OSError:
        return [Source(path, path)]
    return of_archive(data, path, found)


def of_archive(data: bytes, path: str, found: RecordCollection, most: int = 0) -> list[Source]:
    """The records in the bytes of an archive.

    At most ``most`` bytes are unpacked (0: the limit of any archive).
    """
    from referee.club import archives
    from referee.inputs import formats

    known = archives.holds(data)
    if not known and not path.casefold().endswith((*ARCHIVES, *OTHER_ARCHIVES)):
        return [Source(path, path)]
    try:
        if len(data) > archives.MAX_PACKED:
            raise TextError(f"the archive is larger than {archives.MAX_PACKED // 1024 // 1024} MiB")
        if known in ("zip", "tar") and formats.of(data).name not in ("notation", "solitaire"):
            return [Source(path, path)]  # a form of its own that happens to be packed
        inside = archives.unpack(data, lambda name: name.casefold().endswith((*RECORDS, *TOLD)), most)
    except TextError as error:
        found.barren[path] = error.message
        return []
    if inside.whole:
        return [Source(path, path)]
    before, texts, sources = len(found.barren), found.left_out, []
    found.passed_over.update(inside.passed_over)
    for member in inside.members:
        name, called = f"{path}:{member.name}" if member.name else path, member.name.casefold()
        source = Source(name, path, member.data)
        if member.problem:
            found.barren[name] = member.problem
        elif not called.endswith(TOLD) or called.endswith(RECORDS) or _is_game(source):
            sources.append(source)
        else:
            found.left_out += 1
    if not sources and len(found.barren) == before:
        found.say_none(path, "no record is in this archive", texts)
    return sources


# ------------------------------------------------------------ texts

_TAG = r"(?i)\[(?:Game|Scenario|Length|Jihadist|US|Players|Event|Date|Round|Options?|Result|Site)\s+\"[^\"]*\"\]"
_LINE = (
    r"(?i)(?:\+\s*)?(?:(?:J|US|jihadist)(?:\s*+:)?\s++#?\d{1,3}\b|(?:J|US)\s+(?:draw|deal|resolve|reserves)\b"
    r"|(?:setup|set|board|check)\s*:|(?:deal|draw|end|resolve)\b\s*\S|turn\s+\d)"
)
_JSON = rb'"format"\s*:\s*"labyrinth-record"'
_LEAST = {"mail": 1, "notes": 3}
"""Lines that a file of a form must have to be a game: where a file is not named, it takes more than its look."""
_MOST = 60


def _is_game(source: Source) -> bool:
    """Whether an arbitrary text is a game.

    A README is about the folder, even with examples in it.
    """
    if re.split(r"[\\/:]", source.name)[-1].casefold().startswith("readme"):
        return False
    try:
        return is_record(source.read())
    except TextError:
        return False


def is_record(data: bytes) -> bool:
    """Whether a text is a game, by its content.

    In another form, or in the notation.
    """
    from referee.inputs import formats
    from referee.parsers.notation.encodings import decode

    if len(data) > MAX_BYTES:
        return False
    form = formats.of(data)
    if form.name == "json":
        return re.search(_JSON, data[:2000].replace(b"\0", b"")) is not None
    try:
        if form.name in _LEAST:  # any mail is one, and any page of text may quote a line
            return form.convert(data).lines_taken >= _LEAST[form.name]
        return form is not formats.NOTATION or _is_notation(decode(data).text[:20_000].splitlines())
    except TextError:
        return False


def _is_notation(lines: list[str]) -> bool:
    """Whether most of the first lines are those of a record.

    A page of text that quotes one is none.
    """
    ours = others = 0
    for line in lines:
        plain = line.strip().removeprefix("\ufeff")
        if plain.startswith(("```", "~~~")):
            return False
        if not plain or plain.startswith(";"):
            continue
        if re.match(_TAG, plain) or re.match(_LINE, plain):
            ours += 1
        else:
            others += 1
        if ours + others >= _MOST:
            break
    return ours > others
