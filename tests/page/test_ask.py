"""Ask, as a user has it: position, play, answer.

By finger, by keyboard, from a record, offline.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import zlib
from typing import Any

import pytest

from tests.helpers.hunting import crossed
from tests.helpers.looking import violations
from tests.helpers.pages import PHONE, WIDE, Opened, Window
from tests.helpers.paths import ROOT
from tests.helpers.sentences import SENTENCES

sys.path.insert(0, str(ROOT / "scripts" / "pages"))
import ask_taps

pytestmark = pytest.mark.browser
TO_A_NEUTRAL = SENTENCES["deploy-to-a-neutral"]
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
    unfold(page, "Set up more")
    page.select_option("#ask-game", game)
    window.until("document.querySelector('#ask-game').value === '' && !window.referee.busy")
    return page


def unfold(page: Any, title: str) -> None:
    """Open a folded part."""
    part = page.locator(".ask-panel > details", has=page.get_by_text(title, exact=True))
    if part.get_attribute("open") is None:
        part.locator("summary").first.click()


def write(page: Any, line: str) -> None:
    """The play as its line."""
    unfold(page, "The play in notation, if you know it")
    page.fill("#ask-line", line)


def tap(page: Any, *words: str) -> None:
    """Tap a question: digits of a card, keys, answers, dice.

    A card is #43; a key on the sheet of a country begins with ~.
    """
    for what in words:
        if what.startswith("#"):
            for digit in what[1:]:
                page.locator(".rc-padkey", has_text=re.compile(f"^{digit}$")).click()
        elif what.startswith("~"):
            page.locator(".sheet").get_by_role("button", name=what[1:], exact=True).click()
        elif what.isdecimal() and page.locator(".faces").is_visible():
            page.locator(".faces").get_by_role("button", name=what, exact=True).click()
        else:
            answer = page.locator(f".wizard [data-label='{what}']:visible")
            answer.or_(
                page.locator(".wizard > :not(.crumbs)").get_by_role("button", name=what, exact=True)
            ).first.click()
        page.wait_for_timeout(50)


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
    page.locator(".map-frame").scroll_into_view_if_needed()
    country(page, "Saudi Arabia").press("Enter")
    sheet = page.locator(".sheet")
    getattr(sheet.get_by_role("button", name="Fair Ally"), tap)()
    getattr(sheet.get_by_role("button", name="Troops: one more"), tap)()
    window.until("document.querySelector('.sheet [data-key=\"Saudi Arabia/troops\"]').value === '1'")
    getattr(sheet.get_by_role("button", name="Done", exact=True), tap)()
    settled(window)
    assert position(page).endswith("setup: Saudi Arabia Fair Ally 1 troops\n")
    write(page, "US 43 deploy Saudi Arabia > Iran 1")
    getattr(page.get_by_role("button", name="Ask the referee"), tap)()
    head = verdict(page, "no")
    assert "No. Iran is " in head.inner_text()
    assert head.get_by_role("link").get_attribute("href") == "#/learn/rule/7.3.3"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = head.bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= kind["viewport"]["height"]


def test_a_finger_reaches_a_country_that_is_drawn_small(windows: Opened) -> None:
    window = windows(PHONE)
    page = begun(window, "Let's Roll!")
    page.evaluate(TO_THE_MAP)
    small = country(page, "Pakistan").locator(".box").bounding_box()
    assert small["width"] < 44
    page.touchscreen.tap(small["x"] + small["width"] / 2, small["y"] + small["height"] / 2)
    settled(window)
    page.evaluate(TO_THE_MAP)
    if not page.locator(".sheet h2").is_visible():  # the spot is crowded: it was enlarged first
        large = country(page, "Pakistan").locator(".box").bounding_box()
        assert min(large["width"], large["height"]) >= 44 - 2 * 10
        page.touchscreen.tap(large["x"] + large["width"] / 2, large["y"] + large["height"] / 2)
    page.locator(".sheet h2", has_text="Pakistan").wait_for()
    page.get_by_role("button", name="Done", exact=True).tap()


def test_a_play_is_put_together_by_taps_on_the_map(windows: Opened) -> None:
    window = windows(WIDE)
    page = begun(window, "example:Troops to a Neutral country")
    tap(page, "The US plays")
    page.get_by_label("A part of the card's name").fill("patriot")
    page.locator(".found button").first.click()
    page.locator(".wizard button", has_text="+ a second card for a Reassessment").wait_for()
    tap(page, "Deploy", "The Troops Track")
    page.locator(".question", has_text="where to?").wait_for()
    heard = page.locator("g.country.lit[data-country='Gulf States']").get_attribute("aria-label")
    assert re.match(r"Gulf States.* \(Fair, Ally", heard), heard
    settled(window)
    country(page, "Pakistan").press("Enter")  # not allowed, and asked about all the same
    tap(page, "2")
    verdict(page, "no")
    assert page.locator("#ask-line").input_value().startswith("US 43 deploy track > Pakistan 2")
    page.locator(".crumbs").get_by_role("button", name="Pakistan").click()
    page.locator("g.country.lit[data-country='Gulf States']").press("Enter")
    tap(page, "2")
    verdict(page, "yes")


def test_what_a_rule_refuses_is_marked_with_its_reason(windows: Opened) -> None:
    window = windows(WIDE)
    page = begun(window)
    tap(page, "The US plays", "#43", "Deploy", "The Troops Track")
    page.locator(".question", has_text="where to?").wait_for()
    page.locator(".many summary").first.click()
    assert "not allowed" in page.locator(".wizard [data-label='Canada']").inner_text()
    assert "not allowed" not in page.locator(".wizard [data-label='Pakistan']").inner_text()  # nothing is stated of it
    page.locator(".forbidden summary").click()
    assert "Canada" in page.locator(".forbidden li").nth(1).inner_text()


def test_a_country_of_which_nothing_is_stated_is_asked_for(windows: Opened) -> None:
    window = windows(PHONE)
    page = begun(window)
    tap(page, "The Jihadist plays", "#63", "Travel")
    page.locator(".question", has_text="from where?").wait_for()
    assert "Tap the country you mean." in page.locator(".wizard").inner_text()
    country(page, "Pakistan").press("Enter")
    page.locator(".sheet h2", has_text="Pakistan: what was there?").wait_for()
    tap(page, "~Fair Neutral", "~Sleepers: one more", "~Done")
    page.locator(".question", has_text="where to?").wait_for()
    assert "Pakistan Fair Neutral 1 sleeper" in position(page)
    country(page, "Iraq").press("Enter")
    page.locator(".sheet h2", has_text="Iraq: what was there?").wait_for()
    tap(page, "~Done")  # nobody knows
    page.get_by_role("button", name="Not rolled yet").click()
    verdict(page, "so-far")
    assert page.locator("#ask-line").input_value() == "J 63 travel Pakistan:s > Iraq"


def test_what_the_answer_hangs_on_is_stated_by_one_tap(windows: Opened) -> None:
    window = windows(PHONE)
    page = begun(window)
    tap(page, "The US plays", "#43", "War of Ideas")
    page.locator(".question", has_text="where?").wait_for()
    country(page, "Pakistan").press("Enter")
    tap(page, "~Fair Neutral", "~Done")
    page.locator(".hint", has_text="The chance hangs on Prestige").wait_for()
    tap(page, "4")
    assert "hangs on Prestige" in verdict(page, "depends").inner_text()
    page.get_by_role("group", name="Prestige").get_by_role("button", name=re.compile("1 to 3")).tap()
    window.until("document.querySelector('.verdict')?.textContent.includes('Prestige') === false")
    assert "prestige 2" in position(page)


def test_the_rules_follow_from_the_card_and_may_be_others(windows: Opened) -> None:
    window = windows(WIDE)
    page = begun(window)
    tap(page, "The US plays", "#160")
    page.locator(".question", has_text="160 Operation Neptune Spear").wait_for()
    rules = page.get_by_label("The rules")
    assert rules.input_value() == "awakening"
    rules.select_option("alternative-history")
    window.until("document.querySelector('.ask textarea[rows=\"8\"]').value.startsWith('[Rules \"both decks\"]')")


def test_a_position_says_who_has_won(windows: Opened) -> None:
    window = windows(WIDE)
    page = begun(window)
    page.get_by_role("button", name="A position: who has won").click()
    page.get_by_text("Nothing follows yet").wait_for()
    country(page, "Iraq").press("Enter")
    tap(page, "~Islamist Rule", "~Done")
    page.locator(".standings", has_text="at least 3 of 6").wait_for()


def test_the_question_is_shown_to_the_other_player(windows: Opened) -> None:
    window = windows(PHONE)
    page = begun(window, "example:Troops to a Neutral country")
    page.get_by_role("button", name="Ask the referee").tap()
    verdict(page, "no")
    page.locator(".share summary").first.click()
    page.get_by_role("button", name="QR code").tap()
    code = page.get_by_role("img", name="The link as a QR code")
    code.wait_for()
    box = code.bounding_box()
    assert box["width"] >= 240


ASKED = {q.what: q for q in ask_taps.QUESTIONS}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "what", ["War of Ideas in Pakistan", "Deploy to Pakistan", "Travel from Pakistan", "Resolve a Plot", "Reassessment"]
)
def test_a_question_takes_few_taps_and_its_answer_one_screen(windows: Opened, what: str) -> None:
    window = windows({**PHONE, "viewport": ask_taps.SIZE}, reduced_motion="reduce")
    window.page.add_init_script(ask_taps.WATCH)
    window.go("#/ask")
    window.page.reload()
    window.idle()
    found = ask_taps.ask(ask_taps.Finger(window.page), ASKED[what])
    assert found.taps <= ask_taps.MOST
    assert found.bottom <= ask_taps.SIZE["height"]


def test_dice_are_tapped_and_what_cannot_be_is_said(windows: Opened) -> None:
    window = windows(WIDE)
    page = begun(window, "Let's Roll!")
    country(page, "Pakistan").press("Enter")
    sheet = page.locator(".sheet")
    sheet.locator("[data-key='Pakistan/troops']").fill("99")
    sheet.locator("[data-key='Pakistan/troops']").press("Tab")
    sheet.locator(".sheet-said", has_text="15 Troops").wait_for()
    page.keyboard.press("Escape")
    assert not sheet.is_visible()
    tap(page, "The US plays", "#20", "War of Ideas")
    page.locator(".question", has_text="where?").wait_for()
    country(page, "Pakistan").press("Enter")
    page.locator(".question", has_text="What was rolled").wait_for()
    tap(page, "4")
    verdict(page, "yes")
    assert page.locator("#ask-line").input_value() == "US 20 woi Pakistan [4]"
    assert "+1 High Prestige" in page.locator(".answer").inner_text()
    assert page.locator("g.country.hit").get_attribute("data-country") == "Pakistan"


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
    assert page.evaluate("document.activeElement.textContent") == f"{name}: what was there?"
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    window.until("document.querySelector('.sheet [aria-pressed=true]') === document.activeElement")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.country") == name
    assert name in position(page)
    unfold(page, "The play in notation, if you know it")
    page.focus("#ask-line")
    page.keyboard.type("US 43 woi Canada [4]")
    page.keyboard.press("Enter")
    verdict(page, "yes")
    assert page.evaluate("document.activeElement.id") == "ask-verdict"
    page.get_by_role("button", name="Another question").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "ask-about"
    for key in ("Tab", "Enter"):
        page.keyboard.press(key)
    page.locator(".question", has_text="Which card?").wait_for()
    page.keyboard.type("43")
    page.locator(".question", has_text="43 Patriot Act").wait_for()


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
    page.locator(".share summary").first.click()
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
TO_THE_MAP = "document.querySelector('.map-frame').scrollIntoView()"
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
    window = windows(PHONE, first=True, fragment=at)
    page = window.page
    window.until(f"{WAITING}document.querySelector('.answer .verdict.yes')?.textContent.includes('Allowed <img')")
    assert "comes from the link" in page.locator(".answer .claim").inner_text()
    assert page.locator(".answer img, .answer b, .answer script, #map script").count() == 0
    assert country(page, "Pakistan").locator(".troops text").inner_html() == "9"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert f"No. {TO_A_NEUTRAL.bare}" in verdict(page, "no").inner_text()  # nobody has asked for it
    assert "another answer: “Allowed <img" in page.locator(".answer .trouble").inner_text()
    assert page.evaluate("location.hash") == "#/ask"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("answer", ["", "&a=AAAA", f"&a={packed('[]')}", f"&a={packed('x' * 2_000_000)}"])
def test_a_link_without_an_answer_says_what_it_does_and_is_judged(windows: Opened, answer: str) -> None:
    window = windows(WIDE, fresh=True, fragment=f"#/ask?q={packed(QUESTION)}{answer}")
    window.until(f"{WAITING}document.querySelector('.answer .claim')?.textContent.includes('is being loaded')")
    assert TO_A_NEUTRAL.bare in verdict(window.page, "no").inner_text()
    assert window.page.locator(".answer .claim").count() == 0


def test_the_map_is_there_before_the_referee(windows: Opened) -> None:
    window = windows(PHONE, first=True, fragment="#/ask")
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
    write(page, "US 43 <img src=x onerror=alert(1)> [4]")
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
    page.evaluate(TO_THE_MAP)
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


@pytest.mark.parametrize(("scheme", "width"), crossed(["light", "dark"], [390, 768, 1024, 1440]))
def test_nothing_keeps_anybody_out(windows: Opened, scheme: str, width: int) -> None:
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
    assert violations(page) == []
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


SHOWN_LATE = """if (sessionStorage.late) {
  delete sessionStorage.late;
  let found;
  Object.defineProperty(window, "referee", {
    get: () => found,
    set(referee) {
      found = referee;
      const call = referee.call.bind(referee);
      referee.call = async (name, ...rest) => {
        if (name !== "ask.show") return call(name, ...rest);
        await new Promise((done) => setTimeout(done, 1500));
        return call(name, ...rest).finally(() => (window.shownLate = true));
      };
    },
  });
}"""
"""The next page takes long to show a position."""


def test_an_answer_stays_that_was_asked_for_before_the_position_was_shown(windows: Opened) -> None:
    window = windows(PHONE)
    page = begun(window, "example:Troops to a Neutral country")
    page.add_init_script(SHOWN_LATE)
    page.evaluate("sessionStorage.late = 'yes'")
    page.reload()
    window.loaded()
    window.until("document.querySelector('#ask-line').value.startsWith('US 43')")
    page.get_by_role("button", name="Ask the referee").tap()
    verdict(page, "no")
    window.until("window.shownLate")
    settled(window)
    assert page.locator(".verdict.no").is_visible()


def test_a_link_that_is_not_whole_says_so(windows: Opened) -> None:
    window = windows(PHONE, fresh=True, fragment="#/ask?q=AAAA")
    window.loaded()
    window.until("document.querySelector('.part-ask .trouble')?.textContent.includes('the link is not whole')")
    window.idle()
    window.drawn()
    assert window.page.locator(".part-ask .trouble").is_visible()


def test_what_is_not_stated_is_unknown(windows: Opened) -> None:
    window = windows(WIDE)
    page = begun(window)
    assert position(page).strip() == "setup: rest unknown"
    write(page, "US 43 deploy track > Pakistan 2")
    page.get_by_role("button", name="Ask the referee").click()
    verdict(page, "depends")
    begun(window, "Let's Roll!")
    assert "unknown" not in position(page)


def test_each_of_several_plays_has_its_answer(windows: Opened) -> None:
    window = windows(WIDE)
    page = begun(window, "example:Troops to a Neutral country")
    write(page, "US 43 deploy track > Pakistan 2\nUS 20 woi Pakistan [6]")
    page.get_by_role("button", name="Ask the referee").click()
    verdict(page, "no")
    assert page.locator(".answer .verdict").count() == 2


def test_an_older_link_still_opens(windows: Opened) -> None:
    answer = {
        "word": "unknown",
        "head": "That depends on what is not known",
        "by": "",
        "play": "US 43 woi Pakistan [4]",
    }
    at = f"#/ask?q={packed('US 43 woi Pakistan [4]')}&a={packed(json.dumps(answer))}"
    window = windows(PHONE, first=True, fragment=at)
    window.until(f"{WAITING}document.querySelector('.answer .verdict.unknown')?.textContent.includes('I cannot say')")
    verdict(window.page, "depends")
