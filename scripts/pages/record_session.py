"""Write docs/examples/record-session.txt, a session in a terminal.

``--check`` only compares.

The typed text is in ``TYPED``; what comes back is what the program says.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from referee.cli.commands import record
from referee.play.recording import Session

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "examples" / "record-session.txt"
TYPED = (
    "let",
    "",
    "Anna",
    "Ben",
    "",
    "112",
    "event",
    "113",
    "travel",
    "?",
    "pakistan",
    "",
    "20",
    "woi",
    "pakistan",
    "5",
    "43",
    "deploy",
    "track",
    "pakistan",
    "gulf",
    "2",
    "17 plot pak 2",
    "",
    "95 rec afg",
    "",
    "undo",
    "2",
    "",
    "41 woi ger 5",
    "7 woi spa",
    "roll",
    "2",
    "6 3",
    "board",
    "quit",
)


class Scripted:
    """Types what it was given, and shows it."""

    def __init__(self, typed: Sequence[str]) -> None:
        self.typed: Iterator[str] = iter(typed)

    def line(self, session: Session) -> str:
        """The next line, as a terminal shows it."""
        found = next(self.typed, None)
        if found is None:
            raise EOFError
        sys.stdout.write(f"> {found}".rstrip() + "\n")
        return found


def transcript(typed: Sequence[str] = TYPED, seed: int | None = None) -> str:
    """A session in a terminal of 80 columns, with its command.

    The record comes at its end.
    """
    shown = io.StringIO()
    columns, os.environ["COLUMNS"] = os.environ.get("COLUMNS"), "80"
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), contextlib.redirect_stdout(shown):
        try:
            record.run(Path("game.lgn"), seed, asker=Scripted(typed), spare=7)
            written = Path("game.lgn").read_text(encoding="utf-8")
        finally:
            if columns is None:
                del os.environ["COLUMNS"]
            else:
                os.environ["COLUMNS"] = columns
    return f"$ referee record game.lgn\n{shown.getvalue()}\n$ cat game.lgn\n{written}"


def main() -> None:
    """Write the page, or say that it is out of date."""
    found = transcript()
    if "--check" in sys.argv:
        raise SystemExit(0 if PAGE.read_text(encoding="utf-8") == found else f"{PAGE.name} is out of date")
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(found, encoding="utf-8")


if __name__ == "__main__":
    main()
