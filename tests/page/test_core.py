"""The page's core in three engines, on a phone.

The verdict, the report, a game by taps, the editor.
"""

from __future__ import annotations

import base64
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import serve

from tests.helpers.browsers import SITE, no_engine, no_page
from tests.helpers.engines import Engine, started
from tests.helpers.sentences import SENTENCES

pytestmark = pytest.mark.browser
GAME = (
    "setup: US Hard, Pakistan Fair Neutral, phase US 1, hand J 9, hand US 9\n\nUS 43 deploy track > Pakistan 2 ; here\n"
)
SENTENCE = SENTENCES["deploy-to-a-neutral"].sentence
HEAD = "(document.querySelector('.ck-out:not([hidden]) .ck-head')?.textContent ?? '')"
ONE = "1 mistake, by the US"
STEERING = r"/[\u0000-\u0008\u000e-\u001f\u202a-\u202e\u2066-\u2069]/"
"""Characters that steer a terminal, or turn the direction of a text."""
HOSTILE = (
    '[Game "<img src=x onerror=alert(1)>"]\n'
    + GAME
    + "\u202eJ 1 event <script>alert(1)</script>\n"
    + '"><svg onload=alert(1)>\u0007\u001b[2J\u2066 javascript:alert(1)\n'
    + "US 2 deploy track > <iframe src=https://example.org></iframe> 2\n"
    + "J 3 event {{7*7}} ${alert(1)} `alert(1)`\n"
)


class Host:
    """The page on a server that can go away.

    It comes back at the same address.
    """

    def __init__(self) -> None:
        self.port = 0
        self.lines: list[socket.socket] = []
        self.begin()

    @property
    def site(self) -> str:
        """The address of the page."""
        return f"http://127.0.0.1:{self.port}/"

    def begin(self) -> None:
        """Serve."""
        self.server = serve.server(SITE, self.port)
        self.port = self.server.server_address[1]
        take = self.server.process_request

        def noted(line: Any, address: Any) -> None:
            self.lines.append(line)
            take(line, address)

        self.server.process_request = noted
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self) -> None:
        """Be gone, with every connection that is still open."""
        self.server.shutdown()
        self.server.server_close()
        for line in self.lines:
            try:
                line.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue
        self.lines.clear()

    @contextmanager
    def gone(self) -> Iterator[None]:
        """No network, for a while."""
        self.end()
        yield
        self.begin()


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    if why := no_page():
        pytest.skip(f"THE PAGE WAS NOT TESTED: {why}")
    found = Host()
    yield found
    found.end()


def dropped(page: Engine, name: str, text: str) -> None:
    """A file that falls on the page."""
    given = json.dumps({"name": name, "text": base64.b64encode(text.encode()).decode()})
    page.evaluate(
        """(({ name, text }) => {
            const data = new DataTransfer();
            data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
            window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        })"""
        + f"({given})"
    )


def checked(page: Engine) -> None:
    """The game, typed and checked."""
    page.go("#/check")
    page.evaluate(
        "[...document.querySelectorAll('.part-check button')].find((b) => b.textContent === 'Another record')?.click()"
    )
    page.click("#ck-text")
    page.press("Control", "a")
    page.type(GAME)
    page.click(".part-check button", "Check it")
    page.until(f"{HEAD}.includes({ONE!r})")


def tapped(page: Engine, *labels: str) -> None:
    """Keys of Record, tapped by the beginning of their words.

    Each is tapped once the one before it is answered.
    """
    for label in labels:
        page.evaluate(
            "document.querySelector('.rc-list:not([open]) > summary')?.click()"
        )  # the map comes first on a phone
        page.click(".part-record button", label)
        page.idle()


def begun(page: Engine) -> None:
    """A new game by taps."""
    page.go("#/record")
    page.click(".rc-scenario", "Let's Roll!")
    page.until("document.querySelector('.rc-asked-title')?.textContent.includes('Jihadist')")
    page.idle()


def last(page: Engine) -> str:
    """The line that was written last."""
    return str(page.evaluate("[...document.querySelectorAll('.rc-last li code')].at(-1).textContent"))


@pytest.fixture(scope="class")
def window(request: pytest.FixtureRequest, host: Host) -> Iterator[Engine]:
    """A window with the page in the engine of the class.

    Nothing may go wrong in it.
    """
    name = request.cls.engine
    if why := no_engine(name):
        pytest.skip(f"NOT TESTED IN {name.upper()}: {why}")
    with started(name, lambda: request.getfixturevalue("browser")) as engine:
        engine.open(f"{host.site}#/check")
        engine.idle()
        yield engine
        assert engine.troubles == []


@pytest.fixture
def page(window: Engine) -> Engine:
    """The page in a part that needs no referee."""
    window.go("#/learn")
    return window


