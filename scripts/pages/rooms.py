"""Fill the table of rooms in docs/architecture.md.

It has the purpose of each room, from its docstring, and its lines of Python.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "architecture.md"
ORDER = [
    "engine",
    "rules",
    "editions",
    "parsers",
    "inputs",
    "analysis",
    "reports",
    "api",
    "play",
    "club",
    "trials",
    "web",
    "lsp",
    "mcp",
    "cli",
]
BEGIN, END = "<!-- rooms -->\n", "<!-- end of rooms -->"


def table() -> str:
    """The table in Markdown."""
    rows, total = ["| room of `referee/` | what it is for | lines |\n|---|---|---|\n"], 0
    for room in ORDER:
        folder = ROOT / "referee" / room
        lines = sum(len(p.read_text(encoding="utf-8").splitlines()) for p in folder.rglob("*.py"))
        words = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
        purpose = " ".join(words.split("\n\n")[0].replace(":mod:", "").split())
        rows.append(f"| `{room}/` | {purpose.rstrip('.')} | {lines:,} |\n")
        total += lines
    return "".join([*rows, f"| | together | {total:,} |\n"])


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    filled = re.sub(f"({BEGIN}).*?({END})", lambda m: f"{m[1]}{table()}{m[2]}", text, flags=re.DOTALL)
    PAGE.write_text(filled, encoding="utf-8")
