"""Draw the picture of the notebook in docs/worked-examples.md, docs/examples/position.svg, as its first cell does."""

from __future__ import annotations

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "docs" / "examples"


def picture() -> str:
    """The picture of the first position of the notebook."""
    notebook = json.loads((EXAMPLES / "positions.ipynb").read_text(encoding="utf-8"))
    cell = next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    names: dict[str, object] = {}
    exec("".join(cell["source"]), names)
    drawn: str = names["position"].svg("The position of the first cell", scheme="light")  # type: ignore[attr-defined]
    return drawn


if __name__ == "__main__":
    (EXAMPLES / "position.svg").write_text(picture(), encoding="utf-8")
