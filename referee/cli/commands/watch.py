"""``referee check --watch``: judges again when a record changes. It looks at the files; nothing has to be installed."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence

from referee.reports import printing

PAUSE = 0.4
"""Seconds between two looks."""
Stamp = tuple[tuple[str, int, int, int], ...]


def stamp(files: Sequence[str]) -> Stamp:
    """What tells two states of the files apart: name, file, time and size of each; records of folders included."""
    from referee.cli.commands.check import records

    found = []
    for path in (source.path for source, _ in records(files)):
        try:
            state = os.stat(path)
            found.append((path, state.st_ino, state.st_mtime_ns, state.st_size))
        except OSError:
            found.append((path, 0, 0, 0))
    return tuple(found)


def run(files: Sequence[str], check: Callable[[], int], *, rounds: int = 0, pause: float = PAUSE) -> int:
    """Check, and again after every change, until Ctrl-C; the status of the last check. ``rounds`` 0 is without end."""
    done, last, status = 0, None, 0
    while True:
        now = stamp(files)
        if now != last:
            last = now
            if printing.terminal(sys.stdout):
                sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
            elif done:
                printing.write("")
            status = check()
            printing.write(f"\n{time.strftime('%H:%M:%S')}  watching; Ctrl-C ends")
            sys.stdout.flush()
            done += 1
            if done == rounds:
                return status
        time.sleep(pause)
