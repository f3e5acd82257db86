"""The run: which files, who judges them, and the rows in their order whoever was first."""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from referee import __version__, workers
from referee.audit import files, judging, totals
from referee.audit.cache import Cache
from referee.audit.judging import Job, Result, Terms
from referee.audit.rows import Audit, GameRow
from referee.reports.text import printable

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.context import BaseContext

    from referee.engine.referee import Policy

MAX_CHUNK = 8
"""Most files that a process takes at once: few enough that all end together, and that the bar moves."""
GONE = "the process that judged this record ended without a word (killed, or out of memory?)"

Progress = Callable[[int, int], None]
"""Told how many files are done, of how many."""


def run(
    paths: list[str],
    *,
    policy: Policy = "as-played",
    jobs: int | None = None,
    cache: bool | Path = True,
    reports: Path | None = None,
    taken: frozenset[str] = frozenset(),
    progress: Progress | None = None,
) -> Audit:
    """Audit files and folders of records.

    ``jobs`` is the number of processes (all cores if None); ``cache`` may name another folder than the user's, or be
    False; ``reports`` is a folder for the games' reports, ``taken`` file names in it that are not to be used.
    The result depends on the files and on ``policy`` alone.
    """
    found, barren = files.gather(paths)
    names = files.report_names(found, set(taken)) if reports is not None else {}
    store = None
    if cache is not False:
        store = Cache.open(version(), None if cache is True else cache)
    terms = Terms(policy, store, reports)
    tasks = [Job(path, names.get(path, "")) for path in found]
    results = _judge_all(tasks, terms, jobs or cores(), progress or (lambda done, total: None))
    rows = [_named(task, result) for task, result in zip(tasks, results, strict=True)]
    _mark_same(rows, results)
    rows += [
        GameRow(file=_shown(path), verdict="unreadable", message=printable(why)) for path, why in sorted(barren.items())
    ]
    rows.sort(key=lambda row: row.file)
    problems = sorted(r.problem for r in results if r.problem)
    return totals.audit(rows, version=version(), policy=policy, problems=problems)


def version() -> str:
    """The version of the program."""
    return __version__


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _shown(path: str) -> str:
    return "<stdin>" if path == "-" else printable(path)


def _named(task: Job, result: Result) -> GameRow:
    row = result.row
    row.file = _shown(task.path)
    if row.judged and not result.problem:
        row.report = task.report
    return row


def _mark_same(rows: list[GameRow], results: list[Result]) -> None:
    """A record that was handed in twice is one game."""
    first: dict[str, str] = {}
    for row, result in zip(rows, results, strict=True):
        if result.digest and row.judged:
            row.same_as = first.get(result.digest, "")
            first.setdefault(result.digest, row.file)


def _judge_all(tasks: list[Job], terms: Terms, jobs: int, progress: Progress) -> list[Result]:
    """The results of all files, in their order."""
    results: dict[int, Result] = {}
    pending: list[int] = []
    for i, task in enumerate(tasks):
        known = judging.recall(task, terms)
        if known is not None:
            results[i] = known
        else:
            pending.append(i)
    far = [i for i in pending if os.path.isfile(tasks[i].path)]
    if jobs > 1 and len(far) > 1:
        _Pool(tasks, terms, min(jobs, len(far)), results, progress).judge(far)
    for i in pending:
        if i not in results:
            progress(len(results), len(tasks))
            results[i] = judging.judge(tasks[i], terms)
    progress(len(results), len(tasks))
    return [results[i] for i in range(len(tasks))]


def _chunk(jobs: list[Job], terms: Terms) -> list[Result]:
    """What a process is given to do."""
    return [judging.judge(job, terms) for job in jobs]


def _begin() -> None:
    """A process begins: what is loaded stays."""
    workers.begin()
    gc.freeze()


class _Pool:
    """Files judged by several processes. A process that dies takes down nothing but its file."""

    def __init__(
        self, tasks: list[Job], terms: Terms, jobs: int, results: dict[int, Result], progress: Progress
    ) -> None:
        self.tasks, self.terms, self.jobs, self.results, self.progress = tasks, terms, jobs, results, progress

    def judge(self, wanted: list[int]) -> None:
        """Judge files, large and small ones mixed in each chunk, the largest first."""
        order = sorted(wanted, key=lambda i: (-_size(self.tasks[i].path), i))
        size = max(1, min(MAX_CHUNK, len(order) // (4 * self.jobs)))
        parts = -(-len(order) // size)
        self._submit([order[k::parts] for k in range(parts)], self.jobs)
        for i in wanted:
            if i not in self.results:  # a process died: one file at a time, to see which it is
                self._submit([[i]], 1)
                self.results.setdefault(i, Result(judging.failed(GONE)))

    def _submit(self, chunks: list[list[int]], jobs: int) -> None:
        from concurrent.futures import ProcessPoolExecutor, as_completed
        from concurrent.futures.process import BrokenProcessPool

        _prepare(self.terms)
        pool = ProcessPoolExecutor(jobs, mp_context=_context(), initializer=_begin)
        try:
            with workers.helpers():
                waiting = self._start(pool, chunks)
                self.progress(len(self.results), len(self.tasks))
                for done in as_completed(waiting):
                    try:
                        self.results.update(zip(waiting[done], done.result(), strict=True))
                    except BrokenProcessPool:
                        continue
                    self.progress(len(self.results), len(self.tasks))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        pool.shutdown()

    def _start(self, pool: ProcessPoolExecutor, chunks: list[list[int]]) -> dict[Future[list[Result]], list[int]]:
        from concurrent.futures.process import BrokenProcessPool

        waiting: dict[Future[list[Result]], list[int]] = {}
        for chunk in chunks:
            try:
                waiting[pool.submit(_chunk, [self.tasks[i] for i in chunk], self.terms)] = chunk
            except BrokenProcessPool:
                break
        return waiting


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def _prepare(terms: Terms) -> None:
    """Load the program before the processes part, so that each has it at once; what fails here fails there too."""
    with suppress(Exception):
        from referee import inputs
        from referee.editions.base import events

        assert inputs
        events.load_all()
    if terms.reports is not None:
        with suppress(Exception):
            from referee.reports import html

            assert html


def _context() -> BaseContext:
    """How processes are made: as copies where that is safe, else afresh."""
    if sys.platform == "linux" and threading.active_count() == 1:
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")
