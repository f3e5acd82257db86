"""Findings by cause as the page shows them: each that counts, with those that are there only because of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from referee.engine.findings import Finding
from referee.reports import wording
from referee.reports.report.view import FindingView


@dataclass(frozen=True, slots=True)
class Cause:
    """A finding that counts, and what follows from it."""

    finding: FindingView
    followers: list[FindingView]


def group(findings: Iterable[Finding], views: Mapping[int, FindingView]) -> tuple[list[Cause], list[FindingView]]:
    """The causes in the order of the record; and what follows from lines none of whose findings is among them.

    ``views`` are the findings that are shown, by the identity of the engine's.
    """
    causes, orphans, _ = wording.grouped(f for f in findings if id(f) in views)
    shown = [Cause(views[id(c.finding)], [views[id(f)] for f in c.followers if f.kind != "note"]) for c in causes]
    return shown, [views[id(f)] for f in orphans if f.kind != "note"]
