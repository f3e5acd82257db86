"""Workers for many records: local processes or a Dask cluster.

Each is an executor with the same few additions. :class:`referee.club.workers.dispatch.Dispatch` hands the work out in
pieces.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")
Act = Callable[[list[T]], "list[R | None]"]
"""The work on some items: one result for each, None for one that took too long."""
Progress = Callable[[int, int], None]
"""Called with how many records are done, of how many."""


class WorkerPoolError(Exception):
    """Workers out of reach or unfit for use.

    The message is a sentence for the user.
    """


class WorkerPool(Protocol):
    """An executor whose workers may die or hang."""

    width: int
    """The number of pieces in work at the same time."""

    def submit(self, act: Act[T, R], items: list[T], /) -> Future[list[R | None]]:
        """Hand a piece of work out."""

    def is_loss(self, error: BaseException) -> bool:
        """Whether this error means a worker's death over a piece.

        Raises :class:`WorkerPoolError`.
        """

    def free(self, overdue: Future[Any]) -> None:
        """End the worker that hangs over this piece.

        The work of others may be lost with it, as by a death.
        """

    def gone(self) -> str:
        """Why no worker is left; "" as long as there is one."""

    def __enter__(self) -> WorkerPool: ...

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None: ...
