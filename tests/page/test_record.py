"""The part Record: a game by taps, one-handed on a phone."""

from __future__ import annotations

import re

import pytest

from tests.helpers.looking import violations
from tests.helpers.pages import PATIENCE, PHONE, SAME_CARDS, WIDE, Opened, Window
from tests.helpers.sentences import SENTENCES
from tests.helpers.thumb import Thumb, begun

TO_A_NEUTRAL = SENTENCES["deploy-to-a-neutral"]

pytestmark = pytest.mark.browser

LEAST = 48
"""Pixels that whatever is tapped has at least, both ways."""


def test_a_first_turn_by_taps(hand: Thumb) -> None:
    page = hand.page
    assert "Jihadist" in hand.title
    hand.card("11")
    assert "Abbas" in page.locator(".rc-pad-shown").inner_text()
    hand.card("2")
    assert "112 Bin Ladin" in hand.title
    hand.tap("Event")
    assert hand.last == "J 112 event"
    hand.card("113").tap("Travel", "Pakistan", "Central Asia")
    assert hand.title.startswith("A third Cell, or no more?")
    assert page.locator(".rc-die").count() == 0  # no die while a further target is open
    hand.tap("No more").dice(2)
    assert hand.last == "J 113 travel Afghanistan:s > Pakistan, Afghanistan:s > Central Asia t[2]"
    hand.card("92").tap("Regime Change", "6").dice(3).dice(4, 6, 2)
    assert hand.last == "US 92 regime-change track > Afghanistan 6 gov[3] prestige[4 6 2] / event Iraq"
    hand.card("43").tap("Deploy", "The Troops Track")
    hand.hit(page.locator("g[data-country='Gulf States']"))
    hand.tap("1")
    assert hand.last == "US 43 deploy track > Gulf States 1"
    assert "Jihadist" in hand.title


def test_the_question_is_in_the_thumbs_reach(hand: Thumb) -> None:
    page = hand.page
    seen = page.viewport_size["height"]
    undo = page.get_by_role("button", name="Undo").bounding_box()
    for step in ("pad", "use", "dice"):
        if step == "use":
            hand.card("112")
        elif step == "dice":
            hand.tap("Event").card("113").tap("Travel", "Saudi Arabia", "No more")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        shown = page.locator(".rc-question")
        assert shown.evaluate("e => e.scrollHeight <= e.clientHeight + 1"), step
        box = shown.bounding_box()
        assert box["y"] > seen * 0.25, step
        for key in page.locator(".rc-question button:visible:not(.rc-rule):not(.rc-back)").all():
            size = key.bounding_box()
            assert min(size["width"], size["height"]) >= LEAST - 0.5, (step, key.inner_text(), size)
            assert size["y"] + size["height"] <= seen, (step, key.inner_text())
        assert page.get_by_role("button", name="Undo").bounding_box() == undo


def test_movements_are_ticked_off_and_pieces_go_their_way_on_the_map(hand: Thumb) -> None:
    page = hand.page
    hand.hit(page.locator(".rc-padkey:visible", has_text=re.compile("^11$")))  # the first two digits at once
    hand.card("3").tap("Travel", "Pakistan")
    page.evaluate(
        """() => new MutationObserver(seen => seen.forEach(s => s.addedNodes.forEach(n => {
          if (n.classList?.contains("flying")) window.flew = (window.flew ?? 0) + 1;
        }))).observe(document.querySelector(".board-map"), { childList: true, subtree: true })"""
    )
    hand.tap("No more")
    assert page.evaluate("window.flew") == 1
    title = page.locator(".rc-played > summary")
    boxes = page.locator(".rc-did input")
    assert title.inner_text() == "The last play: 2 things to do on the board"
    boxes.nth(0).tap()
    assert title.inner_text() == "The last play: 1 thing to do on the board"
    boxes.nth(1).tap()
    assert title.inner_text() == "The last play: all done on the board"


