"""Write the referee's answers into docs/first-record.md and first-mistakes.md.

``--check`` only says whether it is up to date.

A block after ``<!-- record: add -->`` goes on with the record, one after ``instead`` takes the place of the last one.
The block after ``<!-- said -->`` is what the program says of the record so far, or to the command on its first line.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "first-record.md", ROOT / "docs" / "first-mistakes.md"
BLOCK = re.compile(
    r"<!-- (?:record: (?P<how>new|add|instead)|(?P<said>said)) -->\n```(?P<kind>lgn|text)\n(?P<body>.*?)```", re.DOTALL
)


CHECK = "referee check game.lgn"


def told() -> str:
    """The text of both pages."""
    return "".join(page.read_text(encoding="utf-8") for page in PAGES)


def records() -> list[tuple[str, str]]:
    """The record at each answer and the command, in page order."""
    parts: list[str] = []
    found: list[tuple[str, str]] = []
    for match in BLOCK.finditer(told()):
        if match["said"]:
            found.append(("\n".join(parts), match["body"].split("\n")[0].removeprefix("$ ") or CHECK))
        else:
            if match["how"] == "instead":
                parts.pop()
            parts.append(match["body"])
    return found


def answer(record: str, typed: str = CHECK) -> str:
    """The program's answer to a record, with the command as typed."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "game.lgn").write_text(record, encoding="utf-8")
        env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100", "NO_COLOR": "1"}
        command = [sys.executable, "-m", *shlex.split(typed)]
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    return f"$ {typed}\n{done.stdout.rstrip()}\n"


def pages() -> dict[Path, str]:
    """Each page with its answers."""
    answers = iter([answer(*asked) for asked in records()])

    def filled(match: re.Match[str]) -> str:
        return f"<!-- said -->\n```text\n{next(answers)}```" if match["said"] else match[0]

    return {page: BLOCK.sub(filled, page.read_text(encoding="utf-8")) for page in PAGES}


def main() -> int:
    """Write the pages, or compare them."""
    made = pages()
    if "--check" in sys.argv:
        return 0 if "".join(made.values()) == told() else 1
    for page, text in made.items():
        page.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
