"""Check in a browser.

One tap, one paste, one file, one link to a verdict; the report in the page; hostile records.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from referee.web.desk import Desk
from tests.helpers.looking import violations
from tests.helpers.pages import PHONE, WIDE, Opened, Window
from tests.helpers.paths import LOGS, ROOT
from tests.helpers.sentences import SENTENCES

pytestmark = pytest.mark.browser
GAME = (
    "setup: US Hard, Pakistan Fair Neutral, phase US 1, hand J 9, hand US 9\n\nUS 43 deploy track > Pakistan 2 ; here\n"
)
CLEAN = GAME.replace("Neutral", "Ally")
SENTENCE = SENTENCES["deploy-to-a-neutral"].sentence
HEAD = "(document.querySelector('.ck-out:not([hidden]) .ck-head')?.textContent ?? '')"
TROUBLE = "(document.querySelector('.part-check .trouble:not([hidden])')?.textContent ?? '')"
ONE = "1 mistake, by the US"


@pytest.fixture
def wide(windows: Opened) -> Window:
    return started(windows(WIDE))


@pytest.fixture
def phone(windows: Opened) -> Window:
    return started(windows(PHONE))


def started(window: Window) -> Window:
    """The field, empty: as the part is when it is first opened."""
    window.loaded()
    window.go("#/check")
    page = window.page
    another = page.get_by_role("button", name="Another record")
    field = page.get_by_label("The record", exact=True)
    chosen = page.get_by_role("button", name="Take it away")
    another.or_(field).or_(chosen).filter(visible=True).first.wait_for()
    if another.is_visible():
        another.click()
    if not field.is_visible():
        chosen.click()
    field.fill("")
    return window


def verdict(window: Window, words: str) -> Any:
    window.until(f"{HEAD}.includes({json.dumps(words)})")
    return window.page


def checked(window: Window, text: str, words: str) -> Any:
    window.page.get_by_label("The record", exact=True).fill(text)
    window.page.get_by_role("button", name="Check it").click()
    return verdict(window, words)


def dropped(window: Window, *files: tuple[str, bytes]) -> None:
    """Files that fall on the page."""
    window.page.evaluate(
        """(files) => {
            const data = new DataTransfer();
            for (const [name, content] of files) data.items.add(new File([Uint8Array.from(atob(content), (c) => c.charCodeAt(0))], name));
            window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        [[name, base64.b64encode(content).decode()] for name, content in files],
    )


def link(text: bytes, name: str = "x.lgn") -> str:
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = pack.compress(text) + pack.flush()
    return f"#/check?r={base64.urlsafe_b64encode(packed).decode().rstrip('=')}&n={name}"


def sideways(page: Any) -> int:
    found: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return found


# ------------------------------------------------------------ in


def test_an_example_is_one_tap_away(phone: Window) -> None:
    page = phone.page
    page.get_by_role("button", name="See an example").tap()
    verdict(phone, "7 mistakes")
    assert page.locator(".ck-cards").first.locator("> .ck-finding").count() == 10
    assert page.evaluate("document.activeElement.className") == "ck-head"
    assert sideways(page) <= 0
    small = page.eval_on_selector_all(
        ".part-check button, .part-check summary, .part-check select",
        "all => all.filter(b => b.offsetParent && b.offsetHeight < 44).map(b => b.textContent)",
    )
    assert small == []
    fine = page.eval_on_selector_all(
        ".part-check *",
        "all => all.filter(e => e.offsetParent && parseFloat(getComputedStyle(e).fontSize) < 13).map(e => e.className)",
    )
    assert fine == []


def test_a_paste_is_judged_at_once(wide: Window) -> None:
    page = wide.page
    page.evaluate(
        """(text) => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            document.getElementById("ck-text").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }""",
        GAME,
    )
    verdict(wide, ONE)
    card = page.locator(".ck-finding").first
    assert card.locator(".ck-say").inner_text() == SENTENCE
    assert card.locator("mark").inner_text() == "Pakistan"
    assert card.locator(".ck-rule a").get_attribute("href") == "#/learn/rule/7.3.3"
    wide.until("document.querySelector('.ck-title').textContent.includes('Ally')")


