"""How long one record may take: far more than any game needs, so that one that hangs costs itself alone."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import TypeVar

R = TypeVar("R")

SECONDS = 60.0
"""What a record may take; the longest that the referee judges to its end takes a few seconds."""


class _TookTooLongError(BaseException):
    """Raised in the middle of the work; no handler of the work's own catches it."""


def within(seconds: float, work: Callable[[], R]) -> R | None:
    """What the work gives; None if it is not done after so many seconds, and it is then broken off."""
    watch = _Watch(seconds)
    try:
        with watch:
            return work()
    except _TookTooLongError:
        return None


class _Watch:
    """Breaks off what the thread does that began it."""

    def __init__(self, seconds: float) -> None:
        self.thread = threading.get_ident()
        self.lock = threading.Lock()
        self.over = self.fired = False
        self.timer = threading.Timer(seconds, self._fire)
        self.timer.daemon = True

    def __enter__(self) -> None:
        self.timer.start()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.timer.cancel()
        with self.lock:
            self.over = True
        self.timer.join()
        if self.fired and kind is not _TookTooLongError:
            _let_it_come()

    def _fire(self) -> None:
        with self.lock:
            if not self.over:
                self.fired = True
                _raise(self.thread, _TookTooLongError)


def _let_it_come() -> None:
    """Meet an exception that is still on its way: taking it back would leave Python looking for it for good."""
    for _ in range(1_000):
        pass


def _raise(thread: int, error: type[BaseException]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
