"""``referee audit``: runs the audit, writes it in the form that is asked for, and gives the exit status."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from referee.club.audit import export, progress, tables, text
from referee.club.audit.rows import Audit
from referee.club.audit.runner import run
from referee.club.workers import CrewError
from referee.club.workers.limits import SECONDS
from referee.inputs.files import replace
from referee.reports import printing
from referee.reports.columns import printable

if TYPE_CHECKING:
    from referee.engine.referee import Policy

Form = Literal["text", "json", "csv", "html"]


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line says."""

    form: Form = "text"
    table: export.Which = "games"
    output: Path | None = None
    reports: Path | None = None
    jobs: int | None = None
    cache: bool = True
    policy: Policy = "as-played"
    sort: str = ""
    """The order of the games; "" is the worst first for people, by file for programs."""
    only_findings: bool = False
    """Whether games that have nothing wrong are left out of the list."""
    on: str = ""
    """The address of a cluster whose workers judge; "" is this machine."""
    seconds: float = SECONDS
    """What one record may take."""


def main(paths: list[str], options: Options) -> int:
    """Audit, print or write, and return the exit status."""
    taken: frozenset[str] = frozenset()
    if options.reports is not None:
        try:
            options.reports.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            return _cannot(options.reports, error)
        if options.output is not None and options.output.resolve().parent == options.reports.resolve():
            taken = frozenset({options.output.name})
    try:
        audit = _audit(paths, options, taken)
    except CrewError as error:
        printing.complain(str(error))
        return 2
    order = options.sort or ("worst" if options.form in ("text", "html") else "file")
    audit.arrange(worst_first=order == "worst", only_findings=options.only_findings)
    for problem in audit.problems:
        sys.stderr.write(f"{problem}\n")
    if options.output is not None:
        try:
            replace(options.output, render(audit, options))
        except OSError as error:
            return _cannot(options.output, error)
        sys.stdout.write(f"{tables.summary(audit)}\naudit: {printable(str(options.output))}\n")
    elif options.form == "text" and sys.stdout.isatty():
        text.show(audit)
    else:
        sys.stdout.write(render(audit, options))
    return audit.status


def _audit(paths: list[str], options: Options, taken: frozenset[str]) -> Audit:
    """The audit. Raises :class:`CrewError`."""
    crew = None
    if options.on:
        from referee.club.workers.cluster import Cluster

        crew = Cluster(options.on)
    with progress.bar() as bar:
        return run(
            paths,
            policy=options.policy,
            jobs=options.jobs,
            cache=options.cache,
            reports=options.reports,
            taken=taken,
            progress=bar,
            crew=crew,
            seconds=options.seconds,
        )


def render(audit: Audit, options: Options) -> str:
    """The audit in the form that is asked for."""
    if options.form == "json":
        return export.as_json(audit)
    if options.form == "csv":
        return export.as_csv(audit, options.table)
    if options.form == "html":
        from referee.club.audit import html

        return html.render(audit, reports=options.reports, output=options.output)
    return text.plain(audit)


def _cannot(path: Path, error: OSError) -> int:
    sys.stderr.write(f"{printable(str(path))}: cannot be written: {error.strerror or error}\n")
    return 2
