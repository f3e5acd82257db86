"""Pictures of the report, the audit and every part of the page.

    python scripts/screenshots.py                the pictures that the README and the docs show, into docs/examples
    python scripts/screenshots.py --all [WORD]   every scene (of whose name WORD is a part) at four sizes, light and dark,
                                                 into build/screenshots, with sheet.html to look through them

Needs Chromium, playwright and the built page (``make web``).
"""

from __future__ import annotations

import re
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import ask_taps
from gallery import LOGS, ROOT, shrink

from referee.analysis.analysis import analyse
from referee.cli.start import main as referee
from referee.engine.record.findings import Unread
from referee.inputs.judging import judge_path
from referee.reports import describe, html

SITE = ROOT / "dist" / "web"
RECORD = LOGS / "evening-2.lgn"
SIZES = ((390, 844), (320, 568), (768, 1024), (1440, 900))
TABLE = ((390, 664), (1440, 900))
"""The sizes of a question at the table: a phone with the bars of its browser, a desk."""
SCHEMES = ("light", "dark")
PHONE = 480
"""Windows up to this width are those of a phone."""
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "web")]


class Scene(NamedTuple):
    """What a picture shows: a file, or a part of the page and what is done there."""

    name: str
    at: str
    does: Callable[[Any], object] = lambda page: None
    sizes: tuple[tuple[int, int], ...] = SIZES


def rest(page: Any) -> None:
    """Wait until the referee has answered, if the page needs it, and nothing moves."""
    for _ in range(600):
        if page.evaluate(
            "location.protocol === 'file:' || location.hash.startsWith('#/learn')"
            " || (!!window.referee?.ready && !window.referee.busy)"
        ):
            break
        page.wait_for_timeout(100)
    page.wait_for_timeout(500)


def check(page: Any) -> None:
    """The verdict on a record."""
    page.get_by_label("The record", exact=True).fill(RECORD.read_text(encoding="utf-8"))
    page.get_by_role("button", name="Check it").click()
    page.locator(".ck-head:visible").wait_for()


def write(page: Any) -> None:
    """The line with the illegal Deploy in the editor, the board beside it."""
    check(page)
    found = page.locator(".ck-found article, .ck-found li").filter(has_text=re.compile("Deploy only to an Ally"))
    found.first.get_by_role("button", name="Write here").click()
    page.locator(".write-status").filter(has_text=re.compile("Deploy only to an Ally")).wait_for()


def ask(page: Any) -> None:
    """One of the examples of Ask, with its answer."""
    page.locator("#ask-game option[value='rules:base']").wait_for(state="attached")
    page.locator(".setup > summary").click()
    option = (
        page.locator("#ask-game optgroup, #ask-game").locator("option").filter(has_text="Troops to a Neutral").first
    )
    page.select_option("#ask-game", option.get_attribute("value"))
    rest(page)
    page.get_by_role("button", name="Ask the referee").click()
    page.locator(".answer .verdict").wait_for()


def question(what: str, taps: int | None = None) -> Callable[[Any], None]:
    """A question of ``ask_taps.py``, with its answer; or only its first ``taps``."""

    def does(page: Any) -> None:
        finger, asked = ask_taps.Finger(page), next(q for q in ask_taps.QUESTIONS if q.what == what)
        if taps is None:
            ask_taps.ask(finger, asked)
            return
        finger.begin()
        for tap in asked.taps[:taps]:
            finger.tap(tap)

    return does


def tapped(*keys: str) -> Callable[[Any], None]:
    """A new game at Record, and keys of it by the beginnings of their words."""

    def does(page: Any) -> None:
        for key in keys:
            rest(page)
            page.locator(".part-record button:visible, dialog button:visible").filter(
                has_text=re.compile(rf"^{re.escape(key)}")
            ).first.click()

    return does


def place(page: Any) -> None:
    """What the board shows in a country."""
    tapped("Let's Roll", "Menu", "The real board looks different")(page)
    rest(page)
    page.locator("g[data-country='Pakistan']").press("Enter")


def searched(page: Any) -> None:
    """What Learn finds for a question."""
    page.locator(".part-learn input[type=search]").first.fill("can i plot in a good country")


