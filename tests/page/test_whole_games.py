"""Whole games by taps, with nothing on the table but the screen."""

from __future__ import annotations

from random import Random

import pytest

from referee.api import check
from tests.helpers.pages import PATIENCE, PHONE, SAME_CARDS, Opened
from tests.helpers.thumb import Thumb

pytestmark = pytest.mark.browser

MOST = 600
"""Most taps of a game."""
KEYS = (
    ".rc-foot-key .main:visible",
    ".rc-asked > .main:visible",
    ".rc-answers .rc-chips:not(.rc-quiet) > .rc-chip:visible",
    ".rc-list:not([open]) > summary:visible",
)
"""Keys that answer, those of which there is one first."""


def begun(windows: Opened, seat: str) -> Thumb:
    """A game with deck and dice in the page."""
    window = windows(PHONE, fresh=True, fragment="#/record")
    window.loaded()
    hand = Thumb(window)
    window.page.evaluate(SAME_CARDS)
    window.page.locator(".rc-chip.rc-scenario").first.wait_for(timeout=PATIENCE)
    hand.tap(seat, "Only this screen", "Let's Roll!")
    return hand


def play(hand: Thumb, chance: Random, until: str) -> str:
    """Tap any answer, until the clock says so; the record."""
    page = hand.page
    for _ in range(MOST):
        if until in page.locator(".rc-clock").inner_text():
            hand.tap("Menu", "Share")
            return str(page.get_by_label("The record as text").input_value())
        keys = next((found for css in KEYS if (found := page.locator(css)).count()), None)
        if keys is None:  # nothing may be answered here
            for _ in range(chance.randrange(1, 4)):
                hand.tap("Undo")
            continue
        hand.hit(keys.nth(chance.randrange(keys.count())))
    raise AssertionError(f"the game is at {page.locator('.rc-clock').inner_text()} after {MOST} taps")


def test_a_game_against_a_bot_from_the_deal_to_its_end(windows: Opened) -> None:
    record = play(begun(windows, "Against the Jihadist Bot"), Random(1), "The game is over")
    assert "cards dealt by the referee: seed 7" in record
    assert [f.message for f in check(record).findings if f.counted] == []
    assert sum(line.startswith("J ") for line in record.splitlines()) > 10


def test_a_turn_of_two_players_who_pass_the_screen_over(windows: Opened) -> None:
    record = play(begun(windows, "Two people"), Random(2), "Turn 2")
    assert [f.message for f in check(record).findings if f.counted] == []
    plays = [line[:2] for line in record.splitlines() if line[:2] in ("J ", "US")]
    assert plays.count("J ") >= 9
    assert plays.count("US") >= 9