def test_undo_and_redo(hand: Thumb) -> None:
    hand.card("112").tap("Event")
    hand.card("20")
    hand.tap("Undo")
    assert hand.title.startswith("Which card")
    hand.tap("Undo")
    assert hand.page.locator(".rc-last > li").count() == 1  # the deal
    assert "112 Bin Ladin" in hand.title  # the play is open again: its last answer was taken back
    hand.tap("Redo")
    assert hand.last == "J 112 event"


def test_undo_after_the_last_die_takes_back_that_die(hand: Thumb) -> None:
    hand.card("112").tap("Event").card("113").tap("Travel", "Somalia", "No more").dice(2).dice(6)
    assert hand.last == "J 113 travel Afghanistan:s > Somalia t[2] [6]"
    hand.tap("Undo")
    assert hand.title.startswith("Travel to Somalia: what was rolled?")
    hand.dice(1)
    assert hand.last == "J 113 travel Afghanistan:s > Somalia t[2] [1]"


def other(hand: Thumb) -> None:
    """Prestige 5 and a third Sleeper in Pakistan.

    The board on the table shows them.
    """
    page = hand.page
    hand.tap("Menu", "The real board looks different")
    assert hand.title == "What does the board show?"
    page.locator("g[data-country='Pakistan']").press("Enter")
    hand.idle()
    for _ in range(3):
        hand.hit(page.locator(".sheet").get_by_role("button", name="Sleepers: one more"))
    hand.hit(page.locator(".sheet").get_by_role("button", name="Done", exact=True))
    hand.tap("Tracks, cards, clock")
    for _ in range(2):
        hand.hit(page.locator(".sheet").get_by_role("button", name="Prestige: one fewer"))


def test_what_the_board_shows_is_written_by_taps(hand: Thumb) -> None:
    before = hand.page.locator(".rc-tracks").inner_text()
    other(hand)
    assert hand.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    hand.tap("Report it")
    assert hand.last == "board: prestige 5, Pakistan 3 sleepers"
    assert hand.page.locator(".rc-last .rc-finding").count() == 2
    assert hand.page.locator(".rc-tracks").inner_text() != before
    assert "Jihadist" in hand.title
    hand.tap("Undo")
    assert hand.page.locator(".rc-tracks").inner_text() == before


def test_the_record_is_corrected_or_left_by_taps(hand: Thumb) -> None:
    before = hand.page.locator(".rc-tracks").inner_text()
    other(hand)
    hand.tap("Leave it")
    assert hand.page.locator(".rc-tracks").inner_text() == before
    assert "leeper" not in str(hand.page.locator("g[data-country='Pakistan']").get_attribute("aria-label"))
    other(hand)
    hand.tap("Correct it")
    assert hand.last == "set: prestige 5, Pakistan 3 sleepers"
    hand.card("112")
    hand.tap("Menu")
    assert not hand.page.get_by_role("button", name="The real board looks different").count()


def test_what_is_forbidden_its_reason_and_all_the_same(hand: Thumb) -> None:
    page = hand.page
    hand.card("112").tap("Event").card("95").tap("Recruit", "3").card("43").tap(
        "Deploy", "The Troops Track", "Why not?"
    )
    why = page.locator("details.rc-why:visible", has_text="Pakistan")
    assert f"{TO_A_NEUTRAL.sentence} (7.3.3)" in why.inner_text()
    why.locator("summary").click()
    hand.hit(why.get_by_role("button"))
    hand.tap("2")
    assert hand.last == "US 43 deploy track > Pakistan 2"
    assert "7.3.3" in page.locator(".rc-last .rc-finding").inner_text()


