"""Fill docs/worked-examples.md.

It gets the picture of its notebook, and the last lines of the program on turning points.
"""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "examples"
PAGE = ROOT / "docs" / "worked-examples.md"
EVENING = ROOT / "fixtures" / "logs" / "evening-1.lgn"
_ENDING = re.compile(r"(<!-- turning points -->\n~~~text\n).*?(~~~\n)", re.DOTALL)


def picture() -> str:
    """The picture of the first position of the notebook."""
    notebook = json.loads((EXAMPLES / "positions.ipynb").read_text(encoding="utf-8"))
    cell = next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    names: dict[str, object] = {}
    exec("".join(cell["source"]), names)
    drawn: str = names["position"].svg("The position of the first cell", scheme="light")  # type: ignore[attr-defined]
    return drawn


def ending() -> str:
    """The last lines of the program on turning points, after its bars."""
    lines: list[str] = runpy.run_path(str(EXAMPLES / "turning_points.py"))["story"](EVENING)
    return "\n".join(lines[lines.index("Where it turned:") :])


def filled(page: str) -> str:
    """The page with the words of that program."""
    return _ENDING.sub(lambda m: f"{m[1]}{ending()}\n{m[2]}", page)


if __name__ == "__main__":
    (EXAMPLES / "position.svg").write_text(picture(), encoding="utf-8")
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
