"""Three browser engines with one interface: Chromium, Firefox and WebKit.

Each has a window with the page in it.

Chromium is driven by playwright, Firefox by WebDriver BiDi over its own port, WebKit by WebDriver over HTTP. What an
engine does itself is a handful of primitives; what a person does with the page is written once, in :class:`Engine`.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.helpers.browsers import firefox, mini_browser

PATIENCE = 60.0
"""Seconds for whatever a test waits for on a busy machine."""
SIZE = {"width": 390, "height": 844}
"""A phone held upright; the window of WebKit is no narrower than 450 pixels."""
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Control": "\ue009", "Backspace": "\ue003"}
"""The keys that have a name, as WebDriver writes them."""
FIND = """(({css, text}) => {
    const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length > 0;
    const words = (e) => [e.textContent.trim(), e.getAttribute("aria-label") ?? ""];
    return [...document.querySelectorAll(css)].find((e) => shown(e) && (text === null || words(e).some((w) => w.startsWith(text))));
})"""
"""The first visible element of a selector whose words begin so."""
POINT = """((found) => {
    if (!found || found.disabled) return null;
    const { left, top, width, height } = found.getBoundingClientRect();
    const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
    const hit = document.elementFromPoint(x, y);
    if (hit && (found.contains(hit) || hit.contains(found))) return [x, y];
    found.scrollIntoView({ block: "center", behavior: "instant" });
    return null;
})"""
"""The middle of an element; null, after a scroll to it, if it cannot be hit there."""


def _found(css: str, text: str | None = None) -> str:
    """An expression for the first visible element with such words.

    The element matches a selector, and its words begin so.
    """
    return f"{FIND}({json.dumps({'css': css, 'text': text})})"


INTERRUPTED = "A ServiceWorker intercepted the request and encountered an unexpected error"
"""Firefox's words for a file that was still on its way when the page was left."""


class EngineError(Exception):
    """An engine answered a command with an error."""


class Engine:
    """A window of a browser.

    The four primitives are those of each engine.
    """

    name = ""

    def __init__(self, stack: ExitStack) -> None:
        """Start the browser; the stack ends it."""
        self.troubles: list[str] = []
        """Errors of the page and of its console, where the engine tells them."""

    # ------------------------------------------------------------ of each engine

    def open(self, url: str) -> None:
        """Load an address and wait until its document is there."""
        raise NotImplementedError

    def evaluate(self, expression: str) -> Any:
        """The value of an expression, awaited, as JSON has it."""
        raise NotImplementedError

    def framed(self, expression: str) -> Any:
        """The value of an expression in the frame of the page."""
        raise NotImplementedError

    def hit(self, x: int, y: int) -> None:
        """Tap a point of the window.

        An engine without touch clicks it.
        """
        raise NotImplementedError

    def keys(self, *chords: tuple[str, ...]) -> None:
        """Press chords one after the other, each with its keys together."""
        raise NotImplementedError

    def screenshot(self) -> bytes:
        """The picture of the window, as PNG."""
        raise NotImplementedError

    # ------------------------------------------------------------ of all

    def until(self, expression: str, *, framed: bool = False) -> Any:
        """Wait until an expression is true in the page; its value.

        ``framed``: in the page's frame.
        """
        end = time.monotonic() + PATIENCE
        while not (found := self.framed(expression) if framed else self.evaluate(expression)):
            if time.monotonic() > end:
                raise AssertionError(f"{self.name}: waited in vain for {expression}\n{self.words()[-2000:]}")
            time.sleep(0.05)
        return found

    def go(self, fragment: str) -> None:
        """Go to a part of the page ("#/check") without a reload.

        Wait until it is there.
        """
        self.evaluate(f"void (location.hash = {json.dumps(fragment)})")
        self.until(f"!!document.querySelector('.part-{fragment[2:]}:not([hidden]) h1')")

    def click(self, css: str, text: str | None = None) -> None:
        """Click the first visible element with such words, once there.

        The element matches a selector, and its words begin so.
        """
        self.hit(*self.until(f"{POINT}({_found(css, text)})"))

    def type(self, text: str) -> None:
        """Type a text at the cursor."""
        self.keys(*(("Enter",) if ch == "\n" else (ch,) for ch in text))

    def press(self, *keys: str) -> None:
        """Press keys together: ``press("Control", "z")``."""
        self.keys(keys)

    def text(self, css: str) -> str:
        """The words of a selector's first visible element, once there."""
        return str(self.until(f"((found) => found && (found.innerText || ' '))({_found(css)})"))

    def words(self) -> str:
        """All words that the page shows."""
        return str(self.evaluate("document.body.innerText"))

    def idle(self) -> None:
        """Wait for the referee to load and to answer every request."""
        self.until("window.referee?.ready && !window.referee.busy && !document.querySelector('[aria-busy=true]')")


# ------------------------------------------------------------ Chromium