def test_a_line_that_is_typed(hand: Thumb) -> None:
    page = hand.page
    hand.card("112").tap("Event").tap("Type")
    page.keyboard.type("95 recruit afghanistan 3")
    page.keyboard.press("Enter")
    hand.idle()
    assert hand.last == "J 95 recruit Afghanistan 3"
    hand.tap("Type")
    page.keyboard.type("US 43 deploy track > Pakistan 2")
    page.keyboard.press("Enter")
    hand.idle()
    assert "7.3.3" in page.locator(".rc-against").inner_text()
    hand.tap("Record it anyway")
    assert hand.last == "US 43 deploy track > Pakistan 2"
    hand.tap("Type")
    page.keyboard.type("; <img src=x onerror=alert(1)>")
    page.keyboard.press("Enter")
    hand.idle()
    assert "<img" in hand.last
    assert page.locator(".part-record img").count() == 0


def test_a_crash_costs_nothing(hand: Thumb) -> None:
    page = hand.page
    hand.card("112").tap("Event").card("113").tap("Travel", "Somalia", "No more").dice(2)
    page.reload()
    hand.window.loaded()
    page.locator(".rc-asked-title").wait_for(timeout=PATIENCE)
    hand.idle()
    assert hand.last == "J 112 event"
    assert hand.title.startswith("Travel to Somalia: what was rolled?")
    hand.tap("Undo", "Undo")
    assert hand.title.startswith("A second Cell, or no more?")
    hand.tap("No more").dice(2).dice(6)
    assert hand.last == "J 113 travel Afghanistan:s > Somalia t[2] [6]"
    page.reload()  # what is read from the record goes back answer by answer, too
    hand.window.loaded()
    page.locator(".rc-asked-title").wait_for(timeout=PATIENCE)
    hand.idle().tap("Undo")
    assert hand.title.startswith("Travel to Somalia: what was rolled?")
    hand.tap("Undo", "Undo", "Undo", "Undo", "Undo")
    assert hand.title.startswith("Which card")
    hand.tap("Menu", "Other records")
    page.locator(".rc-shelf-kept .rc-big").wait_for()
    assert "Go on: Let's Roll!" in page.locator(".rc-shelf-kept .rc-big").inner_text()
    hand.tap("Go on")
    page.locator(".rc-asked-title").wait_for()
    assert hand.idle().last == "J 112 event"


def test_a_bot_plays_itself(phone: Window) -> None:
    hand = begun(phone)
    hand.tap("Menu", "Other records")
    hand.page.locator(".rc-chip.rc-scenario").first.wait_for()
    hand.tap("Against the Jihadist Bot", "Attractive", "Let's Roll!")
    hand.page.locator(".rc-asked-title").wait_for()
    hand.idle()
    assert "Jihadist Bot" in hand.title
    hand.card("112")
    assert hand.last == "J 112 event"
    assert "Box E1" in hand.page.locator(".rc-told").inner_text()
    assert "12.4.1" in str(hand.page.locator(".rc-ways").text_content())
    assert "Prestige: 7 to 3." in hand.page.locator(".rc-last").inner_text()
    hand.tap("Menu", "Other records")
    hand.page.locator(".rc-chip.rc-scenario").first.wait_for()
    hand.tap("Two people")


def test_by_keyboard_alone(windows: Opened) -> None:
    hand = begun(windows(WIDE, fragment="#/record"))
    page = hand.page
    page.locator(".rc-asked-title").focus()
    for key in ("1", "1", "2"):
        page.keyboard.press(key)
    hand.idle()
    assert page.evaluate("document.activeElement.className") == "rc-asked-title"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")  # behind the rule
    page.keyboard.press("Enter")
    hand.idle()
    assert hand.last == "J 112 event"
    page.keyboard.press("Control+z")
    hand.idle()
    assert hand.page.locator(".rc-last > li").count() == 1


def test_a_country_that_is_no_target_says_why(hand: Thumb) -> None:
    hand.card("112").tap("Event").card("95").tap("Recruit", "3").card("43").tap("Deploy", "The Troops Track")
    place = hand.page.locator("g[data-country='Pakistan']")
    assert place.get_attribute("aria-label").startswith("Why not Pakistan?")
    place.dispatch_event("click")
    why = hand.idle().page.locator("details.rc-why:visible")
    why.wait_for()
    assert why.count() == 1
    assert TO_A_NEUTRAL.sentence in why.inner_text()


