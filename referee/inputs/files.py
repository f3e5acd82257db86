"""Files in and out: records of folders, and safe writing."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

RECORDS = (".lgn", ".lgn.json", ".vlog", ".vsav")
"""Names of records in a folder; a named file has any."""
TOLD = (".json", ".eml", ".mbox", ".txt", ".md")
"""File endings of records that depend on content."""
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.bz2", ".tbz2", ".tbz")
"""Endings of archives."""
OTHER_ARCHIVES = (".7z", ".rar", ".tar.zst")
"""Endings of unsupported archives."""


def replace(path: Path, content: str | bytes, *, follow: bool = True) -> None:
    """Replace a file by a finished one, never a half.

    A text is UTF-8. It is written beside its place and moved there. A link is followed where a user named it
    (``follow``); where only the name is ours and the folder may come from others, the file takes the place of the link.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    if follow and path.exists() and not path.is_file():  # a pipe or a device is written to, never put aside
        path.write_bytes(data)
        return
    path = path.resolve() if follow else path.absolute()
    temporary = path.parent / f".referee.{os.urandom(8).hex()}.tmp"
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)  # less the bits of the user's umask
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        if path.exists() and not path.is_symlink():
            os.chmod(temporary, path.stat().st_mode & 0o777)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _never(names: list[str]) -> bool:
    return False


def records(
    folder: str, endings: tuple[str, ...] = RECORDS, is_one: Callable[[list[str]], bool] = _never
) -> tuple[list[str], dict[str, str]]:
    """Records in a folder tree, and its unreadable parts with reasons.

    ``is_one`` tells from the names of its files that a folder is itself a record. Hidden files are left alone, and so
    is a link to a file outside: the sender of a record never decides which files of this machine are read or written.
    """
    found: list[str] = []
    problems: dict[str, str] = {}
    root = os.path.realpath(folder)

    def closed(error: OSError) -> None:
        problems[str(error.filename or folder)] = f"the folder cannot be read: {error.strerror or error}"

    for where, folders, names in os.walk(folder, onerror=closed):
        folders[:] = sorted(n for n in folders if not n.startswith("."))
        if is_one(names):
            folders[:] = []
            found.append(where)
            continue
        for path in (os.path.join(where, n) for n in sorted(names) if _is_record(n, endings)):
            if os.path.islink(path) and not _within(os.path.realpath(path), root):
                problems[path] = "a link to a file outside the folder is not followed"
            elif os.path.isfile(path) or not os.path.exists(path):
                found.append(path)
    return found, problems


def _is_record(name: str, endings: tuple[str, ...]) -> bool:
    return not name.startswith(".") and name.casefold().endswith(endings)


def _within(path: str, root: str) -> bool:
    return path == root or path.startswith(root.rstrip(os.sep) + os.sep)
