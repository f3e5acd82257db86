"""A record, finished by taps.

Only its open places are asked, and they may be unknown.
"""

from __future__ import annotations

import pytest

from tests.helpers.pages import PATIENCE, PHONE, Opened
from tests.helpers.thumb import Thumb

pytestmark = pytest.mark.browser

NOTED = """; Wahhabism: he got them in Afghanistan
J 95 ? Afghanistan
J 60 reserves
; Sanctions, for its Operations, I forget which
US 20 ops
"""
HEAD = '[Scenario "Let\'s Roll!"]\n[Length "1 deck"]\n\n'


def opened(windows: Opened, text: str) -> Thumb:
    """The record in Check, and from there at the table."""
    window = windows(PHONE, fresh=True, fragment="#/check")
    window.loaded()
    page, hand = window.page, Thumb(window)
    page.locator("#ck-text").fill(text)
    page.get_by_role("button", name="Check it").tap()
    finish = page.get_by_role("button", name="Finish it by questions")
    finish.wait_for(timeout=PATIENCE)
    finish.tap()
    return hand


def lines(hand: Thumb) -> str:
    """The record as it is kept."""
    hand.tap("Menu", "Share")
    text = hand.page.get_by_label("The record as text").input_value()
    hand.page.keyboard.press("Escape")
    return str(text)


def test_what_is_missing_is_asked_and_the_rest_is_taken_over(windows: Opened) -> None:
    hand = opened(windows, HEAD + NOTED)
    page = hand.page
    page.locator(".rc-finishes").wait_for(timeout=PATIENCE)
    told = page.locator(".rc-finishes").inner_text()
    assert "he got them in Afghanistan" in told
    assert "J 95 ? Afghanistan" in told
    assert "Open line 1 of 2" in told
    hand.tap("Recruit", "2")
    assert "Open line 2 of 2" in page.locator(".rc-finishes").inner_text()
    page.reload()
    page.locator(".rc-finishes").wait_for(timeout=PATIENCE)
    assert "US 20 ops" in page.locator(".rc-finishes").inner_text()
    hand.idle().tap("Not noted")
    page.locator(".rc-finishes").wait_for(state="detached")
    written = [x for x in lines(hand).splitlines() if x and x[0] not in "[;" and not x.startswith("deal")]
    assert written == ["J 95 recruit Afghanistan 2", "J 60 reserves", "US 20 ops  ; not noted"]


def test_where_a_game_begins_is_asked_first(windows: Opened) -> None:
    hand = opened(windows, "J 95 ? Afghanistan\nJ 60 reserves\n")
    page = hand.page
    page.locator(".rc-where-begins").wait_for(timeout=PATIENCE)
    hand.tap("2 decks", "Let's Roll!")
    page.locator(".rc-finishes").wait_for(timeout=PATIENCE)
    hand.tap("Leave this line as it is")
    text = lines(hand)
    assert '[Scenario "Let\'s Roll!"]' in text
    assert '[Length "2 decks"]' in text
    assert "J 95 ? Afghanistan" in text
