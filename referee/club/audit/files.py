"""The files of the reports: what they are called, and whether they are there."""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path

MAX_NAME = 80


def report_names(paths: list[str], taken: set[str]) -> dict[str, str]:
    """A file name for the report of each record: its own name, told apart where two are alike."""
    stems = {path: _stem(path) for path in paths}
    others = [os.path.splitext(name)[0].casefold() for name in taken]
    often: dict[str, int] = {}
    for stem in [*stems.values(), *others]:
        often[stem.casefold()] = often.get(stem.casefold(), 0) + 1
    used = {stem for stem, n in often.items() if n == 1} | set(others)
    names = {}
    for path, stem in sorted(stems.items()):
        name = stem
        if often[stem.casefold()] > 1:
            told = blake2b(os.fsencode(path)).hexdigest()
            size = 8
            while name == stem or name.casefold() in used:
                name = f"{stem}-{told[:size]}"
                size += 4
            used.add(name.casefold())
        names[path] = f"{name}.html"
    return names


def _stem(path: str) -> str:
    """The name of a file without its ending, fit for any file system and for a link."""
    name = os.path.basename(path)
    name = name[: -len(".json")] if name.casefold().endswith(".lgn.json") else name
    stem = os.path.splitext(name)[0] if path != "-" else "stdin"
    plain = "".join(ch if ch.isalnum() or ch in "-_" else "-" for ch in stem)[:MAX_NAME].strip("-")
    return plain or "game"


def digest(path: Path) -> str | None:
    """The digest of a file; None if it is not there."""
    try:
        return blake2b(path.read_bytes(), digest_size=20).hexdigest()
    except OSError:
        return None
