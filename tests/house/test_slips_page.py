"""docs/reference/slips.md, with the program's answers.

Each is about a clean record with one change.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from referee.inputs.judging import judge
from referee.inputs.records import format_text, read_text
from tests.helpers.commands import referee
from tests.helpers.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts" / "pages"))

import slips_page

TEXT = slips_page.PAGE.read_text(encoding="utf-8")
RECORDS = slips_page.damaged(TEXT)


@pytest.mark.parametrize("path", slips_page.PAGES, ids=lambda p: p.stem)
def test_every_answer_is_what_the_program_says(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = path.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")

    def answer(record: str) -> str:
        Path("game.lgn").write_text(record, encoding="utf-8")
        return f"$ referee check game.lgn\n{referee('check', 'game.lgn').out.rstrip()}\n"

    assert slips_page.page(text, answer) == text, "run scripts/pages/slips_page.py"


@pytest.mark.parametrize("path", slips_page.PAGES, ids=lambda p: p.stem)
def test_the_record_without_a_slip_is_clean(path: Path) -> None:
    record = slips_page.clean(path.read_text(encoding="utf-8"))
    assert [f for f in judge(read_text(record)).findings if f.counted] == []
    assert format_text(record).text == record


def test_each_of_the_others_is_another_record() -> None:
    assert len({*RECORDS, slips_page.clean(TEXT)}) == 10
    with pytest.raises(ValueError, match="not once in the record"):
        slips_page.changed("a\nb\na\n", "-a\n")
