"""Pictures of the report: evening-2 at its illegal Deploy.

Needs Chromium and playwright; ``python scripts/screenshots.py`` writes those of docs/examples, with a folder behind it
report-WIDTH-SCHEME.png for four widths, light and dark.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path

from gallery import shrink

from referee.engine.findings import Unread
from referee.inputs.judging import judge_path
from referee.reports import html

ROOT = Path(__file__).resolve().parent.parent
RECORD = "fixtures/logs/evening-2.lgn"
SIZES = ((1440, 900), (1024, 768), (768, 1024), (390, 844))
SHOWN = ((1440, "light"), (390, "light"))
"""Those that the README shows."""
ALL = [(width, scheme) for width, _ in SIZES for scheme in ("light", "dark")]
PHONE = 480
"""Windows up to this width are those of a phone."""


def main(folder: Path, wanted: Collection[tuple[int, str]]) -> int:
    """Write the pictures; 1 if there is no browser or no illegal play."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        print("playwright is not installed", file=sys.stderr)
        return 1
    browser_path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    verdict = judge_path(str(ROOT / RECORD), alternatives=True)
    if browser_path is None or isinstance(verdict, Unread):
        print("there is no Chromium, or the record cannot be read", file=sys.stderr)
        return 1
    step = next((f.id for f in verdict.findings if f.kind == "illegal" and f.rule == "7.3.3"), "")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as play:
        page_path = Path(scratch) / "report.html"
        page_path.write_text(html.render(verdict), encoding="utf-8")
        browser = play.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"])
        for width, height in SIZES:
            for scheme in [scheme for at, scheme in wanted if at == width]:
                phone = width <= PHONE
                window = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if scheme == "dark" else "light",
                    is_mobile=phone,
                    has_touch=phone,
                    offline=True,
                )
                page = window.new_page()
                page.goto(f"{page_path.as_uri()}#{step}")
                page.wait_for_timeout(500)
                target = folder / f"report-{width}-{scheme}.png"
                page.screenshot(path=target)
                shrink(target)
                window.close()
        browser.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]), ALL) if len(sys.argv) > 1 else main(ROOT / "docs" / "examples", SHOWN))
