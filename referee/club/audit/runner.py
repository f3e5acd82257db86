"""The run: records in, workers, rows out in their order."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from referee import __version__
from referee.club.audit import judging, totals, verdicts
from referee.club.audit.cache import Cache
from referee.club.audit.judging import Job, Result, Terms
from referee.club.audit.rows import Audit, GameRow
from referee.club.audit.tournament import Tournament
from referee.club.sources import Source, gather
from referee.club.workers import Progress
from referee.club.workers.dispatch import TOO_LONG, Dispatch
from referee.club.workers.limits import SECONDS
from referee.club.workers.local import Local, cores
from referee.inputs.judging import shown
from referee.parsers.notation.encodings import TextError
from referee.reports import printing
from referee.reports.columns import printable

if TYPE_CHECKING:
    from referee.club.workers import WorkerPool
    from referee.engine.explaining.referee import Policy

MAX_PIECE = 8
"""Most records that are handed out at once: few enough that all end together, and that the bar moves."""
MAX_NAME = 80
"""Most characters of a report's own name."""


def run(
    paths: list[str],
    *,
    policy: Policy = "as-played",
    jobs: int | None = None,
    cache: bool | Path = True,
    reports: Path | None = None,
    taken: frozenset[str] = frozenset(),
    progress: Progress | None = None,
    pool: WorkerPool | None = None,
    seconds: float = SECONDS,
    mapping: bytes = b"",
    tournament: Tournament | None = None,
) -> Audit:
    """Audit files, folders and archives of records.

    ``jobs`` is the number of processes (all cores if None); a ``pool`` judges in their place. ``cache`` may name another
    folder than the user's, or be False; ``reports`` is a folder for the games' reports, ``taken`` file names in it that
    are not to be used. ``seconds`` is what one record may take, ``mapping`` the file for the module of logs of VASSAL.
    The result depends on the records, on ``policy``, ``mapping`` and what is stated of the ``tournament`` alone.
    """
    found = gather(paths)
    names = report_names([s.name for s in found.sources], set(taken)) if reports is not None else {}
    store = None if cache is False else Cache.open(version(), None if cache is True else cache)
    terms = Terms(policy, store, reports, seconds, mapping)
    results = _Run(found.sources, names, terms, progress or (lambda done, total: None)).judge(jobs or cores(), pool)
    rows: list[tuple[GameRow, str]] = []
    for source, result in zip(found.sources, results, strict=True):
        row = result.row
        row.file = shown(source.name)
        if row.judged and not result.problem:
            row.report = names.get(source.name, "")
        rows.append((row, result.digest))
    for path, why in found.barren.items():
        rows.append((GameRow(file=shown(path), verdict="unreadable", message=printable(why)), ""))
    problems = sorted(r.problem for r in results if r.problem)
    games = totals.put_in_order(rows)
    return totals.audit(
        games, version=version(), policy=policy, problems=problems, notes=found.notes, tournament=tournament
    )


def version() -> str:
    """The version of the program."""
    return __version__


def report_names(paths: list[str], taken: set[str]) -> dict[str, str]:
    """A file name for the report of each record.

    Its own name, with an addition where two are alike.
    """
    stems = {path: _stem(path) for path in paths}
    others = [os.path.splitext(name)[0].casefold() for name in taken]
    often = Counter([*(stem.casefold() for stem in stems.values()), *others])
    used = {stem for stem, n in often.items() if n == 1} | set(others)
    names = {}
    for path, stem in sorted(stems.items()):
        name = stem
        if often[stem.casefold()] > 1:
            mark, size = blake2b(os.fsencode(path)).hexdigest(), 8
            while name == stem or name.casefold() in used:
                name = f"{stem}-{mark[:size]}"
                size += 4
            used.add(name.casefold())
        names[path] = f"{name}.html"
    return names


def _stem(path: str) -> str:
    """The name of a file without its ending.

    Fit for any file system and for a link.
    """
    name = os.path.basename(path)
    name = name[: -len(".json")] if name.casefold().endswith(".lgn.json") else name
    stem = os.path.splitext(name)[0] if path != "-" else "stdin"
    plain = "".join(ch if ch.isalnum() or ch in "-_" else "-" for ch in stem)[:MAX_NAME].strip("-")
    return plain or "game"


