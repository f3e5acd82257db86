"""Processes of this machine. They end with the program, however it ends."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from typing import TYPE_CHECKING, Any

from referee.club.workers import Act, R, T

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.context import BaseContext
    from types import FrameType

_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
_YOUNG = 20_000
"""Objects between two collections: a play makes many that live as long as it does, and looking at them each time costs a tenth."""


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Local:
    """A pool of ``width`` processes, rebuilt when one dies.

    ``prepare`` loads what they need before they fork.
    """

    def __init__(self, width: int, prepare: Callable[[], None]) -> None:
        self.width, self.prepare = width, prepare
        self.pool: ProcessPoolExecutor | None = None
        self.before = set(multiprocessing.active_children())
        self.handled: dict[int, Any] = {}

    def __enter__(self) -> Local:
        if threading.current_thread() is threading.main_thread():
            ours = [number for number in _ENDING if signal.getsignal(number) is signal.SIG_DFL]
            self.handled = {number: signal.signal(number, _leave) for number in ours}
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=kind is None, cancel_futures=kind is not None)
        if kind is not None:
            self._kill()
        for number, handler in self.handled.items():
            signal.signal(number, handler)

    def submit(self, act: Act[T, R], items: list[T], /) -> Future[list[R | None]]:
        """Hand a piece out, to a new pool where a process died."""
        if self.pool is not None:
            try:
                return self.pool.submit(act, items)
            except BrokenExecutor:
                self.pool.shutdown()  # it is broken: that takes no time, and processes can part from this one again
        from concurrent.futures import ProcessPoolExecutor

        self.prepare()
        self.pool = ProcessPoolExecutor(self.width, mp_context=_context(), initializer=_begin)
        return self.pool.submit(act, items)

    def is_loss(self, error: BaseException) -> bool:
        """Whether a process died."""
        return isinstance(error, BrokenExecutor)

    def free(self, overdue: Future[Any]) -> None:
        """End all processes: which of them hangs is not known."""
        self._kill()

    def gone(self) -> str:
        """A local pool can always be rebuilt."""
        return ""

    def _kill(self) -> None:
        for child in set(multiprocessing.active_children()) - self.before:
            child.kill()


def _leave(number: int, frame: FrameType | None) -> None:
    """End the processes as a shell expects after a signal."""
    raise SystemExit(128 + number)


def _begin() -> None:
    """Prepare a new process.

    It leaves interrupts to its parent, ends with its parent, and keeps loaded modules.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in _ENDING:
        signal.signal(number, signal.SIG_DFL)
    threading.Thread(target=_watch, daemon=True).start()
    gc.freeze()
    gc.set_threshold(_YOUNG)


def _watch() -> None:
    """End at once when the parent is gone."""
    from multiprocessing.connection import wait

    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


def _context() -> BaseContext:
    """The start method of processes.

    Copies where that is safe, else new ones.
    """
    safe = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if safe else "spawn")
