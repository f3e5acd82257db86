"""The walk in a real browser: plays, findings, keys, links, search, remarks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.looking import PHONE, Open, becomes_true, comes_to, shown
from tests.helpers.reports import DRAWN, NOTED, long_game, page_from, page_of, plays_of, verdict_of

pytestmark = pytest.mark.browser
SIZES = [(1440, 900), (1024, 768), (768, 1024), (390, 844)]
FOUND = """() => {
  const all = [...document.querySelectorAll('.panel .step:not([hidden]) .finding.here')];
  const { top, bottom } = clear();
  return all.map((node) => {
    const r = node.getBoundingClientRect();
    const pane = node.closest('.pane').getBoundingClientRect();
    return r.top >= Math.max(top, pane.top) - 1 && r.bottom <= Math.min(bottom, pane.bottom) + 1;
  });
}"""
"""Whether the finding that was walked to is inside the window, and under no bar."""


# ---------------------------------------------------------------- plays


def test_the_keys_walk(opened: Open) -> None:
    page = opened(page_of("evening-2"))
    assert shown(page) == "start"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    second = plays_of(verdict_of("evening-2"))[2].anchor
    assert shown(page) == second
    becomes_true(page, f"location.hash === '#{second}'")
    assert shown(page) == second
    page.keyboard.press("ArrowLeft")
    page.focus("#panel")
    page.keyboard.press("End")
    assert shown(page) == plays_of(verdict_of("evening-2"))[-1].anchor
    page.keyboard.press("Home")
    assert shown(page) == "start"
    assert page.is_disabled("#back")
    assert page.is_disabled("#first")


def test_checkpoints_deals_and_clock_lines_are_shown_with_the_play_before(opened: Open) -> None:
    plays = plays_of(verdict_of("evening-2"))
    end = next(p for p in plays if p.head is not None and p.head.kind == "end")
    assert [s.kind for s in end.after] == ["deal", "board", "board", "board", "check"]
    page = opened(page_of("evening-2"))
    for play in plays[1:]:
        page.keyboard.press("ArrowRight")
        assert shown(page) == play.anchor
    assert page.is_disabled("#forward")


def test_a_link_to_what_is_folded_opens_its_play(opened: Open) -> None:
    plays = plays_of(verdict_of("evening-2"))
    end = next(p for p in plays if p.head is not None and p.head.kind == "end")
    page = opened(page_of("evening-2"), "l43")
    comes_to(page, end.anchor)
    assert page.is_visible("[data-id=l43] .finding")


def test_the_slider_and_the_buttons_walk(opened: Open) -> None:
    plays = plays_of(verdict_of("evening-1"))
    page = opened(page_of("evening-1"))
    page.click("#forward")
    page.click("#forward")
    page.click("#back")
    assert shown(page) == plays[1].anchor
    page.click("#last")
    assert page.is_disabled("#forward")
    page.fill("#scrub", "7")
    assert shown(page) == plays[7].anchor
    assert plays[7].spoken in page.get_attribute("#scrub", "aria-valuetext")


def test_the_step_is_told_to_a_screen_reader(opened: Open) -> None:
    page = opened(page_of("evening-2"))
    assert page.text_content("#live") == ""
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    said = page.text_content("#live")
    assert said.startswith("Turn 1, a4 US phase 1")
    assert "Finding: dice not noted." in said


def test_a_swipe_walks(opened: Open) -> None:
    plays = plays_of(verdict_of("evening-1"))
    page = opened(page_of("evening-1"), plays[5].anchor, **PHONE)
    swipe = """([from, to]) => {
      const panel = document.getElementById('panel');
      const at = (type, x) => panel.dispatchEvent(new PointerEvent(type, {pointerType: 'touch', clientX: x, clientY: 300, bubbles: true}));
      at('pointerdown', from); at('pointerup', to);
    }"""
    page.evaluate(swipe, [300, 100])
    assert shown(page) == plays[6].anchor
    page.evaluate(swipe, [100, 300])
    page.evaluate(swipe, [100, 120])
    assert shown(page) == plays[5].anchor


def test_a_step_changes_little_of_the_page(opened: Open) -> None:
    """A small repaint of the page, in a game of any length.

    The browser does not paint the rest again.
    """
    touched = """() => {
      const seen = new MutationObserver(() => {}), most = [];
      seen.observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
      for (let i = 1; i <= 60; i++) { show(i); most.push(seen.takeRecords().length); }
      return most.sort((a, b) => a - b)[30];
    }"""
    assert opened(page_from(long_game()), viewport={"width": 1440, "height": 900}).evaluate(touched) < 200


# ---------------------------------------------------------------- findings


def test_the_findings_stand_beside_the_map_on_the_first_screen(opened: Open) -> None:
    page = opened(page_of("evening-2"))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for there in (".seal .big", "#map", "#findings .finding >> nth=0 >> css=.say"):
            box = page.locator(there).bounding_box()
            assert box["y"] >= 0, (width, there)
            assert box["y"] + min(box["height"], 60) <= height, (width, there)


def test_next_and_previous_finding_show_the_finding(opened: Open) -> None:
    verdict = verdict_of("evening-2")
    homes = [p.anchor for p in plays_of(verdict) for _ in [*p.loose, *(f for s in p.steps for f in s.findings)]]
    page = opened(page_of("evening-2"))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("show(0); window.scrollTo(0, 0)")
        for expected in [*homes, homes[0]]:
            page.keyboard.press("n")
            assert shown(page) == expected
            assert page.evaluate(FOUND) == [True], (width, expected)
        for key in ("p", "Shift+N"):
            page.keyboard.press(key)
        assert shown(page) == homes[-2]
        page.click("#prev")
        assert shown(page) == homes[-3]
        page.click("#next")
        assert shown(page) == homes[-2]


def test_next_finding_begins_at_the_play_that_is_shown(opened: Open) -> None:
    flagged = [p.anchor for p in plays_of(verdict_of("evening-2")) if p.flag]
    page = opened(page_of("evening-2"), flagged[4])
    comes_to(page, flagged[4])
    page.keyboard.press("n")
    assert shown(page) == flagged[5]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("p")
    assert shown(page) == flagged[5]


def test_a_link_opens_at_its_step(opened: Open) -> None:
    page = opened(page_of("evening-2"), "a13")
    comes_to(page, "a13")
    assert page.get_attribute(".list li:has(a[href='#a13'])", "aria-current") == "step"
    page.click("#tab-findings")
    link = "#findings .finding:not(.note) >> nth=0 >> css=.at a"
    page.click(link)
    comes_to(page, "a4")
    becomes_true(page, "document.activeElement.id === 'h-a4'")
    assert page.is_visible("#map")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("f")
    page.click(link)
    becomes_true(page, "chosenPane() === 'panel'")
    page.evaluate("document.getElementById('rules').scrollIntoView()")
    page.click("[id='r-7.3.3'] .cited a >> nth=0")
    comes_to(page, "a13")
    becomes_true(page, "document.getElementById('map').getBoundingClientRect().bottom > 100")


# ---------------------------------------------------------------- keys and panes


def test_the_keys_are_listed(opened: Open) -> None:
    page = opened(page_of("evening-2"))
    page.keyboard.press("?")
    assert page.is_visible("#keys")
    assert "next finding" in page.text_content("#keys")
    page.keyboard.press("ArrowRight")
    assert shown(page) == "start"
    page.keyboard.press("Escape")
    assert page.is_hidden("#keys")
    page.click("#help")
    page.click("#keys .close")
    assert page.is_hidden("#keys")


def test_the_panes_are_tabs(opened: Open) -> None:
    page = opened(page_of("evening-2"))
    assert page.is_visible("#findings .finding >> nth=0")
    for key, pane in (("l", "list"), ("s", "panel"), ("f", "findings")):
        page.keyboard.press(key)
        assert page.evaluate("chosenPane()") == pane
        assert page.get_attribute(f"#tab-{pane}", "aria-selected") == "true"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-panel"
    assert shown(page) == "start"


def test_the_larger_map_is_larger_on_every_screen(opened: Open) -> None:
    page = opened(page_of("evening-2"), "a13")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        whole = "document.getElementById('map').getBoundingClientRect().width"
        small = page.evaluate(whole)
        assert page.evaluate("$('mapbox').scrollWidth <= $('mapbox').clientWidth + 1"), width
        page.click("#zoom")
        assert page.evaluate(whole) > small * 1.2
        page.keyboard.press("m")
        assert page.evaluate(whole) == small


# ---------------------------------------------------------------- search


def results(page: Any) -> list[str]:
    return [" ".join(t.split()) for t in page.locator("#found a").all_text_contents()]


def test_search_finds_countries_plays_rules_and_cards(opened: Open) -> None:
    page = opened(page_of("evening-2"))
    page.keyboard.press("/")
    page.keyboard.type("pakist")
    assert "Pakistan" in results(page)
    assert any(r.startswith("a13 ") for r in results(page))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.text_content("#card h2") == "Pakistan"
    page.keyboard.press("Escape")
    page.fill("#seek", "deploy destination")
    assert page.text_content("#found a.r >> nth=0").startswith("7.3.3")
    page.fill("#seek", "schroeder")
    page.click("#found a.r")
    assert page.text_content("#margin-title").startswith("card 75")
    page.keyboard.press("Escape")
    page.fill("#seek", "zzzz")
    assert "Nothing found" in page.text_content("#found")
    page.focus("#seek")
    page.keyboard.press("Escape")
    assert page.is_hidden("#found")


def test_a_play_is_found_by_its_old_name_and_by_its_remark(opened: Open) -> None:
    page = opened(page_of("evening-2"))
    page.fill("#seek", "a13")
    page.keyboard.press("Enter")
    comes_to(page, "a13")
    page.fill("#seek", "bins his last card")
    assert len(results(page)) == 1


def test_the_rules_can_be_sifted(opened: Open) -> None:
    page = opened(page_of("evening-2"))
    page.fill("#sift", "7.3.3")
    assert page.is_visible("[id='r-7.3.3']")
    assert page.is_hidden("[id='r-7.4.3']")
    page.fill("#sift", "")
    assert page.is_visible("[id='r-7.4.3']")


# ---------------------------------------------------------------- remarks and the record


def test_remarks_marks_and_variations_stand_at_their_play(opened: Open) -> None:
    page = opened(page_from(NOTED))
    step = ".panel .step:not([hidden])"
    assert page.locator(f"{step} .remark").all_text_contents() == ["Remark: a friendly game"]
    page.keyboard.press("ArrowRight")
    assert page.locator(f"{step} .remark").all_text_contents() == ["Remark: too early", "Remark: he thought long"]
    assert "keeps Prestige <b>up</b>" in page.text_content(f"{step} .variation")
    assert page.text_content(f"{step} h3 .glyph") == "?! (dubious)"
    assert page.text_content(".list li >> nth=0 >> css=.glyph") == "?! (dubious)"
    assert page.get_attribute(".ticks i >> nth=1", "data-m") == "?!"
    assert page.locator(f"{step} .finding.unreadable").count() == 1
    assert page.locator(f"{step} .then .finding").count() == 2
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.text_content(f"{step} h3 .glyph") == "!! (brilliant)"
    assert page.locator(f"{step} .remark").count() == 0


def test_the_record_marks_its_findings_and_leads_to_its_plays(opened: Open) -> None:
    page = opened(page_of("evening-2"), "L30")
    assert page.is_visible("#L30")
    assert page.text_content("#L30 mark.illegal") == "Pakistan"
    assert page.locator("#L30 .sign.illegal").count() == 1
    page.click("#L30 a.n")
    comes_to(page, "a13")
    assert page.evaluate("document.querySelector('.source .here').id") == "L30"
    page.click("[data-id=a13] .line a.n")
    becomes_true(page, "location.hash === '#L30'")
    assert page.locator("#L17 a.n").get_attribute("href") == "#a7"  # a remark above its play


def test_what_a_remark_draws_is_on_the_map_while_its_play_is_shown(opened: Open) -> None:
    page = opened(page_from(DRAWN))
    drawn = "[...document.querySelectorAll('#moves .drawn:not(.under)')].map((p) => p.classList[1]).join()"
    for colours in ("green", "red", "green,green,green"):
        assert page.evaluate(drawn) == colours
        page.keyboard.press("ArrowRight")
    page.focus("#panel")
    page.keyboard.press("Home")
    assert page.evaluate(drawn) == "green"
