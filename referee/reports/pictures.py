"""Pictures of the plays of a record that have findings, for posts that link to them."""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.film import Film, twin
from referee.engine.referee import Verdict
from referee.reports import picture
from referee.reports.report.concerned import of_step
from referee.reports.report.replay import moves

MOST = 50
"""Most plays of a record that are drawn."""


def of_findings(verdict: Verdict) -> Iterator[tuple[str, str]]:
    """Each play that has a finding which counts, by its name (a13), with the position after it as an SVG."""
    film = Film(verdict.board, verdict.journal.changes)
    end = film.at - sum(len(step.changes) for step in verdict.steps)
    drawn = 0
    for step in verdict.steps:
        start, end = end, end + len(step.changes)
        if not step.id or not step.counted or drawn >= MOST:
            continue
        drawn += 1
        before, after = twin(film.show(start)), twin(film.show(end))
        title = f"After {step.id} (line {step.action.place.line})"
        about = of_step(step, after.rules, verdict.record.lines)
        yield step.id, picture.svg(after, title, before=before, found=about, moves=moves(after, step))
