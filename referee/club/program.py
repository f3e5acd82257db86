"""The fingerprint of this program, for kept results and for workers."""

from __future__ import annotations

import json
import os
import sys
from hashlib import blake2b

SHAPE = 1
"""The shape of kept results; another number makes all of them void."""
_SOURCES = (".py", ".toml", ".json", ".j2", ".css", ".js")


def fingerprint(version: str) -> str:
    """The digest of the program, its data and the interpreter's version.

    "" if unreadable.
    """
    import referee
    from referee.engine.record import setup

    total = blake2b(digest_size=20)
    total.update(f"{SHAPE} {version} {sys.implementation.name} {sys.version_info[:2]}\n".encode())
    origin = referee.__file__
    if not origin or not os.path.isfile(origin):
        return ""
    home = os.path.dirname(os.path.abspath(origin))
    try:
        for where, folders, names in os.walk(home):
            folders[:] = sorted(n for n in folders if n != "__pycache__")
            for name in sorted(names):
                if name.endswith(_SOURCES):
                    path = os.path.join(where, name)
                    with open(path, "rb") as file:
                        data = file.read()
                    total.update(f"{os.path.relpath(path, home)} {len(data)}\n".encode("utf-8", "surrogateescape"))
                    total.update(data)
    except OSError:
        return ""
    total.update(json.dumps(setup.scenario_files(), sort_keys=True, default=str).encode())
    return total.hexdigest()
