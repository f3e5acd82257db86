"""docs/slips.md: its records are a clean one and six changes of it."""

from __future__ import annotations

import sys

import pytest
from commands import ROOT

from referee.inputs import judge
from referee.reading import format_text, read_text

sys.path.insert(0, str(ROOT / "scripts"))

import slips_page

TEXT = slips_page.PAGE.read_text(encoding="utf-8")
RECORDS = slips_page.damaged(TEXT)


def test_the_record_without_a_slip_is_clean() -> None:
    record = slips_page.clean(TEXT)
    assert [f for f in judge(read_text(record)).findings if f.counted] == []
    assert format_text(record).text == record


def test_each_of_the_others_is_another_record() -> None:
    assert len({*RECORDS, slips_page.clean(TEXT)}) == 7
    with pytest.raises(ValueError, match="not once in the record"):
        slips_page.changed("a\nb\na\n", "-a\n")
