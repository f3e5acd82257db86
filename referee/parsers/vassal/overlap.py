"""Logs of one game that overlap: who steps through the other's log while logging has its steps in the own log again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.parsers.vassal.happenings import Log

MADE = b"\1"
"""The end of the hash of a step in which a piece or stack came up."""
FEWEST = 3
"""So many steps in a row are the same for a reason; one alone may be the same chat or the same roll once more."""


def repeated(later: Log, earlier: Sequence[Log]) -> set[int]:
    """The steps of a log that earlier logs have already, by their numbers.

    Steps count as the same where their commands are, in runs of several, or of one with which a piece or stack came up:
    its id is a point in time, so nobody makes the same one twice.
    """
    found: set[int] = set()
    for log in earlier:
        _repeats(later.prints, log.prints, found)
    return found


def _repeats(later: Sequence[bytes], earlier: Sequence[bytes], found: set[int]) -> None:
    single = {step: n for n, step in enumerate(earlier)}
    runs = {tuple(earlier[n : n + FEWEST]): n for n in range(len(earlier) - FEWEST + 1)}
    at = 0
    while at < len(later):
        here = runs.get(tuple(later[at : at + FEWEST])) if at + FEWEST <= len(later) else None
        if here is None and later[at].endswith(MADE):
            here = single.get(later[at])
        if here is None:
            at += 1
            continue
        begin, first = at, here
        while begin and first and later[begin - 1] == earlier[first - 1] and begin not in found:
            begin, first = begin - 1, first - 1
        while at < len(later) and here < len(earlier) and later[at] == earlier[here]:
            at, here = at + 1, here + 1
        found.update(range(begin + 1, at + 1))


def without(later: Log, earlier: Sequence[Log]) -> Log:
    """A log without what happened in steps that earlier logs have; the numbers of its steps stay.

    ``start`` stays too: it is the position before the steps that were left out.
    """
    steps = repeated(later, earlier)
    if not steps:
        return later
    number = f"{len(steps):,} step{'s' * (len(steps) != 1)}"
    return replace(
        later,
        happenings=[h for h in later.happenings if h.step not in steps],
        warnings=[
            *later.warnings,
            f"{number} of this log {'are' if len(steps) != 1 else 'is'} in an earlier one already",
        ],
    )
