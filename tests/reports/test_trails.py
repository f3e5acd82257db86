"""The result of a flowchart in every form of a verdict.

Games of two people have none.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.editions.rulesets import RULESETS
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.reports import annotated, data, model, trails
from tests.helpers.commands import referee
from tests.helpers.paths import LOGS
from tests.helpers.seated import RECORD, RULES


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULESETS, "base", (lambda: RULES, RULESETS["base"][1]))


@pytest.fixture
def written(alone: None, tmp_path: Path) -> str:
    path = tmp_path / "alone.lgn"
    path.write_text(RECORD, encoding="utf-8")
    return str(path)


@pytest.mark.usefixtures("alone")
def test_a_way_names_its_boxes_and_what_each_leaves() -> None:
    use, where = trails.of_step(judge(read_text(RECORD)).steps[1])
    assert (use.who, use.question, use.answer, use.due) == (
        "The Jihadist Bot",
        "How the card is used",
        "Recruit",
        ("Recruit",),
    )
    assert [(s.id, s.answer, s.doubt) for s in use.stops] == [
        ("S1", "no", ""),
        ("S2", "no", ""),
        ("S3", "yes", "rests on one source"),
    ]
    assert use.followed
    assert where.due == ("Afghanistan",)
    assert next((s.id, s.answer, s.left) for s in where.stops) == ("SR1", "no", ())
    assert where.stops[-1].left == ("Afghanistan",)
    assert where.doubts[0] == "inferred, no source has it"


@pytest.mark.usefixtures("alone")
def test_a_play_off_the_way_says_what_was_due() -> None:
    (use,) = trails.of_step(judge(read_text(RECORD)).steps[2])[:1]
    assert not use.followed
    assert use.result == "Recruit; played was Travel"


@pytest.mark.usefixtures("alone")
def test_the_people_s_side_has_no_way() -> None:
    assert judge(read_text(RECORD)).steps[3].trails == []


@pytest.mark.usefixtures("alone")
def test_programs_get_every_way() -> None:
    found = data.of(judge(read_text(RECORD)))
    model.VerdictModel.model_validate(found)
    first = found["trails"][0]
    assert (first["id"], first["line"], first["side"], first["due"]) == ("a2", 4, "J", ["Recruit"])
    assert first["stops"][0]["text"] == "Is Funding <Tight>?"


def test_where_people_play_both_sides_the_form_is_as_it_was() -> None:
    found = json.loads(referee("check", LOGS / "evening-1.lgn", "--format", "json").out)
    assert "trails" not in found


def test_the_annotated_record_says_the_way_in_short(written: str) -> None:
    text = referee("check", written, "--format", "annotated").out
    assert (
        "; referee: The Jihadist Bot, how the card is used: S1 no, S2 no, S3 yes → Recruit (12.4.1; rests on one"
        in text
    )
    again = annotated.bare(text.encode()).decode()
    assert again.strip() == RECORD.strip()


def test_was_says_what_each_box_asked(written: str) -> None:
    told = " ".join(referee("was", f"{written}:4").out.split())
    assert "The Jihadist Bot. How the card is used: Recruit (12.4.1). S1: Is Funding <Tight>? No." in told
    assert "S3: Is a Cell Available? Yes [rests on one source]." in told
    found = json.loads(referee("was", f"{written}:4", "--format", "json").out)
    assert next(t["question"] for t in found["trails"]) == "How the card is used"
