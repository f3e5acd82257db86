"""Renders fixtures/logs into docs/examples: a report for each record and the picture of a position.

The screenshots beside them are made by screenshots.py.
"""

from __future__ import annotations

from pathlib import Path

from referee import check
from referee.engine.findings import Unread
from referee.inputs.judging import judge_path
from referee.reports import html

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "docs" / "examples"
PICTURED = "evening-2"
DRAWN = "a26"


def reports() -> None:
    """One HTML file a record."""
    OUT.mkdir(parents=True, exist_ok=True)
    for path in sorted((ROOT / "fixtures" / "logs").glob("*.lgn")):
        verdict = judge_path(str(path.relative_to(ROOT)), alternatives=True)
        if not isinstance(verdict, Unread):
            (OUT / f"{path.stem}.html").write_text(html.render(verdict), encoding="utf-8")


def position() -> None:
    """The picture of one position."""
    step = next(s for s in check(ROOT / "fixtures" / "logs" / f"{PICTURED}.lgn").steps if s.id == DRAWN)
    drawn = step.position.svg(f"{PICTURED}, after {DRAWN}")
    (OUT / "position.svg").write_text(drawn, encoding="utf-8")


def shrink(path: Path) -> None:
    """Few colours make a small file; without Pillow it stays as large as it is."""
    try:
        from PIL import Image
    except ImportError:
        return
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(colors=96).save(path, optimize=True)


if __name__ == "__main__":
    reports()
    position()
