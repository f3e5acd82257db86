"""Stored records: new versions, exports, lack of space, deletion.

The browser may need room; all of it can be deleted.
"""

from __future__ import annotations

import io
import re
import shutil
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import serve

from tests.helpers.browsers import SITE, no_page
from tests.helpers.looking import violations
from tests.helpers.pages import PHONE, WIDE, Opened, Window

pytestmark = pytest.mark.browser

GAME = '[Scenario "Let\'s Roll!"]\n[Length "1 deck"]\nJ 112 event\n'
KEPT = """([name, text]) => new Promise((done, failed) => {
    const wanted = indexedDB.open("labyrinth-referee", 1);
    wanted.onupgradeneeded = () => wanted.result.createObjectStore("kept");
    wanted.onsuccess = () => {
        const change = wanted.result.transaction("kept", "readwrite");
        const saved = Date.parse("2024-03-09T20:15:00");
        change.objectStore("kept").put({ id: name, name, text, seed: 0, always: false, stands: "Turn 1", saved, stamp: "" }, "record:" + name);
        change.oncomplete = () => { wanted.result.close(); done(); };
        change.onerror = failed;
    };
})"""
"""Keep a record."""
ALL = """() => new Promise((done) => {
    const wanted = indexedDB.open("labyrinth-referee", 1);
    wanted.onsuccess = () => {
        const asked = wanted.result.transaction("kept").objectStore("kept").getAll();
        asked.onsuccess = () => { wanted.result.close(); done(asked.result.filter((one) => one.stands !== undefined)); };
    };
})"""
"""Every record that is kept."""
WORKING = (
    "navigator.serviceWorker.ready.then((r) => r.active?.state === 'activated' && !!navigator.serviceWorker.controller)"
)


def shelf(window: Window) -> Any:
    """The shelf of records, with what it says of what is kept."""
    page = window.go("#/learn")
    window.go("#/record")
    window.loaded()
    page.locator(".rc-chip.rc-scenario").first.wait_for()
    about = page.locator(".rc-keeping")
    if not about.evaluate("(one) => one.open"):
        about.locator("summary").click()
    page.locator(".rc-keeping li").first.wait_for()
    return about


# ---------------------------------------------------------------- a new version


@pytest.fixture
def two_versions(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A copy of the page on a server, and its folder.

    Another version may replace it.
    """
    if why := no_page():
        pytest.skip(f"THE PAGE WAS NOT TESTED: {why}")
    folder = tmp_path / "web"
    shutil.copytree(SITE, folder)
    with serve.server(folder) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_address[1]}/", folder
        serving.shutdown()


def renew(folder: Path) -> None:
    """Put another version in its place.

    Its words differ, and so does the mark of its build.
    """
    index, worker = folder / "index.html", folder / "sw.js"
    index.write_text(
        index.read_text().replace("<span>Labyrinth referee</span>", "<span>Labyrinth referee, renewed</span>")
    )
    (mark,) = set(re.findall(r"\b[0-9a-f]{16}\b", worker.read_text()))
    worker.write_text(worker.read_text().replace(mark, "0123456789abcdef"))


def test_a_new_version_is_taken_over_by_one_tap_in_every_window(browser: Any, two_versions: tuple[str, Path]) -> None:
    site, folder = two_versions
    context = browser.new_context(**WIDE)
    one = Window(context.new_page(), site)
    one.page.goto(f"{site}#/write")
    one.until(WORKING)
    one.page.evaluate(KEPT, ["An evening", GAME])
    other = Window(context.new_page(), site)
    other.page.goto(f"{site}#/record/An%20evening")
    other.until("!!document.querySelector('.rc-asked-title')")
    one.page.get_by_role("button", name="Empty page").click()
    one.page.locator(".cm-content").click()
    renew(folder)
    for window in (one, other):
        assert window.page.locator(".renewal button").count() == 0
    one.page.evaluate("navigator.serviceWorker.getRegistration().then((r) => r.update())")
    for window in (one, other):
        window.page.locator(".renewal", has_text="A new version of this page is ready").wait_for()
        assert "renewed" not in window.page.locator(".brand").inner_text()
    one.page.keyboard.type("; typed a moment ago\n")
    one.page.locator(".renewal").get_by_role("button", name="Reload").click()
    for window in (one, other):
        window.page.locator(".brand", has_text="renewed").wait_for()
        assert window.page.locator(".renewal button").count() == 0
    other.until("document.querySelector('.rc-last code')?.textContent === 'J 112 event'")  # the open game is open again
    one.until("!!document.querySelector('.drafts')")
    one.page.locator(".drafts .draft").first.click()
    one.until("document.querySelector('.cm-content')?.textContent.includes('typed a moment ago')")
    assert one.page.evaluate("caches.keys()").count("labyrinth-referee-0123456789abcdef") == 1
    assert len([name for name in one.page.evaluate("caches.keys()") if name.startswith("labyrinth-referee-")]) == 1
    assert one.troubles + other.troubles == []
    context.close()


# ---------------------------------------------------------------- room that the browser keeps


PERSIST = """
    window.asked = Number(sessionStorage.asked ?? 0);
    navigator.storage.persist = async () => { sessionStorage.asked = window.asked += 1; return sessionStorage.answer === "yes"; };
    navigator.storage.persisted = async () => window.asked > 0 && sessionStorage.answer === "yes";
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("answer", "words"), [("yes", "has agreed to keep it"), ("no", "may delete it")])
def test_the_browser_is_asked_once_to_keep_it(browser: Any, site: str, answer: str, words: str) -> None:
    context = browser.new_context(**WIDE)
    window = Window(context.new_page(), site)
    page = window.page
    page.add_init_script(f"sessionStorage.answer = '{answer}'; {PERSIST}")
    page.goto(f"{site}#/record")
    page.locator(".rc-chip.rc-scenario", has_text="Let's Roll!").click()
    page.locator(".rc-padkey").first.wait_for()
    assert page.evaluate("window.asked") == 0  # nothing is played yet
    for digit in "112":
        page.locator(".rc-padkey:visible", has_text=re.compile(f"^{digit}$")).click()
        window.idle()
    page.get_by_role("button", name="Event", exact=True).or_(page.locator(".rc-chip", has_text="Event")).first.click()
    window.until("window.asked === 1")
    page.reload()
    window.until("!!document.querySelector('.rc-asked-title')")
    page.get_by_role("button", name="Undo").click()
    window.idle()
    assert page.evaluate("window.asked") == 1
    page.get_by_role("button", name="Menu").click()
    page.locator("dialog", has_text=words).wait_for()
    page.keyboard.press("Escape")
    context.close()


