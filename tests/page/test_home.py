"""Home: what the page is, and three doors."""

from __future__ import annotations

import pytest

from tests.helpers.hunting import crossed
from tests.helpers.looking import violations
from tests.helpers.pages import PHONE, WIDE, Opened

pytestmark = pytest.mark.browser

DOORS = [("We are playing", "record"), ("We disagree", "ask"), ("I have a game", "check")]


@pytest.mark.parametrize("kind", [PHONE, WIDE], ids=["phone", "wide"])
def test_three_doors_are_whole_on_the_first_screen(windows: Opened, kind: dict[str, object]) -> None:
    window = windows(kind, first=True)
    page = window.page
    page.locator(".hm-doors").wait_for()
    assert "Labyrinth" in page.locator(".part-home h1").inner_text()
    bar = page.locator(".top").bounding_box()
    for words, name in DOORS:
        door = page.get_by_role("link", name=words)
        box = door.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= (bar["y"] if bar["y"] > 0 else page.viewport_size["height"])
        assert box["height"] >= 44
        assert door.get_attribute("href") == f"#/{name}"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="We disagree").click()
    page.locator(".part-ask").wait_for()
    page.get_by_role("link", name="Labyrinth referee").click()
    page.locator(".hm-doors").wait_for()


@pytest.mark.parametrize(("width", "scheme"), crossed([320, 390, 768, 1440], ["light", "dark"]))
def test_axe_finds_nothing(windows: Opened, width: int, scheme: str) -> None:
    window = windows(WIDE)
    window.go("#/home")
    window.page.set_viewport_size({"width": width, "height": 800})
    window.page.emulate_media(color_scheme=scheme)
    window.page.locator(".hm-doors").wait_for()
    window.drawn()
    assert violations(window.page, ".part-home, .top") == []
