"""Every change that the rule cases make, with its rule.

The expectations of a case are worked out by hand, these changes are not.

It shows in a diff what else a change of the code does. Nothing here says that it is right: look at each line that differs,
then ``pytest tests/cases/test_changes.py --snapshot-update``.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.helpers import rulecases
from tests.helpers.casesonce import event_effects, looked
from tests.helpers.keeping import OneFile, kept


@pytest.mark.parametrize("path", sorted(rulecases.FOLDER.glob("*.case")), ids=lambda path: path.stem)
def test_what_the_cases_change(path: Path, snapshot: SnapshotAssertion) -> None:
    text = "\n".join(looked(case).told for case in rulecases.read_cases(path))
    assert text == snapshot(extension_class=OneFile)


def test_every_case_is_there() -> None:
    assert set(kept("test_changes")) == {case.id for case in rulecases.all_cases()}


def test_the_lists_of_what_events_change_are_those_of_the_cases() -> None:
    for edition, text in event_effects.lists(looked(case).effects for case in rulecases.all_cases()).items():
        path = event_effects.EDITIONS / edition / "data" / "effects.json"
        assert path.read_text(encoding="utf-8") == text, "run scripts/pages/event_effects.py"
