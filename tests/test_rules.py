"""The public rule cases (docs/rule-cases.md): each is passed, and each file is in order."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
import rulecases

FILES = sorted(rulecases.FOLDER.glob("*.case"))


def readable_cases() -> list[rulecases.Case]:
    """The cases of every file that can be read; a broken file fails its own test and takes no other with it."""
    found: list[rulecases.Case] = []
    for path in FILES:
        try:
            found.extend(rulecases.read_cases(path))
        except AssertionError:
            continue
    return found


CASES = readable_cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: rulecases.Case) -> None:
    assert rulecases.problems(case) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_file_is_in_order(path: Path) -> None:
    cases = rulecases.read_cases(path)
    assert cases, "a file without a case"
    blocks = re.split(r"^=== ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    assert len(blocks) == len(cases)
    for case in cases:
        assert case.record.strip(), f"{case.id} has no record, or no line of dashes"
    for block in blocks:
        stated = [line.split(";")[0].strip() for line in block.split("\n") if line.startswith("---")]
        assert stated, f"no expectation: {block[:60]}"
        assert "--- clean" not in stated or stated == ["--- clean"], f"clean and findings at once: {block[:60]}"


def test_ids_are_unique() -> None:
    assert [i for i, n in Counter(c.id for c in CASES).items() if n > 1] == []


def test_every_case_has_a_title() -> None:
    assert [c.id for c in CASES if not c.title] == []
    assert [(c.file, c.title) for c in CASES if not c.id] == []
