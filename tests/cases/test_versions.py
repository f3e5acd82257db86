"""Records of earlier versions, with the results of their time.

The list of changes explains each difference (docs/reference/earlier-versions.md).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee import __version__
from referee.rules.casefile import cases, read_cases
from referee.trials import conformance
from tests.helpers.paths import ROOT
from tests.helpers.versions import changes, folders, mark, marks, texts

FOLDERS = folders()
FILES = [path for folder in FOLDERS for path in sorted(folder.glob("*.case"))]
LONG = 300
"""Most records that one test judges."""
PARTS = [
    pytest.param(path, part, id=f"{path.parent.name} {path.stem} {part}")
    for path in FILES
    for part in range(path.read_text(encoding="utf-8").count("\n=== ") // LONG + 1)
]


@pytest.mark.long
@pytest.mark.parametrize(("path", "part"), PARTS)
def test_old_records_come_out_the_same_or_it_is_said_why(path: Path, part: int) -> None:
    listed = {name: now for change in changes(path.parent) for name, now in change["now"].items()}
    wrong = {}
    for case in read_cases(path.read_text(encoding="utf-8"), path.name)[part * LONG : (part + 1) * LONG]:
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
def test_a_case_that_is_not_as_it_was_has_its_old_text(folder: Path) -> None:
    today = {case.id: mark(case) for case in cases()}
    other = [name for name, was in marks(folder).items() if today.get(name) != was]
    assert other == [], (
        f"these cases are not those of {folder.name} any more: take each out of {folder.name}/cases.txt, write the case of then "
        "into cases.case (git has it), and say in changed.toml why it comes out otherwise, if it does"
    )


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_every_change_is_of_a_record(folder: Path) -> None:
    ids = [case.id for case in texts(folder)]
    changed = [name for change in changes(folder) for name in change["now"]]
    assert len(ids) == len(set(ids))
    assert set(ids).isdisjoint(marks(folder))
    assert set(changed) <= set(ids)
    assert len(changed) == len(set(changed))


def test_every_released_version_is_kept() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## (\d+\.\d+\.\d+)", text, re.MULTILINE)
    assert {folder.name for folder in FOLDERS} >= set(released) - {__version__}


def test_no_id_of_a_rule_case_was_taken_away() -> None:
    known = {case.id for case in cases()}
    for folder in FOLDERS:
        assert set(marks(folder)) | {case.id for case in texts(folder) if case.file != "records.case"} <= known