def test_a_clean_record_is_called_so(wide: Window) -> None:
    page = checked(wide, CLEAN, "Clean")
    assert page.locator(".ck-none").inner_text().startswith("No rule was broken")


def test_a_file_is_opened(wide: Window) -> None:
    wide.page.locator("input[type=file]").set_input_files(
        {"name": "my game.lgn", "mimeType": "", "buffer": GAME.encode()}
    )
    page = verdict(wide, ONE)
    assert page.locator(".ck-name b").inner_text() == "my game.lgn"


def test_of_an_archive_that_falls_on_the_page_one_record_is_chosen(wide: Window) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("round 1/a.lgn", GAME)
        archive.writestr("round 1/b.lgn", CLEAN)
    dropped(wide, ("games.zip", out.getvalue()))
    page = verdict(wide, "2 records are in this archive")
    wide.until("document.querySelector('.ck-many').textContent.includes('1 clean, 1 with mistakes')")
    assert "1 mistake, by the US" in page.get_by_role("button", name="round 1/a.lgn").inner_text()
    page.get_by_role("button", name="round 1/b.lgn").click()
    verdict(wide, "Clean")
    page.get_by_role("button", name="The other records").click()
    page.get_by_role("button", name="round 1/a.lgn").click()
    verdict(wide, ONE)


def test_of_several_files_one_is_chosen(wide: Window) -> None:
    dropped(wide, ("a.lgn", GAME.encode()), ("b.lgn", CLEAN.encode()))
    page = verdict(wide, "2 files")
    page.get_by_role("button", name="a.lgn").click()
    verdict(wide, ONE)
    page.get_by_role("button", name="The other records").click()
    wide.until("document.querySelector('.ck-many').textContent.includes('1 clean, 1 with mistakes')")
    checked(started(wide), CLEAN, "Clean")
    assert not page.get_by_role("button", name="The other records").is_visible()


def test_too_large_a_file_is_refused_before_it_is_read(wide: Window) -> None:
    """A file too large to be read.

    Its size alone is looked at.
    """
    wide.page.evaluate(
        """() => {
            const large = new File(["x"], "large.lgn");
            Object.defineProperty(large, "size", { value: 33 * 1024 * 1024 });
            large.arrayBuffer = () => { throw new Error("it is read"); };
            const data = { files: [large], getData: () => "" };
            const drop = new DragEvent("drop", { cancelable: true });
            Object.defineProperty(drop, "dataTransfer", { value: data });
            window.dispatchEvent(drop);
        }"""
    )
    wide.until(f"{TROUBLE}.includes('33 MB')")


def test_what_cannot_be_read_can_be_read_as_something_else(wide: Window) -> None:
    dropped(wide, ("x.lgn", b"\0\1\2"))
    page = verdict(wide, "This cannot be read")
    assert "binary file" in page.locator(".ck-verdict").inner_text()
    page.get_by_label("Read it as").select_option("json")
    wide.until("document.querySelector('.ck-name').textContent.includes('JSON')")


def test_nothing_is_nothing_to_check(wide: Window) -> None:
    wide.page.get_by_role("button", name="Check it").click()
    wide.until(f"{TROUBLE}.includes('nothing to check')")


# ------------------------------------------------------------ how it is judged


def test_what_holds_after_a_violation_can_be_chosen(wide: Window) -> None:
    page = checked(wide, GAME + "J 49 reserves\n", "")
    page.get_by_text("How it is judged").click()
    page.get_by_label("After a violation").select_option("stop")
    wide.until("document.querySelector('.ck-verdict').textContent.includes('stopped at the first')")
    page.get_by_label("Only what is new since").fill("a99")
    page.get_by_role("button", name="Show").click()
    wide.until("(document.querySelector('.ck-since .trouble')?.textContent ?? '').includes('no action a99')")


# ------------------------------------------------------------ out


def test_the_chances_of_the_report_are_rolled_out_until_somebody_stops_it(wide: Window) -> None:
    page = checked(wide, (LOGS / "evening-1.lgn").read_text(encoding="utf-8"), "")
    page.get_by_role("button", name="Open the report").click()
    frame = page.frame_locator(".ck-frame iframe")
    frame.locator("#chances .curve").wait_for()
    page.get_by_role("button", name="Roll out").click()
    page.get_by_text("rollouts from each position so far").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Roll out").wait_for()
    frame.locator("#chances", has_text="By the static table").wait_for(state="attached")


