"""Who does the work of many records: processes of this machine, or the workers of a cluster, behind one executor.

:func:`referee.club.workers.dispatch.carry_out` hands the work out; a crew knows only how to take a piece of it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from types import TracebackType

T = TypeVar("T")
R = TypeVar("R")
Act = Callable[[list[T]], "list[R | None]"]
"""What is done with some items: one result for each, None for one that took too long."""


class CrewError(Exception):
    """The crew cannot be had, or must not be used: a sentence for the user."""


class Crew(Protocol):
    """Those who do the work."""

    @property
    def width(self) -> int:
        """How many pieces are worked at at the same time."""

    def submit(self, act: Act[T, R], items: list[T]) -> Future[list[R | None]]:
        """Hand a piece of work out."""

    def is_loss(self, error: BaseException) -> bool:
        """Whether this error says that one of the crew died over a piece. Raises :class:`CrewError`."""

    def free(self, overdue: Future[Any]) -> None:
        """Get rid of whoever hangs over this piece; the work of others may be lost with it, as by a death."""

    def gone(self) -> str:
        """Why nobody is left to do anything; "" as long as somebody is."""

    def __enter__(self) -> Crew: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
