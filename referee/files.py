"""Writing files without halves."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def replace(path: Path, content: str | bytes) -> None:
    """Write a file, a text as UTF-8, beside its place and move it there, so that nobody ever sees half of it."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    if path.exists() and not path.is_file():  # a pipe or a device is written to, never put aside
        path.write_bytes(data)
        return
    path = path.resolve()
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".referee.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        os.chmod(temporary, path.stat().st_mode & 0o777 if path.exists() else 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