class Chromium(Engine):
    """Chromium, by playwright."""

    name = "chromium"

    def __init__(self, stack: ExitStack, browser: Any) -> None:
        super().__init__(stack)
        self.page = browser.new_page(viewport=SIZE, has_touch=True, is_mobile=True)
        stack.callback(self.page.context.close)
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.on("pageerror", lambda e: self.troubles.append(f"error: {e}"))
        self.page.on("console", lambda m: self.troubles.append(m.text) if m.type == "error" else None)

    def open(self, url: str) -> None:
        self.page.goto("about:blank")
        self.page.goto(url)

    def evaluate(self, expression: str) -> Any:
        return self.page.evaluate(f"async () => ({expression})")

    def framed(self, expression: str) -> Any:
        return self.page.frames[-1].evaluate(f"async () => ({expression})")

    def hit(self, x: int, y: int) -> None:
        self.page.touchscreen.tap(x, y)

    def keys(self, *chords: tuple[str, ...]) -> None:
        for chord in chords:
            if len(chord) == 1 and chord[0] not in KEYS:
                self.page.keyboard.type(chord[0])
            else:
                self.page.keyboard.press("+".join(chord))

    def screenshot(self) -> bytes:
        return self.page.screenshot()


# ------------------------------------------------------------ WebDriver


def _pointed(x: int, y: int) -> list[dict[str, Any]]:
    """A click as an input source of WebDriver."""
    does = [
        {"type": "pointerMove", "x": x, "y": y},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return [{"type": "pointer", "id": "mouse", "actions": does}]


def _pressed(chords: tuple[tuple[str, ...], ...]) -> list[dict[str, Any]]:
    """Chords as an input source of WebDriver."""
    does: list[dict[str, Any]] = []
    for chord in chords:
        held = [KEYS.get(key, key) for key in chord]
        does += [{"type": "keyDown", "value": key} for key in held]
        does += [{"type": "keyUp", "value": key} for key in reversed(held)]
    return [{"type": "key", "id": "keyboard", "actions": does}]


def _started(stack: ExitStack, command: list[str], **how: Any) -> subprocess.Popen[str]:
    """A process of its own group, ended with all its children.

    It ends when the stack closes, or when the tests are killed.
    """
    with_us = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
    process = subprocess.Popen([*with_us, *command], text=True, start_new_session=True, **how)

    def end() -> None:
        for signal in (15, 9):
            try:
                os.killpg(process.pid, signal)
            except ProcessLookupError:
                break
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                continue
        process.wait()

    stack.callback(end)
    return process


def _folder(stack: ExitStack) -> str:
    """A folder for what a browser keeps."""
    return stack.enter_context(tempfile.TemporaryDirectory(prefix="referee-", ignore_cleanup_errors=True))


class Firefox(Engine):
    """Firefox, by WebDriver BiDi."""

    name = "firefox"
    PREFERENCES = (
        ("browser.shell.checkDefaultBrowser", "false"),
        ("browser.startup.page", "0"),
        ("datareporting.policy.dataSubmissionEnabled", "false"),
        ("toolkit.telemetry.enabled", "false"),
        ("app.normandy.enabled", "false"),
        ("services.settings.server", '"data:,"'),
        ("network.captive-portal-service.enabled", "false"),
        ("network.connectivity-service.enabled", "false"),
        ("extensions.update.enabled", "false"),
    )

    def __init__(self, stack: ExitStack) -> None:
        super().__init__(stack)
        from websockets.sync.client import connect

        profile = Path(_folder(stack))
        lines = (f'user_pref("{name}", {value});\n' for name, value in self.PREFERENCES)
        (profile / "user.js").write_text("".join(lines), encoding="utf-8")
        command = [firefox() or "", "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port=0"]
        with (profile / "log.txt").open("w", encoding="utf-8") as log:
            process = _started(stack, command, stdout=subprocess.DEVNULL, stderr=log)
        self.socket = stack.enter_context(connect(_address(process, profile / "log.txt") + "/session", max_size=None))
        self.asked = 0
        self.send("session.new", capabilities={})
        self.window = self.send("browsingContext.getTree")["contexts"][0]["context"]
        self.send("session.subscribe", events=["log.entryAdded"])
        self.send("browsingContext.setViewport", context=self.window, viewport=SIZE)

    def send(self, method: str, **params: Any) -> Any:
        """Send a command; its result.

        Messages of the browser that come before the result are searched for errors.
        """
        self.asked += 1
        self.socket.send(json.dumps({"id": self.asked, "method": method, "params": params}))
        while True:
            said = json.loads(self.socket.recv(timeout=PATIENCE))
            if said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
                if INTERRUPTED not in (words := str(said["params"]["text"])):
                    self.troubles.append(words)
            elif said.get("id") == self.asked:
                if said["type"] == "error":
                    raise EngineError(f"{method}: {said['error']}: {said['message']}")
                return said["result"]

    def open(self, url: str) -> None:
        self.send("browsingContext.navigate", context=self.window, url="about:blank", wait="complete")
        self.send("browsingContext.navigate", context=self.window, url=url, wait="complete")

    def evaluate(self, expression: str) -> Any:
        return self._evaluated(expression, self.window)

    def framed(self, expression: str) -> Any:
        [window] = self.send("browsingContext.getTree", root=self.window)["contexts"]
        return self._evaluated(expression, window["children"][0]["context"])

    def _evaluated(self, expression: str, context: str) -> Any:
        found = self.send(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})) ?? 'null')()",
            target={"context": context},
            awaitPromise=True,
        )
        if found["type"] == "exception":
            raise EngineError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])

    def hit(self, x: int, y: int) -> None:
        self.send("input.performActions", context=self.window, actions=_pointed(x, y))

    def keys(self, *chords: tuple[str, ...]) -> None:
        self.send("input.performActions", context=self.window, actions=_pressed(chords))

    def screenshot(self) -> bytes:
        return base64.b64decode(self.send("browsingContext.captureScreenshot", context=self.window)["data"])


