"""Where the program starts: a plain ``check`` goes straight to its command, all else through the command line."""

from __future__ import annotations

import gc
import io
import os
import sys


def main() -> None:
    """Run the program; a reader that goes away early is no error."""
    gc.set_threshold(50_000, 20, 100)  # a short life: looking for circles in what was only just imported costs time
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        try:
            _run(sys.argv[1:])
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        raise SystemExit(130) from None  # as the command line ends, and a shell expects it
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None


def _run(arguments: list[str]) -> None:
    from referee.commands import check

    asked = check.plain(arguments)
    if asked is not None:
        raise SystemExit(check.run(*asked))
    from referee.cli import app

    app()
