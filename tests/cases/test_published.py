"""Published plays, with the referee's answers on the page.

No other finding may count.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from referee.engine.explaining.referee import Judgement
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.reports.html import render
from tests.helpers.paths import ROOT

FOLDER = ROOT / "fixtures" / "published"
RECORDS = sorted(FOLDER.glob("*.lgn"))
PAGE = ROOT / "docs" / "published.md"
MISTAKES = ("illegal", "outcome", "impossible")


@cache
def judged(name: str) -> Judgement:
    return judge(read_text((FOLDER / f"{name}.lgn").read_text("utf-8")))


@cache
def rows(name: str) -> dict[int, str]:
    """The lines of a record on the page, with their stated answers."""
    section = PAGE.read_text("utf-8").partition(f"### {name}:")[2].partition("\n#")[0]
    found = re.findall(r"^\| (\d+) \| (.*) \|$", section, re.MULTILINE)
    return {int(line): told.rpartition(" | ")[2] for line, told in found}


@pytest.mark.sampled(2)
@pytest.mark.long
@pytest.mark.parametrize("name", [p.stem for p in RECORDS])
def test_the_page_says_what_counts(name: str) -> None:
    told = rows(name)
    counted = [f for f in judged(name).findings if f.counted]
    for f in counted:
        near = max((line for line in told if line <= f.place.line), default=0)
        assert f"*{f.kind}*" in told[near], (f.place.line, f.message)
        assert f.rule in told[near], (f.place.line, f.rule)
    for line, said in told.items():
        for kind in MISTAKES:
            assert (f"*{kind}*" in said) == any(f.kind == kind and f.place.line == line for f in counted), (line, kind)


def test_every_play_has_its_row() -> None:
    for path in RECORDS:
        plays = [n for n, line in enumerate(path.read_text("utf-8").splitlines(), 1) if re.match(r"(J|US) ", line)]
        assert list(rows(path.stem)) == plays, path.stem


def test_two_readings_of_a_record_are_the_same() -> None:
    text = (FOLDER / "armchair-4.lgn").read_text("utf-8")
    first, second = (judge(read_text(text)) for _ in range(2))
    assert [f.key for f in first.findings] == [f.key for f in second.findings]


def test_the_report_says_that_a_part_of_the_position_is_known() -> None:
    said = "Only a part of the position is known."
    assert [said in render(judged(name)) for name in ("armchair-1", "armchair-3")] == [False, True]