# ---------------------------------------------------------------- out and in again


def test_all_records_go_out_as_one_file_and_come_in_again(windows: Opened) -> None:
    window = windows(WIDE, fresh=True, fragment="#/record")
    page = window.page
    window.loaded()
    for name, text in (
        ("An evening", GAME),
        ("An evening ", GAME + "US 20 reserves\n"),
        ("../../etc/passwd", GAME + "; 3\n"),
    ):
        page.evaluate(KEPT, [name, text])
    about = shelf(window)
    assert "3 records and 0 drafts" in about.inner_text()
    with page.expect_download() as download:
        about.get_by_role("button", name="Export all records").click()
    content = Path(download.value.path()).read_bytes()
    with zipfile.ZipFile(io.BytesIO(content)) as made:
        assert made.testzip() is None
        texts = {name: made.read(name).decode() for name in made.namelist()}
        assert made.infolist()[0].date_time == (2024, 3, 9, 20, 15, 0)
    assert sorted(texts) == ["An evening (2).lgn", "An evening.lgn", "etc passwd.lgn"]
    assert sorted(texts.values()) == sorted([GAME, GAME + "US 20 reserves\n", GAME + "; 3\n"])

    archive = {"name": "records.zip", "mimeType": "application/zip", "buffer": content}
    page.locator(".rc-keeping input[type=file]").set_input_files(archive)
    about.get_by_text("3 records were here already").wait_for()
    assert len(page.evaluate(ALL)) == 3

    page.evaluate(KEPT, ["An evening", GAME + "US 43 deploy\n"])  # one of them has gone on
    page.locator(".rc-keeping input[type=file]").set_input_files(archive)
    about.get_by_text("from one of the same name").wait_for()
    kept = {one["name"]: one["text"] for one in page.evaluate(ALL)}
    assert kept["An evening"] == GAME + "US 43 deploy\n"
    assert kept["An evening (2)"].rstrip() in {GAME.rstrip(), (GAME + "US 20 reserves").rstrip()}
    assert len(kept) == 4
    page.get_by_text("3 more records").wait_for()


def test_what_is_no_archive_of_records_changes_nothing(windows: Opened) -> None:
    window = windows(WIDE)
    about = shelf(window)
    page = window.page
    for content, words in ((b"PK\x03\x04 broken", "broken"), (b"no archive", "no archive"), (b"", "no archive")):
        page.locator(".rc-keeping input[type=file]").set_input_files(
            {"name": "x.zip", "mimeType": "application/zip", "buffer": content}
        )
        about.locator("[role=status]", has_text=words).wait_for()
    assert page.evaluate(ALL) == []


def test_everything_is_deleted(windows: Opened) -> None:
    window = windows(PHONE, fresh=True, fragment="#/record")
    page = window.page
    window.until(WORKING)
    page.evaluate(KEPT, ["An evening", GAME])
    about = shelf(window)
    about.get_by_role("button", name="Delete everything").click()
    about.get_by_role("button", name="Keep it", exact=True).click()
    assert len(page.evaluate(ALL)) == 1
    about.get_by_role("button", name="Delete everything").click()
    with page.expect_navigation():
        about.get_by_role("button", name="Delete everything", exact=True).click()
    window.loaded()
    assert page.evaluate(ALL) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1024])
def test_nothing_keeps_anybody_out(windows: Opened, scheme: str, width: int) -> None:
    window = windows(WIDE)
    page = window.page
    shelf(window)
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    window.drawn()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size(WIDE["viewport"])
    page.emulate_media(color_scheme="light")