def test_rollouts_take_the_place_of_the_table(wide: Window) -> None:
    page = checked(wide, "setup: deck 2, hand J 2, hand US 2, Gulf States Fair Ally\nUS 20 woi Gulf States [6]\n", "")
    page.get_by_role("button", name="Open the report").click()
    frame = page.frame_locator(".ck-frame iframe")
    frame.locator("#chances", has_text="By the static table").wait_for(state="attached")
    page.get_by_role("button", name="Roll out").click()
    frame.locator("#chances", has_text="By 50 rollouts of each position").wait_for(timeout=120_000)
    assert frame.locator("#chances .band").count() == 1
    page.get_by_role("button", name="Findings").click()
    page.get_by_role("button", name="Another record").click()
    page = checked(wide, "US 20 woi Gulf States\n", "")
    page.get_by_role("button", name="Open the report").click()
    frame.locator("#chances", has_text="No chart of the chances").wait_for(state="attached")
    assert page.get_by_role("button", name="Roll out").is_hidden()


def test_the_report_becomes_a_lesson_and_a_report_again(wide: Window) -> None:
    page = checked(wide, GAME + "US 46 reserves\n", "2 mistakes")
    page.get_by_role("button", name="Open the report").click()
    frame = page.frame_locator(".ck-frame iframe")
    frame.get_by_role("tab", name="Findings").wait_for()
    page.get_by_role("button", name="Lesson").click()
    frame.get_by_role("tab", name="Questions").click()
    frame.locator(".questions a").first.click()
    frame.locator("article.step:not([hidden])").get_by_role("button", name="Not allowed").click()
    frame.locator("article.step:not([hidden]) .grade", has_text="It was not allowed.").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    assert download.value.suggested_filename == "record-lesson.html"
    page.get_by_role("button", name="Lesson").click()
    frame.get_by_role("tab", name="Findings").wait_for()
    page.get_by_role("button", name="Findings").click()
    page.get_by_role("button", name="Another record").click()
    checked(wide, "setup: Gulf States Fair Ally\nUS 20 woi Gulf States [6]\n", "Clean")
    page.get_by_role("button", name="Open the report").click()
    frame.get_by_role("tab", name="Verdict").wait_for()


def test_the_report_is_in_the_page_and_its_links_lead_on(wide: Window) -> None:
    page = checked(wide, GAME + "US 46 reserves\n", "2 mistakes")
    page.get_by_role("button", name="In the report").first.click()
    frame = page.frame_locator(".ck-frame iframe")
    frame.locator("article.step:not([hidden]) h3", has_text="a1").wait_for()
    assert page.locator(".ck-frame iframe").get_attribute("sandbox") == "allow-scripts allow-popups"
    frame.locator("article.step:not([hidden]) .chance a").click()
    frame.locator("#chances .curve").wait_for()
    frame.get_by_role("tab", name="All plays").click()
    frame.locator(".list a[href='#a2']").click()
    frame.locator("article.step:not([hidden]) h3", has_text="a2").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    assert download.value.suggested_filename == "record-report.html"
    page.get_by_role("button", name="Findings").click()
    verdict(wide, "2 mistakes")
    page.go_back()
    frame.locator("article.step:not([hidden]) h3", has_text="a2").wait_for()


def test_a_dispute_is_a_link(wide: Window, windows: Opened) -> None:
    page = checked(wide, GAME, ONE)
    page.get_by_role("button", name="Link").click()
    field = page.get_by_label("A link that carries the record")
    field.wait_for()
    address = field.input_value()
    assert address.startswith(f"{wide.site}#/check?r=")
    page.get_by_role("button", name="Copy").click()
    page.get_by_text("Copied.").wait_for()
    started(wide)
    wide.go(address.removeprefix(wide.site))
    verdict(wide, ONE)
    assert "?r=" in page.evaluate("location.hash")


