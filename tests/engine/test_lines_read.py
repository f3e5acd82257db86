"""The match of a line to procedures, which never changes the record.

Two matches of one line are the same.
"""

from __future__ import annotations

import copy
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from referee.editions.base.ruleset import BASE
from referee.engine.law.derivations import Derivation
from referee.inputs.judging import judge
from referee.inputs.records import format_text, read_text
from referee.reports import data
from tests.helpers.paths import LOGS

BEGINS_WITH_THE_OTHER_SIDE = """setup: phase J 1, hand J 5, hand US 5, prestige 5, funding 5, Egypt Poor Neutral 1 sleeper
J 13 event
+ J travel Egypt:s > Egypt
"""
EVENT_FIRST = """setup: US Hard, phase US 1, hand US 5, hand J 5, prestige 5, Gulf States Fair Ally, Pakistan 1 sleeper
US 60 event
+ US deploy track > Gulf States 1
"""


def plain(value: Any) -> Any:
    """A record as plain data, for comparison.

    The numbers of its actions are left out: a game gives them.
    """
    if isinstance(value, Derivation):
        return data.derivation(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value


@pytest.mark.parametrize("text", [BEGINS_WITH_THE_OTHER_SIDE, EVENT_FIRST, (LOGS / "evening-2.lgn").read_text("utf-8")])
def test_a_record_is_the_same_after_it_was_judged(text: str) -> None:
    record = read_text(text)
    before = plain(copy.deepcopy(record))
    first = judge(record)
    assert plain(record) == before
    again = judge(record)
    assert plain(record) == before
    assert [plain(f) for f in again.findings] == [plain(f) for f in first.findings]


def test_an_event_of_the_other_side_may_stand_first_on_a_line_that_goes_on() -> None:
    verdict = judge(read_text(EVENT_FIRST))
    assert [f for f in verdict.findings if f.counted] == []
    assert verdict.board["Gulf States"].troops == 1


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("J 83 jihad Iraq:s Sadr [3 6]", "J 83 jihad Iraq:s Sadr [3 6]"),
        ("J 83 jihad Iraq:Sadr [3]", "J 83 jihad Iraq:Sadr [3]"),
        ("J 91 recruit Yemen 1, Somalia 2 [1 4 3]", "J 91 recruit Yemen 1 [1], Somalia 2 [4 3]"),
        (
            "J resolve France#1 1 posture[5] with Italy [3], Spain [6]",
            "J resolve France#1 1 posture[5] with Italy [3] with Spain [6]",
        ),
        ("J resolve France#1 1, Spain 2 [6]", "J resolve France#1 1, Spain 2 [6]"),
    ],
)
def test_ways_of_writing_and_their_tree(written: str, canonical: str) -> None:
    from referee.parsers.notation import tree

    record = read_text(written + "\n")
    assert record.unreadable == []
    assert tree.action(BASE.facts, record.actions[0]) == canonical
    again = read_text(canonical + "\n")
    assert tree.action(BASE.facts, again.actions[0]) == canonical
    assert format_text(canonical + "\n").text == canonical + "\n"
