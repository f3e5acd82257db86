"""Standard output and standard error.

Text for people, JSON for programs, and nothing that steers the terminal.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Literal

from referee.reports.columns import printable

Colour = Literal["auto", "always", "never"]
MOST_COLUMNS = 120
"""Longest readable line, even on a wide terminal."""
FEWEST_COLUMNS = 40


class RequestError(Exception):
    """A request that a verdict cannot fulfil.

    The message is a sentence for the user.
    """


_PIECE = 1 << 16
"""Characters of one write; the next one notices a closed stream."""


def write(text: str) -> None:
    """Write text with one line end."""
    _write(text if text.endswith("\n") else text + "\n")


def _write(text: str) -> None:
    for at in range(0, len(text), _PIECE):
        sys.stdout.write(text[at : at + _PIECE])


def write_record(text: str) -> None:
    """Write a record; to a terminal without control characters."""
    _write(plain_lines(text) if terminal(sys.stdout) else text)


def complain(text: str) -> None:
    """Write a message to standard error, harmless to a terminal."""
    if sys.stderr is not None:
        sys.stderr.write(plain_lines(text) + "\n")


def unreadable(name: str, line: int, column: int, what: str, why: str) -> None:
    """Report an unreadable place of a file on standard error.

    ``what`` is the file or its notation.
    """
    from referee.reports.wording import KINDS

    complain(f"{name}:{line}:{column}: {KINDS['unreadable']} [unreadable {what}]: {why}")


def write_json(text: str) -> None:
    """Write JSON, harmless to a terminal."""
    write(safe_json(text))


def safe_json(text: str) -> str:
    """JSON with an escape for each unprintable character."""
    return "".join(ch if ch.isprintable() or ch == "\n" else _escaped(ch) for ch in text)


def _escaped(ch: str) -> str:
    units = ch.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))


def show_text(text: str) -> None:
    """Write text for people, with colours."""
    if sys.platform == "win32" and "\x1b" in text and terminal(sys.stdout):
        from rich.console import Console
        from rich.text import Text

        Console(highlight=False, soft_wrap=True, force_terminal=True).print(Text.from_ansi(text))
        return
    write(text)


def terminal(stream: object) -> bool:
    """Whether a stream is a terminal."""
    isatty = getattr(stream, "isatty", None)
    return bool(isatty is not None and isatty())


def colour(wanted: Colour = "auto") -> bool:
    """Whether to write colours.

    The user's choice, else NO_COLOR or FORCE_COLOR, else whether it is a terminal.
    """
    if wanted != "auto":
        return wanted == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if (forced := os.environ.get("FORCE_COLOR")) is not None and forced != "":
        return forced != "0"
    return terminal(sys.stdout) and os.environ.get("TERM") != "dumb"


def columns() -> int:
    """The width of text for people; 0, no limit, for files."""
    if not terminal(sys.stdout) and not os.environ.get("COLUMNS", "").isdigit():
        return 0
    import shutil  # with its readers of archives, for a terminal alone

    return max(FEWEST_COLUMNS, min(shutil.get_terminal_size((80, 24)).columns, MOST_COLUMNS))


def show(as_json: bool, text: Callable[[], str], data: Callable[[], object], *, indent: int | None = 2) -> None:
    """Write the result of a command, as text or as JSON."""
    write(written(as_json, text, data, indent=indent))


def written(as_json: bool, text: Callable[[], str], data: Callable[[], object], *, indent: int | None = 2) -> str:
    """The result of a command as text or JSON, with line end."""
    if as_json:
        import json

        result = safe_json(json.dumps(data(), indent=indent, ensure_ascii=False))
    else:
        result = text()
    return result if result.endswith("\n") else result + "\n"


def plain_lines(text: str) -> str:
    """Lines of text without control characters; line ends stay."""
    return "\n".join(printable(line.replace("\t", "    ")) for line in text.split("\n"))
