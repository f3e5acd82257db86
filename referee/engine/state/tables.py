"""Data files of the package in TOML, read quickly.

To read TOML takes Python longer than to judge a line, so a file that was read is kept as JSON, where Python keeps its compiled
modules. Like those it counts only for the file of that size and time.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any


def read_toml(place: str | os.PathLike[str]) -> dict[str, Any]:
    """The content of a data file."""
    place = os.fspath(place)
    status = os.stat(place)
    mark = [status.st_size, status.st_mtime_ns]
    kept = _kept(place)
    try:
        with open(kept, "rb") as file:
            found = json.loads(file.read())
        if found["of"] == mark:
            return found["data"]  # type: ignore[no-any-return]
    except (OSError, ValueError, KeyError, TypeError):  # none, or not ours: the file is read again
        pass
    import tomllib

    with open(place, "rb") as file:
        data = tomllib.load(file)
    if not sys.dont_write_bytecode:
        _keep(kept, {"of": mark, "data": data})
    return data


def _kept(place: str) -> str:
    """The file that keeps a data file, beside the compiled modules."""
    from importlib.util import cache_from_source

    return f"{cache_from_source(f'{place}.py')}.json"


def _keep(kept: str, content: dict[str, Any]) -> None:
    """Write a kept file as a whole, if its place is writable."""
    try:
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    except TypeError:  # a date: JSON has none
        return
    own = f"{kept}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(kept), exist_ok=True)
        with open(own, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(own, kept)
    except OSError:
        return
