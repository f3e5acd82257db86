"""The results of all rule cases, each judged once.

All the tests that look at every case share them.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

from referee.engine.record.findings import Finding
from referee.rules.casefile import Case
from tests.helpers import casechanges, rulecases
from tests.helpers.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts" / "pages"))

import event_effects


class Looked(NamedTuple):
    """The result of a case."""

    problems: list[str]
    """What is not as it expects."""
    told: str
    """What it does to the board."""
    findings: list[Finding]
    effects: set[tuple[str, int]]
    """The fields that its events change (scripts/pages/event_effects.py)."""


_LOOKED: dict[tuple[str, str], Looked] = {}


def looked(case: Case) -> Looked:
    """Judge a case, or repeat its result.

    Nothing else of the verdict is kept.
    """
    key = (case.file, case.id)
    if key not in _LOOKED:
        verdict = rulecases.run(case)
        told = casechanges.told_of(case, verdict)
        effects = event_effects.effects(verdict)
        _LOOKED[key] = Looked(rulecases.problems_of(case, verdict), told, verdict.findings, effects)
    return _LOOKED[key]
