"""The editor of the page: what somebody does who writes a record."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.looking import violations
from tests.helpers.pages import PHONE, WIDE, Opened, Window
from tests.helpers.sentences import SENTENCES

SENTENCE = SENTENCES["deploy-to-a-neutral"].sentence

pytestmark = pytest.mark.browser

RECORD = """[Scenario "Let's Roll!"]

deal J 9 US 9
J 95 recruit Afghanistan 3
J 83 travel Afghanistan:s > Pakistan
US 43 deploy track > Saudi Arabia 2
"""


def opened(windows: Opened, kind: dict[str, Any] = WIDE, text: str = RECORD, name: str = "game.lgn") -> Window:
    """The editor with a record from a file, judged.

    The cursor is at its end.
    """
    window = windows(kind, fragment="#/write")
    window.loaded()
    page = window.page
    file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    page.evaluate("document.querySelector('.write-name').value = ''")  # it may be that of a record before it
    page.locator(".part-write input[type=file]").set_input_files(file)
    window.until(f"document.querySelector('.write-name')?.value === {name!r}")
    rest(window)
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+End")
    return window


def rest(window: Window) -> None:
    """Wait until everything is judged."""
    window.drawn()
    window.until("!document.querySelector('.write-status').textContent.includes('Judging')")


def status(window: Window, said: str) -> None:
    """Wait until this is said of the line of the cursor."""
    window.until(f"document.querySelector('.write-status').textContent.includes({said!r})")


def text(window: Window) -> list[str]:
    found: list[str] = window.page.locator(".cm-line").all_inner_texts()
    return [line.strip("\n") for line in found]


def test_remarks_and_drawings_are_written_on_the_line(windows: Opened) -> None:
    window = opened(windows)
    page = window.page
    page.keyboard.press("Control+Home")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    board = page.locator(".write-board")
    board.get_by_text("Write on this play").click()
    board.get_by_label("A remark on this line").fill("  the way   is open ")
    board.get_by_role("button", name="Add").click()
    board.get_by_role("button", name="Draw").click()
    board.get_by_label("Colour").select_option("red")
    for country in ("Afghanistan", "Pakistan", "Iran", "Iran"):
        board.locator(f"[data-country='{country}']").click()
    line = (
        "J 83 travel Afghanistan:s > Pakistan  ; the way is open [%arrow red Afghanistan > Pakistan] [%mark red Iran]"
    )
    assert text(window)[4] == line
    board.get_by_role("button", name="Draw").click()
    rest(window)
    assert page.locator(".findings li").filter(has_text="not drawn").count() == 0
    page.get_by_role("button", name="Undo").first.click()
    assert text(window)[4] == line.removesuffix(" [%mark red Iran]")
    board.get_by_text("Write on this play").click()


def test_the_remarks_can_be_written_on_a_phone(windows: Opened) -> None:
    window = opened(windows, PHONE)
    page = window.page
    page.get_by_role("button", name="Board").tap()
    board = page.locator(".write-board")
    board.get_by_text("Write on this play").tap()
    board.get_by_role("button", name="Draw").tap()
    board.locator("[data-country='Egypt']").tap()
    board.locator("[data-country='Sudan']").tap()
    assert text(window)[-1] == "; [%arrow Egypt > Sudan]"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Findings").tap()


def test_a_wrong_line_is_told_while_it_is_typed(windows: Opened) -> None:
    window = opened(windows)
    page = window.page
    page.keyboard.type("US 20 deploy track > Pakistan 2")
    status(window, SENTENCE)
    page.locator(".cm-lintRange-error").first.wait_for()
    row = page.locator(".findings li").filter(has_text=SENTENCE)
    assert row.get_by_role("link", name="rule 7.3.3").get_attribute("href") == "#/learn/rule/7.3.3"
    for _ in range(len("Pakistan 2")):
        page.keyboard.press("Backspace")
    page.keyboard.type("Gulf States 2")
    window.until(f"!document.querySelector('.findings').textContent.includes({SENTENCE!r})")


def test_what_is_legal_is_offered_with_its_chance_and_taken(windows: Opened) -> None:
    window = opened(windows)
    page = window.page
    page.keyboard.type("US 20 woi Pak")
    page.keyboard.press("Control+Space")
    offer = page.locator(".cm-tooltip-autocomplete li").filter(has_text="Pakistan").first
    offer.wait_for()
    assert "%" in offer.inner_text()
    page.wait_for_timeout(150)  # what has just appeared is not taken at once
    page.keyboard.press("Enter")
    window.until(
        "[...document.querySelectorAll('.cm-line')].some((l) => l.textContent.startsWith('US 20 woi Pakistan'))"
    )


def test_a_mistake_is_put_right_with_one_key_and_that_is_undone(windows: Opened) -> None:
    window = opened(windows)
    page = window.page
    page.keyboard.type("US 20 deploy track > Pakistan 2")
    status(window, SENTENCE)
    page.keyboard.press("Escape")
    page.keyboard.press("Control+.")
    fix = page.locator(".write-fixes button").filter(has_text="Gulf States")
    fix.wait_for()
    assert page.evaluate("document.activeElement.closest('.write-fixes') !== null")
    fix.press("Enter")
    assert text(window)[-1] == "US 20 deploy track > Gulf States 2"
    rest(window)
    assert page.locator(".findings li").filter(has_text=SENTENCE).count() == 0
    page.keyboard.press("Control+z")
    assert text(window)[-1] == "US 20 deploy track > Pakistan 2"


def test_slips_of_the_pen_are_put_right_with_one_tap_and_that_is_undone(windows: Opened) -> None:
    for kind in (WIDE, PHONE):
        window = opened(
            windows, kind, RECORD.replace("Saudi Arabia 2", "Saudi Arabai 2").replace("Pakistan", "Pakisten")
        )
        page = window.page
        button = page.get_by_role("button", name="Write it as it was read")
        button.wait_for()
        assert "2 lines changed" in page.locator(".as-read").inner_text()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        button.click()
        window.until("!document.querySelector('.cm-content').textContent.includes('Pakisten')")
        assert text(window)[-1 - (text(window)[-1] == "")] == "US 43 deploy track > Saudi Arabia 2"
        rest(window)
        assert not button.is_visible()
        page.locator(".cm-content").focus()
        page.keyboard.press("Control+z")
        assert "travel Afghanistan:s > Pakisten" in text(window)[4]
        assert "Saudi Arabai 2" in text(window)[5]


def test_what_stands_there_is_told_to_the_mouse_and_to_the_keys(windows: Opened) -> None:
    window = opened(windows)
    page = window.page
    tip = page.locator(".told-tip")
    place = page.locator(".cm-line").nth(3).locator(".lgn-country")
    for _ in range(20):  # a mouse that rests on what has just moved under it is not seen to hover
        page.mouse.move(2, 2)
        place.hover()
        page.wait_for_timeout(1000)
        if tip.count():
            break
    tip.filter(has_text="Afghanistan").wait_for()
    assert "Islamist Rule" in tip.inner_text() or "IR" in tip.inner_text()
    page.mouse.move(2, 2)
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+End")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Control+i")
    window.until("document.querySelector('#said').textContent.includes('Nothing is wrong on line 6.')")


def test_the_record_is_put_into_its_usual_form(windows: Opened) -> None:
    window = opened(windows)
    page = window.page
    page.keyboard.type("us 20 WOI ksa  [5]")
    rest(window)
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Alt+f")
    window.until(
        "[...document.querySelectorAll('.cm-line')].some((l) => l.textContent === 'US 20 woi Saudi Arabia [5]')"
    )


def test_the_board_follows_the_cursor(windows: Opened) -> None:
    window = opened(windows)
    page = window.page
    board = page.get_by_role("region", name="The board")
    page.keyboard.press("Control+Home")
    board.get_by_text("At line 1", exact=True).wait_for()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    board.get_by_text("After line 4", exact=True).wait_for()
    board.get_by_text("The Jihadist plays card 95").wait_for()
    board.locator("[data-country='Saudi Arabia']").click()
    status(window, "Line 6")


def test_what_was_written_is_kept_and_offered_after_a_reload(windows: Opened) -> None:
    window = opened(windows, name="kept.lgn")
    page = window.page
    page.keyboard.type("US 20 reserves")
    page.locator(".write-kept").get_by_text("Kept in this browser").wait_for()
    page.reload()
    page.get_by_role("button", name="kept.lgn", exact=False).first.click()
    window.loaded()
    rest(window)
    assert "US 20 reserves" in text(window)
    page.get_by_role("button", name="All records").click()
    page.get_by_role("button", name="Remove kept.lgn").click()
    window.until("!document.querySelector('.drafts')?.textContent.includes('kept.lgn')")


def test_a_new_record_is_begun_and_goes_on_in_another_part(windows: Opened) -> None:
    window = opened(windows)
    page = window.page
    page.get_by_role("button", name="All records").click()
    page.get_by_role("button", name="New record").click()
    page.get_by_label("Scenario").select_option("Let's Roll!")
    page.get_by_label("US player").fill('Birch "B"')
    page.get_by_text("Optional rules, Bots, readings").click()
    page.get_by_label("The Jihadist plays by the Bot").check()
    page.get_by_role("button", name="Begin").click()
    page.locator(".cm-content").wait_for()
    rest(window)
    assert text(window)[:3] == ['[Scenario "Let\'s Roll!"]', '[Length "1 deck"]', "[US \"Birch 'B'\"]"]
    assert '[Options "jihadist-bot"]' in text(window)[:6]
    page.locator(".write-bar").get_by_role("button", name="Check the record").click()
    page.get_by_role("region", name="Check").wait_for()


def test_what_is_begun_at_once_is_not_taken_away_by_the_list(windows: Opened) -> None:
    page = opened(windows).page
    page.get_by_role("button", name="All records").click()
    page.get_by_role("button", name="New record").wait_for()
    opened(windows)
    kept = """() => new Promise((done) => {
        const named = (words) => [...document.querySelectorAll(".part-write button")].find((b) => b.textContent === words && b.checkVisibility());
        named("All records").click();
        const look = () => {
            const fresh = named("New record");
            if (!fresh) return setTimeout(look, 0);
            fresh.click();
            setTimeout(() => done(document.querySelector(".new-record") !== null), 500);
        };
        look();
    })"""
    assert page.evaluate(kept)


def test_a_record_is_saved_as_a_file(windows: Opened) -> None:
    window = opened(windows, name="evening.txt")
    with window.page.expect_download() as saved:
        window.page.get_by_role("button", name="Save as file").click()
    assert saved.value.suggested_filename == "evening.txt"
    assert saved.value.path().read_text(encoding="utf-8") == RECORD


def test_a_hostile_record_is_only_text(windows: Opened) -> None:
    bad = '[Scenario "<img src=x onerror=alert(1)>"]\n<script>alert(1)</script>\nJ 95 recruit \u202e\x07<b>Egypt</b>\n'
    window = opened(windows, text=bad, name="<b>.lgn")
    assert window.page.locator(".part-write :is(script, img, .cm-content b, .findings li script)").count() == 0
    assert "<script>alert(1)</script>" in text(window)


def test_it_judges_with_the_network_off(windows: Opened) -> None:
    window = opened(windows)
    context: Any = window.page.context
    context.set_offline(True)
    window.page.keyboard.type("US 20 deploy track > Pakistan 2")
    status(window, SENTENCE)
    context.set_offline(False)


def test_on_a_phone_the_board_folds_out_and_nothing_scrolls_sideways(windows: Opened) -> None:
    window = opened(windows, PHONE)
    page = window.page
    page.keyboard.type("US 20 deploy track > Pakistan 2")
    status(window, SENTENCE)
    board = page.get_by_role("region", name="The board")
    assert not board.is_visible()
    page.get_by_role("button", name="Board", exact=True).tap()
    board.get_by_text("After line 7", exact=True).wait_for()
    page.get_by_role("button", name="Findings (", exact=False).tap()
    assert not board.is_visible()
    page.get_by_role("button", name="More").tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = """() => [...document.querySelectorAll('.part-write button, .part-write select, .part-write input')]
        .filter((e) => e.offsetParent && !e.closest('.cm-editor') && e.getBoundingClientRect().height < 43.5)
        .map((e) => e.textContent)"""
    assert page.evaluate(small) == []
    page.get_by_role("button", name="More").tap()


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (768, "light"), (1024, "dark"), (1440, "light")])
def test_it_is_fit_for_everybody(windows: Opened, width: int, scheme: str) -> None:
    window = opened(windows, text=RECORD + "US 20 deploy track > Pakistan 2\n")
    page = window.page
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    rest(window)
    found = violations(page, ".part-write")
    page.set_viewport_size(WIDE["viewport"])
    page.emulate_media(color_scheme="light")
    assert found == []


def test_tab_leaves_the_editor(windows: Opened) -> None:
    window = opened(windows)
    window.page.keyboard.press("Tab")
    assert window.page.evaluate("document.activeElement.closest('.cm-editor')") is None
