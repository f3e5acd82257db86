"""Fixtures of the page's tests: a loopback server and windows.

In a window the referee is loaded once a module.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from tests.helpers.browsers import SITE, no_page
from tests.helpers.pages import PHONE, WIDE, Opened, Window
from tests.helpers.paths import ROOT
from tests.helpers.thumb import Thumb, begun

sys.path.insert(0, str(ROOT / "web"))
import serve


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the built page."""
    if why := no_page():
        pytest.skip(f"THE PAGE WAS NOT TESTED: {why}")
    with serve.server(SITE) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_address[1]}/"
        serving.shutdown()


@pytest.fixture(scope="module")
def windows(browser: Any, site: str) -> Iterator[Opened]:
    """Open windows of this module: ``windows(PHONE)``.

    The same kind of screen is the same window, loaded once.

    ``fresh`` opens another one, with nothing kept in it. The module fails if anything went wrong in one of them, or if
    the page asked another host for something.
    """
    opened: dict[str, Window] = {}
    everyone: list[Window] = []

    def open_window(kind: dict[str, Any] = WIDE, *, fragment: str = "", fresh: bool = False, **options: Any) -> Window:
        key = repr(sorted({**kind, **options}.items(), key=str))
        found = opened.get(key)
        if found is None or fresh:
            context = browser.new_context(**{**kind, **options})
            found = Window(context.new_page(), site)
            found.page.goto(site + fragment)
            everyone.append(found)
            if not fresh:
                opened[key] = found
        elif fragment:
            found.go(fragment)
        return found

    yield open_window
    troubles = [trouble for window in everyone for trouble in window.troubles]
    for window in everyone:
        window.page.context.close()
    assert troubles == []


@pytest.fixture(scope="module")
def phone(windows: Opened) -> Window:
    """A phone held upright."""
    return windows(PHONE, fragment="#/record")


@pytest.fixture
def hand(phone: Window) -> Iterator[Thumb]:
    """A thumb at a new game."""
    yield begun(phone)
    phone.page.keyboard.press("Escape")
