"""The page of an audit in a browser.

It has the style of the report, and is read on a phone, sorted and filtered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.club.audit import html, totals
from referee.club.audit.rows import GameRow, Spot
from referee.club.audit.tournament import Tournament
from tests.helpers.looking import violations
from tests.helpers.sentences import SENTENCES

Open = Callable[..., Any]
PHONE = {"width": 390, "height": 844}
WIDE = {"width": 1280, "height": 800}


def row(file: str, mistakes: int = 0, **more: Any) -> GameRow:
    spots = [Spot(n + 1, 1, "illegal", "7.3.3", SENTENCES["deploy-to-a-neutral"].bare) for n in range(mistakes)]
    kinds = {"illegal": mistakes} if mistakes else {}
    return GameRow(
        file=file, verdict="findings" if mistakes else "clean", findings=kinds, spots=spots, scenario="Let's Roll!",
        jihadist="Ann", us="Bob", by_side={"US": kinds} if mistakes else {}, rules={"7.3.3": kinds} if mistakes else {}, **more,
    )  # fmt: skip


@pytest.fixture(scope="module")
def page() -> str:
    games = [
        row("games/clean-and-long.lgn", plays=200),
        row("games/round-two-of-the-autumn-tournament-at-the-club-table-seven.lgn", 3, plays=40, follows=2),
        row("games/worst.lgn", 7, plays=30, broken_off=3, unchecked=1),
        GameRow(file="games/not-a-record.lgn", verdict="unreadable", message="the file is empty"),
    ]
    for game in games[:3]:
        game.dice = {"J": {"jihad": [20, 1, 20, 1, 20, 1]}, "US": {"war of ideas": [10] * 6}}
    audit = totals.audit(games, version="1", policy="as-played", problems=[])
    audit.arrange(worst_first=True)
    return html.render(audit)


@pytest.mark.browser
def test_nothing_is_wrong_for_readers_of_any_kind(opened: Open, page: str) -> None:
    shown = opened(page, bypass_csp=True)
    for size in (WIDE, PHONE):
        for scheme in ("light", "dark"):
            shown.set_viewport_size(size)
            shown.emulate_media(color_scheme=scheme)
            assert violations(shown, all_else=scheme == "light") == []


@pytest.mark.browser
def test_standings_and_names_that_are_alike_are_read_on_a_phone(opened: Open) -> None:
    games = [row(f"{n}.lgn", winner="US", winner_rule="2.1.1", plays=9) for n in range(3)]
    games[1].jihadist, games[2].us = "Ann.", "Bartholomew Featherstonehaugh-Cholmondeley"
    audit = totals.audit(
        games, version="1", policy="as-played", problems=[], tournament=Tournament(title="Autumn league", when="2026")
    )
    shown = opened(html.render(audit), viewport=PHONE, bypass_csp=True)
    assert shown.evaluate("document.documentElement.scrollWidth") <= 390
    assert shown.locator("#standings tbody tr").count() == 4
    assert "“Ann” and “Ann.”" in shown.locator("#names").inner_text()
    for scheme in ("light", "dark"):
        shown.emulate_media(color_scheme=scheme)
        assert violations(shown, all_else=scheme == "light") == []


@pytest.mark.browser
def test_on_a_phone_every_verdict_is_seen_without_moving_sideways(opened: Open, page: str) -> None:
    shown = opened(page, viewport=PHONE)
    assert shown.evaluate("document.documentElement.scrollWidth") <= 390
    boxes = shown.evaluate(
        "[...document.querySelectorAll('#games .verdict')].map(x => x.getBoundingClientRect().right)"
    )
    assert len(boxes) == 4
    assert max(boxes) <= 390
    assert shown.evaluate("document.querySelector('#games .wide').scrollWidth") <= 390


@pytest.mark.browser
def test_names_of_files_break_between_words_alone(opened: Open, page: str) -> None:
    for size in (WIDE, PHONE):
        shown = opened(page, viewport=size)
        lines = shown.evaluate(
            """[...document.querySelectorAll('#games tbody th')].map(th => {
                 const found = []; const walker = document.createTreeWalker(th, NodeFilter.SHOW_TEXT);
                 while (walker.nextNode()) { const range = document.createRange(); range.selectNodeContents(walker.currentNode);
                   found.push([walker.currentNode.data, new Set([...range.getClientRects()].map(r => r.top)).size]); }
                 return found; }).flat()"""
        )
        assert all(n == 1 for piece, n in lines if piece.strip()), "no piece of a name stands on two lines"


@pytest.mark.browser
def test_games_are_sorted_and_filtered(opened: Open, page: str) -> None:
    shown = opened(page, viewport=WIDE)
    names = (
        "[...document.querySelectorAll('#games tbody tr')].filter(x => x.offsetParent).map(x => x.cells[0].innerText)"
    )
    assert [n.split("/")[1][:5] for n in shown.evaluate(names)] == ["not-a", "worst", "round", "clean"]
    assert shown.evaluate("document.querySelector('#order').value") == "worst"
    shown.select_option("#order", "file")
    assert [n.split("/")[1][:5] for n in shown.evaluate(names)] == ["clean", "round", "worst", "not-a"]
    shown.select_option("#order", "plays")
    assert shown.evaluate(names)[0] == "games/clean-and-long.lgn"
    shown.check("#faulty")
    assert "games/clean-and-long.lgn" not in shown.evaluate(names)
    assert len(shown.evaluate(names)) == 3


@pytest.mark.browser
def test_without_scripts_the_filter_still_works(opened: Open, page: str) -> None:
    shown = opened(page, viewport=WIDE, java_script_enabled=False)
    assert not shown.locator("#order").is_visible()
    shown.check("#faulty")
    assert shown.locator("#games tbody tr:visible").count() == 3


def test_the_page_has_the_colours_of_the_report() -> None:
    assert "--paper:" in html.palette()
    assert "prefers-color-scheme: dark" in html.palette()
    assert html.palette().count("{") == html.palette().count("}")


def test_the_page_allows_its_own_script_and_style_alone(page: str) -> None:
    policy = (
        page.split('http-equiv="Content-Security-Policy" content="')[1].split('"', maxsplit=1)[0].replace("&#39;", "'")
    )
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert page.count("<script>") == page.count("<style>") == 1
    assert " style=" not in page
    assert " onclick" not in page
