"""What the tests of the report share: the reports of the records, and a browser if the machine has one."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from reports import RECORDS

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: needs Chromium and playwright")


@pytest.fixture(params=RECORDS)
def record(request: pytest.FixtureRequest) -> str:
    """The name of each record in turn."""
    name: str = request.param
    return name


# ---------------------------------------------------------------- the browser


def _missing() -> str:
    """Why there is no browser to test with; empty if there is one."""
    try:
        import axe_playwright_python  # noqa: F401
        import playwright.sync_api  # noqa: F401
    except ImportError as error:
        return f"{error.name} is not installed (pip install playwright axe-playwright-python)"
    if _chromium() is None:
        return "there is no Chromium (apt-get install chromium)"
    return ""


def _chromium() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((found for n in names if (found := shutil.which(n)) is not None), None)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say aloud that the report was not looked at in a browser."""
    skipped = [r for r in terminalreporter.stats.get("skipped", ()) if "tests/report/" in r.nodeid]
    if skipped and _missing():
        terminalreporter.section("THE REPORT WAS NOT TESTED IN A BROWSER", red=True, bold=True)
        terminalreporter.line(f"{len(skipped)} tests skipped: {_missing()}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, headless."""
    if _missing():
        pytest.skip(f"NOT TESTED IN A BROWSER: {_missing()}")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=_chromium(), args=FLAGS)
        yield found
        found.close()


NO_MORE = "for (let n = setTimeout(() => {}); n > 0; n--) clearTimeout(n)"
"""What a page still wanted to do later, as writing its address, does not come between it and the next one."""


@dataclass
class Windows:
    """The windows of the tests, one of each kind of screen, and what went wrong in them."""

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
    """Windows that show one report after the other: the report keeps nothing, and a new window takes its time."""
    return Windows(browser)


@pytest.fixture
def opened(windows: Windows, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Open a report in a window; the test fails if the page asks for anything or an error happens in it.

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
