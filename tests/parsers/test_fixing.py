"""A fix as data, made in the text of a record.

The text that it names changes, and nothing else.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from referee.editions.rulesets import names_of, whole
from referee.engine.record.findings import Edit, Finding, Fix, Respelling
from referee.engine.state.script import Action, Lines, Place
from referee.parsers.notation import fixing
from referee.parsers.notation.fixing import apply_fix, shown_lines
from referee.parsers.notation.reader import read_text

FACTS = whole().facts
RECORD = [
    '[Scenario "Let\'s Roll!"]',
    "",
    "J 95 recruit Afghanistan 3  ; the first play",
    "; a remark",
    "J 83 travel Afghanistan:s > Pakistan",
    "+ J event  ; why not",
    "board: prestige 7",
    "US 43 deploy track > Pakistan 2",
    "US 20 woi Pakistan [4] => Pakistan Ally ; +1",
]


def fixed(*edits: Edit | Respelling, lines: list[str] = RECORD) -> list[str]:
    return apply_fix(lines, Fix(edits), FACTS)


def actions(lines: list[str]) -> list[Action]:
    return read_text("\n".join(lines), names_of).actions


def test_a_line_that_is_left_out_goes_with_what_goes_on_with_it() -> None:
    assert fixed(Edit(8, 8)) == RECORD[:7] + RECORD[8:]
    assert fixed(Edit(5, 5)) == [*RECORD[:4], "; why not", *RECORD[6:]]


def test_the_remark_of_a_line_stays_when_it_is_replaced_or_left_out() -> None:
    assert fixed(Edit(9, 9, ("US 20 woi Pakistan [5]",)))[8] == "US 20 woi Pakistan [5]  ; +1"
    assert fixed(Edit(9, 9, ("US 20 woi Pakistan [5] ; new",)))[8] == "US 20 woi Pakistan [5] ; new"
    assert fixed(Edit(9, 9))[8] == "; +1"
    twice = [*RECORD, RECORD[8]]
    assert apply_fix(twice, Fix((Edit(10, 10),))) == RECORD


def test_text_in_the_place_of_a_play_keeps_the_lines_that_go_on_with_it() -> None:
    assert fixed(Edit(5, 5, ("J 84 travel Afghanistan:s > Pakistan",))) == [
        *RECORD[:4],
        "J 84 travel Afghanistan:s > Pakistan",
        *RECORD[5:],
    ]


def test_a_play_put_into_words_brings_the_lines_that_go_on_with_it() -> None:
    play = actions(RECORD)[1]
    play.cards = (84,)
    new = fixed(Edit(5, 5, (play,)))
    assert [*new[:4], *new[6:]] == [*RECORD[:4], *RECORD[6:]]
    assert new[4] == "J 84 travel Afghanistan:s > Pakistan"
    assert new[5] == "+ J event  ; why not"


def test_what_is_put_in_never_parts_a_play() -> None:
    line = "US 3 disrupt Pakistan"
    assert fixed(Edit(6, 5, (line,))) == [*RECORD[:6], line, *RECORD[6:]]
    assert fixed(Edit(10, 9, (line,))) == [*RECORD, line]
    assert fixed(Edit(3, 2, (line,))) == [*RECORD[:2], line, *RECORD[2:]]


def test_two_plays_change_places_with_all_their_lines() -> None:
    assert fixed(Edit(3, 5, (5, 3))) == [*RECORD[:2], *RECORD[4:6], RECORD[3], RECORD[2], *RECORD[6:]]
    assert fixed(Edit(5, 5, (8,)), Edit(8, 8, (5,))) == [
        *RECORD[:4],
        RECORD[7],
        RECORD[6],
        *RECORD[4:6],
        RECORD[8],
    ]


def test_lines_that_are_named_one_by_one_stand_as_they_are_named() -> None:
    assert fixed(Edit(5, 8, (8, 5, 6, 7))) == [*RECORD[:4], RECORD[7], *RECORD[4:7], RECORD[8]]


def test_what_stands_between_the_lines_of_a_play_goes_with_it_where_it_is_named() -> None:
    lines = ["J 83 travel Afghanistan:s > Pakistan", "; why", "+ J event", "; later", "US 3 disrupt Iraq"]
    new = fixed(Edit(1, 3, (5,)), Edit(5, 5, (1, 2, 3)), lines=lines)
    assert new == [lines[4], lines[3], *lines[:3]]


def test_a_play_of_which_nothing_is_known_is_written_with_question_marks() -> None:
    unseen = Action("unread", Place(8, 1, 2), "", side="US", cards=(0,), use="?")
    new = fixed(Edit(8, 7, (unseen, unseen)))
    assert new == [*RECORD[:7], "US ? ?", "US ? ?", *RECORD[7:]]
    assert [(a.kind, a.side, a.cards) for a in actions(new[7:8])] == [("unread", "US", (0,))]


def test_a_part_of_a_line_is_spelt_differently() -> None:
    at = RECORD[8].index("[4]")
    assert fixed(Respelling(Place(9, at + 1, at + 4), "[5]"))[8] == RECORD[8].replace("[4]", "[5]")
    moved = fixed(Respelling(Place(9, at + 1, at + 4), "[5]"), Edit(8, 9, (9, 8)))
    assert moved[7:] == [RECORD[8].replace("[4]", "[5]"), RECORD[7]]


def test_the_lines_to_write_have_no_remarks() -> None:
    assert shown_lines(RECORD, Fix((Edit(9, 9, ("US 20 woi Pakistan [5]",)),))) == ["US 20 woi Pakistan [5]"]
    assert shown_lines(RECORD, Fix((Edit(9, 9),))) == []
    assert shown_lines(RECORD, Fix((Edit(8, 9, (9, 8)),))) == [RECORD[8].split(" ;")[0], RECORD[7]]


def test_an_entry_of_several_lines_in_another_form_is_one_line_of_the_notation() -> None:
    lines = Lines(["{", '"card": 95', "}", '"card": 83'])
    lines.in_notation = {1: "J 95 recruit Afghanistan 3", 4: "J 83 recruit Pakistan 1"}
    assert apply_fix(lines, Fix((Edit(1, 4, (4, 1)),))) == list(reversed(lines.in_notation.values()))
    assert apply_fix(lines, Fix((Respelling(Place(2, 3, 5), "x"),))) == list(lines.in_notation.values())


def test_fixes_are_settled_for_a_whole_record_at_once() -> None:
    play = actions(RECORD)[1]
    found = [
        Finding("slip", "6.2", "m", Place(5, 1, 5), instead=Fix((Edit(8, 8, (play,)),), "likely")),
        Finding("illegal", "6.2", "m", Place(5, 1, 5)),
    ]
    fixing.settle(RECORD, found, FACTS)
    assert found[0].instead == Fix((Edit(8, 8, ("J 83 travel Afghanistan:s > Pakistan", "+ J event")),), "likely")
    before = found[0].instead
    fixing.settle(RECORD, found)
    assert found[0].instead == before


# -------------------------------------------------------------------- whatever the record and the edit

_plays = st.sampled_from(
    ["J 95 recruit Afghanistan 3", "US 43 deploy track > Pakistan 2  ; two", "end of turn", "US 20 woi Pakistan [4];x"]
)
_block = st.tuples(_plays, st.lists(st.sampled_from(["+ J event", "+ US 3 disrupt Iraq ; more"]), max_size=2))
_between = st.sampled_from(["", "; a remark", "board: prestige 7", "{a variation}", '[Event "x"]'])


@st.composite
def records(draw: st.DrawFn) -> tuple[list[str], list[list[int]]]:
    """Lines, and the numbers of the lines of each play."""
    lines: list[str] = []
    plays: list[list[int]] = []
    for (play, more), between in draw(st.lists(st.tuples(_block, st.lists(_between, max_size=2)), min_size=2)):
        plays.append(list(range(len(lines) + 1, len(lines) + 2 + len(more))))
        lines += [play, *more, *between]
    return lines, plays


@given(records())
def test_what_is_named_by_its_own_number_stays_as_it_is(made: tuple[list[str], list[list[int]]]) -> None:
    lines, plays = made
    assert apply_fix(lines, Fix(())) == lines
    for own in plays:
        assert apply_fix(lines, Fix((Edit(own[0], own[0], (own[0],)),))) == lines
        assert apply_fix(lines, Fix((Edit(own[0], own[-1], tuple(own)),))) == lines


@given(records(), st.data())
def test_two_plays_that_change_places_twice_are_where_they_were(
    made: tuple[list[str], list[list[int]]], data: st.DataObject
) -> None:
    lines, plays = made
    a, b = sorted(data.draw(st.permutations(range(len(plays))))[:2])
    first, second = plays[a], plays[b]
    once = apply_fix(lines, Fix((Edit(first[0], first[0], (second[0],)), Edit(second[0], second[0], (first[0],)))))
    assert sorted(once) == sorted(lines)
    assert once[: first[0] - 1] == lines[: first[0] - 1]
    shift = len(second) - len(first)
    at = second[0] + shift
    assert once[at - 1 : at - 1 + len(first)] == [lines[n - 1] for n in first]
    twice = apply_fix(once, Fix((Edit(first[0], first[0], (at,)), Edit(at, at, (first[0],)))))
    assert twice == lines


@given(records(), st.data())
def test_a_play_that_is_replaced_or_left_out_changes_nothing_else(
    made: tuple[list[str], list[list[int]]], data: st.DataObject
) -> None:
    lines, plays = made
    own = data.draw(st.sampled_from(plays))
    before, after = lines[: own[0] - 1], lines[own[-1] :]
    out = apply_fix(lines, Fix((Edit(own[0], own[0]),)))
    assert out[: len(before)] == before
    assert out[len(out) - len(after) :] == after
    assert all(line.startswith(";") for line in out[len(before) : len(out) - len(after)])
    new = apply_fix(lines, Fix((Edit(own[0], own[0], ("J 1 plot US 1",)),)))
    assert len(new) == len(lines)
    assert new[own[0] - 1].startswith("J 1 plot US 1")
    assert [n for n in range(len(lines)) if new[n] != lines[n]] == [own[0] - 1]


@given(records(), st.data())
def test_what_is_put_in_keeps_every_line(made: tuple[list[str], list[list[int]]], data: st.DataObject) -> None:
    lines, _ = made
    at = data.draw(st.integers(1, len(lines) + 1))
    out = apply_fix(lines, Fix((Edit(at, at - 1, ("end of turn, new",)),)))
    out.remove("end of turn, new")
    assert out == lines


@given(records(), st.data())
def test_a_settled_fix_says_the_same_and_stays_settled(
    made: tuple[list[str], list[list[int]]], data: st.DataObject
) -> None:
    lines, _ = made
    first = data.draw(st.integers(1, len(lines)))
    last = data.draw(st.integers(first, len(lines)))
    new = data.draw(st.permutations(range(first, last + 1)))[: data.draw(st.integers(0, 5))]
    put_in = data.draw(st.integers(1, len(lines) + 1))
    instead = Fix((Edit(first, last, tuple(new)), Edit(put_in, put_in - 1, ("J 1 plot US 1",))))
    once = fixing.plain_fix(fixing.LineLayout(lines), instead)
    assert apply_fix(lines, once) == apply_fix(lines, instead)
