"""The report of a game with no person as a side.

It has the seats, the reasons of the Bots, and the flowcharts.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from referee.editions.solo import sheets
from referee.reports import flowchart
from tests.helpers.reports import page_of
from tests.helpers.seated import SHEET, page_alone
from tests.reports.test_page import Tags


@pytest.fixture
def alone() -> str:
    return page_alone()


def drawn(name: str) -> tuple[flowchart.FlowDrawing, ...]:
    if name == "seated":
        return flowchart.drawings(sheets.plain(SHEET, "seated", "The sheet of the tests"))
    return flowchart.drawings(sheets.flowchart(name))


NAMES = ("seated", *sheets.SHEETS)


def test_the_page_is_whole_and_every_link_leads_somewhere(alone: str) -> None:
    tags = Tags(alone)
    assert tags.unclosed == []
    assert tags.open == []
    ids = tags.all("id")
    assert len(ids) == len(set(ids))
    assert [h for h in tags.all("href") if h[1:] not in set(ids)] == []
    assert tags.all("style") == []


def test_a_play_says_why_in_a_fold_that_the_keyboard_opens(alone: str) -> None:
    assert alone.count("<summary>Why the Jihadist Bot did this</summary>") == 2
    first = alone[alone.index('<details class="bot">') :]
    assert "Is Funding &lt;Tight&gt;?" in first
    assert 'aria-label="The way on the flowchart: S1 no, S2 no, S3 yes"' in first
    assert "rests on one source" in first


def test_what_was_not_due_is_marked(alone: str) -> None:
    assert 'played was Travel <span class="r">12.4.1</span> <span class="off">not what was due</span>' in re.sub(
        r'<a class="r" href="#r-12.4.1">12.4.1</a>', '<span class="r">12.4.1</span>', alone
    )


def test_the_head_says_who_plays_which_side_at_which_level(alone: str) -> None:
    assert "<b>Jihadist</b> The Jihadist Bot (Attractive)" in alone
    assert "<dt>Without a player</dt><dd>the Jihadist side: The Jihadist Bot (Attractive)</dd>" in alone


def test_where_people_play_both_sides_nothing_of_it_is_there(record: str) -> None:
    page = page_of(record)
    for part in ('id="flowcharts"', 'class="bot"', ".stops", ".fc ", "Without a player"):
        assert part not in page


@pytest.mark.parametrize("name", NAMES)
def test_nothing_on_a_drawing_lies_on_another_thing(name: str) -> None:
    for d in drawn(name):
        ends = [w.end for w in d.ways if w.end is not None]
        things: list[Any] = [*d.boxes, *ends]
        for i, a in enumerate(things):
            assert a.x >= 0
            assert a.x + a.width <= d.width
            assert a.y + a.height <= d.height
            for b in things[i + 1 :]:
                apart = a.x + a.width <= b.x or b.x + b.width <= a.x
                assert apart or a.y + a.height <= b.y or b.y + b.height <= a.y, (a, b)


@pytest.mark.parametrize("name", NAMES)
def test_every_box_has_both_ways_and_each_leads_somewhere(name: str) -> None:
    for d in drawn(name):
        assert sorted((w.box, w.answer) for w in d.ways) == sorted((b.id, a) for b in d.boxes for a in ("yes", "no"))


def test_a_text_is_cut_into_lines_that_fit() -> None:
    assert flowchart.wrapped("one two three", 7 * 6, 6) == ("one two", "three")
    assert flowchart.wrapped("one two three", 7 * 6, 6, first=4 * 6) == ("one", "two", "three")
    assert flowchart.wrapped("", 10, 6) == ()


def test_only_the_way_that_was_taken_is_lit() -> None:
    (d,) = drawn("seated")
    lit = d.lit([("S1", "no"), ("S2", "yes")])
    assert lit is not None
    assert [(w.box, w.answer) for w in lit.ways] == [("S1", "no"), ("S2", "yes")]
    assert [b.id for b in lit.boxes] == ["S1", "S2"]
    assert d.lit([("E1", "no")]) is None
