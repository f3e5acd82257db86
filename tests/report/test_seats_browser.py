"""The report of a game without a second player in a real browser: accessible, narrow enough, opened by keys."""

from __future__ import annotations

from importlib.resources import files

import pytest
from looking import PHONE, Open
from seated import RECORD, RULES

from referee.editions.solo import sheets
from referee.inputs import judge
from referee.reading import read_text
from referee.reports import flowchart, html
from referee.rulesets import RULESETS

pytestmark = pytest.mark.browser
OPEN_ALL = "document.querySelectorAll('details').forEach((d) => (d.open = true))"


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(RULESETS, "base", (lambda: RULES, RULESETS["base"][1]))
    return html.render(judge(read_text(RECORD), alternatives=True))


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "light"), (1440, "dark")])
def test_the_checker_of_accessibility_finds_nothing(opened: Open, alone: str, width: int, scheme: str) -> None:
    page = opened(alone, "a2", viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.evaluate(OPEN_ALL)
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    assert [(v["id"], n["target"], n["failureSummary"]) for v in found for n in v["nodes"]] == []


def test_a_phone_sees_all_of_it_in_its_window(opened: Open, alone: str) -> None:
    page = opened(alone, "a2", **PHONE)
    page.evaluate(OPEN_ALL)
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
