"""Remarks, marks and variations.

They stay with their line, are shown by the report and ignored by the judge.
"""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.editions.rulesets import names_of
from referee.engine.state.script import COLOURS, MARKS, Drawing, Remark
from referee.inputs.formats import read_record
from referee.inputs.judging import judge
from referee.inputs.records import format_text, from_json, read_text, to_json
from referee.parsers.notation.reader import split_lines
from referee.parsers.notation.rereading import Rereader
from referee.parsers.notation.tokens import MAX_LINE

PLAY = "J 112 event"
GAME = '[Scenario "Let\'s Roll!"]\n'


def remarks(text: str) -> list[Remark]:
    return read_text(text).remarks


def test_a_remark_is_kept_with_its_line() -> None:
    text = f"; before\n{PLAY}  ; behind the play\n\n;; on a line of its own \n;\n"
    assert remarks(text) == [Remark(1, "before"), Remark(2, "behind the play"), Remark(4, "on a line of its own")]


def test_a_remark_behind_what_cannot_be_read_is_kept_too() -> None:
    assert remarks("what is this ; a mess") == [Remark(1, "a mess")]


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_in_front_of_a_remark(mark: str) -> None:
    assert remarks(f"{PLAY} ; {mark} so it is") == [Remark(1, "so it is", mark)]
    assert remarks(f"{PLAY} ;{mark}") == [Remark(1, "", mark)]


@pytest.mark.parametrize("text", ["!so", "?really", "!!! loud", "a ! inside", "?!? odd", "why?"])
def test_what_is_no_mark(text: str) -> None:
    assert remarks(f"{PLAY} ; {text}") == [Remark(1, text)]


def test_a_variation_is_a_line_in_braces() -> None:
    text = f"{PLAY}\n  {{ US 43 deploy track > Gulf States 2; better }}  ; he said\n{{}}\n"
    assert remarks(text) == [
        Remark(2, "US 43 deploy track > Gulf States 2; better", variation=True),
        Remark(2, "he said"),
    ]
    assert read_text(text).unreadable == []


@pytest.mark.parametrize(
    "line", ["{not closed", "{two} {pairs}", "{in {another} one}", "{} US hold", "{" + "x" * 5000 + "}"]
)
def test_braces_that_are_no_variation_are_told(line: str) -> None:
    (bad,) = read_text(line).unreadable
    assert "variation" in bad.message
    assert 1 <= bad.place.column < bad.place.end


def test_a_variation_stands_between_a_play_and_what_goes_on_with_it() -> None:
    text = "US 86 regime-change track > Afghanistan 6 gov[1] prestige[5 1 6]\n{or not}\n+ J event discard 45, cell Pakistan\n"
    (action,) = read_text(text).actions
    assert action.lines == [1, 3]


def test_the_judge_does_not_see_them() -> None:
    bare = f"{GAME}\n\n{PLAY}\n\n\n"
    noted = f"{GAME}; ?? at the start\n\n{PLAY}  ; !! brilliant\n{{J 112 reserves}}\n\n"
    one, other = judge(read_text(bare)), judge(read_text(noted))
    assert [(f.kind, f.rule, f.message, f.place) for f in one.findings] == [
        (f.kind, f.rule, f.message, f.place) for f in other.findings
    ]
    assert one.actions == other.actions


def test_the_formatter_keeps_them() -> None:
    done = format_text(f"{PLAY};! good\n {{ US  43 woi }};x \n{{broken\n")
    assert done.text == f"{PLAY}  ;! good\n{{US  43 woi}}  ;x\n{{broken\n"
    assert done.unreadable == (3,)
    assert format_text(done.text).text == done.text


LINES = st.text(alphabet=st.sampled_from("{};!? aé\t\x0b\u2028"), max_size=12)


@given(LINES)
@example("{" + "a" * MAX_LINE + "};b")
@example("{a}\u2028;b")
def test_any_braces_come_back_from_the_formatter_and_from_json(line: str) -> None:
    done = format_text(line)
    assert format_text(done.text).text == done.text
    assert remarks(done.text) == remarks(line)
    text = f"{PLAY}\n{line}\n"
    lines, broken = from_json(to_json(text))
    assert broken == {}
    assert remarks("\n".join(lines)) == remarks(text)


def test_json_names_a_variation() -> None:
    text = f"{PLAY}\n{{J 112 reserves}}  ; ?! hm\n"
    data = json.loads(to_json(text))
    assert data["entries"][1] == {"kind": "variation", "text": "J 112 reserves", "comment": " ?! hm"}
    record = read_record(to_json(text).encode(), "x.json")
    assert record.remarks == [Remark(2, "J 112 reserves", variation=True), Remark(2, "hm", "?!")]