def _address(process: subprocess.Popen[str], log: Path) -> str:
    """The address at which Firefox listens, once it says so."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        if found := re.search(r"listening on (ws://\S+)", log.read_text(encoding="utf-8", errors="replace")):
            return found[1]
        time.sleep(0.05)
    raise EngineError(f"Firefox does not listen: {log.read_text(encoding='utf-8', errors='replace')[-1000:]}")


class WebKit(Engine):
    """WebKit, by WebDriver.

    The MiniBrowser of WebKitGTK runs on a screen of its own.
    """

    name = "webkit"

    def __init__(self, stack: ExitStack) -> None:
        super().__init__(stack)
        home = _folder(stack)
        screen = _started(
            stack,
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1440x1000x24", "-nolisten", "tcp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        display = screen.stdout.readline().strip() if screen.stdout is not None else ""
        if not display:
            raise EngineError("there is no screen for WebKit: Xvfb does not start")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        env = {**os.environ, "DISPLAY": f":{display}", "HOME": home, "XDG_RUNTIME_DIR": home, "GDK_BACKEND": "x11"}
        env["JSC_useOMGJIT"] = "0"  # its best machine code costs more than a page gains that lives for seconds
        env.pop("WAYLAND_DISPLAY", None)
        driver = _started(
            stack, ["WebKitWebDriver", f"--port={port}"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.at = f"http://127.0.0.1:{port}"
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.send("GET", "/status")
                break
            except OSError as error:
                if time.monotonic() > end or driver.poll() is not None:
                    raise EngineError("WebKitWebDriver does not answer") from error
                time.sleep(0.05)
        browser = {"binary": mini_browser(), "args": ["--automation"]}
        asked = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": browser}}}
        self.at += f"/session/{self.send('POST', '/session', asked)['sessionId']}"
        stack.callback(self.send, "DELETE", "")
        self.send("POST", "/timeouts", {"script": int(PATIENCE * 1000)})
        self.send("POST", "/window/rect", SIZE)

    def send(self, method: str, path: str, body: object = None) -> Any:
        """Give a command; its value."""
        data = json.dumps(body).encode() if method == "POST" else None
        asked = urllib.request.Request(self.at + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE * 2) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise EngineError(f"{path}: {error.read().decode('utf-8', 'replace')[:1000]}") from error

    def open(self, url: str) -> None:
        self.send("POST", "/url", {"url": "about:blank"})
        self.send("POST", "/url", {"url": url})

    def evaluate(self, expression: str) -> Any:
        script = f"""const done = arguments[arguments.length - 1];
            (async () => ({expression}))().then((v) => done([v ?? null]), (e) => done(String(e)));"""
        found = self.send("POST", "/execute/async", {"script": script, "args": []})
        if not isinstance(found, list):
            raise EngineError(f"{found} in {expression}")
        return found[0]

    def framed(self, expression: str) -> Any:
        self.send("POST", "/frame", {"id": 0})
        try:
            return self.evaluate(expression)
        finally:
            self.send("POST", "/frame", {"id": None})

    def hit(self, x: int, y: int) -> None:
        self.send("POST", "/actions", {"actions": _pointed(x, y)})

    def keys(self, *chords: tuple[str, ...]) -> None:
        self.send("POST", "/actions", {"actions": _pressed(chords)})

    def screenshot(self) -> bytes:
        return base64.b64decode(self.send("GET", "/screenshot"))


@contextmanager
def started(name: str, chromium: Callable[[], Any]) -> Iterator[Engine]:
    """An engine with a new window and nothing kept.

    All its processes end with it.

    ``chromium`` gives the Chromium of the other tests: playwright runs once in a process.
    """
    with ExitStack() as stack:
        if name == Chromium.name:
            yield Chromium(stack, chromium())
        else:
            yield (Firefox if name == Firefox.name else WebKit)(stack)
