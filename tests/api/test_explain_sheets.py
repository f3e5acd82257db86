"""`referee explain` on the sheets of the solitaire systems.

It explains boxes, lines, whole systems, and the cards' lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from referee.api import explain, explain_sheets
from referee.editions.solo import sheets
from tests.helpers.commands import referee

SHEETS = list(sheets.SHEETS)


def test_each_system_has_its_chapter() -> None:
    """Chapter 9 of the base game, 12 and 13 of The Awakening."""
    assert sheets.CHAPTERS == {"jihadist-activities": 9, "jihadist-bot": 12, "us-bot": 13}


def told(*asked: str) -> str:
    run = referee("explain", *asked)
    assert (run.status, run.err) == (0, "")
    return " ".join(run.out.split())


def ids() -> Iterator[tuple[str, str]]:
    for name, sheet in sheets.SHEETS.items():
        yield from ((name, b.id) for b in sheet.boxes)
        yield from ((name, g.id) for groups in sheet.groups.values() for g in groups)
        yield from ((name, f"{c.id} {p.row}") for c in sheet.columns.values() for p in c.rows)


@pytest.mark.parametrize("name", SHEETS)
def test_every_box_and_every_line_is_found_by_its_name(name: str) -> None:
    mine = [id for system, id in ids() if system == name]
    assert mine
    for asked in mine:
        found = explain.data(asked)
        assert any(e["id"] == asked and e["system"] == sheets.TITLES[name] for e in found["entries"]), asked
        assert explain.text(found).startswith(f"{found['entries'][0]['id']} of the ")


@pytest.mark.parametrize("name", SHEETS)
def test_a_system_is_told_as_a_whole(name: str) -> None:
    found = explain_sheets.system(name.removeprefix("jihadist-") if name == "jihadist-activities" else name)
    assert found is not None
    assert found["system"] == sheets.TITLES[name]
    text = " ".join(explain.text(found).split())
    for b in sheets.SHEETS[name].boxes:
        assert f"{b.id} {b.question}" in text


def test_a_box_says_its_question_its_ways_and_what_it_rests_on() -> None:
    text = told("e5")
    assert "E5 of the Jihadist Bot (12.4.1" in text
    assert "yes: Minor Jihad. no: E6, Has a Poor country" in text
    assert "It is asked after E3 no. Certain (worked turn, plays 128 and 239)." in text
    assert "Not certain: it rests on one source (one program)." in told("A5")


def test_a_box_of_candidates_names_another_reading_that_passes() -> None:
    assert "Certain, but another reading passes with a note: Pakistan before this order" in told("T1")
    assert told("T2").endswith("Certain.")


def test_an_arrow_into_a_list_names_its_candidates() -> None:
    assert "yes: PL1, Poor non-Muslim no: PL4, Poor with Troops and an Active Cell" in told("PL0")


def test_lines_of_lists_are_found_under_the_name_of_their_list() -> None:
    assert told("jihad", "7").startswith("Jihad 7 of the Jihadist Bot (12.4.2")
    assert told("Recruit & Travel To 4") == told("recruit", "travel", "to", "4")
    assert told("RT1").startswith("RT1 of the Jihadist Bot, Recruit & Travel To (12.4.2")


def test_programs_get_the_same() -> None:
    found = json.loads(referee("explain", "E5", "--format", "json").out)
    entry = next(e for e in found["entries"] if e["system"] == "The Jihadist Bot")
    assert (entry["yes"], entry["no"], entry["comes_from"], entry["confidence"]) == (
        "minor jihad",
        "E6",
        ["E3 no"],
        "high",
    )


@pytest.mark.parametrize("name", SHEETS)
def test_a_card_with_a_line_of_its_own_says_it(name: str) -> None:
    for number, line in sheets.instructions(name).items():
        found = explain.data(f"card {number}")
        entry = next(e for e in found["bots"] if e["system"] == sheets.TITLES[name])
        assert entry["text"] == line.words
        assert "Played by a Bot" in explain.text(found)


def test_a_card_says_nothing_of_systems_that_have_no_line_for_it() -> None:
    for number in (1, 86, 121, 200):
        entries = explain.data(f"card {number}")["bots"]
        assert [e["system"] for e in entries] == [sheets.TITLES[s] for s in SHEETS if number in sheets.instructions(s)]
        assert ("Played by a Bot" in told("card", str(number))) == bool(entries)
