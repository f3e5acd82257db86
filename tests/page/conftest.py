"""Fixtures of the page's tests: a loopback server and windows.

In a window the page is loaded once a module.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from tests.helpers.browsers import SITE, no_page
from tests.helpers.pages import PHONE, WIDE, Window
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


EMPTIED = """async () => {
  const done = (wanted, when) => new Promise((resolve, reject) => {
    wanted[when] = () => resolve(wanted.result);
    wanted.onerror = () => reject(wanted.error);
  });
  for (const { name } of await indexedDB.databases()) {
    const base = await done(indexedDB.open(name), "onsuccess");
    const stores = [...base.objectStoreNames];
    if (stores.length) {
      const change = base.transaction(stores, "readwrite");
      for (const store of stores) change.objectStore(store).clear();
      await done(change, "oncomplete");
    }
    base.close();
  }
  localStorage.clear();
}"""
"""Forgets all records, drafts and settings; the caches have the program alone."""


class Contexts:
    """Contexts of the browser, reused, since a first visit costs seconds."""

    def __init__(self, browser: Any, site: str) -> None:
        self.browser, self.site = browser, site
        self.free: dict[str, list[Any]] = {}

    def take(self, kind: str, options: dict[str, Any]) -> Any:
        """A context of some kind of screen in which nothing is kept."""
        free = self.free.get(kind)
        return free.pop() if free else self.browser.new_context(**options)

    def give_back(self, kind: str, context: Any) -> None:
        """Empty a context and close its pages."""
        context.set_offline(False)
        for page in context.pages:
            page.close()
        page = context.new_page()
        page.goto(f"{self.site}NOTICES.txt")
        page.evaluate(EMPTIED)
        page.close()
        self.free.setdefault(kind, []).append(context)


@pytest.fixture(scope="session")
def contexts(browser: Any, site: str) -> Contexts:
    """The contexts of all modules."""
    return Contexts(browser, site)


class Windows:
    """The windows of a module: ``windows(PHONE)``.

    A kind of screen is one window, loaded once.

    ``fresh`` opens another one for this test, with nothing kept in it; ``first`` another one in which the page was never opened
    before.
    """

    def __init__(self, contexts: Contexts) -> None:
        self.contexts = contexts
        self.opened: dict[str, Window] = {}
        self.of_a_test: list[tuple[str, Window]] = []
        self.troubles: list[str] = []

    def __call__(
        self,
        kind: dict[str, Any] = WIDE,
        *,
        fragment: str = "",
        fresh: bool = False,
        first: bool = False,
        **options: Any,
    ) -> Window:
        options = {**kind, **options}
        key = repr(sorted(options.items(), key=str))
        found = self.opened.get(key)
        if found is None or fresh or first:
            context = self.contexts.browser.new_context(**options) if first else self.contexts.take(key, options)
            found = Window(context.new_page(), self.contexts.site)
            found.page.goto(found.site + fragment)
            if fresh or first:
                self.of_a_test.append((key, found))
            else:
                self.opened[key] = found
        elif fragment:
            found.go(fragment)
        return found

    def give_back(self, windows: Iterable[tuple[str, Window]]) -> None:
        """Close windows, and keep what went wrong in them."""
        for key, window in windows:
            self.troubles += window.troubles
            self.contexts.give_back(key, window.page.context)


@pytest.fixture(scope="module")
def windows(contexts: Contexts) -> Iterator[Windows]:
    """Open windows of this module.

    The module fails if anything went wrong in one of them, or if the page asked another host for something.
    """
    found = Windows(contexts)
    yield found
    found.give_back([*found.opened.items(), *found.of_a_test])
    assert found.troubles == []


@pytest.fixture(autouse=True)
def windows_of_a_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close the fresh windows of each test."""
    yield
    if found := request.node.funcargs.get("windows"):
        over, found.of_a_test = found.of_a_test, []
        found.give_back(over)


@pytest.fixture(scope="module")
def phone(windows: Windows) -> Window:
    """A phone held upright."""
    return windows(PHONE, fragment="#/record")


@pytest.fixture
def hand(phone: Window) -> Iterator[Thumb]:
    """A thumb at a new game."""
    yield begun(phone)
    phone.page.keyboard.press("Escape")
