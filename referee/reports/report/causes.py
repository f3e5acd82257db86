"""Findings by cause: each that counts, with those that are there only because of it."""

from __future__ import annotations

from dataclasses import dataclass

from referee.reports.report.view import FindingView


@dataclass(frozen=True, slots=True)
class Cause:
    """A finding that counts, and what follows from it."""

    finding: FindingView
    followers: list[FindingView]


def group(found: list[FindingView]) -> tuple[list[Cause], list[FindingView]]:
    """The causes in the order of the record; and what follows from lines none of whose findings is among them.

    Something that follows from several stands under the first; what follows from a follower stands under its cause.
    """
    causes = [Cause(f, []) for f in found if f.counted]
    at: dict[int, Cause] = {}
    for cause in causes:
        at.setdefault(cause.finding.at.line, cause)
    left = []
    for f in found:
        if f.counted or not f.follows or f.kind == "note":
            continue
        known = [at[link.line] for link in f.follows if link.line in at]
        if known:
            known[0].followers.append(f)
            at.setdefault(f.at.line, known[0])
        else:
            left.append(f)
    return causes, left
