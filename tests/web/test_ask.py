"""Ask, as a user has it: a position by taps, a play, the answer; by finger, by keyboard, from a record, offline."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import pytest
from pages import PHONE, WIDE, Opened, Window

pytestmark = pytest.mark.browser
RECORD = """setup: US Hard, prestige 7, phase US 1
setup: Pakistan Fair Neutral 2 sleepers, Gulf States Fair Ally 2 troops
US 20 woi Pakistan [5]
US 43 deploy track > Egypt 2
"""


def begun(window: Window, game: str = "rules:base") -> Any:
    """Ask with a position to begin with."""
    page = window.go("#/ask")
    page.emulate_media(reduced_motion="reduce")  # the map is where it goes at once
    page.get_by_role("region", name="Ask").wait_for()
    window.loaded()
    page.locator("#ask-game option[value='rules:base']").wait_for(state="attached")
    page.select_option("#ask-game", game)
    window.until("document.querySelector('#ask-game').value === '' && !window.referee.busy")
    return page


def position(page: Any) -> str:
    return str(page.locator("textarea[aria-label='The position as text']").input_value())


def country(page: Any, name: str) -> Any:
    return page.locator(f"g[data-country='{name}']")


def verdict(page: Any, word: str) -> Any:
    found = page.locator(f".verdict.{word}")
    found.wait_for()
    return found


def settled(window: Window) -> None:
    window.idle()
    window.drawn()


@pytest.mark.parametrize("kind", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_position_is_tapped_a_play_is_typed_and_answered(windows: Opened, kind: dict[str, Any]) -> None:
    window = windows(kind)
    page = begun(window)
    if kind is PHONE:
        page.get_by_role("button", name="Zoom in").tap()
        page.get_by_role("button", name="Zoom in").tap()
        settled(window)
        page.evaluate("document.querySelector('.map-frame').scrollIntoView()")
    tap = "tap" if kind is PHONE else "click"
    country(page, "Saudi Arabia").press("Enter")
    sheet = page.locator(".sheet")
    getattr(sheet.get_by_role("button", name="Fair"), tap)()
    getattr(sheet.get_by_role("button", name="Ally"), tap)()
    getattr(sheet.get_by_role("button", name="Troops: one more"), tap)()
    window.until("document.querySelector('.sheet [data-key=\"Saudi Arabia/troops\"]').value === '1'")
    getattr(sheet.get_by_role("button", name="Done", exact=True), tap)()
    settled(window)
    assert position(page).endswith("setup: Saudi Arabia Fair Ally 1 troops\n")
    page.fill("#ask-line", "US 43 deploy Saudi Arabia > Pakistan 1")
    getattr(page.get_by_role("button", name="Ask the referee"), tap)()
    head = verdict(page, "no")
    assert "Not allowed: Pakistan is unmarked" in head.inner_text()
    assert head.get_by_role("link").get_attribute("href") == "#/learn/rule/7.3.3"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = head.bounding_box()
    frame = page.locator(".map-frame").bounding_box()
    assert box["y"] >= (frame["y"] + frame["height"] if kind is PHONE else 0)
    assert box["y"] + box["height"] <= kind["viewport"]["height"]


def test_a_finger_reaches_a_country_that_is_drawn_small(windows: Opened) -> None:
    window = windows(PHONE)
    page = begun(window, "Let's Roll!")
    page.evaluate("scrollTo(0, 0)")
    small = country(page, "Pakistan").locator(".box").bounding_box()
    assert small["width"] < 44
    page.touchscreen.tap(small["x"] + small["width"] / 2, small["y"] + small["height"] / 2)
    settled(window)
    page.evaluate("scrollTo(0, 0)")
    if not page.locator(".sheet h2").is_visible():  # the spot is crowded: it was enlarged first
        large = country(page, "Pakistan").locator(".box").bounding_box()
        assert min(large["width"], large["height"]) >= 44 - 2 * 10
        page.touchscreen.tap(large["x"] + large["width"] / 2, large["y"] + large["height"] / 2)
    page.locator(".sheet h2", has_text="Pakistan").wait_for()
    page.get_by_role("button", name="Done", exact=True).tap()


def test_a_play_is_put_together_by_taps_on_the_map(windows: Opened) -> None:
    window = windows(WIDE)
    page = begun(window, "example:Troops to a Neutral country")
    page.locator(".building > summary").click()
    page.fill("#ask-card", "patriot")
    page.locator("#ask-found button").first.click()
    page.get_by_role("button", name="Deploy", exact=True).click()
    page.get_by_role("button", name="The Troops Track", exact=True).click()
    page.locator(".question", has_text="Where to?").wait_for()
    lit = page.locator("g.country.lit")
    assert lit.count() == 1
    assert "Gulf States" in lit.get_attribute("aria-label")
    settled(window)
    country(page, "Pakistan").press("Enter")  # not allowed, and asked about all the same
    page.locator(".only", has_text="Pakistan is Neutral").get_by_role("button").click()
    page.locator(".answers").get_by_role("button", name="2", exact=True).click()
    verdict(page, "no")
    assert page.locator("#ask-line").input_value().startswith("US 43 deploy track > Pakistan 2")
    page.locator(".crumbs").get_by_role("button", name="Pakistan").click()
    page.locator("g.country.lit").press("Enter")
    page.locator(".answers").get_by_role("button", name="2", exact=True).click()
    verdict(page, "yes")
    page.locator(".building > summary").click()


def test_dice_are_tapped_and_what_cannot_be_is_said(windows: Opened) -> None:
    window = windows(WIDE)
    page = begun(window, "example:A War of Ideas that hangs on Prestige")
    country(page, "Pakistan").press("Enter")
    sheet = page.locator(".sheet")
    sheet.locator("[data-key='Pakistan/troops']").fill("99")
    sheet.locator("[data-key='Pakistan/troops']").press("Tab")
    sheet.locator(".sheet-said", has_text="15 Troops").wait_for()
    page.keyboard.press("Escape")
    assert not sheet.is_visible()
    page.locator(".building > summary").click()
    page.fill("#ask-card", "20")
    page.press("#ask-card", "Enter")
    page.get_by_role("button", name="War of Ideas", exact=True).click()
    page.locator(".question", has_text="Where?").wait_for()
    country(page, "Pakistan").press("Enter")
    page.locator(".question", has_text="What was rolled").wait_for()
    page.get_by_role("group", name="The die shows").get_by_role("button", name="4").click()
    verdict(page, "yes")
    assert page.locator("#ask-line").input_value() == "US 20 woi Pakistan [4]"
    assert "+1 High Prestige" in page.locator(".answer").inner_text()
    assert page.locator("g.country.hit").get_attribute("data-country") == "Pakistan"
    page.locator(".building > summary").click()


def test_by_keyboard_alone(windows: Opened) -> None:
    window = windows(WIDE)
    page = begun(window)
    assert page.locator("g.country[tabindex='0']").count() == 1
    country(page, "Egypt").focus()
    seen = []
    for key in ("ArrowUp", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
        seen.append(page.evaluate("document.activeElement.dataset.country"))
    assert len({*seen, "Egypt"}) == 4
    name = page.evaluate("document.activeElement.dataset.country")
    page.keyboard.press("Enter")
    page.locator(".sheet h2", has_text=name).wait_for()
    assert page.evaluate("document.activeElement.textContent") == name
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    window.until("document.querySelector('.sheet [aria-pressed=true]') === document.activeElement")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.country") == name
    assert name in position(page)
    page.focus("#ask-line")
    page.keyboard.type("US 43 woi Canada [4]")
    page.keyboard.press("Enter")
    verdict(page, "yes")
    assert page.evaluate("document.activeElement.id") == "ask-verdict"


def test_text_and_map_follow_each_other_and_a_change_is_taken_back(windows: Opened) -> None:
    window = windows(WIDE)
    page = begun(window)
    page.get_by_text("As text", exact=True).click()
    area = page.locator("textarea[aria-label='The position as text']")
    area.fill("setup: Egypt Poor Ally 3 troops")
    window.until("document.querySelector('g[data-country=Egypt]').getAttribute('aria-label').includes('3 Troops')")
    area.fill("setup: Egypt Poor Ally RC 3 trops")
    page.locator(".wrong").wait_for()
    page.get_by_role("button", name="Undo").click()
    window.until("!document.querySelector('.wrong').checkVisibility()")
    assert "3 troops" in position(page)
    page.get_by_text("As text", exact=True).click()


def test_a_line_of_a_checked_record_is_asked_about(windows: Opened) -> None:
    window = windows(WIDE)
    begun(window)
    page = window.go("#/check")
    page.get_by_label("The record", exact=True).fill(RECORD)
    page.get_by_role("button", name="Check it").click()
    page.get_by_role("button", name="Ask about this").first.click()
    page.get_by_role("region", name="Ask").wait_for()
    window.until("document.querySelector('#ask-line').value === 'US 43 deploy track > Egypt 2'")
    assert "Pakistan Fair Ally 2 sleepers" in position(page)  # the War of Ideas in front of it has succeeded
    page.get_by_role("button", name="Ask the referee").click()
    assert "Egypt is unmarked" in verdict(page, "no").inner_text()


def test_a_question_travels_in_a_link(windows: Opened) -> None:
    window = windows(WIDE)
    page = begun(window, "example:Troops to a Neutral country")
    page.get_by_role("button", name="Ask the referee").click()
    verdict(page, "no")
    page.get_by_role("button", name="Link to this question").click()
    link = page.get_by_label("Link to this question")
    window.until("document.querySelector('.share input').value.includes('#/ask?q=')")
    address = page.locator(".share input").input_value()
    begun(window, "rules:base")
    assert "Pakistan" not in position(page)
    window.go("#" + address.split("#", 1)[1])
    page.locator(".answer .claim", has_text="the link has the same answer").wait_for()
    assert page.locator("#ask-line").input_value() == "US 43 deploy track > Pakistan 2"
    assert "Pakistan Fair Neutral 2 sleepers" in position(page)
    assert page.evaluate("location.hash") == "#/ask"
    window.go("#/ask?q=broken!")
    page.locator(".part-ask .trouble", has_text="not whole").wait_for()
    assert link.count() <= 1


def packed(text: str) -> str:
    """A text as a link has it."""
    deflated = zlib.compressobj(wbits=-15)
    return base64.urlsafe_b64encode(deflated.compress(text.encode()) + deflated.flush()).decode().rstrip("=")


QUESTION = """setup: US Hard, prestige 7
setup: Pakistan Fair Neutral 2 sleepers, Gulf States Fair Ally 2 troops
US 43 deploy track > Pakistan 2
"""
WAITING = "!window.referee.ready && "
"""The referee has yet to be loaded, and already"""


def test_a_link_shows_its_answer_before_the_referee_is_loaded(windows: Opened) -> None:
    answer = {
        "word": "yes",
        "head": "Allowed <img src=x onerror=alert(1)>",
        "by": "7.3.3",
        "play": "US 43 deploy track > Pakistan 2",
        "said": ["<b>bold</b>", 7, None, "x" * 5000],
        "map": "../../x",
        "facts": [["Prestige", "7 high"], 3],
        "looks": [
            [
                "Pakistan",
                "g2 neutral",
                70,
                [["troops piece", 19, 56, 0, "9"], ['x"><script>', 1e99, {}, 0, "<i>"]],
                "Fair",
            ],
            ["Nowhere", "", 0, 0, 0],
            None,
        ],
    }
    at = f"#/ask?q={packed(QUESTION)}&a={packed(json.dumps(answer))}"
    window = windows(PHONE, fresh=True, fragment=at)
    page = window.page
    window.until(f"{WAITING}document.querySelector('.answer .verdict.yes')?.textContent.includes('Allowed <img')")
    assert "comes from the link" in page.locator(".answer .claim").inner_text()
    assert page.locator(".answer img, .answer b, .answer script, #map script").count() == 0
    assert country(page, "Pakistan").locator(".troops text").inner_html() == "9"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert "Not allowed: Pakistan is Neutral" in verdict(page, "no").inner_text()  # nobody has asked for it
    assert "another answer: “Allowed <img" in page.locator(".answer .trouble").inner_text()
    assert page.evaluate("location.hash") == "#/ask"


@pytest.mark.parametrize("answer", ["", "&a=AAAA", f"&a={packed('[]')}", f"&a={packed('x' * 2_000_000)}"])
def test_a_link_without_an_answer_says_what_it_does_and_is_judged(windows: Opened, answer: str) -> None:
    window = windows(WIDE, fresh=True, fragment=f"#/ask?q={packed(QUESTION)}{answer}")
    window.until(f"{WAITING}document.querySelector('.answer .claim')?.textContent.includes('is being loaded')")
    assert "Pakistan is Neutral" in verdict(window.page, "no").inner_text()
    assert window.page.locator(".answer .claim").count() == 0
    window.page.context.close()


def test_the_map_is_there_before_the_referee(windows: Opened) -> None:
    window = windows(PHONE, fresh=True, fragment="#/ask")
    window.until(f"{WAITING}document.querySelectorAll('g.country .name').length > 30")
    window.idle()
    page = begun(window, "example:Troops to a Neutral country")
    page.add_init_script("""new MutationObserver(() => {
        if (document.querySelector("g[data-country=Pakistan] .sleeper")) window.drawnFirst ??= !window.referee?.ready;
    }).observe(document, { childList: true, subtree: true })""")
    page.reload()
    window.until("window.drawnFirst !== undefined")  # as it was left
    assert page.evaluate("window.drawnFirst")
    window.idle()


def test_hostile_text_stays_text(windows: Opened) -> None:
    window = windows(WIDE)
    page = begun(window)
    page.fill("#ask-line", "US 43 <img src=x onerror=alert(1)> [4]")
    page.press("#ask-line", "Enter")
    verdict(page, "unknown")
    assert page.locator(".answer img").count() == 0
    assert "<img" in page.locator(".answer .asked").inner_text()


def test_pinch_wheel_and_drag_show_another_part_and_choose_nothing(windows: Opened) -> None:
    window = windows(WIDE)
    page = begun(window)
    shown = "document.querySelector('#map').getAttribute('viewBox').split(' ').map(Number)"
    whole = page.evaluate(shown)
    box = page.locator(".board-map").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, -400)
    window.until(f"{shown}[2] < {whole[2]}")
    close = page.evaluate(shown)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 - 120, box["y"] + box["height"] / 2 - 40, steps=4)
    page.mouse.up()
    moved = page.evaluate(shown)
    assert moved[0] > close[0]
    assert moved[2] == close[2]
    assert not page.locator(".sheet").is_visible()
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_role("button", name="The whole map").click()
    window.until(f"{shown}.join() === '{','.join(map(str, whole))}'")
    phone = windows(PHONE)
    page = begun(phone)
    page.evaluate("scrollTo(0, 0)")
    whole = page.evaluate(shown)
    at = page.locator(".board-map").bounding_box()
    touch = page.context.new_cdp_session(page)
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    for kind, apart in (("touchStart", 20), ("touchMove", 40), ("touchMove", 80)):
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.until(f"{shown}[2] < {whole[2] / 2}")
    assert not page.locator(".sheet").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 768, 1024, 1440])
def test_nothing_keeps_anybody_out(windows: Opened, scheme: str, width: int) -> None:
    from axe_playwright_python.sync_playwright import Axe

    window = windows(WIDE)
    page = window.page
    if width == 390 and scheme == "light":
        begun(window, "example:Troops to a Neutral country")
        page.get_by_role("button", name="Ask the referee").click()
        verdict(page, "no")
        country(page, "Pakistan").press("Enter")
        page.locator(".sheet h2").wait_for()
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    page.evaluate("scrollTo(0, 0)")  # what lies below the head of the page is taken for unreadable
    window.drawn()
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"][:3]]) for v in found] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size(WIDE["viewport"])
    page.emulate_media(color_scheme="light")


def test_it_answers_with_the_network_off(windows: Opened) -> None:
    window = windows(PHONE)
    page = begun(window, "example:Troops to a Neutral country")
    window.until("navigator.serviceWorker.ready.then((r) => r.active?.state === 'activated')")
    page.context.set_offline(True)
    page.reload()
    window.loaded()
    window.until("document.querySelector('#ask-line').value.startsWith('US 43')")  # what was being asked is still there
    page.get_by_role("button", name="Ask the referee").tap()
    verdict(page, "no")
    page.context.set_offline(False)


def test_a_link_that_is_not_whole_says_so(windows: Opened) -> None:
    window = windows(PHONE, fresh=True, fragment="#/ask?q=AAAA")
    window.loaded()
    window.until("document.querySelector('.part-ask .trouble')?.textContent.includes('the link is not whole')")
    window.idle()
    window.drawn()
    assert window.page.locator(".part-ask .trouble").is_visible()


def test_the_rest_of_the_board_is_not_known(windows: Opened) -> None:
    window = windows(WIDE)
    page = begun(window)
    page.get_by_label("The rest of the board is not known").check()
    settled(window)
    assert position(page).strip() == "setup: rest unknown"
    page.locator("#ask-line").fill("US 43 deploy track > Pakistan 2")
    page.get_by_role("button", name="Ask the referee").click()
    verdict(page, "unknown")
    page.get_by_label("The rest of the board is not known").uncheck()
    settled(window)
    assert "unknown" not in position(page)
