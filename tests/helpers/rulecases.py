"""The public rule cases (docs/rule-cases.md) as this implementation judges them."""

from __future__ import annotations

from pathlib import Path

from referee.engine.explaining.referee import Judgement
from referee.rules.casefile import Case, cases_folder
from referee.rules.casefile import read_cases as read_text_of_cases
from referee.trials import conformance
from referee.trials.conformance import judged as run

__all__ = ["FOLDER", "all_cases", "problems", "problems_of", "read_cases", "run"]

FOLDER = cases_folder()


def read_cases(path: Path) -> list[Case]:
    return read_text_of_cases(path.read_text(encoding="utf-8"), path.name)


def all_cases() -> list[Case]:
    return [c for path in sorted(FOLDER.glob("*.case")) for c in read_cases(path)]


def problems(case: Case) -> list[str]:
    """Differences from the expectations of the case; empty if it is passed."""
    return problems_of(case, run(case))


def problems_of(case: Case, verdict: Judgement) -> list[str]:
    """Differences of its verdict from the expectations of the case."""
    return conformance.problems(case, conformance.answer_of(verdict))
