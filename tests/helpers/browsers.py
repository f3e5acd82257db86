"""Detection and start of the browser and the page's tools."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path

from tests.helpers.paths import ROOT

SITE = ROOT / "dist" / "web"
"""Where the page is built."""
VSIX = ROOT / "dist" / "labyrinth-record.vsix"
"""Where the extension is built."""
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


def missing() -> str:
    """The reason for a missing browser; empty if there is one."""
    try:
        import axe_playwright_python  # noqa: F401
        import playwright.sync_api  # noqa: F401
    except ImportError as error:
        return f"{error.name} is not installed (pip install playwright axe-playwright-python)"
    if chromium() is None:
        return "there is no Chromium (apt-get install chromium)"
    return ""


def chromium() -> str | None:
    """The browser, if the machine has one.

    The one without windows is preferred: it is faster.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next((found for n in names if (found := shutil.which(n)) is not None), None)


def firefox() -> str | None:
    """Firefox, if the machine has it."""
    return next((found for n in ("firefox-esr", "firefox") if (found := shutil.which(n)) is not None), None)


def mini_browser() -> str | None:
    """The browser of WebKit's driver, if the machine has it."""
    return next((str(found) for found in Path("/usr").glob("lib*/**/webkit*gtk-*/MiniBrowser")), None)


def no_engine(name: str) -> str:
    """The reason against a test in an engine; empty for none."""
    if name == "chromium":
        return missing()
    if name == "firefox":
        if find_spec("websockets") is None:
            return "websockets is not installed (pip install websockets)"
        return "" if firefox() else "there is no Firefox (apt-get install firefox-esr)"
    if shutil.which("WebKitWebDriver") is None or mini_browser() is None:
        return "there is no WebKit (apt-get install webkit2gtk-driver)"
    return "" if shutil.which("Xvfb") else "there is no screen for WebKit (apt-get install xvfb)"


def no_node() -> str:
    """Why the page cannot be built; empty if it can."""
    lacking = [name for name in ("node", "npm") if shutil.which(name) is None]
    return f"there is no {' and no '.join(lacking)} (apt-get install nodejs npm)" if lacking else ""


def no_page() -> str:
    """Why there is no page to test; empty if there is one."""
    if (SITE / "index.html").exists():
        return ""
    return no_node() or "the page is not built (make web)"


def no_extension() -> str:
    """Why there is no extension to test; empty if there is one."""
    return "" if VSIX.is_file() else no_node() or "the extension is not built (make vsix)"
