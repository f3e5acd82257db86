"""Windows with the page in them, for its tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.helpers.looking import true_soon

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
WIDE = {"viewport": {"width": 1280, "height": 800}}
PATIENCE = 60_000
"""Milliseconds for whatever a test waits for on a busy machine."""
SAME_CARDS = """() => {
  const call = window.referee.call.bind(window.referee);
  window.referee.call = (name, given, ...rest) => call(name, name === "record.begin" ? { ...given, seed: 7 } : given, ...rest);
}"""
"""The page shuffles and rolls from one seed."""


@dataclass
class Window:
    """A window with the page in it, and its errors."""

    page: Any
    site: str
    troubles: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        _listen(self)

    def go(self, fragment: str) -> Any:
        """Go to a part of the page without a reload: "#/check"."""
        self.page.evaluate(
            """(where) => new Promise((done) => {
                if (location.hash === where) return done();
                addEventListener("hashchange", done, { once: true });
                location.hash = where;
            })""",
            fragment,
        )
        return self.page

    def until(self, what: str, *, seconds: float = PATIENCE / 1000) -> Any:
        """Wait until an expression is true in the page; its value."""
        found = true_soon(self.page, what, seconds)
        assert found, what
        return found

    def loaded(self) -> Any:
        """Wait until the referee is there."""
        self.until("!!window.referee?.ready")
        return self.page

    def idle(self) -> Any:
        """Wait for the referee to load and to answer every request."""
        self.until("window.referee?.ready && !window.referee.busy")
        return self.page

    def drawn(self) -> Any:
        """Wait until the page is drawn and nothing in it moves.

        Things that always move (a cursor) do not count.
        """
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.until(
            "document.getAnimations().every((a) => a.playState !== 'running' || a.effect.getComputedTiming().endTime === Infinity)"
        )
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
