"""Transfers between parts of the page.

A record, a line of it, one dispute; and the next place on the page.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.helpers.pages import PHONE, WIDE, Opened, Window
from tests.helpers.sentences import SENTENCES

TO_A_NEUTRAL = SENTENCES["deploy-to-a-neutral"]

pytestmark = pytest.mark.browser

GAME = """[Scenario "Let's Roll!"]

deal J 9 US 9
J 95 recruit Afghanistan 3
J 83 travel Afghanistan:s > Pakistan
US 43 deploy track > Pakistan 2
"""
SENTENCE = TO_A_NEUTRAL.sentence


def started(windows: Opened, kind: dict[str, Any] = WIDE) -> Window:
    """Check with the verdict on a game with one mistake.

    It is on line 6.
    """
    window = windows(kind, fragment="#/check")
    window.loaded()
    window.go("#/check")
    another = window.page.get_by_role("button", name="Another record")
    another.or_(window.page.get_by_label("The record", exact=True)).filter(visible=True).first.wait_for()
    if another.is_visible():
        another.click()
    window.page.get_by_label("The record", exact=True).fill(GAME)
    window.page.get_by_role("button", name="Check it").click()
    window.page.locator(".ck-head:visible").filter(has_text="1 mistake").wait_for()
    return window


def part(window: Window, name: str) -> Any:
    """The part that is shown now."""
    window.until(f"location.hash.startsWith('#/{name}')")
    found = window.page.locator(f".part-{name}")
    found.wait_for()
    return found


def written(window: Window) -> str:
    return "\n".join(line.strip("\n") for line in window.page.locator(".cm-line").all_inner_texts())


def test_from_a_finding_to_its_line_in_the_editor_and_back(windows: Opened) -> None:
    window = started(windows)
    window.page.get_by_role("button", name="Write here").click()
    write = part(window, "write")
    write.locator(".write-status").filter(has_text=SENTENCE).wait_for()
    assert "US 43 deploy track > Pakistan 2" in written(window)
    assert window.page.evaluate("document.querySelector('.cm-activeLine').textContent").startswith("US 43 deploy")
    write.get_by_role("button", name="Check the record").click()
    check = part(window, "check")
    check.locator(".ck-head:visible").filter(has_text="1 mistake").wait_for()
    assert SENTENCE in check.inner_text()


def test_from_a_finding_to_its_position_and_the_same_answer(windows: Opened) -> None:
    window = started(windows, PHONE)
    window.page.get_by_role("button", name="Ask about this").click()
    ask = part(window, "ask")
    line = ask.get_by_label("Its line")
    window.until("document.querySelector('#ask-line').value !== ''")
    assert line.input_value() == "US 43 deploy track > Pakistan 2"
    assert window.page.evaluate("scrollY") == 0, "another part begins at its top"
    ask.get_by_role("button", name="Ask the referee").click()
    answer = ask.get_by_role("region", name="The answer")
    answer.wait_for()
    assert TO_A_NEUTRAL.bare in answer.inner_text()
    assert "7.3.3" in answer.inner_text()


def test_from_the_editor_to_a_question_about_the_line_of_the_cursor(windows: Opened) -> None:
    window = started(windows)
    window.page.get_by_role("button", name="Write here").click()
    write = part(window, "write")
    write.locator(".write-status").filter(has_text=SENTENCE).wait_for()
    write.get_by_role("button", name="Ask about this line").click()
    part(window, "ask")
    window.until("document.querySelector('#ask-line').value.startsWith('US 43 deploy')")


def test_from_the_editor_to_the_table_and_on_to_the_verdict(windows: Opened) -> None:
    window = started(windows)
    window.page.get_by_role("button", name="Write here").click()
    write = part(window, "write")
    write.locator(".write-status").filter(has_text=SENTENCE).wait_for()
    write.get_by_role("button", name="Record on by taps").click()
    record = part(window, "record")
    record.locator(".rc-asked-title").wait_for()
    assert "US" in record.locator(".rc-asked-title").inner_text()
    assert "US 43 deploy track > Pakistan 2" in record.inner_text()
    record.get_by_role("button", name="Menu").click()
    window.page.get_by_role("button", name=re.compile("Check it")).click()
    check = part(window, "check")
    check.locator(".ck-head:visible").filter(has_text="1 mistake").wait_for()
    window.go("#/record")
    record.locator(".rc-asked-title").wait_for()
    record.get_by_role("button", name="Menu").click()
    window.page.get_by_role("button", name="Go on with it in the editor").click()
    part(window, "write").locator(".cm-line").filter(has_text="US 43 deploy").wait_for()


def test_from_a_verdict_on_with_the_game_and_from_there_to_a_question(windows: Opened) -> None:
    window = started(windows, PHONE)
    window.page.get_by_role("button", name="Edit it").click()
    part(window, "write").locator(".cm-line").filter(has_text="US 43 deploy").wait_for()
    window.go("#/check")
    check = part(window, "check")
    check.get_by_role("button", name="Play on").click()
    record = part(window, "record")
    record.locator(".rc-asked-title").wait_for()
    record.get_by_role("button", name="All lines").click()
    window.page.get_by_role("button", name="Ask about J 83").click()
    part(window, "ask")
    window.until("document.querySelector('#ask-line').value.startsWith('J 83 travel')")


def test_from_a_rule_to_its_finding_and_from_the_finding_to_its_rule(windows: Opened) -> None:
    window = started(windows)
    window.go("#/learn/rule/7.3.3")
    learn = part(window, "learn")
    learn.get_by_role("button", name="Check it").nth(1).click()
    check = part(window, "check")
    check.locator(".ck-head:visible").filter(has_text="1 mistake").wait_for()
    assert SENTENCE in check.inner_text()
    check.get_by_role("link", name=re.compile("7.3.3")).first.click()
    assert "Deploy" in part(window, "learn").get_by_role("heading").first.inner_text()
    window.go("#/learn/rule/7.3.3")
    learn.get_by_role("button", name="Edit it").nth(1).click()
    write = part(window, "write")
    write.locator(".findings").filter(has_text=SENTENCE).wait_for()


def test_each_part_is_left_and_found_where_it_was(windows: Opened) -> None:
    window = started(windows, PHONE)
    window.page.evaluate("scrollTo(0, 300)")
    window.go("#/learn")
    part(window, "learn")
    window.until("document.querySelector('.part-check').hidden")
    window.go("#/check")
    part(window, "check")
    window.until("Math.abs(scrollY - 300) < 40")
