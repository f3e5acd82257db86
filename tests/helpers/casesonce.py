"""The results of all rule cases, each judged once.

All the tests that look at every case share them.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.engine.record.findings import Finding
from referee.rules.casefile import Case
from tests.helpers import casechanges, rulecases


class Looked(NamedTuple):
    """The result of a case."""

    problems: list[str]
    """What is not as it expects."""
    told: str
    """What it does to the board."""
    findings: list[Finding]


_LOOKED: dict[tuple[str, str], Looked] = {}


def looked(case: Case) -> Looked:
    """Judge a case, or repeat its result.

    Nothing else of the verdict is kept.
    """
    key = (case.file, case.id)
    if key not in _LOOKED:
        verdict = rulecases.run(case)
        told = casechanges.told_of(case, verdict)
        _LOOKED[key] = Looked(rulecases.problems_of(case, verdict), told, verdict.findings)
    return _LOOKED[key]