def test_a_link_shows_its_verdict_before_the_referee_is_loaded(wide: Window, windows: Opened) -> None:
    page = checked(wide, GAME, ONE)
    page.get_by_role("button", name="Link").click()
    field = page.get_by_label("A link that carries the record")
    field.wait_for()
    address = field.input_value()
    other = windows(WIDE, first=True, fragment=address.removeprefix(wide.site))
    other.until(
        "!window.referee.ready && document.querySelector('.ck-verdict .ck-head')?.textContent.startsWith('1 mistake')"
    )
    assert "comes from the link" in other.page.locator(".ck-verdict").inner_text()
    verdict(other, ONE)
    assert other.page.get_by_text("comes from the link").count() == 0
    assert not other.page.locator(".part-check .trouble").is_visible()


def test_a_link_with_another_verdict_is_called_so(windows: Opened) -> None:
    told = {"head": "Clean <img src=x onerror=alert(1)>", "looked": "9 plays", "said": ["<b>x</b>", 3]}
    carried = link(json.dumps(told).encode()).split("r=")[1].split("&")[0]
    other = windows(WIDE, fresh=True, fragment=f"{link(GAME.encode())}&v={carried}")
    other.until("document.querySelector('.ck-verdict .ck-head')?.textContent.includes('Clean <img')")
    verdict(other, ONE)
    assert "another verdict: “Clean <img" in other.page.locator(".part-check .trouble").inner_text()
    assert other.page.locator(".part-check img").count() == 0


def test_a_long_link_is_called_so(wide: Window) -> None:
    noise = "".join(f"; {hashlib.sha256(str(n).encode()).hexdigest()}\n" for n in range(240))
    page = checked(wide, GAME + noise, ONE)
    page.get_by_role("button", name="Link").click()
    page.get_by_text("too long for many programs").wait_for()


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        (link(GAME.encode())[:60], "not whole"),
        ("#/check?r=%3Cscript%3E", "not whole"),
        ("#/check?r=", "not whole"),
        (link(b"\xff\xfe\xff" * 50), "not whole"),
        (link(b"x" * 5_000_000), "more than a megabyte"),
    ],
)
def test_a_broken_link_is_called_so(wide: Window, fragment: str, words: str) -> None:
    wide.go(fragment)
    wide.until(f"{TROUBLE}.includes({json.dumps(words)})")


def test_a_verdict_is_shown_to_the_other_player(phone: Window) -> None:
    page = checked(phone, GAME, ONE)
    page.get_by_role("button", name="Link", exact=True).tap()
    page.get_by_role("button", name="QR code").tap()
    code = page.get_by_role("img", name="The link as a QR code")
    code.wait_for()
    assert code.bounding_box()["width"] >= 240
    assert page.get_by_text("camera opens this verdict").is_visible()
    assert sideways(page) <= 0


WON = (
    '[Jihadist "{0}"]\n[US "{1}"]\nsetup: phase US 3, stage plots, wmd box 2, United States 1 active plots W\n'
    "J resolve US#1 W\n"
)


@pytest.mark.parametrize("packed", [False, True])
def test_several_records_are_one_page_with_standings(phone: Window, packed: bool) -> None:
    page = phone.page
    files = {
        "1.lgn": WON.format("Ann", "Bob").encode(),
        "2.lgn": WON.format("Ann.", "Cy").encode(),
        "3.lgn": GAME.encode(),
    }
    if packed:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, data in files.items():
                archive.writestr(name, data)
        dropped(phone, ("season.zip", out.getvalue()))
    else:
        dropped(phone, *files.items())
    page.get_by_role("button", name="One page for all").tap()
    audit = page.frame_locator(".ck-audit iframe")
    audit.get_by_role("heading", name="3 records").wait_for()
    assert audit.locator("#standings tbody tr").count() == 4
    page.get_by_label("Title").fill("Autumn league")
    audit.get_by_role("heading", name="Autumn league").wait_for()
    page.get_by_role("group", name="Ann and Ann.").get_by_role("button", name="One player").tap()
    phone.until("document.querySelector('.ck-names')?.textContent.includes('is “Ann.”')")
    audit.get_by_text("also Ann.").wait_for()
    assert audit.locator("#standings tbody tr").first.inner_text().split()[:2] == ["1", "Ann"]
    page.get_by_text("Points and results").tap()
    page.get_by_label("3.lgn").select_option("US")
    audit.get_by_text("US (as stated)").wait_for()
    page.get_by_label("Points for a win").fill("3")
    audit.get_by_text("Points: win 3, draw ½").wait_for()
    assert sideways(page) <= 0
    for part in (
        ".ck-fields",
        ".ck-names",
        ".ck-audit details",
        ".ck-many > .bar",
    ):  # not the frame, which has its own test
        assert violations(page, part) == []
    with page.expect_download() as told:
        page.get_by_role("button", name="Save the page").tap()
    assert told.value.suggested_filename == "Autumn league.html"
    page.get_by_role("button", name="The records one by one").tap()
    page.get_by_role("button", name="1.lgn").tap()
    page.get_by_role("button", name="The other records").tap()
    page.get_by_role("button", name="2.lgn").wait_for()


