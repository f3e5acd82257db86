"""What the tests of the report share: the reports of the records, and a browser if the machine has one."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
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


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Open a report in a new window; the test fails if the page asks for anything or an error happens in it."""
    troubles: list[str] = []
    contexts = []

    def open_page(source: str, fragment: str = "", **options: Any) -> Any:
        path = tmp_path / f"report-{len(contexts)}.html"
        path.write_text(source, encoding="utf-8")
        options.setdefault("viewport", {"width": 1280, "height": 800})
        context = browser.new_context(offline=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda e: troubles.append(f"error: {e}"))
        page.on("console", lambda m: troubles.append(f"console: {m.text}"))
        page.on("dialog", lambda d: (troubles.append(f"dialog: {d.message}"), d.dismiss()))
        page.on("request", lambda r: None if r.url.startswith("file:") else troubles.append(f"request: {r.url}"))
        page.goto(path.as_uri() + (f"#{fragment}" if fragment else ""))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []
