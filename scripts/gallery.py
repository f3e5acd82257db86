"""Renders fixtures/logs into docs/examples: a report for each record, the picture of a position, and screenshots.

The screenshots are made if Chromium and playwright are there.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from referee import check
from referee.engine.findings import Unread
from referee.inputs import judge_path
from referee.reports import html

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "docs" / "examples"
SHOTS = (("desktop", 1280, 860, 1.0, "#a13"), ("phone", 390, 780, 1.0, "#a13"))
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


def pictures() -> bool:
    """Screenshots of one report; False where no browser is."""
    browser_path = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return False
    if browser_path is None:
        return False
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"])
        for name, width, height, scale, anchor in SHOTS:
            page = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=scale)
            page.goto((OUT / f"{PICTURED}.html").as_uri() + anchor)
            page.wait_for_timeout(800)
            page.screenshot(path=OUT / f"{name}.png")
            shrink(OUT / f"{name}.png")
        browser.close()
    return True


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
    if not pictures():
        print("no Chromium or no playwright: the pictures are as they were", file=sys.stderr)