def test_a_post_for_a_forum(phone: Window) -> None:
    page = checked(phone, GAME, ONE)
    page.get_by_role("button", name="Forum post").tap()
    post = page.get_by_label("The post")
    post.wait_for()
    assert post.input_value().startswith("[b]record: 1 mistake, by the US[/b]")
    page.get_by_label("Where it is posted").select_option("markdown")
    phone.until("[...document.querySelectorAll('.ck-share textarea')].some(t => t.value.startsWith('## record'))")
    assert sideways(page) <= 0


def test_the_end_card_is_shown_and_saved_as_a_picture(phone: Window) -> None:
    page = phone.page
    page.get_by_role("button", name="See an example").tap()
    verdict(phone, "mistakes")
    page.get_by_role("button", name="End card").tap()
    shown = page.get_by_role("img", name="Not over In turn 2")
    shown.wait_for()
    phone.until("document.querySelector('.ck-card')?.naturalWidth === 1200")
    with page.expect_download() as told:
        page.get_by_role("button", name="Save the picture").tap()
    assert told.value.suggested_filename == "evening-2-card.png"
    data = told.value.path().read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 1200
    assert len(data) > 20_000, "a blank picture is smaller"
    with page.expect_download() as told:
        page.get_by_role("button", name="As SVG").tap()
    assert told.value.suggested_filename == "evening-2-card.svg"
    assert sideways(page) <= 0
    assert violations(page, ".ck-share") == []


def test_files_are_saved(wide: Window) -> None:
    page = checked(wide, GAME, ONE)
    page.get_by_role("button", name="Save").click()
    for words, name, begins in (
        ("with the findings as comments", "record-annotated.lgn", "setup: US Hard"),
        ("alone, in the notation", "record.lgn", "setup: US Hard"),
        ("JSON", "record.verdict.json", "{"),
    ):
        with page.expect_download() as download:
            page.get_by_role("button", name=words).click()
        assert download.value.suggested_filename == name
        assert download.value.path().read_text(encoding="utf-8").startswith(begins)


@pytest.mark.parametrize(("button", "part"), [("Write here", "write"), ("Ask about this", "ask")])
def test_a_finding_leads_on(wide: Window, button: str, part: str) -> None:
    page = checked(wide, GAME, ONE)
    page.get_by_role("button", name=button).first.click()
    wide.until(f"location.hash.startsWith('#/{part}')")


# ------------------------------------------------------------ other programs, another day


def mended(phone: Window, game: str, said: str, button: str, words: str) -> str:
    """A record in the editor, mended by one tap of its verdict."""
    page = checked(phone, game, said)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("button", name=button).click()
    phone.until("location.hash.startsWith('#/write')")
    phone.until(f"document.querySelector('.part-write .cm-content')?.innerText.includes('{words}')")
    return str(page.evaluate("document.querySelector('.part-write .cm-content').innerText"))


def test_a_fix_is_made_in_a_copy_with_one_tap(phone: Window) -> None:
    text = mended(phone, GAME.replace("deploy", "deplyo"), "1 mistake", "Apply to a copy", "US 43 deploy track")
    assert "; here" in text
    assert "deplyo" not in text


def test_the_record_as_it_was_read_is_edited_with_one_tap(phone: Window) -> None:
    assert "Pakisten" not in mended(phone, GAME.replace("Pakistan", "Pakisten"), "slip", "Edit it as read", "Pakistan")


