"""One record to one row: the work of a worker.

A fault costs that row alone.
"""

from __future__ import annotations

import os
import re
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from referee.club.audit.cache import Cache, digest
from referee.club.audit.rows import GameRow
from referee.club.audit.verdicts import failed, row_of, unread
from referee.club.workers.limits import SECONDS, within
from referee.inputs.files import replace
from referee.reports.columns import printable

if TYPE_CHECKING:
    from referee.engine.explaining.referee import Policy

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


@dataclass(frozen=True, slots=True)
class Job:
    """A record to judge, with its name and its bytes.

    ``report`` is the file name of its report, if one is wanted. The job holds all that is needed: nothing is read where
    it is judged. ``at_rest`` is False for what came through a pipe.
    """

    path: str
    report: str = ""
    data: bytes = b""
    at_rest: bool = True


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of all records of a run.

    They have no ``cache`` and no ``reports`` where the worker is on another machine.
    """

    policy: Policy
    cache: Cache | None
    reports: Path | None
    seconds: float = SECONDS
    """The time limit of a record."""
    mapping: bytes = b""
    """The file for the module of logs of VASSAL; b"" for the shipped one."""


@dataclass(slots=True)
class Result:
    """The result of a job.

    ``digest`` is that of the record's bytes, "" if they are not at rest; ``page`` is its report.
    """

    row: GameRow
    digest: str = ""
    problem: str = ""
    page: str = ""


def recall(job: Job, terms: Terms) -> Result | None:
    """The result of an earlier run, if it still holds.

    The record is unchanged, and its report, if wanted, exists.
    """
    if terms.cache is None or not job.at_rest:
        return None
    of_bytes = digest(job.data)
    key = _key(job, terms, of_bytes)
    row = terms.cache.row(key)
    if row is None:
        return None
    if terms.reports is not None and job.report and row.judged:
        written = terms.cache.report(key, os.path.basename(job.path))
        try:
            if written is None or written != digest((terms.reports / job.report).read_bytes()):
                return None
        except OSError:
            return None
    return Result(row, of_bytes)


def _key(job: Job, terms: Terms, of_bytes: str) -> str:
    """The name of a record's entry in the cache.

    A reader may go by the ending of a file's name.
    """
    assert terms.cache is not None
    used = digest(terms.mapping) if terms.mapping else ""
    return terms.cache.key(of_bytes, os.path.splitext(job.path)[1].casefold() + used, terms.policy)


def judge(job: Job, terms: Terms) -> Result | None:
    """Judge a record, write its report, remember the row.

    None if it takes too long.
    """
    result = look(job, terms)
    if result is not None:
        keep(result, job, terms)
    return result


def look(job: Job, terms: Terms) -> Result | None:
    """Judge a record and write nothing; None if it takes too long."""
    try:
        return within(terms.seconds, lambda: _look(job, terms))
    except Exception as error:  # whatever it is, the other records are judged all the same
        return Result(failed(_fault(error)))


def _look(job: Job, terms: Terms) -> Result:
    from referee.analysis.analysis import analyse
    from referee.engine.record.findings import UnreadableFile
    from referee.inputs.judging import judge_bytes, shown
    from referee.reports import describe

    name, wanted = shown(job.path), bool(job.report)
    verdict = judge_bytes(job.data, name, terms.policy, alternatives=wanted, mapping=terms.mapping)
    of_bytes = digest(job.data) if job.at_rest else ""
    if isinstance(verdict, UnreadableFile):
        return Result(unread(verdict.message, verdict.line, verdict.column), of_bytes)
    found = analyse(verdict, tell=describe.sentence)
    result = Result(row_of(verdict, found), of_bytes)
    if job.report:
        try:
            from referee.reports import html

            result.page = html.render(verdict, found)
        except Exception as error:
            result.problem = f"{printable(job.report)}: the report cannot be made: {_fault(error)}"
    return result


def keep(result: Result, job: Job, terms: Terms) -> None:
    """Write the report of a judged record, and remember its row."""
    key = ""
    if terms.cache is not None and result.digest and result.row.verdict != "failed":
        key = _key(job, terms, result.digest)
        terms.cache.keep_row(key, result.row)
    if terms.reports is None or not result.page:
        return
    page, result.page = result.page, ""
    try:
        replace(terms.reports / job.report, page, follow=False)
    except OSError as error:
        result.problem = f"{printable(job.report)}: the report cannot be written: {error.strerror or error}"
        return
    if terms.cache is not None and key:
        terms.cache.keep_report(key, os.path.basename(job.path), page)


def _fault(error: Exception) -> str:
    """A fault of the program in one line, independent of the run."""
    frames = traceback.extract_tb(error.__traceback__)
    where = ""
    if frames:
        where = f" in {'/'.join(Path(frames[-1].filename).parts[-2:])}, line {frames[-1].lineno}"
    what = _ADDRESS.sub("", str(error)).strip()[:200]
    return printable(
        f"the referee broke down on this record, please report it: {type(error).__name__}{where}"
        + (f": {what}" if what else "")
    )
