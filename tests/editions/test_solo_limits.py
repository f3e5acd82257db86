"""Limits of a file: numbers and levels of its boxes.

The words of a box and its test use the same limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dis import get_instructions
from types import CodeType
from typing import Any

import pytest

from referee.editions.solo import sheets
from referee.editions.solo.activities import priorities as activities
from referee.editions.solo.activities import sheet as activities_sheet
from referee.editions.solo.flowchart.chart import LimitTest, Situation, limits_of, printed, with_limits, worded
from referee.editions.solo.jihadist_bot import priorities as jihadist
from referee.editions.solo.jihadist_bot import sheet as jihadist_sheet
from referee.editions.solo.us_bot import priorities as us
from referee.editions.solo.us_bot import sheet as us_sheet
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, POOR
from referee.inputs.judging import judge
from referee.inputs.records import read_text

SYSTEMS = [(us, us_sheet), (jihadist, jihadist_sheet), (activities, activities_sheet)]


def boxes() -> Iterator[tuple[str, Mapping[str, Any], Any]]:
    """Every box of the three systems.

    Each with its name, its entry in the file, and its test.
    """
    for groups, sheet in SYSTEMS:
        file = printed(groups.DATA)
        assert file["boxes"].keys() == sheet.BOXES.keys()
        yield from ((id, said, sheet.BOXES[id]) for id, said in file["boxes"].items())
        found = {id: said for group in file["groups"].values() for id, said in group.items()}
        assert found.keys() == groups.GROUPS.keys()
        yield from ((id, said, groups.GROUPS[id]) for id, said in found.items())


BOXES = list(boxes())
LIMITED = [(id, said, found) for id, said, found in BOXES if "limits" in said]
NUMBER = re.compile(r"-?\b(\d+|two|three|four|five|six|twice|Good|Fair|Poor|Low|Medium|High|Tight|Moderate|Ample)\b")
BOX = re.compile(r"\b[A-Z]\d+\b")
"""The name of another box."""


@pytest.mark.parametrize(("id", "said", "found"), BOXES, ids=[id for id, _, _ in BOXES])
def test_every_number_and_level_in_the_words_is_a_limit(id: str, said: Mapping[str, Any], found: object) -> None:
    words = re.sub(r"\{[^}]*\}", "", said.get("question") or said["words"])
    assert NUMBER.findall(BOX.sub("", words)) == []
    assert isinstance(found, LimitTest) == ("limits" in said)


@pytest.mark.parametrize(("id", "said", "found"), LIMITED, ids=[id for id, _, _ in LIMITED])
def test_words_and_function_take_every_limit(id: str, said: Mapping[str, Any], found: LimitTest[Any]) -> None:
    text = said.get("question") or said["words"]
    assert {name.partition(":")[0] for name in re.findall(r"\{([^}]*)\}", text)} == said["limits"].keys()
    assert taken(found.make.__code__) == said["limits"].keys()


def taken(code: CodeType) -> set[str]:
    """The parameters that a function uses.

    It uses them itself or in a function that it makes.
    """
    parameters = code.co_varnames[: code.co_argcount]
    loads = [i.argval for i in get_instructions(code) if i.opname.startswith("LOAD_FAST")]
    loaded = {name for names in loads for name in ((names,) if isinstance(names, str) else names)}
    return {name for name in parameters if name in code.co_cellvars or name in loaded}


def test_a_changed_limit_changes_words_and_answer_together() -> None:
    said = printed(us.DATA)["boxes"]["U6"]
    board = judge(read_text("setup: prestige 5\n")).board
    for level, words, low in (("Low", "Is Prestige Low?", False), ("Medium", "Is Prestige Medium?", True)):
        changed = {**said, "limits": {"prestige": level}}
        assert worded(changed)["question"] == words
        assert with_limits("U6", changed, us_sheet.BOXES["U6"])(Situation(board, "US")) is low


def test_what_a_function_does_not_take_is_refused() -> None:
    with pytest.raises(TypeError):
        with_limits("U6", {"limits": {"funding": 3}}, us_sheet.BOXES["U6"])
    with pytest.raises(TypeError):
        with_limits("U6", {}, us_sheet.BOXES["U6"])
    with pytest.raises(TypeError, match="U2: its function takes no limits"):
        with_limits("U2", {"limits": {"prestige": "Low"}}, us_sheet.BOXES["U2"])


def test_a_limit_is_a_number_or_a_level() -> None:
    said = {"limits": {"a": 3, "b": "Poor", "c": ["Good", "Fair"], "d": "Tight"}, "words": "{a} {a:word} {b} {c} {d}"}
    assert limits_of(said) == {"a": 3, "b": POOR, "c": (GOOD, FAIR), "d": "tight"}
    assert worded(said) == {"words": "3 three Poor Good or Fair Tight"}


# -------------------------------------------------------------------- the rows of columns

LEVELS = {"Good": GOOD, "Fair": FAIR, "Poor": POOR, "under Islamist Rule": ISLAMIST_RULE}
ROWS = [
    pytest.param(row, id=f"{name} {column.id} {row.row}")
    for name, sheet in sheets.SHEETS.items()
    for column in sheet.columns.values()
    for row in column.rows
    if row.words in LEVELS
]


@pytest.mark.parametrize("row", ROWS)
def test_a_row_that_names_a_level_keeps_that_level(row: Any) -> None:
    setup = "setup: Iraq Good Ally, Egypt Fair Ally, Yemen Poor Neutral, Libya IR Adversary\n"
    board = judge(read_text(setup)).board
    kept = row.keep(Situation(board, "J"), ["Iraq", "Egypt", "Yemen", "Libya"])
    assert [board[n].governance for n in kept] == [LEVELS[row.words]]
