"""The gaps of a line: their findings and the wording."""

from __future__ import annotations

import pytest

from referee.engine.record.findings import Finding
from referee.inputs.judging import judge
from referee.inputs.records import read_text

US = "setup: US Hard, prestige 7, funding 5, phase US 1, hand J 4, hand US 4, Egypt Fair Neutral, Iran 1 sleeper\n"
J = "setup: US Hard, prestige 7, funding 5, phase J 1, hand J 5, hand US 4, Egypt Fair Neutral 2 sleepers\n"
DRAWN = """[Options "jihadist-activities"]
setup: US Hard, prestige 7, funding 5, Iraq Poor Neutral, Egypt Poor Neutral 1 sleeper
J 50 event Iran"""


def found(text: str) -> list[Finding]:
    return [f for f in judge(read_text(text)).findings if f.kind != "note"]


@pytest.mark.parametrize(
    ("line", "dice_alone"),
    [
        (US + "US 24 woi Egypt", True),
        (US + "US 24 woi Egypt [?]", True),
        (US + "US 24 woi Pakistan t[5]", True),
        (US + "US 24 woi", False),
        (J + "J 79 jihad Egypt 2 [1]", True),
        (DRAWN, True),
    ],
)
def test_a_finding_says_whether_nothing_but_dice_are_missing(line: str, dice_alone: bool) -> None:
    incomplete = [f for f in found(line) if f.kind == "incomplete"]
    assert incomplete, line
    assert [f.missing_dice for f in incomplete] == [dice_alone] * len(incomplete)
    assert not any(f.missing_dice for f in found(line) if f.kind != "incomplete")


def test_what_hangs_on_a_result_that_was_assumed_follows_from_the_gap() -> None:
    """A Plot that failed by its text and succeeded by its marker.

    The die was not noted.
    """
    die, other = found(J + "J 79 plot Egypt:s [?]: 1 => fail")
    assert (die.kind, die.rule, die.counted) == ("incomplete", "8.5.2", True)
    assert (other.kind, other.follows) == ("outcome", [2])
    assert "rolled" not in other.reason


def test_what_is_wrong_with_every_result_of_a_gap_counts() -> None:
    die, claim = found(J + "J 79 plot Egypt:s [?] => funding 7")
    assert (die.kind, die.rule) == ("incomplete", "8.5.2")
    assert (claim.kind, claim.counted) == ("outcome", True)
