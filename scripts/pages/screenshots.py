"""Take pictures of the report, the audit, the terminal and the page.

    python scripts/pages/screenshots.py [WORD]         the pictures that the README and the docs show, into docs/examples
    python scripts/pages/screenshots.py --all [WORD]   those, and every scene at four sizes, light and dark, into
                                                 build/screenshots, with sheet.html to look through them

WORD makes only the pictures of whose name it is a part.

Needs Chromium, playwright and the built page (``make web``).
"""

from __future__ import annotations

import base64
import io
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import ask_taps
import first_record
from gallery import LOGS, ROOT
from rich.console import Console
from rich.text import Text

from referee.analysis.analysis import analyse
from referee.cli.start import main as referee
from referee.engine.record.findings import UnreadableFile
from referee.inputs.judging import judge_path
from referee.reports import describe, html

SITE = ROOT / "dist" / "web"
RECORD = LOGS / "evening-2.lgn"
GAME = ROOT / "docs" / "examples" / "bot-game.lgn"
"""A game on the screen alone against the Jihadist Bot; the page goes on with its deck."""
SIZES = ((390, 664), (320, 568), (768, 1024), (1440, 900))
"""A phone with the bars of its browser, a small one, a tablet, a desk."""
TABLE = ((390, 664), (1440, 900))
"""The sizes of a question at the table."""
SCHEMES = ("light", "dark")
WIDTHS = {390: 240, 1440: 680, "strip": 900, "terminal": 580}
"""Pixels across of the pictures in the docs, which show them a little smaller."""
QUALITY = 0.52
_TO_WEBP = """async ([png, width, quality]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height: Math.round(image.height * width / image.width) });
  const pen = canvas.getContext("2d");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}"""
PHONE = 480
"""Windows up to this width are those of a phone."""
sys.path[:0] = [str(ROOT), str(ROOT / "web")]


class Scene(NamedTuple):
    """A picture's subject: a file, or a part of the page.

    For a part of the page it has the steps to take there.
    """

    name: str
    at: str
    does: Callable[[Any], object] = lambda page: None
    sizes: tuple[tuple[int, int], ...] = SIZES


def rest(page: Any) -> None:
    """Wait for the referee, if needed, and for the end of motion."""
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
    """Show the illegal Deploy in the editor, with the board beside it."""
    from tests.helpers.sentences import SENTENCES

    refused = SENTENCES["deploy-to-a-neutral"].sentence
    check(page)
    found = page.locator(".ck-found article, .ck-found li").filter(has_text=refused)
    found.first.get_by_role("button", name="Write here").click()
    page.locator(".write-status").filter(has_text=refused).wait_for()


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


def tap(page: Any, key: str) -> None:
    """Tap a key of Record, or a country of its map.

    A key is found by the beginning of its words.
    """
    rest(page)
    keys = page.locator(".part-record button:visible, dialog button:visible")
    found = keys.filter(has_text=re.compile(rf"^{re.escape(key)}")).first
    if found.count():
        found.click()
    else:
        page.locator(f"g[data-country='{key}']").press("Enter")


def tapped(*keys: str) -> Callable[[Any], None]:
    """A new game at Record, and keys of it."""

    def does(page: Any) -> None:
        for key in keys:
            tap(page, key)

    return does


def die(page: Any, row: int, face: int) -> None:
    """The face of a die."""
    page.locator(".rc-die-row:visible").nth(row).get_by_role("button", name=str(face), exact=True).click()
    rest(page)


def played(text: str) -> Callable[[Any], None]:
    """A record that Record goes on with."""

    def does(page: Any) -> None:
        page.get_by_label("The record", exact=True).fill(text)
        page.get_by_role("button", name="Check it").click()
        page.locator(".ck-head:visible").wait_for()
        page.get_by_role("button", name="Play on", exact=True).click()
        page.locator(".rc-table:visible").wait_for()
        rest(page)

    return does


def until(line: str, *keys: str) -> Callable[[Any], None]:
    """The game of ``GAME`` before a line of it, and keys."""

    def does(page: Any) -> None:
        text = GAME.read_text(encoding="utf-8")
        before = text.partition(f"\n{line}")[0] if line else text
        if line and before == text:
            raise SystemExit(f"{GAME.name} has no line {line}")
        played(f"{before}\n")(page)
        for key in keys:
            tap(page, key)

    return does


def at_the_table() -> str:
    """Record the game of ``GAME`` as people with the board do.

    Cards and dice are those of the table.
    """
    before = GAME.read_text(encoding="utf-8").partition("\nJ 97 ")[0]
    text = re.sub(r"deal J (\d+):.*? US (\d+):", r"deal J \1 US \2:", before)
    return re.sub(r"  ; (dice rolled|cards dealt).*", "", text) + "\nJ 3 jihad Pakistan:s 1 [4]\n"


def place(page: Any) -> None:
    """The board's display of a country."""
    tapped("Let's Roll", "Menu", "The real board looks different")(page)
    rest(page)
    page.locator("g[data-country='Pakistan']").press("Enter")


