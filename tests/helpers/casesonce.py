"""The results of all rule cases, each judged once.

All the tests that look at every case share them, those of several workers through a folder.
"""

from __future__ import annotations

import os
import pickle
import sys
from hashlib import sha256
from pathlib import Path
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


FOLDERS: list[Path] = []
"""The folder of a run with several workers, in each of them (tests/conftest.py)."""
_LOOKED: dict[tuple[str, str], Looked] = {}


def looked(case: Case) -> Looked:
    """Judge a case, or repeat its result.

    Nothing else of the verdict is kept.
    """
    key = (case.file, case.id)
    if key not in _LOOKED:
        _LOOKED[key] = _shared(case, FOLDERS[0]) if FOLDERS else _judged(case)
    return _LOOKED[key]


def _judged(case: Case) -> Looked:
    verdict = rulecases.run(case)
    told = casechanges.told_of(case, verdict)
    return Looked(rulecases.problems_of(case, verdict), told, verdict.findings, event_effects.effects(verdict))


def _shared(case: Case, folder: Path) -> Looked:
    """The result of a case, from another worker if one has it.

    A few findings hold functions, which cannot be written: each worker judges their cases itself.
    """
    path = folder / sha256(f"{case.file} {case.id}".encode()).hexdigest()
    if path.exists():
        return Looked(*pickle.loads(path.read_bytes()))
    found = _judged(case)
    try:
        packed = pickle.dumps(tuple(found))
    except (AttributeError, pickle.PicklingError):
        return found
    begun = path.with_suffix(f".{os.getpid()}")
    begun.write_bytes(packed)
    begun.replace(path)
    return found
