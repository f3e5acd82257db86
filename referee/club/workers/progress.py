"""A progress bar on a terminal, and nothing anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.club.workers import Progress


@contextmanager
def bar(what: str = "records") -> Iterator[Progress | None]:
    """A progress bar on standard error during judging or playing.

    It goes away at the end.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    shown = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,  # no thread: processes are made while the bar is there
    )
    task = shown.add_task(what, total=None)

    def progress(done: int, total: int) -> None:
        shown.update(task, completed=done, total=total)
        shown.refresh()

    with shown:
        yield progress