class _Run:
    """The records of a run, by number, and their results."""

    def __init__(self, sources: list[Source], names: dict[str, str], terms: Terms, progress: Progress) -> None:
        self.sources, self.names, self.terms, self.progress = sources, names, terms, progress
        self.results: dict[int, Result] = {}

    def judge(self, jobs: int, pool: WorkerPool | None) -> list[Result]:
        """The results of all records, in their order."""
        if self.terms.cache is not None:
            self._recall()
        self.progress(len(self.results), len(self.sources))
        far = [i for i, source in enumerate(self.sources) if i not in self.results and source.at_rest]
        if pool is not None:
            far = self._by(pool, far, away=True)
        if jobs > 1 and len(far) > 1:
            self._by(Local(min(jobs, len(far)), partial(_prepare, self.terms)), far)
        for i in range(len(self.sources)):
            if i not in self.results:
                self._here(i)
        return [self.results[i] for i in range(len(self.sources))]

    def _recall(self) -> None:
        """Take over the results of earlier runs."""
        for i, source in enumerate(self.sources):
            if source.at_rest:
                with suppress(TextError):
                    known = judging.recall(self._job(i), self.terms)
                    if known is not None:
                        self.results[i] = known

    def _job(self, i: int) -> Job:
        """A record with its bytes. Raises :class:`TextError`."""
        source = self.sources[i]
        at_rest = source.at_rest
        return Job(source.name, self.names.get(source.name, ""), source.read(), at_rest)

    def _load(self, i: int) -> Job | Result:
        """A record with its bytes, or the result of an unreadable one."""
        try:
            return self._job(i)
        except TextError as error:
            return Result(verdicts.unread(error.message, error.line, error.column))

    def _take(self, i: int, result: Result) -> None:
        self.results[i] = result
        self.progress(len(self.results), len(self.sources))

    def _lose(self, i: int, why: str) -> None:
        self._take(i, Result(verdicts.failed(why)))

    def _here(self, i: int) -> None:
        """Judge a record in this process."""
        (result,) = _piece([self._load(i)], self.terms)
        if result is None:
            self._lose(i, TOO_LONG.format(seconds=self.terms.seconds))
        else:
            self._take(i, result)

    def _by(self, pool: WorkerPool, wanted: list[int], *, away: bool = False) -> list[int]:
        """Have a pool judge records; the records left over.

        ``away`` from this machine's files.
        """
        terms = replace(self.terms, cache=None, reports=None) if away else self.terms
        loaded: dict[int, Job | Result] = {}

        def load(i: int) -> Job | Result:
            loaded[i] = self._load(i)
            return loaded[i]

        def take(i: int, result: Result) -> None:
            job = loaded.pop(i, None)
            if away and isinstance(job, Job):
                judging.keep(result, job, self.terms)
            self._take(i, result)

        with pool:
            work = Dispatch(pool, partial(_piece, terms=terms), load, take, self._lose, self.terms.seconds)
            left, why = work.carry_out(_pieces(self.sources, wanted, max(1, pool.width)))
        if left:
            printing.complain(f"{why}; what is left is judged by this machine")
        return left


def _pieces(sources: list[Source], wanted: list[int], width: int) -> list[list[int]]:
    """Large and small records mixed in each piece, the largest first."""
    order = sorted(wanted, key=lambda i: (-sources[i].size, i))
    size = max(1, min(MAX_PIECE, len(order) // (4 * width)))
    parts = -(-len(order) // size)
    return [order[k::parts] for k in range(parts)]


def _piece(jobs: list[Job | Result], terms: Terms) -> list[Result | None]:
    """Judge some records: the work of one worker.

    A result comes back as it is.
    """
    return [judging.judge(job, terms) if isinstance(job, Job) else job for job in jobs]


def _prepare(terms: Terms) -> None:
    """Load the program before the processes part.

    A fault here shows there too.
    """
    with suppress(Exception):
        from referee.editions.base import events
        from referee.inputs import judging as inputs

        assert inputs
        events.load_all()
    if terms.reports is not None:
        with suppress(Exception):
            from referee.reports import html

            assert html
