"""Measure a long game's report: ``python benchmarks/report_load.py``.

Size and load time are measured, on a self-played game.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from referee.analysis.analysis import analyse
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.reports import describe, html
from referee.trials.games import setup_for
from referee.trials.selfplay import SelfPlay
from tests.helpers.browsers import FLAGS, chromium, missing

PLAYS = 150


def main() -> None:
    """Print one line: actions, size, time to make and to load."""
    games = (SelfPlay(seed, setup_for("Let's Roll!", 2)).play() for seed in range(200))
    game = next(g for g in games if PLAYS <= g.actions <= PLAYS + 40)
    verdict = judge(read_text(game.text, "long.lgn"), alternatives=True)
    begin = perf_counter()
    page = html.render(verdict, analyse(verdict, tell=describe.sentence))
    made = perf_counter() - begin
    line = f"{game.actions} actions: {len(page.encode()) / 1e6:.2f} MB, made in {made:.2f} s"
    if why := missing():
        print(f"{line}; no load time: {why}")
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as p:
        path = Path(folder) / "report.html"
        path.write_text(page, encoding="utf-8")
        browser = p.chromium.launch(executable_path=chromium(), args=FLAGS)
        tab = browser.new_page()
        begin = perf_counter()
        tab.goto(path.as_uri(), wait_until="load")
        tab.keyboard.press("ArrowRight")
        loaded = perf_counter() - begin
        browser.close()
    print(f"{line}, loaded and one step forward in {loaded:.2f} s")


if __name__ == "__main__":
    main()
