"""Results of earlier runs, by content: bytes of the file, policy, program.

The folder may be deleted at any time. An entry that is damaged, of another shape or of another program is no entry; an
entry that cannot be written is not missed.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from referee.club.audit.rows import GameRow
from referee.club.program import fingerprint
from referee.inputs.files import replace

OLD = 30 * 24 * 3600
"""Seconds for which the entries of another version of the program are left alone."""


def folder() -> Path | None:
    """The user's cache folder for this program.

    None if the user has no home.
    """
    named = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(named):
        return Path(named) / "referee"
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", "")
        return Path(local) / "referee" / "Cache" if local else None
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "referee"


@dataclass(frozen=True, slots=True)
class Cache:
    """The entries of one version of the program."""

    place: Path
    mark: str

    @classmethod
    def open(cls, version: str, base: Path | None = None) -> Cache | None:
        """Open the program's cache in the user's cache folder.

        None if there is none.
        """
        base = base or folder()
        mark = fingerprint(version) if base is not None else ""
        if base is None or not mark:
            return None
        place = base / "audit" / mark[:24]
        try:
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.utime(place)
            _forget(place)
        except OSError:
            return None
        return cls(place, mark)

    def key(self, digest: str, suffix: str, policy: str) -> str:
        """The name of an entry."""
        return _name(self.mark, digest, suffix, policy)

    def row(self, key: str) -> GameRow | None:
        """The row of a file, if it is known."""
        data = self._read(key)
        try:
            return GameRow.from_json(data) if isinstance(data, dict) else None
        except (TypeError, KeyError, ValueError):
            return None

    def keep_row(self, key: str, row: GameRow) -> None:
        """Remember a row."""
        self._write(key, asdict(row))

    def report(self, key: str, name: str) -> str | None:
        """The digest of the report for this file under this name."""
        data = self._read(_name(key, name))
        return data if isinstance(data, str) else None

    def keep_report(self, key: str, name: str, text: str) -> None:
        """Remember the digest of a file's report."""
        self._write(_name(key, name), digest(text.encode("utf-8")))

    def _read(self, key: str) -> Any:
        """Read an entry.

        None for a missing or a damaged one.
        """
        try:
            lines = (self.place / f"{key}.json").read_text(encoding="utf-8").split("\n")
            if len(lines) != 3 or lines[0] != _name(key, lines[1]):
                return None
            return json.loads(lines[1])
        except (OSError, ValueError, RecursionError):
            return None

    def _write(self, key: str, data: Any) -> None:
        text = json.dumps(data, separators=(",", ":"))
        try:
            replace(self.place / f"{key}.json", f"{_name(key, text)}\n{text}\n", follow=False)
        except OSError:
            return


def digest(data: bytes) -> str:
    """The digest of some bytes."""
    return blake2b(data, digest_size=20).hexdigest()


def _name(*parts: str) -> str:
    return digest("\0".join(parts).encode("utf-8", "surrogateescape"))


def _forget(place: Path) -> None:
    """Remove old entries of other versions of the program."""
    for other in place.parent.iterdir():
        if other != place and other.is_dir() and time.time() - other.stat().st_mtime > OLD:
            shutil.rmtree(other, ignore_errors=True)