class Core:
    """Tests of the core, run in one engine by each subclass.

    A class, since a worker takes all tests of one and so loads the page once an engine.
    """

    engine = ""

    def test_a_typed_record_has_its_verdict_and_its_report(self, page: Engine) -> None:
        checked(page)
        assert page.text(".ck-finding .ck-say") == SENTENCE
        assert page.text(".ck-finding mark") == "Pakistan"
        assert page.evaluate("document.querySelector('.ck-rule a').hash") == "#/learn/rule/7.3.3"
        page.idle()  # a finding that is drawn anew loses a click on the old one
        page.click(".part-check button", "In the report")
        shown = "document.querySelector('article.step:not([hidden])')?.innerText.includes('US 43 deploy')"
        page.until("!!document.querySelector('.ck-frame iframe')")
        page.until(shown, framed=True)
        assert SENTENCE in page.framed("document.body.innerText")
        assert page.framed("document.querySelectorAll('#map text').length > 50")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def test_a_game_is_written_by_taps_with_dice_and_undo(self, page: Engine) -> None:
        begun(page)
        tapped(page, "1", "1", "2", "Event")
        assert last(page) == "J 112 event"
        tapped(page, "9", "5", "Recruit", "3")
        assert last(page) == "J 95 recruit Afghanistan 3"
        tapped(page, "4", "3", "War of Ideas", "Pakistan")
        page.click(".rc-die-row button", "4")
        page.idle()
        assert last(page) == "US 43 woi Pakistan [4]"
        assert "US" in page.text(".rc-asked-title")
        tapped(page, "Undo")
        assert last(page) == "J 95 recruit Afghanistan 3"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.open(page.evaluate("location.href"))  # what was written outlasts the page
        page.until("document.querySelectorAll('.rc-last li code').length > 0")
        assert last(page) == "J 95 recruit Afghanistan 3"

    def test_a_wrong_line_is_found_while_it_is_typed(self, page: Engine) -> None:
        page.go("#/write")
        page.click(".part-write button", "Empty page")
        page.click(".part-write .cm-content")
        page.type(GAME)
        page.until(f"document.querySelector('.part-write .findings')?.textContent.includes({SENTENCE!r})")
        page.until("!!document.querySelector('.cm-lintRange-error')")
        page.press("Control", "a")
        page.press("Backspace")
        page.until(f"!document.querySelector('.part-write .findings').textContent.includes({SENTENCE!r})")

    def test_a_link_carries_a_dispute(self, page: Engine, host: Host) -> None:
        checked(page)
        page.click(".part-check button", "Link")
        link = page.until("document.querySelector('.ck-share [aria-label^=\"A link\"]')?.value")
        assert link.startswith(f"{host.site}#/check?r=")
        page.open(link)
        page.until(f"{HEAD}.includes({ONE!r})")
        assert page.text(".ck-finding .ck-say") == SENTENCE

    def test_a_hostile_record_is_nothing_but_text(self, page: Engine) -> None:
        page.go("#/check")
        page.evaluate("void (window.alert = () => (window.hit = true))")
        dropped(page, "\u202egnp.<img src=x onerror=alert(2)>.lgn", HOSTILE)
        page.until(f"{HEAD}.includes('mistakes')")
        assert "<script>alert(1)</script>" in page.text(".ck-found")
        made = ".part-check :is(script, img, svg, iframe, [onload], [onerror], a[href^=javascript])"
        assert page.evaluate(f"document.querySelectorAll({made!r}).length") == 0
        assert not page.evaluate(f"{STEERING}.test(document.querySelector('.ck-out').textContent)")
        for button in ("Link", "Forum post", "Save"):
            page.click(".part-check button", button)
            page.idle()
        page.click(".part-check button", "Open the report")
        page.until("!!document.querySelector('.ck-frame iframe')")
        page.until("!!document.querySelector('h1')", framed=True)
        assert page.framed("document.querySelectorAll('img, iframe, [onload], [onerror]').length") == 0
        assert page.evaluate("window.hit === undefined")

    def test_without_a_network_it_opens_judges_and_records(self, page: Engine, host: Host) -> None:
        page.go("#/check")
        page.idle()
        page.until("navigator.serviceWorker.ready.then((r) => r.active?.state === 'activated')")
        page.until("caches.match(new URL('learn/said.json', document.baseURI)).then(Boolean)")  # the last file of Learn
        with host.gone():
            page.open(f"{host.site}#/check")
            checked(page)
            begun(page)
            tapped(page, "1", "1", "2", "Event")
            assert last(page) == "J 112 event"


class TestWebKit(Core):
    engine = "webkit"


class TestFirefox(Core):
    engine = "firefox"


class TestChromium(Core):
    engine = "chromium"