DICE = tapped("Let's Roll", *"112", "Event", *"113", "Travel", "Saudi Arabia", "No more")
TARGET = tapped("Let's Roll", *"112", "Event", *"113", "Travel")
BOT = tapped("Against the Jihadist Bot", "Attractive", "Let's Roll", *"112")
SCENES = (
    Scene("report", "report.html#{step}"),
    Scene("report-top", "report.html"),
    Scene("audit", "audit.html"),
    Scene("page-check", "check", check),
    Scene("page-check-empty", "check"),
    Scene("page-write", "check", write),
    Scene("page-ask", "ask", ask),
    Scene("page-ask-empty", "ask", sizes=TABLE),
    Scene("page-ask-card", "ask", question("War of Ideas in Pakistan", 1), TABLE),
    Scene("page-ask-use", "ask", question("War of Ideas in Pakistan", 2), TABLE),
    Scene("page-ask-where", "ask", question("War of Ideas in Pakistan", 3), TABLE),
    Scene("page-ask-country", "ask", question("Recruit in Pakistan", 5), TABLE),
    Scene("page-ask-dice", "ask", question("War of Ideas in Pakistan", 6), TABLE),
    Scene("page-ask-so-far", "ask", question("Travel from Pakistan"), TABLE),
    Scene("page-ask-depends", "ask", question("War of Ideas with a 4"), TABLE),
    Scene("page-ask-no", "ask", question("Deploy to Pakistan"), TABLE),
    Scene("page-ask-yes", "ask", question("Reassessment"), TABLE),
    Scene("page-ask-event", "ask", question("Event of the US"), TABLE),
    Scene("page-record", "record", TARGET),
    Scene("page-record-shelf", "record"),
    Scene("page-record-cards", "record", tapped("Let's Roll")),
    Scene("page-record-dice", "record", DICE),
    Scene("page-record-bot", "record", BOT),
    Scene("page-record-place", "record", place),
    Scene("page-learn", "learn"),
    Scene("page-learn-found", "learn", searched),
    Scene("page-learn-rule", "learn/rule/7.3.3"),
)
DOCS = {
    ("report", 1440, "light"),
    ("report", 390, "light"),
    ("page-check", 390, "light"),
    ("page-record", 390, "light"),
    ("page-write", 1440, "light"),
}
"""The pictures that the README and the docs show."""


def files(folder: Path) -> str:
    """Write the report and the audit of the fixtures; the step of the illegal Deploy."""
    verdict = judge_path(str(RECORD.relative_to(ROOT)), alternatives=True)
    if isinstance(verdict, Unread):
        raise SystemExit(verdict.message)
    (folder / "report.html").write_text(
        html.render(verdict, analyse(verdict, tell=describe.sentence)), encoding="utf-8"
    )
    sys.argv = ["referee", "audit", str(LOGS.relative_to(ROOT)), "--format", "html", "-o", str(folder / "audit.html")]
    try:
        referee()
    except SystemExit:  # the status: the fixtures have mistakes
        print(f"{folder / 'audit.html'} is written")
    return next(f.id for f in verdict.findings if f.kind == "illegal" and f.rule == "7.3.3")


@contextmanager
def opened() -> Iterator[tuple[Any, str]]:
    """A browser, and where the page is served."""
    import serve
    from browsers import FLAGS, chromium, missing, no_page

    if why := missing() or no_page():
        raise SystemExit(why)
    from playwright.sync_api import sync_playwright

    with serve.server(SITE) as serving, sync_playwright() as play:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        browser = play.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser, f"http://127.0.0.1:{serving.server_address[1]}"
        browser.close()
        serving.shutdown()


def shot(browser: Any, url: str, scene: Scene, size: tuple[int, int], scheme: str, target: Path) -> None:
    """Make one picture."""
    width, height = size
    phone = width <= PHONE
    window = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        is_mobile=phone,
        has_touch=phone,
        reduced_motion="reduce",
    )
    page = window.new_page()
    page.goto(url)
    rest(page)
    scene.does(page)
    rest(page)
    page.mouse.move(0, 0)
    page.screenshot(path=target)
    shrink(target)
    window.close()


def main(arguments: list[str]) -> None:
    """Write the pictures."""
    every = "--all" in arguments
    folder = ROOT / "build" / "screenshots" if every else ROOT / "docs" / "examples"
    word = next((a for a in arguments if not a.startswith("-")), "")
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    with tempfile.TemporaryDirectory() as scratch, opened() as (browser, site):
        step = files(Path(scratch))
        for scene in SCENES:
            for size in scene.sizes:
                for scheme in SCHEMES:
                    if word not in scene.name or not (every or (scene.name, size[0], scheme) in DOCS):
                        continue
                    target = folder / f"{scene.name}-{size[0]}-{scheme}.png"
                    local = ".html" in scene.at
                    url = f"{Path(scratch).as_uri()}/{scene.at.format(step=step)}" if local else f"{site}/#/{scene.at}"
                    shot(browser, url, scene, size, scheme, target)
                    made.append(target.name)
    if every:
        cells = "".join(f'<figure><img src="{n}" height="600"><figcaption>{n}</figcaption></figure>' for n in made)
        style = "<style>body{display:flex;flex-wrap:wrap;gap:1em;background:#888}figure{margin:0}</style>"
        (folder / "sheet.html").write_text(f"<!doctype html>{style}{cells}", encoding="utf-8")
    print(f"{len(made)} pictures in {folder}")


if __name__ == "__main__":
    main(sys.argv[1:])
