"""A crew of processes of this machine. They end with the program however it ends."""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from typing import TYPE_CHECKING, Any

from referee.club import processes as workers
from referee.club.workers import Act, R, T

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from contextlib import AbstractContextManager
    from multiprocessing.context import BaseContext
    from types import TracebackType


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Local:
    """So many processes; ``prepare`` loads what they need before they part from this one."""

    def __init__(self, width: int, prepare: Callable[[], None]) -> None:
        self.width, self.prepare = width, prepare
        self.pool: ProcessPoolExecutor | None = None
        self.before = set(multiprocessing.active_children())
        self.helpers: AbstractContextManager[None] = workers.helpers()

    def __enter__(self) -> Local:
        self.helpers.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=kind is None, cancel_futures=kind is not None)
        self.helpers.__exit__(kind, error, trace)

    def submit(self, act: Act[T, R], items: list[T]) -> Future[list[R | None]]:
        """Hand a piece out, to new processes where one died."""
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
        """End all processes: which of them hangs nobody knows."""
        for child in set(multiprocessing.active_children()) - self.before:
            child.kill()

    def gone(self) -> str:
        """Processes can always be made."""
        return ""


def _begin() -> None:
    """A process begins: what is loaded stays."""
    workers.begin()
    gc.freeze()


def _context() -> BaseContext:
    """How processes are made: as copies where that is safe, else afresh."""
    if sys.platform == "linux" and threading.active_count() == 1:
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")
