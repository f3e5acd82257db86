"""The run: which records, who judges them, and the rows in their order whoever was first."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from referee import __version__
from referee.club.audit import files, judging, totals
from referee.club.audit.cache import Cache
from referee.club.audit.judging import Job, Result, Terms
from referee.club.audit.rows import Audit, GameRow
from referee.club.sources import Source, gather
from referee.club.workers.dispatch import TOO_LONG, Dispatch
from referee.club.workers.limits import SECONDS
from referee.club.workers.local import Local, cores
from referee.parsers.notation.encodings import TextError
from referee.reports import printing
from referee.reports.columns import printable

if TYPE_CHECKING:
    from referee.club.workers import Crew
    from referee.engine.referee import Policy

MAX_PIECE = 8
"""Most records that are handed out at once: few enough that all end together, and that the bar moves."""

Progress = Callable[[int, int], None]
"""Told how many records are done, of how many."""


def run(
    paths: list[str],
    *,
    policy: Policy = "as-played",
    jobs: int | None = None,
    cache: bool | Path = True,
    reports: Path | None = None,
    taken: frozenset[str] = frozenset(),
    progress: Progress | None = None,
    crew: Crew | None = None,
    seconds: float = SECONDS,
) -> Audit:
    """Audit files, folders and archives of records.

    ``jobs`` is the number of processes (all cores if None); a ``crew`` judges in their place. ``cache`` may name another
    folder than the user's, or be False; ``reports`` is a folder for the games' reports, ``taken`` file names in it that
    are not to be used. ``seconds`` is what one record may take. The result depends on the records and on ``policy``
    alone.
    """
    found = gather(paths)
    names = files.report_names([s.name for s in found.sources], set(taken)) if reports is not None else {}
    store = None
    if cache is not False:
        store = Cache.open(version(), None if cache is True else cache)
    terms = Terms(policy, store, reports, seconds)
    run_of = _Run(found.sources, names, terms, progress or (lambda done, total: None))
    results = run_of.judge(jobs or cores(), crew)
    rows = [_named(source, names, result) for source, result in zip(found.sources, results, strict=True)]
    _mark_same(rows, results)
    rows += [
        GameRow(file=_shown(path), verdict="unreadable", message=printable(why))
        for path, why in sorted(found.barren.items())
    ]
    rows.sort(key=lambda row: row.file)
    problems = sorted(r.problem for r in results if r.problem)
    return totals.audit(rows, version=version(), policy=policy, problems=problems, notes=found.notes)


def version() -> str:
    """The version of the program."""
    return __version__


def _shown(path: str) -> str:
    return "<stdin>" if path == "-" else printable(path)


def _named(source: Source, names: dict[str, str], result: Result) -> GameRow:
    row = result.row
    row.file = _shown(source.name)
    if row.judged and not result.problem:
        row.report = names.get(source.name, "")
    return row


def _mark_same(rows: list[GameRow], results: list[Result]) -> None:
    """A record that was handed in twice is one game."""
    first: dict[str, str] = {}
    for row, result in zip(rows, results, strict=True):
        if result.digest and row.judged:
            row.same_as = first.get(result.digest, "")
            first.setdefault(result.digest, row.file)


class _Run:
    """The records of a run, by number, and their results."""

    def __init__(self, sources: list[Source], names: dict[str, str], terms: Terms, progress: Progress) -> None:
        self.sources, self.names, self.terms, self.progress = sources, names, terms, progress
        self.results: dict[int, Result] = {}

    def judge(self, jobs: int, crew: Crew | None) -> list[Result]:
        """The results of all records, in their order."""
        self._recall()
        self._tell()
        far = [i for i, source in enumerate(self.sources) if i not in self.results and source.at_rest]
        if crew is not None:
            far = self._by(crew, far, away=True)
        if jobs > 1 and len(far) > 1:
            self._by(Local(min(jobs, len(far)), partial(_prepare, self.terms)), far)
        for i in range(len(self.sources)):
            if i not in self.results:
                self._here(i)
                self._tell()
        return [self.results[i] for i in range(len(self.sources))]

    def _tell(self) -> None:
        self.progress(len(self.results), len(self.sources))

    def _recall(self) -> None:
        """Take over what earlier runs found out."""
        if self.terms.cache is None:
            return
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

    def _here(self, i: int) -> None:
        """Judge a record in this process."""
        try:
            result = judging.judge(self._job(i), self.terms)
        except TextError as error:
            result = Result(judging.unread(error.message, error.line, error.column))
        if result is None:
            result = Result(judging.failed(TOO_LONG.format(seconds=self.terms.seconds)))
        self.results[i] = result

    def _by(self, crew: Crew, wanted: list[int], *, away: bool = False) -> list[int]:
        """Have records judged by others, ``away`` from this machine's files; those that are left over."""
        terms = replace(self.terms, cache=None, reports=None) if away else self.terms
        loaded: dict[int, Job] = {}

        def load(i: int) -> Job | Result:
            try:
                loaded[i] = self._job(i)
            except TextError as error:
                return Result(judging.unread(error.message, error.line, error.column))
            return loaded[i]

        def take(i: int, result: Result) -> None:
            job = loaded.pop(i, None)
            if away and job is not None:
                judging.keep(result, job, self.terms)
            self.results[i] = result
            self._tell()

        def lose(i: int, why: str) -> None:
            loaded.pop(i, None)
            self.results[i] = Result(judging.failed(why))
            self._tell()

        with crew:
            work = Dispatch(crew, partial(_piece, terms=terms), load, take, lose, self.terms.seconds)
            left, why = work.carry_out(_pieces(self.sources, wanted, max(1, crew.width)))
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
    """What one of a crew is given to do; what could not even be read comes back as it is."""
    return [judging.judge(job, terms) if isinstance(job, Job) else job for job in jobs]


def _prepare(terms: Terms) -> None:
    """Load the program before the processes part, so that each has it at once; what fails here fails there too."""
    with suppress(Exception):
        from referee.editions.base import events
        from referee.inputs import judging as inputs

        assert inputs
        events.load_all()
    if terms.reports is not None:
        with suppress(Exception):
            from referee.reports import html

            assert html
