"""What if, and play by link: what the part Record does beside the game at the table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pages import PHONE, Opened, Window
from test_record import Thumb, begun

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def phone(windows: Opened) -> Window:
    """A phone held upright."""
    return windows(PHONE, fragment="#/record")


@pytest.fixture
def hand(phone: Window) -> Iterator[Thumb]:
    """A thumb at a new game."""
    yield begun(phone)
    phone.page.keyboard.press("Escape")


def tried(hand: Thumb) -> Thumb:
    """Two plays, the second of which is tried differently."""
    hand.card("112").tap("Event").card("95").tap("Recruit", "3")
    hand.hit(hand.page.get_by_role("button", name="All lines"))
    hand.hit(hand.page.get_by_role("button", name="What if, instead of J 95 recruit Afghanistan 3"))
    return hand


def clean(hand: Thumb) -> None:
    """Axe finds nothing, by day and by night."""
    from axe_playwright_python.sync_playwright import Axe

    for scheme in ("dark", "light"):
        hand.page.emulate_media(color_scheme=scheme)
        found = Axe().run(hand.page).response["violations"]
        assert [(v["id"], [n["html"][:120] for n in v["nodes"]][:3]) for v in found] == [], scheme


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
