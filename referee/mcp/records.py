"""Records of a request: a text, a file, or the last one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePath

from referee.mcp.answers import AnswerError, refused, refusing

MOST_NAMED = 20
"""Most files named in a refusal."""


class Records:
    """The record of the last call, and the folder of allowed files.

    Without a folder no file is ever opened.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder.resolve(strict=True) if folder is not None else None
        self._last: tuple[str, bytes] | None = None

    def keep(self, name: str, data: bytes) -> None:
        """Make this the record of the calls without one."""
        self._last = name, data

    def given(self, text: str, file: str) -> tuple[str, bytes]:
        """Name and bytes of the record of a call."""
        if text and file:
            raise AnswerError("give the text of the record or the name of its file, not both")
        if file:
            return file, self._read(file)
        if text:
            return "record", encoded(text)
        if self._last is None:
            raise AnswerError("which record? Give its whole text; later calls may leave it out")
        return self._last

    def _read(self, name: str) -> bytes:
        from referee.inputs.judging import read_input
        from referee.parsers.notation.encodings import TextError

        path = self._path(name)
        with refusing(TextError):
            return read_input(str(path))

    def _path(self, name: str) -> Path:
        """The file of this name, inside of the folder and nowhere else."""
        if self.folder is None:
            raise AnswerError(
                "no folder was named when the server was started (referee mcp --folder DIR): give the text"
            )
        parts = PurePath(name)
        if not parts.is_absolute() and ".." not in parts.parts:
            try:
                found = (self.folder / parts).resolve(strict=True)
                if found.is_relative_to(self.folder) and found.is_file():
                    return found
            except (OSError, RuntimeError, ValueError):  # not there, a circle of links, a name that no file has
                pass
        raise refused(f"the folder has no file “{name[:80]}”; {self._named()}")

    def _named(self) -> str:
        """The files of the folder, the first of many."""
        assert self.folder is not None
        try:
            names = sorted(p.name for p in self.folder.iterdir() if not p.name.startswith(".") and p.is_file())
        except OSError:
            return "it cannot be read"
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        return f"it has {', '.join(names[:MOST_NAMED])}{more}" if names else "it has none"


def changed(data: bytes, changes: Mapping[int, str]) -> bytes:
    """A record with replaced lines; the line after the last is allowed."""
    from referee.inputs import formats
    from referee.parsers.notation.encodings import TextError, decode_text
    from referee.parsers.notation.reader import split_lines

    if formats.of(data) is not formats.NOTATION:
        raise AnswerError("lines are changed in a record in the notation only; convert this one first")
    with refusing(TextError):
        lines = split_lines(decode_text(data))
    if not lines[-1]:  # the empty text after the last line end
        lines.pop()
    if wrong := [n for n in changes if n > len(lines) + 1]:
        raise AnswerError(f"there is no line {wrong[0]} to change; the record has {len(lines)}")
    lines += [""] * (max(changes, default=0) > len(lines))
    return encoded("\n".join(changes.get(n, line) for n, line in enumerate(lines, 1)) + "\n")


def encoded(text: str) -> bytes:
    """The bytes of a text, no more than a file may have."""
    from referee.parsers.notation.encodings import MAX_BYTES

    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise AnswerError(f"character {error.start + 1} of the text is half of one (a lone surrogate)") from None
    if len(data) > MAX_BYTES:
        raise AnswerError(f"the text is larger than {MAX_BYTES // 1024 // 1024} MiB")
    return data
