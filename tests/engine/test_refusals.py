"""The contents of a refusal: every wrong target, with its reason."""

from __future__ import annotations

import pytest

from referee.engine.record.findings import Finding
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from tests.helpers.sentences import SENTENCES

POSITION = "setup: US Soft, Egypt Poor Neutral, Jordan Fair Ally, Yemen Poor Neutral, Iran 1 sleeper"
NO_CELL = SENTENCES["recruit-without-a-cell"].about(Egypt="{}")


def only(line: str) -> Finding:
    (found,) = [f for f in judge(read_text(f"{POSITION}\n{line}")).findings if f.kind != "note"]
    return found


def test_every_country_without_a_cell_is_named_in_one_finding() -> None:
    found = only("J 83 recruit Egypt 1 [1], Jordan 1 [1], Yemen 1 [1]")
    assert found.rule == "8.2.2"
    assert found.message == " ".join(NO_CELL.format(name) for name in ("Egypt", "Jordan", "Yemen"))


def test_a_target_that_is_right_is_not_named() -> None:
    found = only("J 83 recruit Egypt 1 [1], Iran 1 [1], Yemen 1 [1]")
    assert found.message == " ".join(NO_CELL.format(name) for name in ("Egypt", "Yemen"))
    assert only("J 83 recruit Egypt 1 [1], Iran 1 [1]").message == NO_CELL.format("Egypt")


PLAYS = [
    ("J 83 plot Egypt:s [1]: 1, Jordan:s [1]: 1", ("Egypt", "Jordan")),
    ("J 83 jihad Egypt:s [1], Jordan:s [1]", ("Egypt", "Jordan")),
    ("J 83 travel Egypt:s > Jordan, Yemen:s > Egypt", ("Egypt", "Yemen")),
    ("US 29 event Egypt [1], Jordan [2], Spain [1]", ("Egypt", "Jordan")),
]


@pytest.mark.parametrize(("line", "countries"), PLAYS, ids=[line for line, _ in PLAYS])
def test_each_wrong_target_has_one_sentence(line: str, countries: tuple[str, ...]) -> None:
    said = only(line).message.removesuffix(".").split(". ")
    assert len(said) == len(countries)
    assert all(name in sentence for name, sentence in zip(countries, said, strict=True))


MEANT = "110 Zarqawi may be meant, which is still in the game."


def test_a_card_that_was_played_may_be_one_of_a_like_title() -> None:
    found = [f for f in judge(read_text("setup: discards 111\nJ 111 reserves")).findings if f.counted]
    assert [(f.kind, f.rule) for f in found] == [("impossible", "5.2.2")]
    assert MEANT in found[0].help
    found = [f for f in judge(read_text("setup: discards 111 110\nJ 111 reserves")).findings if f.counted]
    assert "may be meant" not in found[0].help
