"""Standard output: text for people, JSON for programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable


def write(text: str) -> None:
    """Text with one line end behind it."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def write_json(text: str) -> None:
    """JSON for a terminal too."""
    write(safe_json(text))


def safe_json(text: str) -> str:
    """JSON in which what does not print is written as an escape, which means the same to a program."""
    return "".join(ch if ch.isprintable() or ch == "\n" else _escaped(ch) for ch in text)


def _escaped(ch: str) -> str:
    units = ch.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))


def show_text(text: str) -> None:
    """Text for people: through rich on a terminal, which knows what the terminal can do; as it is elsewhere."""
    if not colour():
        write(text)
        return
    from rich.console import Console
    from rich.text import Text

    Console(highlight=False, soft_wrap=True).print(Text.from_ansi(text))


def colour() -> bool:
    """Whether colours are wanted: on a terminal, unless its user says no."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def show(as_json: bool, text: Callable[[], str], data: Callable[[], object]) -> None:
    """Write what a command found, as text or as JSON."""
    write(told(as_json, text, data))


def told(as_json: bool, text: Callable[[], str], data: Callable[[], object]) -> str:
    """What a command found, as text or as JSON, with one line end behind it."""
    if as_json:
        import json

        said = safe_json(json.dumps(data(), indent=2, ensure_ascii=False))
    else:
        said = text()
    return said if said.endswith("\n") else said + "\n"


def plain(text: str) -> str:
    """Text without control characters, so that an argument cannot steer the terminal."""
    return "".join(ch if ch.isprintable() else "·" for ch in text)
