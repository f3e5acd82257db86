"""A thumb at the part Record of the page."""

from __future__ import annotations

import re
from typing import Any

from tests.helpers.pages import PATIENCE, Window


class Thumb:
    """The actions of a person on the page."""

    def __init__(self, window: Window) -> None:
        self.window, self.page = window, window.page
        self.touch = window.page.evaluate("navigator.maxTouchPoints > 0")

    def idle(self) -> Thumb:
        """Wait until the referee has answered and the page shows it."""
        self.window.until(
            "window.referee?.ready && !window.referee.busy && !document.querySelector('.rc-table[aria-busy]')"
        )
        return self

    def hit(self, found: Any) -> Thumb:
        """Tap, or click where there is no touch."""
        if self.touch:
            found.tap()
        else:
            found.click()
        return self.idle()

    def tap(self, *labels: str) -> Thumb:
        """Keys by the beginning of their words."""
        for label in labels:
            key = self.page.locator(".part-record button:visible, dialog button:visible")
            key = key.filter(has_text=re.compile(rf"^{re.escape(label)}"))
            folded = self.page.locator(".rc-list:not([open]) > summary:visible")
            if not key.count() and folded.count():  # on a phone the map comes first, and the list is pulled up
                self.hit(folded)
            self.hit(key.first)
        return self

    def card(self, digits: str) -> Thumb:
        """Digits on the number pad."""
        for digit in digits:
            self.hit(self.page.locator(".rc-padkey:visible", has_text=re.compile(rf"^{digit}$")))
        return self

    def dice(self, *faces: int) -> Thumb:
        """A face of each die."""
        for i, face in enumerate(faces):
            self.hit(self.page.locator(".rc-die-row:visible").nth(i).get_by_role("button", name=str(face), exact=True))
        return self

    @property
    def title(self) -> str:
        """The question that is asked."""
        return str(self.page.locator(".rc-asked-title").inner_text())

    @property
    def last(self) -> str:
        """The line that was written last."""
        return str(self.page.locator(".rc-last > li").last.locator("code").inner_text())


def begun(window: Window, scenario: str = "Let's Roll!") -> Thumb:
    """A new game."""
    window.go("#/learn")
    window.page.evaluate("location.hash = '#/record'")
    window.loaded()
    hand = Thumb(window)
    window.until("document.querySelector('.part-record') && !document.querySelector('.part-record').hidden")
    if window.page.locator(".rc-table:visible").count():
        hand.tap("Menu", "Other records")
    window.page.locator(".rc-chip.rc-scenario").first.wait_for(timeout=PATIENCE)
    hand.tap(scenario)
    window.page.locator(".rc-asked-title").wait_for(timeout=PATIENCE)
    return hand.idle()
