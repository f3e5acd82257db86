"""Measure the time from a key in the editor to its answer.

The answer is the referee's message on the line, on screen.

``python benchmarks/page_keystrokes.py [FOLDER]``; FOLDER is the built page (dist/web). A play is typed at the end of the
second evening and at a line far down in a long self-played game, sign by sign, with a pause before each.
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "web"))

import serve
from playwright.sync_api import sync_playwright

from referee.trials.games import setup_for
from referee.trials.selfplay import SelfPlay
from tests.helpers.browsers import FLAGS, chromium
from tests.helpers.paths import ROOT

FAR = 600
PAUSE = 250
"""Milliseconds between two keys, as a person types."""
WATCH = """() => {
    const desk = document.querySelector(".write-desk");
    window.typed = [];
    window.pending = [];
    desk.addEventListener("keydown", (event) => window.pending.push(event.timeStamp), true);
    new MutationObserver(() => requestAnimationFrame(() => {
        const now = performance.now();
        for (const then of window.pending.splice(0)) window.typed.push(now - then);
    })).observe(desk, { attributes: true, attributeFilter: ["data-version"] });
}"""


def long_record() -> str:
    """A self-played game of three decks that is long enough."""
    for seed in range(200):
        text = SelfPlay(seed, setup_for("Let's Roll!", 3)).play().text
        if text.count("\n") > FAR + 5:
            return text
    raise SystemExit("no game is that long")


def measured(page: Any, text: str, line: int, typed: str) -> list[float]:
    """Milliseconds of each key of a line after ``line``.

    It begins once all is judged.
    """
    page.locator(".part-write input[type=file]").set_input_files(
        {"name": "measured.lgn", "mimeType": "text/plain", "buffer": text.encode()}
    )
    page.wait_for_timeout(1000)
    settled(page)
    page.evaluate("(line) => { location.hash = `#/write?line=${line}`; }", line)
    page.wait_for_timeout(500)
    page.locator(".cm-content").focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.wait_for_timeout(1000)
    page.keyboard.type("US")
    page.wait_for_timeout(1000)
    page.evaluate(WATCH)
    for sign in typed:
        page.keyboard.press("Space" if sign == " " else sign)
        page.wait_for_timeout(PAUSE)
    page.wait_for_timeout(2000)
    found: list[float] = page.evaluate("window.typed")
    return found


def settled(page: Any) -> None:
    """Wait until everything is judged."""
    for _ in range(1200):
        page.wait_for_timeout(100)
        if "Judging" not in page.locator(".write-status").inner_text():
            return
    raise SystemExit("the record is never judged")


def main() -> None:
    """Print a line a record: keys, least, median and most milliseconds."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist" / "web"
    records = [
        ("evening-2", (ROOT / "fixtures" / "logs" / "evening-2.lgn").read_text(encoding="utf-8"), 0),
        (f"line {FAR} of a long record", long_record(), FAR),
    ]
    with serve.server(folder) as server, sync_playwright() as p:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = p.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name, text, line in records:
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.server_address[1]}/?plain#/write")
            page.get_by_role("button", name="Empty page").click()
            times = measured(page, text, line or text.count("\n"), " 43 deploy track > Pakistan 2")
            print(
                f"{name}: {len(times)} keys, {min(times):.0f} / {median(times):.0f} / {max(times):.0f} ms (min/median/max)"
            )
            page.close()
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
