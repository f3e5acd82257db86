"""Records of earlier versions, with the results of their time.

The list of changes explains each difference (docs/stability.md).
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.rules.casefile import Case, cases, read_cases
from referee.trials import conformance
from tests.helpers.paths import ROOT, TESTS

FOLDERS = sorted(path for path in (TESTS / "cases" / "versions").iterdir() if path.is_dir())
PAGE = (ROOT / "docs" / "stability.md").read_text(encoding="utf-8")


def told(folder: Path) -> list[dict[str, Any]]:
    """The changes since a version, each with its reason."""
    found: list[dict[str, Any]] = tomllib.loads((folder / "changed.toml").read_text(encoding="utf-8"))["changed"]
    return found


def of(folder: Path) -> list[Case]:
    """The records of a version, with what it said of them."""
    return [case for path in sorted(folder.glob("*.case")) for case in read_cases(path.read_text("utf-8"), path.name)]


FILES = [path for folder in FOLDERS for path in sorted(folder.glob("*.case"))]


@pytest.mark.long
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_old_records_come_out_the_same_or_it_is_said_why(path: Path) -> None:
    listed = {name: now for change in told(path.parent) for name, now in change["now"].items()}
    wrong = {}
    for case in read_cases(path.read_text(encoding="utf-8"), path.name):
        answer = conformance.own(case)
        problems = conformance.problems(case, answer)
        if case.id not in listed:
            if problems:
                wrong[case.id] = problems
            continue
        now = [f"{f.kind} {f.rule}" for f in answer.findings if f.kind != "note"]
        if now != listed[case.id] or not problems:
            wrong[case.id] = [f"now {now}"]
    assert wrong == {}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_every_change_is_of_a_record_and_in_the_docs(folder: Path) -> None:
    ids = [case.id for case in of(folder)]
    changed = [name for change in told(folder) for name in change["now"]]
    assert len(ids) == len(set(ids))
    assert set(changed) <= set(ids)
    assert len(changed) == len(set(changed))
    assert f"{len(ids):,} records" in PAGE
    assert f"{len(changed)} of them" in PAGE
    assert [change["why"] for change in told(folder) if change["why"] not in " ".join(PAGE.split())] == []


def test_no_id_of_a_rule_case_was_taken_away() -> None:
    known = {case.id for case in cases()}
    for folder in FOLDERS:
        assert {
            case.id
            for path in folder.glob("*.case")
            if path.name != "records.case"
            for case in read_cases(path.read_text("utf-8"), path.name)
        } <= known
