"""Windows with the page in them, for its tests."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
WIDE = {"viewport": {"width": 1280, "height": 800}}
PATIENCE = 60_000
"""Milliseconds for the referee to be loaded on a busy machine."""


@dataclass
class Window:
    """A window with the page in it, and whatever went wrong there."""

    page: Any
    site: str
    troubles: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        _listen(self)

    def go(self, fragment: str) -> Any:
        """Go to a part of the page without loading it anew: "#/check"."""
        self.page.evaluate("(where) => { location.hash = where; }", fragment)
        return self.page

    def until(self, what: str, *, seconds: float = 30) -> Any:
        """Wait until an expression is true in the page, whose policy lets no library wait there."""
        end = time.monotonic() + seconds
        while not (found := self.page.evaluate(what)):
            assert time.monotonic() < end, what
            self.page.wait_for_timeout(50)
        return found

    def loaded(self) -> Any:
        """Wait until the referee is there."""
        self.until("!!window.referee?.ready", seconds=PATIENCE / 1000)
        return self.page


Opened = Callable[..., Window]


def _listen(window: Window) -> None:
    note, page = window.troubles.append, window.page
    page.on("pageerror", lambda e: note(f"error: {e}"))
    page.on("console", lambda m: note(f"console: {m.text}") if m.type in ("error", "warning") else None)
    page.on("dialog", lambda d: (note(f"dialog: {d.message}"), d.dismiss()))
    page.context.on(
        "request",
        lambda r: None if r.url.startswith((window.site, "blob:", "data:", "about:")) else note(f"request: {r.url}"),
    )
