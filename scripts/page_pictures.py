"""Pictures of the page for its documentation: Check and Record in the hand, Write on a desk.

Needs Chromium, playwright and the built page; ``python scripts/page_pictures.py [FOLDER]`` writes page-*.png.
"""

from __future__ import annotations

import re
import shutil
import sys
import threading
from pathlib import Path
from typing import Any

from gallery import shrink

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "dist" / "web"
RECORD = ROOT / "fixtures" / "logs" / "evening-2.lgn"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
sys.path.insert(0, str(ROOT / "web"))


def rest(page: Any) -> None:
    """Wait until the referee has answered."""
    for _ in range(600):
        if page.evaluate("!!window.referee?.ready && !window.referee.busy"):
            break
        page.wait_for_timeout(100)
    page.wait_for_timeout(600)


def check(page: Any) -> None:
    """The verdict on a record."""
    page.get_by_label("The record", exact=True).fill(RECORD.read_text(encoding="utf-8"))
    page.get_by_role("button", name="Check it").click()
    page.locator(".ck-head:visible").wait_for()


def write(page: Any) -> None:
    """The line with the illegal Deploy in the editor, the board beside it."""
    check(page)
    page.locator(".ck-found article, .ck-found li").filter(has_text="Troops Deploy only to an Ally").first.get_by_role(
        "button", name="Write here"
    ).click()
    page.locator(".write-status").filter(has_text="Troops Deploy only to an Ally").wait_for()


def record(page: Any) -> None:
    """A game by taps: the dice of a Travel."""
    page.get_by_role("button", name=re.compile("Let's Roll")).first.tap()
    for key in ("1", "1", "2", "Event", "1", "1", "3", "Travel"):
        rest(page)
        page.locator(".part-record button:visible").filter(has_text=re.compile(rf"^{key}")).first.tap()
    rest(page)


PICTURES = (
    ("page-check-390", "check", PHONE, check),
    ("page-record-390", "record", PHONE, record),
    ("page-write-1280", "check", DESK, write),
)
"""The name of each picture, the part that it begins in, the screen, and what is done there."""


def main(folder: Path) -> int:
    """Write the pictures; 1 if there is no browser or no page."""
    browser_path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser_path is None or not (SITE / "index.html").exists():
        print("there is no Chromium, or the page is not built (make web)", file=sys.stderr)
        return 1
    import serve
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    with serve.server(SITE) as serving, sync_playwright() as play:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        browser = play.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"])
        for name, part, screen, does in PICTURES:
            window = browser.new_context(**screen)
            page = window.new_page()
            page.goto(f"http://127.0.0.1:{serving.server_address[1]}/#/{part}")
            rest(page)
            does(page)
            rest(page)
            page.mouse.move(0, 0)
            target = folder / f"{name}.png"
            page.screenshot(path=target)
            shrink(target)
            window.close()
        browser.close()
        serving.shutdown()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "examples"))