def test_what_the_referee_wrote_into_a_record_is_no_remark_of_the_players() -> None:
    record = read_text("setup: US Hard\nUS 43 deploy track > Pakistan 2 ; bold\n; referee: illegal 7.3.3\n")
    assert [r.text for r in record.remarks] == ["bold"]


# ---------------------------------------------------------------- drawings

NOTES = [
    ("; [%arrow Nowhere > Iran]", "Nowhere"),
    (f"{PLAY}  ; see [%mark Egypt, Sudam]", "Sudam"),
    ("; ?! [%arrow S > Iran]", "S"),
    ("; [%arrow Iran]", " Iran"),
    ("; [%arrow Iran > Iran]", " Iran > Iran"),
    ("; [%arrow blue]", "]"),
    ("; [%arrow track > Iran]", "track"),
    ("; [%mark Iran > Iraq]", " Iran > Iraq"),
    ("; we go [%cal Ge2e4]", "[%cal Ge2e4]"),
    ("{J 112 reserves}  ; so [%mark Atlantis]", "Atlantis"),
]


def test_a_remark_draws_on_the_map() -> None:
    text = f"{PLAY} ; ?! both [%arrow red Afgh > Pakistan, KSA->Yemen] and [%mark Indo/Mal] [%ARROW Blue UK > U.S.]\n"
    arrows = [(("Afghanistan", "Pakistan"), "red"), (("Saudi Arabia", "Yemen"), "red")]
    drawn = (*arrows, (("Indonesia/Malaysia",), "green"), (("United Kingdom", "United States"), "blue"))
    assert remarks(text) == [Remark(1, "both and", "?!", drawings=tuple(Drawing(*d) for d in drawn))]
    assert COLOURS[0] == "green"


@pytest.mark.parametrize(("line", "wrong"), NOTES)
def test_what_cannot_be_drawn_is_a_note_at_its_place(line: str, wrong: str) -> None:
    record = read_text(f"\n{line}\n")
    (note,) = record.notes
    assert line[note.place.column - 1 : note.place.end - 1] == wrong
    assert note.place.line == 2
    (said,) = [r for r in record.remarks if not r.variation]
    assert said.drawings == ()
    assert "[%" in said.text
    assert record.unreadable == []


def test_what_cannot_be_drawn_is_told_once_and_counts_nothing() -> None:
    (found,) = [f for f in judge(read_text(f"{GAME}{PLAY}\n; [%mark Atlantis]\n")).findings if f.rule == "notation"]
    assert (found.kind, found.place.line, found.place.column) == ("note", 3, 10)
    assert not found.counted


def test_a_remark_draws_no_more_than_can_be_seen() -> None:
    record = read_text("; " + "[%mark Iran] " * 30 + "\n")
    (said,) = record.remarks
    assert len(said.drawings) == 24
    assert 1 <= len(record.notes) <= 3
    assert len(read_text("; " + "[%mark nowhere] " * 6000 + "\n").notes) <= 3
    assert read_text("; " + "[%" * 50_000 + "\n").notes == []
    assert read_text("; [%" + "a" * 100_000 + "\n").notes == []


def test_drawings_stay_through_the_formatter_json_and_rereading() -> None:
    text = "".join(f"{line}\n" for line, _ in NOTES) + "; good [%arrow red Iran > Iraq]\n"
    assert format_text(text).text == text
    record = read_record(to_json(text).encode(), "x.json")
    assert [(r.text, r.drawings) for r in record.remarks] == [(r.text, r.drawings) for r in remarks(text)]
    assert len(record.notes) == len(NOTES)
    for note in record.notes:
        line = record.lines[note.place.line - 1]
        assert line[note.place.column - 1 : note.place.end - 1].startswith('"')
    edited = Rereader(names_of, "record", split_lines(text))
    edited.record()
    edited.change(1, 0, ["US 43 deploy track > Egypt 2", ""])
    assert [n.place for n in edited.record().notes] == [n.place for n in read_text("\n".join(edited.lines)).notes]


DRAWN = st.text(alphabet=st.sampled_from("[]%>,-;arowmk IEgypt\u2192"), max_size=30)


@given(DRAWN)
@example("[%arrow > ]")
@example("[%mark ,]")
def test_any_drawing_is_drawn_or_stays_a_word(words: str) -> None:
    text = f"{PLAY}  ; [%{words}\n"
    record = read_text(text)
    assert record.unreadable == []
    for note in record.notes:
        assert 1 <= note.place.column < note.place.end <= len(text)
    assert format_text(format_text(text).text).text == format_text(text).text
