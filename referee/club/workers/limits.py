"""A time limit for one record, above any real need."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import TypeVar

R = TypeVar("R")

SECONDS = 60.0
"""The time limit of a record; the longest complete judging takes a few seconds."""


class _TookTooLongError(BaseException):
    """The end of an item's time.

    Raised in the middle of the work, where no handler of the work catches it.
    """


def within(seconds: float, work: Callable[[], R]) -> R | None:
    """The result of the work within a time limit.

    None after more seconds than that, and the work is ended.
    """
    thread, lock = threading.get_ident(), threading.Lock()
    over = fired = False

    def fire() -> None:
        nonlocal fired
        with lock:
            if not over:
                fired = True
                raised = ctypes.py_object(_TookTooLongError)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)

    timer = threading.Timer(seconds, fire)
    timer.daemon = True
    timer.start()
    try:
        try:
            return work()
        finally:
            timer.cancel()
            with lock:
                over = True
            timer.join()
            for _ in range(1_000 * fired):  # let it arrive: taken back, it would slow Python down for good
                pass
    except _TookTooLongError:
        return None
