"""The progress of a long request, for a listener."""

from __future__ import annotations

import time
from collections.abc import Callable

Listener = Callable[[int, int], object]
EVERY = 0.1
"""Seconds between two calls of the listener."""
_listener: Listener | None = None
_last = 0.0


def listen(listener: Listener | None) -> None:
    """Set the listener, which receives the done and the total amount."""
    global _listener
    _listener = listener


def tell(done: int, of: int) -> None:
    """Call the listener: so much is done."""
    global _last
    if _listener is not None and (now := time.monotonic()) - _last >= EVERY:
        _last = now
        _listener(done, of)
