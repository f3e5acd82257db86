"""Learn in the browser.

Looking up, walking from one to the next and back, reading without a network.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.hunting import crossed
from tests.helpers.looking import violations
from tests.helpers.pages import PHONE, WIDE, Opened, Window
from tests.helpers.sentences import SENTENCES

pytestmark = pytest.mark.browser
FIELD = "#learn-seek"
SCREENS = ((390, "light"), (768, "dark"), (1024, "light"), (1440, "dark"))


@pytest.fixture
def wide(windows: Opened) -> Window:
    """A window in which Learn has been opened."""
    window = windows(WIDE, fragment="#/learn")
    at(window, "Learn")
    return window


@pytest.fixture
def phone(windows: Opened) -> Window:
    window = windows(PHONE, fragment="#/learn")
    at(window, "Learn")
    return window


def at(window: Window, title: str) -> Any:
    """Wait for the page of this title."""
    window.page.locator(".part-learn h1").filter(has_text=title).wait_for()
    return window.page


def go(window: Window, address: str, title: str) -> Any:
    window.go(f"#/learn/{address}")
    return at(window, title)


def shelf(page: Any, title: str) -> Any:
    return page.locator(".learn-part").filter(has=page.get_by_role("heading", name=title, exact=True))


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("7.3.3", "7.3.3 Deploy: destination must be an Ally"),
        ("rule 7.3.3", "7.3.3 Deploy: destination must be an Ally"),
        ("17", "Card 17 FSB"),
        ("card 120", "Card 120 US Election"),
        ("KSA", "Saudi Arabia"),
        ("war of ideas", "7.2 War of Ideas"),
        ("illegal", "Not allowed (illegal)"),
    ],
)
def test_a_number_or_a_name_comes_first(wide: Window, asked: str, title: str) -> None:
    page = wide.page
    page.fill(FIELD, asked)
    page.locator(".part-learn h1").filter(has_text=f"“{asked}”").wait_for()
    page.locator(".learn-rows a").first.wait_for()
    page.press(FIELD, "Enter")
    at(wide, title)


def test_a_word_is_found_in_groups_and_in_what_the_referee_says(wide: Window) -> None:
    page = wide.page
    page.fill(FIELD, "deploy ally")
    shelf(page, "Rules").get_by_role("link", name="Deploy: destination must be an Ally").wait_for()
    said = shelf(page, "What the referee says").get_by_role(
        "link", name=SENTENCES["deploy-to-a-neutral"].about(Pakistan="Iraq")
    )
    said.click()
    at(wide, "7.3.3")
    assert page.locator("details[data-at=said]").get_attribute("open") is not None
    page.locator("details[data-at=said] li").first.wait_for()


def test_from_a_rule_to_a_card_and_back(wide: Window) -> None:
    page = go(wide, "rule/7.3.3", "7.3.3")
    shelf(page, "Cards that touch it").get_by_role("link", name="57 Abu Sayyaf").click()
    at(wide, "Card 57")
    assert page.evaluate("document.activeElement.tagName") == "H1"
    assert page.title().startswith("Card 57 Abu Sayyaf")
    shelf(page, "Rules that it touches").get_by_role("link", name="7.3.3").click()
    at(wide, "7.3.3")
    page.go_back()
    at(wide, "Card 57")
    assert page.evaluate("document.activeElement.hash") == "#/learn/rule/7.3.3"
    page.go_back()
    at(wide, "7.3.3")
    assert page.evaluate("document.activeElement.hash") == "#/learn/card/57"
    assert page.evaluate("scrollY") > 300
    page.get_by_role("navigation", name="Where this is").get_by_role("link", name="7 US Operations").click()
    at(wide, "US Operations")
    page.get_by_role("link", name="7.6.2").click()
    at(wide, "7.6.2")
    page.locator("a[rel=next]").click()
    at(wide, "7.6.3")


def test_back_leads_to_the_results_and_then_to_what_was_read(wide: Window) -> None:
    page = go(wide, "country/iran", "Iran")
    page.locator(FIELD).press_sequentially("opium")
    shelf(page, "Cards").get_by_role("link", name="Card 72 Opium").click()
    at(wide, "Card 72")
    assert page.input_value(FIELD) == ""
    page.go_back()
    at(wide, "Found for “opium”")
    assert page.input_value(FIELD) == "opium"
    page.go_back()
    at(wide, "Iran")


@pytest.mark.parametrize(
    ("asked", "rules"),
    [
        ("can i plot in a good country", "8.5.1 8.5.6-funding"),
        ("how do I win?", "2.1.1 2.1.2"),
        ("what happens when the deck runs out", "2.3 5.3.1"),
        ("can troops move to an adversary", "7.3.3"),
        ("how many cards do i draw", "5.2.8"),
        ("when do sleepers become active", "4.6.4"),
        ("can i recruit without a cell", "8.2.2"),
        ("how do i stop a bomb", "7.5 7.5.2"),
        ("what does prestige do", "4.7.1"),
        ("can the us attack iran", "4.4"),
        ("do cells need dice to move to a neighbouring country", "8.3.1"),
        ("what is a cadre", "4.8.4"),
        ("when do i have to test a country", "4.9.4"),
        ("can i save a card for later", "6.3.3"),
        ("must i play the event on my opponent's card", "6.3.2"),
        ("how to invade a country", "7.3.4"),
        ("when can I leave Iraq", "7.3.5"),
        ("how do i change us posture", "7.6"),
        ("how do i kill terrorists", "7.4"),
        ("what happens to cells when jihad fails", "8.4.3"),
        ("can i pass", "5.2.2"),
        ("which countries are adjacent", "4.1.1"),
        ("how does war of ideas work", "7.2"),
    ],
)
def test_a_question_finds_the_rules_of_its_subject(wide: Window, asked: str, rules: str) -> None:
    page = wide.page
    page.fill(FIELD, asked)
    at(wide, f"Found for “{asked}”")
    first = page.locator(".learn-part").first
    assert first.locator("h2").inner_text() == "Rules"
    keys = first.locator(".learn-key").all_inner_texts()
    assert set(rules.split()) <= set(keys[:3]), keys


@pytest.mark.parametrize(
    ("asked", "title", "says"),
    [
        (
            "can i deploy to a neutral country",
            "7.3.3 Deploy: destination must be an Ally",
            "Troops go to the Troops Track",
        ),
        ("may a side pass", "May a side pass?", "In its Action Phase a side plays two cards"),
        ("who chooses the cells that a disrupt removes", "Who chooses the Cells that a Disrupt affects?", "The US:"),
    ],
)
def test_the_likeliest_answer_to_a_question_comes_in_full(wide: Window, asked: str, title: str, says: str) -> None:
    page = wide.page
    page.fill(FIELD, asked)
    best = page.get_by_role("region", name="The likeliest answer")
    best.get_by_role("link", name=title, exact=True).wait_for()
    assert says in best.inner_text()
    page.press(FIELD, "Enter")
    at(wide, title)


def test_a_name_has_no_likeliest_answer(wide: Window) -> None:
    page = wide.page
    page.fill(FIELD, "war of ideas")
    shelf(page, "Rules").get_by_role("link", name="7.2 War of Ideas").first.wait_for()
    assert page.get_by_role("region", name="The likeliest answer").count() == 0


def test_a_dispute_opens_in_check(wide: Window) -> None:
    page = go(wide, "disputes", "Disputes")
    page.get_by_role("link", name="I Withdraw from Iraq: is its Regime Change over?").click()
    at(wide, "I Withdraw from Iraq")
    page.get_by_role("button", name="Check it").click()
    page.get_by_role("region", name="Check").wait_for()
    go(wide, "table", "At the table")
    shelf(page, "Who decides").get_by_role("link", name="Which side begins?").wait_for()


def test_the_dispute_of_a_day_is_answered(phone: Window) -> None:
    page = phone.page
    page.get_by_role("link", name="The dispute of the day").tap()
    at(phone, "The dispute of the day")
    page.locator(".learn-quiz").wait_for()
    today = page.locator(".learn-quiz pre").last.inner_text()
    for answer in ("Legal", "Not allowed", "Wrong result"):
        go(phone, "disputes", "Disputes")
        go(phone, "daily", "The dispute of the day")
        page.get_by_role("button", name=answer, exact=True).tap()
        said = page.locator(".learn-grade").inner_text()
        assert said == "Right." or said.startswith("No: ")
        assert page.locator(".learn-choices .due").count() == 1
        assert page.locator(".learn-choices .missed").count() == (said != "Right.")
    page.get_by_role("link", name="The day before").tap()
    page.wait_for_function(
        "(before) => [...document.querySelectorAll('.learn-quiz pre')].at(-1)?.textContent !== before", arg=today
    )
    page.get_by_role("link", name="The day after").tap()
    page.wait_for_function(
        "(before) => [...document.querySelectorAll('.learn-quiz pre')].at(-1)?.textContent === before", arg=today
    )


def test_the_dispute_of_a_named_day_is_that_of_the_date(wide: Window) -> None:
    page = go(wide, "daily/2026-01-02", "The dispute of the day")
    page.get_by_text("2 January 2026").wait_for()
    first = page.locator(".learn-quiz pre").last.inner_text()
    go(wide, "daily/9999-01-03", "There is no such page")
    page = go(wide, "daily/2025-01-01", "The dispute of the day")
    page.get_by_text("1 January 2025").wait_for()
    assert page.locator(".learn-quiz pre").last.inner_text() == first
    page.get_by_role("button", name="Legal", exact=True).click()
    page.get_by_role("button", name="Check it").click()
    page.get_by_role("region", name="Check").wait_for()


def test_a_misspelt_word_has_something_near_it(wide: Window) -> None:
    page = wide.page
    page.fill(FIELD, "Reasessment")
    shelf(page, "Did you mean").get_by_role("link", name="7.6 Reassessment").wait_for()
    page.fill(FIELD, "Pakitsan")
    shelf(page, "Did you mean").get_by_role("link", name="Pakistan").first.wait_for()
    page.fill(FIELD, "xyzzy")
    page.get_by_text("Try fewer words").wait_for()


def test_by_keyboard_alone(wide: Window) -> None:
    page = go(wide, "cards", "Cards")
    page.keyboard.press("/")
    page.keyboard.type("4.9.3")
    at(wide, "4.9.3")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.textContent").startswith("4.9.3 Country tables")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.id") == "learn-seek"
    page.keyboard.press("Enter")
    at(wide, "4.9.3 Country tables")


@pytest.mark.parametrize(
    "address",
    [
        "rule/99.9",
        "card/241",
        "nowhere",
        "constructor",
        "__proto__",
        "%3Cimg%20src=x%20onerror=alert(1)%3E",
        "rule/7.3.3/x",
    ],
)
def test_an_address_that_there_is_not_is_answered(wide: Window, address: str) -> None:
    page = go(wide, address, "There is no such page")
    page.get_by_role("link", name="the start of Learn").click()
    at(wide, "Learn")
    assert page.locator(".part-learn img").count() == 0


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("rule/card%2017", "Card 17"),
        ("rule/7", "Chapter 7"),
        ("rule/option%201", "option 1"),
        ("country/Saudi%20Arabia", "Saudi Arabia"),
        ("rule/notation", "The notation"),
    ],
)
def test_addresses_as_findings_name_them(wide: Window, address: str, title: str) -> None:
    go(wide, address, title)


def test_a_box_of_a_flowchart_is_shown(wide: Window) -> None:
    page = go(wide, "flowchart/us-bot/u3", "The US Bot")
    assert page.evaluate("document.activeElement.textContent").startswith("U3 ")
    assert page.locator("rect.learn-lit").count() == 1
    page.locator("svg.flow .say").filter(has_text="U6").first.click()
    page.locator(".learn-here").filter(has_text="Is Prestige Low?").wait_for()
    page.go_back()
    page.locator(".learn-here").filter(has_text="Disrupted with two Cells").wait_for()


def test_a_drawing_is_made_larger_and_moved_on_a_phone(phone: Window) -> None:
    page = go(phone, "flowchart/jihadist-bot", "The Jihadist Bot")
    pane = page.locator(".learn-pane").first
    assert pane.evaluate("e => e.scrollWidth <= e.clientWidth")
    page.get_by_role("button", name="Larger").first.tap()
    page.get_by_role("button", name="Larger").first.tap()
    assert pane.evaluate("e => e.scrollWidth > 1.8 * e.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Smaller").first.tap()
    page.get_by_role("button", name="Smaller").first.tap()
    assert pane.evaluate("e => e.scrollWidth <= e.clientWidth")


@pytest.mark.parametrize("name", ["A turn at the table", "Bot against Bot", "Civil Wars and a Caliphate"])
def test_the_gallery_opens_in_the_walk(phone: Window, name: str) -> None:
    page = go(phone, "gallery", "Gallery")
    page.get_by_role("link", name=name).tap()
    at(phone, name)
    report = page.frame_locator(".learn-report iframe")
    report.get_by_role("heading", name="Start").wait_for()
    report.locator("#forward").click()
    report.locator("#where").filter(has_not_text="Start").wait_for()
    report.get_by_role("link", name="Charts", exact=True).click()
    inside = next(f for f in page.frames if f.url.startswith("blob:"))
    assert inside.evaluate("document.getElementById('charts').getBoundingClientRect().top") < 400
    assert inside.evaluate("origin") == "null"
    assert page.locator(".learn-report iframe").get_attribute("sandbox") == "allow-scripts"


def test_a_record_is_taken_elsewhere(wide: Window) -> None:
    page = go(wide, "rule/7.3.3", "7.3.3")
    page.get_by_role("button", name="Check it").last.click()
    page.get_by_role("region", name="Check").wait_for()
    assert page.url.partition("#")[2].startswith("/check")
    go(wide, "gallery/evening-2", "An evening with mistakes")
    page.get_by_role("button", name="Edit it").first.click()
    page.get_by_role("region", name="Write").wait_for()
    wide.go("#/learn")
    at(wide, "Learn")


def test_it_is_read_with_the_network_off(windows: Opened) -> None:
    window = windows(PHONE, fragment="#/learn", first=True)
    at(window, "Learn")
    window.until("navigator.serviceWorker.ready.then((r) => r.active?.state === 'activated')")
    window.until(
        "caches.keys().then((k) => caches.open(k[0])).then((c) => c.keys())"
        ".then((k) => k.some((r) => r.url.endsWith('/learn/said.json')))"
    )
    window.page.context.set_offline(True)
    window.page.reload()
    page = at(window, "Learn")
    page.fill(FIELD, "opium")
    shelf(page, "Cards").get_by_role("link", name="Card 72 Opium").tap()
    at(window, "Card 72")
    go(window, "gallery/evening-1", "A turn at the table")
    page.get_by_text("The report could not be fetched").wait_for()
    page.context.set_offline(False)
    assert all("ERR_" in t or "Failed to fetch" in t for t in window.troubles), window.troubles
    window.troubles.clear()


PAGES = (
    ("daily/2026-01-02", "The dispute of the day"),
    ("", "Learn"),
    ("find/zakat", "Found for"),
    ("find/may%20a%20side%20pass", "Found for"),
    ("table/passing", "May a side pass?"),
    ("dispute/plot-in-israel", "A Plot goes off in Israel"),
    ("rule/8.4.3.1", "8.4.3.1"),
    ("country/iran", "Iran"),
    ("flowchart/jihadist-activities", "Jihadist Activities"),
    ("notation", "The notation"),
    ("finding/unsupported", "Cannot be judged (unsupported)"),
    ("rule/99.9", "There is no such page"),
)

DRAWINGS = ".flow .fc"
"""The insides of drawings, which the report has too; they are looked at there."""


def test_nobody_is_shut_out(windows: Opened) -> None:
    window = windows(WIDE)
    page = window.page
    found = {}
    looks = crossed(PAGES, SCREENS)
    for address, title in PAGES:
        go(window, address, title)
        page.evaluate("document.querySelectorAll('.part-learn details').forEach((d, n) => (d.open = n < 1))")
        for width, scheme in [screen for shown, screen in looks if shown == (address, title)]:
            page.set_viewport_size({"width": width, "height": 844})
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (address, width)
            if wrong := violations(page, ".part-learn", without=DRAWINGS):
                found[address, width, scheme] = wrong
    assert found == {}
    page.set_viewport_size(WIDE["viewport"])
    page.emulate_media(color_scheme="light")


def test_targets_are_large_enough_for_a_finger(phone: Window) -> None:
    for address, title in (
        ("rule/7.3.3", "7.3.3"),
        ("country/iran", "Iran"),
        ("gallery/evening-1", "A turn at the table"),
    ):
        page = go(phone, address, title)
        small = page.evaluate(
            """() => [...document.querySelectorAll('.part-learn button, .learn-rows a, .learn-chips a, .learn-crumbs a, .learn-around a, summary, input')]
                .filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 44)
                .map((e) => e.outerHTML.slice(0, 100))"""
        )
        assert small == []


def test_a_page_is_shown_to_another_phone(phone: Window) -> None:
    page = go(phone, "rule/7.3.3", "7.3.3")
    page.get_by_text("Show it on another phone").tap()
    code = page.get_by_role("img", name="The link as a QR code")
    code.wait_for()
    assert code.bounding_box()["width"] >= 240
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