def test_a_link_carries_the_record_to_another_phone(hand: Thumb) -> None:
    page = hand.page
    hand.card("112").tap("Event").tap("Menu", "Share")
    link = page.get_by_label("A link to go on writing").input_value()
    page.keyboard.press("Escape")
    hand.tap("Menu", "Other records")
    hand.window.go(link.partition("#")[2])
    page.locator(".rc-asked-title").wait_for()
    hand.idle()
    assert hand.last == "J 112 event"
    hand.window.until("!location.hash.includes('r=')")  # once the record is kept, the address no longer carries it


def test_the_last_game_is_on_top_of_the_first_page(hand: Thumb) -> None:
    page = hand.page
    hand.card("112").tap("Event")
    hand.window.go("#/home")
    go_on = page.locator(".hm-last a:visible", has_text="Let's Roll!")
    go_on.wait_for()
    go_on.click()
    page.locator(".rc-asked-title:visible").wait_for()
    assert page.evaluate("location.hash").startswith("#/record/")
    assert hand.idle().last == "J 112 event"


def test_a_second_phone_follows_a_game_by_scanning_again(hand: Thumb, windows: Opened) -> None:
    def scanned() -> str:
        hand.tap("Menu", "Share")
        hand.page.get_by_role("button", name="QR code").tap()
        hand.page.get_by_role("img", name="The link as a QR code").wait_for()
        link: str = hand.page.get_by_label("A link to go on writing").input_value()
        hand.page.keyboard.press("Escape")
        return link.partition("#")[2]

    second = Thumb(windows(PHONE, fresh=True))
    second.window.loaded()
    hand.card("112").tap("Event")
    second.window.go(scanned())
    second.page.locator(".rc-asked-title").wait_for()
    assert second.idle().last == "J 112 event"
    second.window.until("!location.hash.includes('r=')")
    hand.card("95").tap("Recruit", "3")
    second.window.go(scanned())
    second.window.until("document.querySelector('.rc-last')?.textContent.includes('95')")
    second.window.until("!location.hash.includes('r=')")
    second.idle().tap("Menu", "Other records")
    second.page.get_by_role("button", name="Go on: ").wait_for()
    assert second.page.locator(".rc-kept-row").count() == 1, "it is the same game"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("width", [390, 768, 1024, 1440])
def test_axe_finds_nothing(windows: Opened, width: int) -> None:
    window = windows(PHONE if width == PHONE["viewport"]["width"] else WIDE, fragment="#/record")
    hand, page = begun(window), window.page
    if width != PHONE["viewport"]["width"]:
        page.set_viewport_size({"width": width, "height": 844})
    for step in ("pad", "targets", "dice"):
        if step == "targets":
            hand.card("112").tap("Event").card("113").tap("Travel")
        elif step == "dice":
            hand.tap("Central Asia", "No more")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert violations(page, all_else=scheme == "light") == [], (step, scheme)
    page.emulate_media(color_scheme="light")
    if width != PHONE["viewport"]["width"]:
        page.set_viewport_size(WIDE["viewport"])


