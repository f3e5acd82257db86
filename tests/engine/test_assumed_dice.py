"""Dice that no line has, and those that one has."""

from __future__ import annotations

import pytest

from referee.inputs.judging import judge
from referee.inputs.records import read_text

POSITION = "setup: US Hard, prestige 7, phase US 1, hand US 3, hand J 3, Sudan Poor Adversary 2 sleepers, Morocco Poor Neutral\n"


@pytest.mark.parametrize(
    ("line", "assumed"),
    [
        ("US 24 woi Sudan", [True]),  # an Adversary (7.2.1.1): carried out as far as it goes
        ("US 24 woi Sudan [2]", [False]),
        ("US 43 woi Morocco [2]", [False]),
        ("US 43 woi Morocco", [True]),  # allowed, and its die is missing
    ],
)
def test_a_roll_knows_whether_its_dice_are_written(line: str, assumed: list[bool]) -> None:
    (step,) = judge(read_text(f"{POSITION}{line}\n")).steps
    assert [r.assumed for r in step.rolls] == assumed
    assert all(r.dice for r in step.rolls)
