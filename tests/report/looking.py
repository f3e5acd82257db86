"""What the tests in the browser ask of a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Open = Callable[..., Any]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def shown(page: Any) -> str:
    """The play that the panel shows."""
    return str(page.evaluate("document.querySelector('.panel .step:not([hidden])').dataset.id"))


def becomes_true(page: Any, expression: str) -> None:
    """What the browser does a moment later, as following a link; the page's policy forbids it to wait for text."""
    for _ in range(200):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never true: {expression}")


def comes_to(page: Any, step: str) -> None:
    """The panel shows this play, at once or when a link has been followed."""
    becomes_true(page, f"document.querySelector('.panel .step:not([hidden])').dataset.id === '{step}'")