def searched(page: Any) -> None:
    """Learn's results for a question."""
    page.locator(".part-learn input[type=search]").first.fill("can i plot in a good country")


def frames(page: Any) -> Iterator[tuple[str, bytes]]:
    """A turn of the Bot: the name and picture of each moment."""

    def seen(told: str) -> tuple[str, bytes]:
        rest(page)
        page.mouse.move(0, 0)
        return told, page.screenshot()

    played(at_the_table())(page)
    tap(page, "8")
    yield seen("Its card, by number")
    tap(page, "5")
    yield seen("Box, plan, first die")
    die(page, 0, 2)
    yield seen("The next country")
    die(page, 0, 2)
    die(page, 1, 6)
    yield seen("What to move")
    page.locator(".rc-ways > summary").click()
    page.locator(".rc-ways").evaluate("e => e.scrollIntoView()")
    yield seen("Why, box by box")


def fifth(page: Any) -> None:
    """The die of a Bot with its reason above it."""
    played(at_the_table())(page)
    tap(page, "8")
    tap(page, "5")


def done(page: Any) -> None:
    """The steps on the real board after a play of the US.

    The US has named its cards.
    """
    played(HANDED)(page)
    for key in DICE_KEYS:
        tap(page, key)
    die(page, 0, 3)


HANDED = """[Scenario "Let's Roll!"]
[Length "1 deck"]

deal J 9 US 9: 43 20 11 95 104 92 107 42 46
J 112 event
"""
DICE_KEYS = (*"113", "Travel", "Central Asia", "No more")
DICE = tapped("Let's Roll", *"112", "Event", *DICE_KEYS)
TARGET = tapped("Let's Roll", *"112", "Event", *"113", "Travel")
BOT = tapped("Against the Jihadist Bot", "Attractive", "Let's Roll", *"112")
SCENES = (
    Scene("report", "report.html#{step}"),
    Scene("report-first", "first.html#{plot}"),
    Scene("page-game-hand", "check", until("US 104 event"), TABLE),
    Scene("page-game-map", "check", until("US 104 event", "20 King Abdullah", "War of Ideas"), TABLE),
    Scene("page-game-bot", "check", until("J 44 jihad", "Turn over the next card"), TABLE),
    Scene("page-game-end", "check", until(""), TABLE),
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
    Scene("page-record-done", "check", done, TABLE),
    Scene("page-record-bot", "record", BOT),
    Scene("page-record-bot-dice", "check", fifth, TABLE),
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
    ("page-ask-no", 390, "light"),
    ("page-game-hand", 390, "light"),
    ("page-game-map", 390, "light"),
    ("page-game-bot", 390, "light"),
    ("page-game-end", 390, "light"),
    ("page-record-cards", 390, "light"),
    ("page-record-dice", 390, "light"),
    ("page-record-done", 390, "light"),
    ("report-first", 1440, "light"),
}
"""The pictures of scenes that the README and the docs show."""
TERMINAL = {
    "terminal-check": ("referee check --select 7.3.3,7.4.3 evening-2.lgn", None),
    "terminal-first": ("referee check --ignore note game.lgn", "US 101 event => prestige 4"),
}
"""Pictures of the terminal: what is typed, in a folder with the fixtures or with the first record as it is with such a line."""
STRIP = "bot-turn"
"""The film strip of a Bot's turn."""
_STYLE = """
body{margin:0;background:#fff;font:15px/1.3 system-ui,'DejaVu Sans',sans-serif;color:#222}
ol{display:flex;gap:14px;list-style:none;margin:0;padding:12px;width:max-content}
figure{margin:0;width:234px}img{width:234px;display:block;border:1px solid #bbb;border-radius:8px}
figcaption{padding:0 0 6px;font-weight:600;white-space:nowrap}
"""


def files(folder: Path) -> dict[str, str]:
    """Write the reports and the audit.

    Of the reports it gives the steps that are shown.
    """
    verdict = judge_path(str(RECORD.relative_to(ROOT)), alternatives=True)
    if isinstance(verdict, UnreadableFile):
        raise SystemExit(verdict.message)
    (folder / "report.html").write_text(
        html.render(verdict, analyse(verdict, tell=describe.sentence)), encoding="utf-8"
    )
    sys.argv = ["referee", "audit", str(LOGS.relative_to(ROOT)), "--format", "html", "-o", str(folder / "audit.html")]
    try:
        referee()
    except SystemExit:  # the status: the fixtures have mistakes
        print(f"{folder / 'audit.html'} is written")
    first, _ = first_record.records()[-1]
    (folder / "first.lgn").write_text(first, encoding="utf-8")
    learnt = judge_path(str(folder / "first.lgn"), alternatives=True)
    if isinstance(learnt, UnreadableFile):
        raise SystemExit(learnt.message)
    (folder / "first.html").write_text(html.render(learnt, analyse(learnt, tell=describe.sentence)), encoding="utf-8")
    wrong = next(f.id for f in verdict.findings if f.kind == "illegal" and f.rule == "7.3.3")
    return {"step": wrong, "plot": "a9"}


