"""Variations and play by link, beside the game at the table."""

from __future__ import annotations

import base64
import re
import zlib
from urllib.parse import quote

import pytest

from tests.helpers.looking import violations
from tests.helpers.pages import PHONE, Opened, Window
from tests.helpers.thumb import Thumb

pytestmark = pytest.mark.browser


def tried(hand: Thumb) -> Thumb:
    """Two plays, the second of which is tried differently."""
    hand.card("112").tap("Event").card("95").tap("Recruit", "3")
    hand.hit(hand.page.get_by_role("button", name="All lines"))
    hand.hit(hand.page.get_by_role("button", name="What if, instead of J 95 recruit Afghanistan 3"))
    return hand


def clean(hand: Thumb) -> None:
    """Axe finds nothing, by day and by night."""
    for scheme in ("dark", "light"):
        hand.page.emulate_media(color_scheme=scheme)
        assert violations(hand.page, all_else=scheme == "light") == [], scheme


def lines(hand: Thumb) -> list[str]:
    """The lines of the record, from the sheet, the last one first."""
    hand.hit(hand.page.get_by_role("button", name="All lines"))
    found: list[str] = hand.page.locator("dialog .rc-entry-line code").all_inner_texts()
    hand.page.keyboard.press("Escape")
    return found


def test_what_if_is_played_by_taps_and_kept_beside_the_game(hand: Thumb) -> None:
    page = hand.page
    tried(hand)
    band = page.get_by_role("region", name="What if, instead of a3 - not the game")
    band.wait_for()
    assert hand.title.startswith("Which card does the Jihadist play (2 of 2")
    assert page.get_by_role("button", name="Keep it beside the game").is_disabled()
    assert page.get_by_role("button", name="Menu").is_hidden(), "it is not the game"
    page.set_viewport_size({"width": 360, "height": 640})
    key, tools = page.locator(".rc-padkey").last.bounding_box(), page.locator(".rc-tools").bounding_box()
    assert key["y"] + key["height"] <= tools["y"] + 1, "the keys are whole below the band, on a small screen too"
    page.set_viewport_size(PHONE["viewport"])
    hand.card("95").tap("Recruit", "2").tap("Undo", "1")
    clean(hand)
    page.get_by_role("button", name="Keep it beside the game").tap()
    page.get_by_label("Your words on it").fill("one is {enough}")
    hand.hit(page.locator("dialog").get_by_role("button", name="Keep it beside the game"))
    assert band.is_hidden()
    assert hand.title.startswith("Which card does the US play (1 of 2"), "the game stands where it stood"
    assert lines(hand)[:2] == ["{J 95 recruit Afghanistan 1; one is (enough)}", "J 95 recruit Afghanistan 3"]
    page.reload()  # it is kept
    page.locator(".rc-asked-title").wait_for()
    assert lines(hand.idle())[0] == "{J 95 recruit Afghanistan 1; one is (enough)}"


def test_what_if_is_dropped(hand: Thumb) -> None:
    tried(hand).card("95").tap("Recruit", "1").tap("Drop it")
    hand.hit(hand.page.locator("dialog").get_by_role("button", name="Drop it"))
    assert hand.page.locator(".rc-band").is_hidden()
    assert lines(hand)[0] == "J 95 recruit Afghanistan 3"


# ------------------------------------------------------------------------------------------------ play by link

HEAD = '[Scenario "Let\'s Roll!"]\n[Length "1 deck"]\n[Jihadist "Ben"]\n[US "Ann"]\n\ndeal J 9 US 9\n'
FIRST = HEAD + "J 112 event\nJ 95 recruit Afghanistan 3\n"
ANSWER = FIRST + "US 43 deploy track > Pakistan 2\nUS 20 reserves\n"
"""Pakistan is no Ally: 7.3.3 forbids it."""


def link(text: str, name: str) -> str:
    """The end of the address with which a turn is sent."""
    press = zlib.compressobj(9, zlib.DEFLATED, -15)
    word = base64.urlsafe_b64encode(press.compress(text.encode()) + press.flush()).decode().rstrip("=")
    return f"#/record?r={word}&n={quote(name)}.lgn&t=1"


def sent(window: Window, text: str, name: str) -> Thumb:
    """A window in which the link with a turn was opened."""
    window.loaded()
    window.go(link(text, name))
    window.page.locator("dialog").wait_for()
    return Thumb(window)


def gone_on(hand: Thumb) -> Thumb:
    """The turn was read, and the game goes on at the table."""
    hand.tap("Go on")
    hand.page.locator("dialog").wait_for(state="detached")
    return hand


def kept(hand: Thumb) -> int:
    """The number of stored records."""
    hand.tap("Menu", "Other records")
    hand.page.get_by_role("button", name="Go on: ").wait_for()
    return int(hand.page.locator(".rc-kept-row").count())