@pytest.mark.parametrize(("width", "height"), [(390, 664), (360, 640), (412, 732), (844, 390)])
def test_keypad_question_and_dice_are_whole_on_a_small_screen(windows: Opened, width: int, height: int) -> None:
    """Keypad, question and dice without scrolling on a small screen.

    The browser's bars are there.
    """
    window = windows(PHONE, fragment="#/record")
    window.page.set_viewport_size({"width": width, "height": height})
    hand, page = begun(window), window.page

    def whole(*found: str) -> None:
        for css in found:
            for box in [one.bounding_box() for one in page.locator(css).all()]:
                assert box is not None
                assert box["y"] >= -1, css
                assert box["y"] + box["height"] <= height + 1, css
                assert box["x"] + box["width"] <= width + 1, css

    whole(".rc-asked-title:visible", ".rc-padkey:visible", ".rc-tool:visible")
    hand.card("112").tap("Event")
    whole(".rc-asked-title:visible", ".rc-padkey:visible")
    hand.card("113").tap("Travel")
    whole(".rc-asked-title:visible", ".rc-table-map")
    assert page.locator(".rc-table-map").bounding_box()["height"] > 90
    hand.tap("Pakistan", "Somalia", "Yemen")
    assert "what was rolled" in hand.title
    whole(".rc-asked-title:visible", ".rc-die:visible")
    page.set_viewport_size(PHONE["viewport"])


def test_a_country_of_the_map_is_one_tap_with_its_chance_beside_it(hand: Thumb) -> None:
    page = hand.page
    hand.card("112").tap("Event").card("113").tap("Travel")
    assert page.locator(".rc-list").get_attribute("open") is None
    place = page.locator('#record-map [data-country="Pakistan"]')
    assert "lit" in str(place.get_attribute("class"))
    iraq = page.locator('#record-map [data-country="Iraq"] .odds')
    assert iraq.text_content() == "50 %"  # Poor: a 1, 2 or 3 (8.3.2)
    place.dispatch_event("click")
    hand.idle()
    assert hand.title.startswith("A second Cell, or no more?")


def test_digits_mean_something_from_the_first_key_on(windows: Opened) -> None:
    window = windows(WIDE, fragment="#/record")
    hand = begun(window)
    for key in "112":
        window.page.keyboard.press(key)
    hand.idle()
    assert hand.title.startswith("How does the Jihadist use 112")
    window.page.keyboard.press("Escape")


def test_against_a_bot_nothing_is_needed_but_the_screen(windows: Opened) -> None:
    """A game against a Bot, on the screen only.

    Cards are dealt and dice rolled by the page; a Bot's card is one tap, and a record of it has no mistake.
    """
    window = windows(PHONE, fragment="#/record")
    window.go("#/learn")
    window.page.evaluate("location.hash = '#/record'")
    window.loaded()
    hand, page = Thumb(window), window.page
    if page.locator(".rc-table:visible").count():
        hand.tap("Menu", "Other records")
    page.locator(".rc-chip.rc-scenario").first.wait_for(timeout=PATIENCE)
    page.evaluate(SAME_CARDS)
    hand.tap("Against the Jihadist Bot", "Only this screen", "Let's Roll!")
    assert page.locator(".rc-asked button:visible").all_inner_texts() == ["Turn over the next card"]
    hand.tap("Turn over the next card", "Turn over the next card")
    assert hand.title.startswith("Which card does the US play")
    assert page.locator(".rc-asked .rc-chip:visible").count() == 9
    assert "deal" not in page.locator(".rc-last").inner_text()
    hand.hit(page.locator(".rc-asked .rc-chip:visible").first)
    hand.tap("Undo")
    assert page.locator(".rc-asked .rc-chip:visible").count() == 9


def test_two_players_pass_one_screen_over(windows: Opened) -> None:
    window = windows(PHONE, fragment="#/record")
    hand, page = Thumb(window), window.page
    window.go("#/learn")
    page.evaluate("location.hash = '#/record'")
    window.loaded()
    if page.locator(".rc-table:visible").count():
        hand.tap("Menu", "Other records")
    page.locator(".rc-chip.rc-scenario").first.wait_for(timeout=PATIENCE)
    hand.tap("Two people", "Only this screen", "Let's Roll!")
    assert "Pass the screen to the Jihadist" in page.locator(".rc-asked-title").inner_text()
    assert page.locator(".rc-asked .rc-chip:visible").count() == 0
    hand.tap("I am the Jihadist")
    assert page.locator(".rc-asked .rc-chip:visible").count() == 9
