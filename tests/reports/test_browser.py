"""The report in a real browser.

The walk, the map, the margin, paper, and a checker of accessibility.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from referee.editions.base.printed import COUNTRIES
from referee.engine.explaining.referee import Judgement
from referee.engine.record.findings import Edit, Finding, Fix
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.reports import describe, html
from referee.reports.report.replay import GameReplay, fold, folded, replay
from tests.helpers.looking import EVERY_TEXT, PHONE, Open, becomes_true, comes_to, shown, unfold, violations
from tests.helpers.reports import (
    FULL_LATER,
    LATER,
    NASTY,
    NOTED,
    RECORDS,
    long_game,
    page_from,
    page_of,
    plays_of,
    verdict_of,
)

pytestmark = pytest.mark.browser
NAMES = list(COUNTRIES)


def label(page: Any, country: str) -> str:
    return str(page.get_attribute(f"#m{NAMES.index(country)}", "aria-label"))


# ---------------------------------------------------------------- accessibility


def test_the_checker_of_accessibility_finds_nothing(opened: Open) -> None:
    page = opened(page_from(NOTED), "a4")
    unfold(page)
    between = [(1024, "light"), (768, "light")] if EVERY_TEXT else []  # what lies between the widest and the narrowest
    for width, scheme in ((1440, "light"), (1440, "dark"), *between, (390, "light"), (390, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        for pane, part in (("panel", "html"), ("findings", ".side"), ("list", ".side")):
            page.click(f"#tab-{pane}")
            found = violations(page, part, all_else=scheme == "light")  # nothing but the colours depends on the scheme
            assert found == [], (width, scheme, pane)


def test_the_checker_finds_what_is_wrong(opened: Open) -> None:
    """The checker on colours and on the whole page.

    It looks at one text of each kind for colours, and at all else of the page.
    """
    page = opened(page_from(NOTED), "a4")
    unfold(page)
    assert violations(page) == []
    paint = "(css) => { const s = new CSSStyleSheet(); s.replaceSync(css); document.adoptedStyleSheets = [s]; }"
    for where in (".finding .say", "#rules p"):
        page.evaluate(paint, f"{where} {{ color: #bbb !important }}")
        assert {rule for rule, *_ in violations(page, all_else=False)} == {"color-contrast"}
    page.evaluate(paint, "a.r { color: #222 !important; text-decoration: none !important }")
    assert {rule for rule, *_ in violations(page, all_else=False)} == {"link-in-text-block"}
    page.evaluate("document.documentElement.lang = ''")
    page.evaluate("document.querySelector('#rules h4').setAttribute('role', 'nothing')")
    assert {rule for rule, *_ in violations(page, colours=False)} == {"html-has-lang", "aria-roles"}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", RECORDS)
def test_the_checker_finds_nothing_in_any_record(opened: Open, name: str) -> None:
    page = opened(page_of(name), "a4")
    unfold(page)
    assert violations(page, colours=name == "evening-2") == []  # it has every kind of finding


@pytest.mark.parametrize(("text", "at"), [(LATER, "a5"), (FULL_LATER, "a1")], ids=["turn", "table"])
def test_the_checker_finds_nothing_in_a_turn_by_chapter_11(opened: Open, text: str, at: str) -> None:
    page = opened(page_from(text), at)
    unfold(page)
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, all_else=False) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_slip_of_the_pen_is_accessible_and_its_line_is_copied(opened: Open, scheme: str) -> None:
    verdict = judge(read_text(NOTED))
    step = next(s for s in verdict.steps if s.id == "a4")
    line = step.action.place.line
    fix = Fix((Edit(line, line, (line - 1,)), Edit(line - 1, line - 1, (line,))), "likely")
    slip = Finding("slip", "5.2.2", "these lines changed places", step.action.place, "a4", instead=fix, explains=2)
    step.findings.append(slip)
    verdict.findings.append(slip)
    page = opened(html.render(verdict), "a4")
    page.emulate_media(color_scheme=scheme)
    unfold(page)
    for pane, part in (("panel", "html"), ("findings", ".side")):
        page.click(f"#tab-{pane}")
        assert violations(page, part, all_else=scheme == "light") == []
    page.click("#findings button.copy")
    becomes_true(page, "document.querySelector('#findings button.copy').textContent === 'Copied'")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_open_margin_and_card_are_accessible_too(opened: Open) -> None:
    page = opened(page_from(NOTED), "a4")
    page.click("[data-id=a4] a.r >> nth=0")
    assert violations(page, "#margin") == []
    page.keyboard.press("Escape")
    page.click(f"#m{NAMES.index('Pakistan')}")
    assert violations(page, "#card") == []
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert violations(page, "#keys") == []
    page.keyboard.press("Escape")
    page.fill("#seek", "pak")
    assert violations(page, ".seek") == []


# ---------------------------------------------------------------- the map


def words_of(verdict: Judgement, country: str) -> list[str]:
    """The final position of a country, in parts.

    Its label must hold all of them.
    """
    entry = describe.position(verdict.board)["countries"][country]
    parts = [entry[k] for k in ("governance", "alignment", "posture") if entry.get(k)]
    for key, word in (("sleepers", "Sleeper"), ("actives", "Active"), ("troops", "Troop")):
        if entry.get(key):
            parts.append(f"{entry[key]} {word}")
    if entry.get("cadre"):
        parts.append("Cadre")
    return [*parts, *entry.get("markers", [])]


def test_the_last_position_is_the_engines(opened: Open, record: str) -> None:
    verdict = verdict_of(record)
    page = opened(page_of(record))
    page.click("#last")
    labels = page.evaluate("[...document.querySelectorAll('.country')].map((g) => g.getAttribute('aria-label'))")
    for country, said in zip(NAMES, labels, strict=True):
        assert said.startswith(f"{country}: ")
        for part in words_of(verdict, country):
            assert part in said, (country, part, said)
    assert page.text_content('.track[data-k="prestige"] output').startswith(str(verdict.board.prestige))
    assert page.text_content('.track[data-k="funding"] output') == str(verdict.board.funding)


def plays_replayed(verdict: Judgement) -> GameReplay:
    """The replay as the page walks it, one moment a play."""
    game = replay(verdict)
    return folded(game, fold(verdict, game.moments))


WALKED = """(seen) => {
  const found = [seen()];
  while (current < LAST) { $('forward').click(); found.push(seen()); }
  const back = [];
  while (current > 0) { back.unshift(seen()); $('back').click(); }
  return [found, [seen(), ...back]];
}"""
"""What is seen at every play on the way to the end, and on the way back."""


def test_every_position_is_the_same_from_both_ends(opened: Open) -> None:
    page = opened(page_of("evening-1"))
    game = plays_replayed(verdict_of("evening-1"))
    labels = "() => [...document.querySelectorAll('.country')].map((g) => g.getAttribute('aria-label'))"
    forward, back = page.evaluate(f"({WALKED})({labels})")
    assert len(forward) == len(game.moments) + 1
    assert len({tuple(seen) for seen in forward}) > 10
    assert back == forward


def test_what_a_step_changed_is_marked(opened: Open, record: str) -> None:
    game = plays_replayed(verdict_of(record))
    page = opened(page_of(record))
    marked = """() => [[...document.querySelectorAll('.country.hit')].map((g) => +g.dataset.i),
      document.querySelectorAll('#moves path').length]"""
    forward, _ = page.evaluate(f"({WALKED})({marked})")
    assert forward[1:] == [[sorted({c for c, _, _ in m.differences if c >= 0}), len(m.moves)] for m in game.moments]


def test_a_country_tells_its_state_and_history(opened: Open) -> None:
    page = opened(page_of("evening-1"), "a10")
    pakistan = f"#m{NAMES.index('Pakistan')}"
    assert page.is_hidden("#card")
    page.hover(pakistan)
    assert page.text_content("#card h2") == "Pakistan"
    assert "Fair Neutral" in page.text_content("#card .state")
    assert page.text_content("#card ol a >> nth=0") == "a3"
    assert not page.text_content("#card ol span >> nth=0").startswith("Pakistan")
    page.mouse.move(2, 2)
    page.wait_for_selector("#card", state="hidden")


def test_the_map_is_one_stop_of_the_tab_key_and_has_keys_of_its_own(opened: Open) -> None:
    page = opened(page_of("evening-1"), "a10")
    assert page.evaluate("document.querySelectorAll('.country[tabindex=\"0\"]').length") == 1
    page.focus(".country[tabindex='0']")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.id") == "m1"
    assert page.text_content("#card h2") == "United States"
    page.keyboard.press("ArrowRight")
    assert shown(page) == "a11"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.closest('#card') !== null")
    page.keyboard.press("Escape")
    assert page.is_hidden("#card")
    assert page.evaluate("document.activeElement.id") == "m1"


# ---------------------------------------------------------------- the margin


def test_a_rule_number_opens_its_summary_and_gives_the_place_back(opened: Open) -> None:
    page = opened(page_of("evening-2"), "a13")
    page.focus("[data-id=a13] .finding a.r")
    page.keyboard.press("Enter")
    assert page.is_visible("#margin")
    assert page.text_content("#margin-title").startswith("7.3.3")
    assert "Ally" in page.text_content("#margin")
    page.keyboard.press("ArrowRight")
    assert shown(page) == "a13"
    page.click("#margin a.r >> nth=0")
    assert not page.text_content("#margin-title").startswith("7.3.3")
    page.keyboard.press("Escape")
    assert page.is_hidden("#margin")
    assert page.evaluate("document.activeElement.textContent").startswith("7.3.3")


def test_the_index_leads_to_the_steps(opened: Open) -> None:
    page = opened(page_of("evening-1"))
    page.click("[id='r-8.3.1'] .cited a >> nth=0")
    comes_to(page, "a3")
    page.click("[data-id=a3] a.r:text-is('8.3.1') >> nth=0")
    page.click("#margin .home")
    assert page.is_hidden("#margin")
    becomes_true(page, "location.hash === '#r-8.3.1'")


def test_a_line_of_the_record_unfolds(opened: Open) -> None:
    page = opened(page_of("evening-2"), "L5")
    assert page.is_visible("#L5")


# ---------------------------------------------------------------- charts, phone, paper, no script


def test_a_dot_of_a_chart_leads_to_its_step(opened: Open) -> None:
    page = opened(page_of("evening-1"))
    dot = page.locator(".chart a").first
    target = dot.get_attribute("href")
    dot.click()
    comes_to(page, target.removeprefix("#"))


def test_nothing_runs_out_of_the_window(opened: Open, record: str) -> None:
    page = opened(page_of(record), "a4")
    unfold(page)
    for width in (1440, 1024, 768, 390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_phone_sees_what_changed(opened: Open) -> None:
    page = opened(page_of("evening-2"), "a7", **PHONE)
    page.wait_for_selector(".country.hit .box")
    box = page.locator("#mapbox").bounding_box()
    country = page.locator(".country.hit .box").first.bounding_box()
    assert box["x"] <= country["x"]
    assert country["x"] + country["width"] <= box["x"] + box["width"] + 1
    sizes = page.evaluate(
        "[...document.querySelectorAll('.bar button')].filter((b) => b.offsetParent).map((b) => Math.min(b.offsetWidth, b.offsetHeight))"
    )
    assert min(sizes) >= 44


@pytest.mark.parametrize("width", [390, 320])
def test_a_phone_has_all_buttons_of_the_walk_in_its_window(opened: Open, width: int) -> None:
    page = opened(page_of("evening-2"), "a7", viewport={"width": width, "height": 600}, has_touch=True)
    for name in ("first", "back", "forward", "last", "prev", "next", "zoom"):
        box = page.locator(f"#{name}").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    assert page.locator("#where").bounding_box()["height"] < 50
    page.locator("#last").click()
    assert page.locator("#where").text_content() == plays_of(verdict_of("evening-2"))[-1].label


def test_numbers_of_two_digits_fit_their_pieces(opened: Open) -> None:
    page = opened(page_from("setup: US Hard, Afghanistan Islamist 13 sleepers\nJ 95 recruit Afghanistan 1\n"), "a1")
    wide = page.evaluate(
        "[...document.querySelectorAll('.piece text, .gov text')].filter((t) => t.closest('.country')).filter((t) => {"
        " const shape = t.parentElement.firstElementChild;"
        " return t.getBBox().width > shape.getBBox().width; }).map((t) => t.textContent)"
    )
    assert wide == []


def test_markers_do_not_lie_on_the_neighbours(opened: Open) -> None:
    record = "setup: US Hard, Pakistan Fair Ally FATA Indo-Pakistani Talks, Afghanistan Poor Ally 2 sleepers\n"
    page = opened(page_from(record + "US 43 deploy track > Pakistan 2\n"), "a1")
    assert page.locator(".tag").count() == 2
    over = page.evaluate(
        "[...document.querySelectorAll('.tag')].flatMap((tag) => {"
        " const t = tag.getBoundingClientRect();"
        " return [...document.querySelectorAll('.country .box')].filter((b) => {"
        "  const r = b.getBoundingClientRect();"
        "  return !tag.closest('.country').contains(b) && r.left < t.right && t.left < r.right && r.top < t.bottom"
        "   && t.top < r.bottom; }).map((b) => b.parentElement.getAttribute('aria-label')); })"
    )
    assert over == []


def test_paper_has_the_verdict_the_list_and_the_final_position(opened: Open) -> None:
    page = opened(page_of("evening-2"), "a3")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    for there in (
        "#verdict",
        ".finding >> nth=0",
        ".list >> nth=0",
        "#final table",
        "#final #map",
        ".written >> nth=3",
    ):
        assert page.is_visible(there), there
    for there in ("#charts .curve >> nth=0", "#dice"):
        assert page.is_visible(there), there
    for gone in (".bar", "#panel", "#rules", "#record", ".top nav", ".tabrow", ".seek"):
        assert page.is_hidden(gone), gone
    afghanistan = label(page, "Afghanistan")
    page.emulate_media(media="screen")
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert shown(page) == "a3"
    assert label(page, "Afghanistan") != afghanistan
    page.click("#last")
    assert label(page, "Afghanistan") == afghanistan


def test_paper_shows_the_map_once_and_what_is_folded(opened: Open) -> None:
    page = opened(page_of("evening-2"), "a13")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) <= 5
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator("#map").count() == 1
    assert page.locator("#final #map").count() == 1
    wide = page.evaluate("document.querySelector('#findings').getBoundingClientRect().width")
    assert wide > 0.9 * page.evaluate("document.documentElement.clientWidth")


def test_without_scripts_everything_can_be_read(opened: Open) -> None:
    page = opened(page_of("evening-2"), java_script_enabled=False)
    assert page.is_visible("#a4 .lead")
    assert page.is_visible("#a20 .lead")
    assert page.is_hidden(".bar")
    assert page.is_hidden("#map")


def test_the_slow_and_the_still_are_served(opened: Open) -> None:
    page = opened(page_of("evening-1"), reduced_motion="reduce")
    assert page.evaluate("document.getAnimations().length") == 0


# ---------------------------------------------------------------- safety and speed


def test_a_record_cannot_run_anything(opened: Open) -> None:
    page = opened(page_from(NASTY, "<script>alert(9)</script>.lgn"))
    page.click("#last")
    assert page.text_content("h1") == "<script>alert(1)</script>{{ 7*7 }}{% raw %}"
    assert page.evaluate("document.images.length") == 0


def test_the_policy_stops_what_is_not_the_pages_own(opened: Open, browser: Any, tmp_path: Any) -> None:
    source = page_of("evening-1").replace("</main>", "<script>document.title = 'broken'</script></main>")
    path = tmp_path / "broken.html"
    path.write_text(source, encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    assert page.title() != "broken"
    page.close()


def test_a_long_game_opens_at_its_step_and_walks(opened: Open) -> None:
    page = opened(page_from(long_game()), "a100", viewport={"width": 1440, "height": 900})
    assert shown(page) == "a100"
    page.click("#forward")
    assert shown(page) == "a101"


# ---------------------------------------------------------------- the record as it was read


def test_one_tap_shows_the_record_as_it_was_read(opened: Open) -> None:
    meant = "setup: Central Asia Fair Neutral 2 sleepers, Pakistan Fair Neutral\nJ 17 plot Cenrtal Asia:s [5]\n"
    for size in ({"width": 1280, "height": 800}, {"width": 390, "height": 664}):
        page = opened(page_from(meant), "record", viewport=size)
        put, fix = page.locator("#record .put"), page.locator("#record .fix")
        assert (put.is_visible(), fix.is_visible()) == (False, True)
        page.get_by_text("As read", exact=True).click()
        assert (put.is_visible(), fix.is_visible()) == (True, False)
        struck = "getComputedStyle(document.querySelector('#record .gone code')).textDecorationLine"
        assert page.evaluate(struck) == "line-through"
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert violations(page, "#record") == []
        put.locator("a").click()
        comes_to(page, "a1")
        page.locator("#as-read").press("Space")
        assert not put.is_visible()
