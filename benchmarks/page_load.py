"""Measure the page's first verdict: ``python benchmarks/page_load.py``.

Run ``make web`` before.

Prints the size of what is transferred, and for a first visit, a second one, and one with the memory kept: the time from
the call of the page until the referee is there, until the verdict on evening-2, and what a second verdict and the report
take. No limits are held here.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "web")]

import serve  # noqa: E402

from tests.helpers.browsers import FLAGS, SITE, chromium, missing, no_page  # noqa: E402

RECORD = (ROOT / "fixtures" / "logs" / "evening-2.lgn").read_text(encoding="utf-8")
MEASURE = """async (record) => {
    const ask = (name) => window.referee.call(name, { name: "evening-2.lgn" }, new TextEncoder().encode(record));
    const times = [performance.getEntriesByName("referee-ready")[0].startTime];
    await ask("check.judge");
    times.push(performance.now());
    await ask("check.judge");
    times.push(performance.now());
    await ask("check.report");
    times.push(performance.now());
    return times;
}"""
KEPT = 'caches.open("labyrinth-snapshot").then((kept) => kept.keys()).then((keys) => keys.length > 0)'


def until(page: Any, what: str, seconds: float = 300) -> None:
    """Wait until an expression is true in the page."""
    end = time.monotonic() + seconds
    while not page.evaluate(what):
        if time.monotonic() > end:
            raise SystemExit(f"waited in vain for {what}")
        time.sleep(0.02)


def visit(play: Any, folder: str, site: str, name: str, *, wait: str) -> None:
    """Open the page with a stored profile, and print its times."""
    context = play.chromium.launch_persistent_context(folder, executable_path=chromium(), args=FLAGS)
    page = context.new_page()
    page.goto(site + "#/learn")
    until(page, "!!window.referee")
    page.evaluate("window.referee.start()")
    until(page, "window.referee.ready")
    ready, first, second, report = (t / 1000 for t in page.evaluate(MEASURE, RECORD))
    print(
        f"{name}: referee there {ready:.2f} s, first verdict {first:.2f} s; "
        f"second verdict {second - first:.2f} s, report {report - second:.2f} s"
    )
    until(page, wait)
    context.close()


def main() -> None:
    """Print the table."""
    if why := missing() or no_page():
        raise SystemExit(why)
    from playwright.sync_api import sync_playwright

    with serve.server(SITE) as serving, tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        site = f"http://127.0.0.1:{serving.server_address[1]}/"
        active = "navigator.serviceWorker.ready.then((r) => r.active?.state === 'activated')"
        visit(play, folder, site, "first visit ", wait=active)
        visit(play, folder, site, "second visit", wait=KEPT)
        visit(play, folder, site, "memory kept ", wait="true")
        serving.shutdown()


if __name__ == "__main__":
    main()