def typed(command: str, line: str | None) -> str:
    """A command and its answer in a terminal of 80 columns.

    Colours are included.
    """
    with tempfile.TemporaryDirectory() as scratch:
        if line:
            text = next(record for record, _ in first_record.records() if line in record)
            Path(scratch, "game.lgn").write_text(text, encoding="utf-8")
        env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", "FORCE_COLOR": "1", "TERM": "xterm-256color"}
        env.pop("NO_COLOR", None)
        command_line = [sys.executable, "-m", *command.split()]
        out = subprocess.run(
            command_line, cwd=scratch if line else LOGS, env=env, capture_output=True, text=True, check=False
        )
    return f"$ {command}\n{out.stdout.rstrip()}"


def write_picture(browser: Any, shown: bytes, target: Path, width: int) -> None:
    """Write a picture, as PNG or as small WebP for docs."""
    if target.suffix == ".webp":
        page = browser.new_page()
        data = page.evaluate(_TO_WEBP, [base64.b64encode(shown).decode(), width, QUALITY])
        page.close()
        shown = base64.b64decode(data)
    target.write_bytes(shown)


def terminal(browser: Any, text: str, target: Path) -> None:
    """Make a picture of the terminal."""
    console = Console(record=True, width=80, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text.from_ansi(text), soft_wrap=True)
    drawn = re.sub(r"@font-face \{.*?\}", "", console.export_svg(title="referee"), flags=re.DOTALL)
    page = browser.new_page(viewport={"width": 1000, "height": 700}, device_scale_factor=1.5)
    page.set_content(f"<style>body{{margin:0;width:max-content}}svg{{width:720px;display:block}}</style>{drawn}")
    shown = page.locator("svg").first.screenshot()
    page.close()
    write_picture(browser, shown, target, WIDTHS["terminal"])


def strip(browser: Any, url: str, target: Path) -> None:
    """Make the film strip of a Bot's turn, moments side by side."""
    phone = browser.new_context(
        viewport={"width": 390, "height": 664}, is_mobile=True, has_touch=True, reduced_motion="reduce"
    )
    page = phone.new_page()
    page.goto(url)
    rest(page)
    cells = "".join(
        f"<li><figure><figcaption>{n} {told}</figcaption>"
        f'<img src="data:image/png;base64,{base64.b64encode(shown).decode()}" alt=""></figure></li>'
        for n, (told, shown) in enumerate(frames(page), 1)
    )
    phone.close()
    page = browser.new_page(viewport={"width": 1400, "height": 600}, device_scale_factor=1.5)
    page.set_content(f"<!doctype html><style>{_STYLE}</style><ol>{cells}</ol>")
    shown = page.locator("ol").screenshot()
    page.close()
    write_picture(browser, shown, target, WIDTHS["strip"])


@contextmanager
def opened() -> Iterator[tuple[Any, str]]:
    """A browser, and where the page is served."""
    import serve

    from tests.helpers.browsers import FLAGS, chromium, missing, no_page

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
    write_picture(browser, page.screenshot(), target, WIDTHS.get(width, width))
    window.close()


def main(arguments: list[str]) -> None:
    """Write the pictures."""
    every = "--all" in arguments
    ending = "png" if every else "webp"
    folder = ROOT / "build" / "screenshots" if every else ROOT / "docs" / "examples"
    word = next((a for a in arguments if not a.startswith("-")), "")
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    with tempfile.TemporaryDirectory() as scratch, opened() as (browser, site):
        steps = files(Path(scratch))
        for name, told in TERMINAL.items():
            if word in name:
                terminal(browser, typed(*told), folder / f"{name}.{ending}")
                made.append(f"{name}.{ending}")
        if word in STRIP:
            strip(browser, f"{site}/#/check", folder / f"{STRIP}.{ending}")
            made.append(f"{STRIP}.{ending}")
        for scene in SCENES:
            for size in scene.sizes:
                for scheme in SCHEMES:
                    if word not in scene.name or not (every or (scene.name, size[0], scheme) in DOCS):
                        continue
                    target = folder / f"{scene.name}-{size[0]}-{scheme}.{ending}"
                    local = ".html" in scene.at
                    url = f"{Path(scratch).as_uri()}/{scene.at.format(**steps)}" if local else f"{site}/#/{scene.at}"
                    shot(browser, url, scene, size, scheme, target)
                    made.append(target.name)
    if every:
        cells = "".join(f'<figure><img src="{n}" height="600"><figcaption>{n}</figcaption></figure>' for n in made)
        style = "<style>body{display:flex;flex-wrap:wrap;gap:1em;background:#888}figure{margin:0}</style>"
        (folder / "sheet.html").write_text(f"<!doctype html>{style}{cells}", encoding="utf-8")
    print(f"{len(made)} pictures in {folder}")


if __name__ == "__main__":
    main(sys.argv[1:])
