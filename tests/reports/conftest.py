"""Fixtures of the report's tests: reports, and a browser if any.

The reports are those of the records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.reports import RECORDS


@pytest.fixture(params=RECORDS)
def record(request: pytest.FixtureRequest) -> str:
    """The name of each record in turn."""
    name: str = request.param
    return name


NO_MORE = "for (let n = setTimeout(() => {}); n > 0; n--) clearTimeout(n)"
"""What a page still wanted to do later, as writing its address, does not come between it and the next one."""


@dataclass
class Windows:
    """The windows of the tests, one for each kind of screen.

    The errors in them are collected.
    """

    browser: Any
    pages: dict[str, Any] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)

    def page(self, **options: Any) -> Any:
        kind = repr(sorted(options.items()))
        page = self.pages.get(kind)
        if page is None or page.is_closed():
            page = self.pages[kind] = self._new(options)
        return page

    def _new(self, options: dict[str, Any]) -> Any:
        page = self.browser.new_context(offline=True, **options).new_page()
        note = self.troubles.append
        page.on("pageerror", lambda e: note(f"error: {e}"))
        page.on("console", lambda m: note(f"console: {m.text}"))
        page.on("dialog", lambda d: (note(f"dialog: {d.message}"), d.dismiss()))
        page.on("request", lambda r: None if r.url.startswith("file:") else note(f"request: {r.url}"))
        return page


@pytest.fixture(scope="session")
def windows(browser: Any) -> Windows:
    """Windows that show one report after the other.

    The report keeps nothing, and a new window takes its time.
    """
    return Windows(browser)


@pytest.fixture
def opened(windows: Windows, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Open a report in a window.

    The test fails if the page asks for anything or an error happens in it.

    The windows of one test are different ones only if their screens are of different kinds.
    """
    windows.troubles.clear()
    used = []

    def open_page(
        source: str,
        fragment: str = "",
        *,
        viewport: dict[str, int] | None = None,
        color_scheme: str = "light",
        reduced_motion: str = "no-preference",
        **options: Any,
    ) -> Any:
        path = tmp_path / f"report-{len(used)}.html"
        path.write_text(source, encoding="utf-8")
        page = windows.page(**options)
        used.append(page)
        page.evaluate(NO_MORE)
        page.mouse.move(0, 0)
        page.set_viewport_size(viewport or {"width": 1280, "height": 800})
        page.emulate_media(media="null", color_scheme=color_scheme, reduced_motion=reduced_motion)
        page.goto(path.as_uri() + (f"#{fragment}" if fragment else ""))
        return page

    yield open_page
    for page in used:
        page.context.cookies()  # everything that happened before has been told when this is answered
    assert windows.troubles == []
