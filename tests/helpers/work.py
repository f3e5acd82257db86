"""The work of a function, by the functions that it calls.

It is the same on every machine, unlike its time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def calls(function: Callable[[], Any]) -> int:
    """The number of Python functions that ``function`` calls."""
    seen = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal seen
        seen += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(before)
    return seen
