"""Processes that help with the work, and end when the one that started them does, however it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def begin() -> None:
    """A process begins: an interrupt is the business of the one that started it, and with that one it goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in _ENDING:
        signal.signal(number, signal.SIG_DFL)
    if multiprocessing.parent_process() is not None:
        threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    """End at once when the parent is gone: killed, it could tell nobody."""
    from multiprocessing.connection import wait

    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


@contextmanager
def helpers() -> Iterator[None]:
    """While processes help: whatever ends the work early, a signal too, ends them as well."""
    before = set(multiprocessing.active_children())
    handled = {}
    if threading.current_thread() is threading.main_thread():
        for number in _ENDING:
            if signal.getsignal(number) is signal.SIG_DFL:
                handled[number] = signal.signal(number, _leave)
    try:
        yield
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.kill()
        raise
    finally:
        for number, handler in handled.items():
            signal.signal(number, handler)


def _leave(number: int, frame: FrameType | None) -> None:
    """As a shell expects of a program that a signal ended."""
    raise SystemExit(128 + number)
