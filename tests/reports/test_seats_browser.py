"""The report of a one-player game in a real browser.

It is accessible, narrow enough, and opened by keys.
"""

from __future__ import annotations

import pytest

from referee.editions.solo import sheets
from referee.reports import flowchart
from tests.helpers.looking import PHONE, Open, unfold, violations
from tests.helpers.seated import page_alone

pytestmark = pytest.mark.browser


@pytest.fixture
def alone() -> str:
    return page_alone()


def test_the_checker_of_accessibility_finds_nothing(opened: Open, alone: str) -> None:
    page = opened(alone, "a2")
    unfold(page)
    for width, scheme in ((1440, "light"), (390, "light"), (1440, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        assert violations(page, all_else=scheme == "light") == []


def test_a_phone_sees_all_of_it_in_its_window(opened: Open, alone: str) -> None:
    page = opened(alone, "a2", **PHONE)
    unfold(page)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.evaluate(
        "[...document.querySelectorAll('.flow, .stops li')].every((e) => {"
        " const r = e.getBoundingClientRect(); return r.left >= 0 && r.right <= window.innerWidth; })"
    )


def test_the_fold_opens_with_the_keyboard(opened: Open, alone: str) -> None:
    page = opened(alone, "a2")
    fold = page.locator(".step:not([hidden]) details.bot")
    assert fold.evaluate("(d) => d.open") is False
    fold.locator("summary").first.focus()
    page.keyboard.press("Enter")
    assert fold.evaluate("(d) => d.open") is True


@pytest.mark.parametrize("name", list(sheets.SHEETS))
def test_words_stay_in_their_boxes(opened: Open, name: str) -> None:
    for d in flowchart.drawings(sheets.flowchart(name)):
        page = opened(f"<!doctype html><title>{name}</title>{flowchart.svg(d, name)}")
        wide = page.evaluate(
            "[...document.querySelectorAll('.say, .end-say')].filter((t) => {"
            " const b = t.getBBox();"
            " return ![...document.querySelectorAll('.box, .end')].some((r) => { const o = r.getBBox();"
            "  return o.x <= b.x && b.x + b.width <= o.x + o.width && o.y <= b.y && b.y + b.height <= o.y + o.height; });"
            "}).map((t) => t.textContent)"
        )
        assert wide == []