def test_what_another_program_shares_is_judged(phone: Window) -> None:
    page = phone.page
    phone.until("!!navigator.serviceWorker.controller", seconds=60)
    where = page.evaluate(
        """async (text) => {
            const form = new FormData();
            form.append("title", "the third evening");
            form.append("text", text);
            const answer = await fetch("share", { method: "POST", body: form, redirect: "manual" });
            return answer.type;
        }""",
        GAME,
    )
    assert where == "opaqueredirect"
    phone.go("#/check?shared=1")
    verdict(phone, ONE)
    assert page.locator(".ck-name b").inner_text() == "the third evening"
    started(phone)
    phone.go("#/check?shared=1")
    phone.until(f"{TROUBLE}.includes('Nothing came along')")


KEPT = """new Promise((done) => {
    indexedDB.open("labyrinth-referee", 1).onsuccess = (opened) => {
        const kept = opened.target.result.transaction("kept").objectStore("kept").get("check/last");
        kept.onsuccess = () => done(kept.result !== undefined);
    };
})"""
"""Whether this browser keeps a record; what was being written when it is asked has been written by then."""


def test_with_the_network_off_the_last_record_is_offered_again(phone: Window) -> None:
    checked(phone, GAME, ONE)
    phone.until(KEPT)
    phone.until("!!navigator.serviceWorker.controller")
    context: Any = phone.page.context
    context.set_offline(True)
    try:
        phone.page.reload()
        phone.page.get_by_role("button", name="Check record again").tap()
        phone.until(f"{HEAD}.includes({json.dumps(ONE)})")
        phone.page.get_by_role("button", name="Open the report").tap()
        phone.page.frame_locator(".ck-frame iframe").get_by_role("heading", level=1).wait_for()
    finally:
        context.set_offline(False)
    assert sideways(phone.page) <= 0


# ------------------------------------------------------------ hostile


def test_a_line_of_a_megabyte_does_not_stop_the_page(wide: Window) -> None:
    dropped(wide, ("long.lgn", GAME.encode() + b"US 43 " + b"x" * 1_000_000 + b"\n"))
    page = verdict(wide, "1 play that I cannot judge yet")
    assert sideways(page) <= 0
    assert page.evaluate("document.querySelector('.part-check').textContent.length") < 20_000


# ------------------------------------------------------------ for everybody

SCREENS = [(390, "light"), (390, "dark"), (768, "light"), (1024, "dark"), (1440, "light")]


@pytest.fixture
def resized(wide: Window) -> Iterator[Window]:
    yield wide
    wide.page.set_viewport_size(WIDE["viewport"])
    wide.page.emulate_media(color_scheme="light")


def test_nobody_is_shut_out(resized: Window) -> None:
    page = resized.page
    found: dict[str, list[Any]] = {}

    def look(what: str, screens: list[tuple[int, str]]) -> None:
        for width, scheme in screens:
            page.set_viewport_size({"width": width, "height": 844})
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert sideways(page) <= 0, (what, width)
            if wrong := violations(page, ".part-check"):
                found[f"{what} {width} {scheme}"] = wrong

    look("field", SCREENS[:2])
    dropped(resized, ("a.lgn", GAME.encode()), ("b.lgn", CLEAN.encode()))
    resized.until("document.querySelector('.ck-many')?.textContent.includes('1 clean, 1 with mistakes')")
    look("files", SCREENS)
    started(resized)
    checked(resized, GAME, ONE)
    page.get_by_text("How it is judged").click()
    page.get_by_role("button", name="Forum post").click()
    page.get_by_label("The post").wait_for()
    look("verdict", SCREENS)
    assert found == {}


def test_what_it_says_is_what_the_program_says(wide: Window) -> None:
    """The same answers from another Python in the browser.

    They are the same byte for byte.
    """
    asked = """async ([name, data]) => {
        const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
        await window.referee.call("check.judge", { name }, bytes);
        return (await window.referee.call("check.saved", { as: "json" })).text;
    }"""
    files = [*sorted(LOGS.glob("*.lgn")), *sorted((ROOT / "fixtures" / "mails").glob("*.mbox"))]
    assert len(files) > 6
    for path in files:
        data, here = path.read_bytes(), Desk()
        here.call("check.judge", json.dumps({"name": path.name}), data)
        said = json.loads(here.call("check.saved", '{"as": "json"}'))["ok"]["text"]
        assert wide.page.evaluate(asked, [path.name, base64.b64encode(data).decode()]) == said, path.name
