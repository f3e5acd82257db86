"""The start of the program, with short ways for plain commands.

A plain ``check`` or ``report`` goes straight to its command.
"""

from __future__ import annotations

import atexit
import gc
import io
import os
import sys

FAULT = 3
"""The exit status for a fault of the program itself."""
SYSTEM = 2
"""Exit status for a refusal of the system: full disk, closed stream."""
GONE = 141
"""Exit status for a broken pipe, as in a shell."""
BROKEN_OFF = 130
"""Exit status after Ctrl-C, as in a shell."""


def main() -> None:
    """Run the program; only a fault of the program shows a traceback."""
    try:
        # The program lives shortly: to look for circles in what was just imported, or at the end, only costs time.
        gc.set_threshold(200_000, 20, 100)
        atexit.register(gc.freeze)
        closed = sys.stdout is None  # as with `>&-`
        if closed:
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - it lives as long as the program
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
        if closed:
            _complain("standard output is closed: there is nowhere to say anything")
            raise SystemExit(SYSTEM)
        try:
            _run(sys.argv[1:])
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        raise SystemExit(BROKEN_OFF) from None
    except SystemExit:
        raise
    except BaseException as error:
        raise SystemExit(_status(error)) from None


def _status(error: BaseException) -> int:
    """Print one line about an unhandled exception and return the exit status."""
    error = getattr(error, "error", error) if type(error).__name__ == "OutputError" else error
    if isinstance(error, OSError):
        _silence()
        if isinstance(error, BrokenPipeError):
            return GONE
        where = error.filename if error.filename else "the output cannot be written"
        _complain(f"{where}: {error.strerror or error}")
        return SYSTEM
    import traceback

    for line in "".join(traceback.format_exception(error)).splitlines():
        _complain(line)
    _complain("This is a fault of the referee itself, not of the record. Please report it with the lines above.")
    return FAULT


def _silence() -> None:
    """Discard the rest of standard output; the exit must not fail again."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - it lives as long as the program


def _complain(text: str) -> None:
    """One line on standard error, harmless to a terminal."""
    if sys.stderr is not None:
        try:
            sys.stderr.write("".join(ch if ch.isprintable() else "·" for ch in text) + "\n")
        except OSError:
            return


def _run(arguments: list[str]) -> None:
    from referee.cli.commands import check

    asked = check.plain(arguments)
    if asked is not None:
        raise SystemExit(check.run(*asked))
    if arguments[:1] == ["report"]:
        from referee.cli.commands import report

        wanted = report.plain(arguments)
        if wanted is not None:
            raise SystemExit(report.run(*wanted))
    from referee.cli.app import app

    try:
        app(prog_name="referee")
    except SystemExit:
        if type(sys.stdout).__name__ == "PacifyFlushWrapper":  # so the command line marks an unread help text
            raise SystemExit(GONE) from None
        raise