def test_the_turn_is_sent_with_whose_it_is(windows: Opened) -> None:
    hand = gone_on(sent(windows(PHONE, fresh=True), FIRST, "By mail"))
    page = hand.page
    hand.tap("Menu", "Share")
    message = page.get_by_label("The message").input_value()
    assert re.fullmatch(r"It is Ann's turn \(US\), turn 1: http://\S+#/record\?r=[\w-]+&n=By%20mail\.lgn&t=1", message)
    assert page.get_by_text("can see both hands").count() == 0, "no card of a hand is in it"
    page.keyboard.press("Escape")
    page.evaluate("navigator.share = (what) => { window.shared = what; return Promise.resolve(); }")
    hand.tap("Menu", "Share", "Send the turn")
    assert page.evaluate("window.shared") == {"title": "By mail", "text": message}
    clean(hand)
    page.keyboard.press("Escape")


def test_the_message_is_copied_where_nothing_can_be_shared(windows: Opened) -> None:
    hand = gone_on(sent(windows(PHONE, fresh=True), FIRST, "By mail"))
    hand.page.evaluate("delete Navigator.prototype.share")
    hand.tap("Menu", "Share", "Send the turn")
    hand.page.get_by_role("status").filter(has_text=re.compile("^(Copied|It is selected)")).wait_for()
    hand.page.keyboard.press("Escape")


def test_it_says_that_hands_can_be_found_out_where_the_page_deals(windows: Opened) -> None:
    dealt = FIRST.replace("US 9\n", "US 9  ; cards dealt by the referee: seed 154086\n")
    hand = gone_on(sent(windows(PHONE, fresh=True), dealt, "By mail"))
    hand.tap("Menu", "Share")
    hand.page.get_by_text("whoever looks into the link can see both hands").wait_for()
    hand.page.keyboard.press("Escape")


def test_who_opens_it_sees_what_the_other_one_did_and_what_was_illegal(windows: Opened) -> None:
    hand = sent(windows(PHONE, fresh=True), ANSWER, "By mail")
    page = hand.page
    page.get_by_role("dialog", name="It is Ben's turn (Jihadist), turn 1").wait_for()
    assert page.locator("dialog code").all_inner_texts() == ["US 43 deploy track > Pakistan 2", "US 20 reserves"]
    assert page.get_by_text("This was played last. One thing is wrong with it").count() == 1
    assert page.locator("dialog .rc-finding").count() == 1
    assert "7.3.3" in page.locator("dialog .rc-finding").inner_text()
    clean(hand)
    gone_on(hand)
    assert hand.title.startswith("Which card does the Jihadist play (1 of 2, 7 in hand)")
    hand.window.until("!location.hash.includes('r=')")


def test_the_answer_goes_on_in_the_readers_own_game(windows: Opened) -> None:
    hand = gone_on(sent(windows(PHONE, fresh=True), FIRST, "Let's play by mail!"))
    hand.window.until("!location.hash.includes('r=')")
    hand = sent(
        hand.window,
        ANSWER.replace("recruit Afghanistan 3\n", "recruit Afghanistan 3\n{J 95 jihad}\n"),
        "Let's play by mail!",
    )
    assert hand.page.get_by_text("This was played since you had it last").count() == 1
    assert hand.page.locator("dialog code").all_inner_texts()[-2:] == [
        "US 43 deploy track > Pakistan 2",
        "US 20 reserves",
    ]
    assert kept(gone_on(hand)) == 1


@pytest.mark.parametrize(
    ("choice", "records", "last"),
    [
        ("Go on with mine", 1, "US 44 reserves"),
        ("Take that of the link", 1, "US 20 reserves"),
        ("Keep both", 2, "US 20 reserves"),
    ],
)
def test_lines_that_the_link_has_not_are_asked_about(windows: Opened, choice: str, records: int, last: str) -> None:
    hand = gone_on(sent(windows(PHONE, fresh=True), FIRST + "US 44 reserves\n", "By mail"))
    hand.window.until("!location.hash.includes('r=')")
    hand = sent(hand.window, ANSWER, "By mail")
    page = hand.page
    page.get_by_text("Yours has 1 line that the link has not. The link has 2 lines that yours has not.").wait_for()
    assert page.locator("dialog code").all_inner_texts() == ["US 44 reserves"]
    hand.tap(choice)
    if choice != "Go on with mine":
        gone_on(hand)
    assert hand.idle().last == last
    assert kept(hand) == records


def test_another_game_of_the_same_name_is_left_alone(windows: Opened) -> None:
    hand = gone_on(sent(windows(PHONE, fresh=True), HEAD + "J 95 recruit Afghanistan 3\n", "By mail"))
    hand.window.until("!location.hash.includes('r=')")
    assert kept(gone_on(sent(hand.window, ANSWER, "By mail"))) == 2
