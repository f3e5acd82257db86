"""The rule cases and records of released versions, in tests/cases/versions.

A folder holds ``cases.txt``, the id and the mark of every rule case that still says all that it said then; ``cases.case``, the
others as they were; ``records.case``, whole records with the findings and the final board of then; and ``changed.toml``, what
comes out otherwise now, with its reason.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any

from referee.rules.casefile import Case, read_cases
from tests.helpers.paths import TESTS

FOLDER = TESTS / "cases" / "versions"
MARKS = "cases.txt"
CHANGED = "changed.toml"


def folders() -> list[Path]:
    """The folders of the versions, the oldest first."""
    found = [path for path in FOLDER.iterdir() if path.is_dir()]
    return sorted(found, key=lambda path: [int(number) for number in path.name.split(".")])


def mark(case: Case) -> str:
    """A digest of record and expectation, without title and reasons."""
    said = [[e.kind, e.rule, list(e.also), e.line] for e in case.expected]
    lines = "\n".join(case.lines).strip()
    return hashlib.sha256(json.dumps([lines, said, case.no_notes, case.board]).encode()).hexdigest()[:4]


def marks(folder: Path) -> dict[str, str]:
    """The marks of the unchanged cases by id."""
    return dict(line.split(" ") for line in (folder / MARKS).read_text(encoding="utf-8").splitlines())


def texts(folder: Path) -> list[Case]:
    """The changed cases and the records, as they were."""
    return [case for path in sorted(folder.glob("*.case")) for case in read_cases(path.read_text("utf-8"), path.name)]


def changes(folder: Path) -> list[dict[str, Any]]:
    """The changes since a version, each with its reason."""
    found: list[dict[str, Any]] = tomllib.loads((folder / CHANGED).read_text(encoding="utf-8"))["changed"]
    return found
