"""Which part of a line a finding underlines."""

from __future__ import annotations

import pytest

from referee.inputs.judging import judge
from referee.inputs.records import read_text

SETUP = "setup: US Hard, phase {phase}, Egypt Poor Neutral 1 sleeper, Afghanistan Poor Ally 6 troops RC 1 active, prestige 5\n"


@pytest.mark.parametrize(
    ("phase", "line", "rule", "marked"),
    [
        ("J 1", "J 100 travel Spain:s > Pakistan [3]", "4.6.2", "Spain:s"),
        ("J 1", "J 116+R recruit Egypt 2 [6 5]", "6.3.3.1", "+R recruit"),
        ("US 1", "US 43 deploy track > Egypt 2", "7.3.3", "Egypt"),
        ("US 1", "US 93 disrupt Afghanistan:a", "6.3.2", "93"),
    ],
)
def test_the_part_that_is_wrong_is_underlined(phase: str, line: str, rule: str, marked: str) -> None:
    verdict = judge(read_text(SETUP.format(phase=phase) + line))
    found = [f for f in verdict.findings if f.place.line == 2 and f.kind != "note"]
    spans = {f.rule: line[f.place.column - 1 : f.place.end - 1] for f in found}
    assert spans.get(rule) == marked, spans
