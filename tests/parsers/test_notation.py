"""The notation: its page, its reader and its formatter (docs/reference/notation.md)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from referee.editions.base.printed import COUNTRIES
from referee.editions.rulesets import names
from referee.engine.state.script import Record
from referee.inputs.records import format_text, read_bytes, read_text
from referee.parsers.faults import LineError
from referee.parsers.notation import TextError
from referee.parsers.notation.reader import read_line
from referee.parsers.notation.tokens import MAX_LINE
from tests.helpers import rulecases
from tests.helpers.paths import RECORDS, ROOT
from tests.helpers.sentences import SENTENCES
from tests.helpers.writing import COUNTRY, LINE, MORE, TEXTS, check_format, lines_of, plain, untidy

# ------------------------------------------------------------------------------------------------ the pages


def blocks(page: str, language: str) -> list[tuple[str, str]]:
    """The fenced blocks of a page in one language.

    Each comes with the line of its beginning.
    """
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    found = re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [(f"line {text.count(chr(10), 0, m.start()) + 1}", m.group(1)) for m in found]


LGN = blocks("reference/notation.md", "lgn")
CASE = blocks("rule-cases.md", "case")


def test_the_pages_have_examples() -> None:
    assert len(LGN) >= 5
    assert CASE


@pytest.mark.parametrize("block", [b for _, b in LGN], ids=[where for where, _ in LGN])
def test_every_example_of_the_page_is_canonical(block: str) -> None:
    record = read_text(block)
    assert [(u.place.line, u.message) for u in record.unreadable] == []
    assert record.notes == []
    done = format_text(block)
    assert done.text == block
    assert done.unreadable == ()
    assert format_text(done.text) == done


@pytest.mark.parametrize("block", [b for _, b in CASE], ids=[where for where, _ in CASE])
def test_every_case_of_the_page_is_passed(block: str, tmp_path: Path) -> None:
    path = tmp_path / "page.case"
    path.write_text(block, encoding="utf-8")
    cases = rulecases.read_cases(path)
    assert cases
    for case in cases:
        assert rulecases.problems(case) == [], case.id


# ------------------------------------------------------------------------------------------------ a name to come


@pytest.mark.parametrize(
    ("front", "after", "place", "others"),
    [
        ("US 43 woi ", "", "where", {}),
        ("US 43 deploy track > ", "", "to", {"from": "track"}),
        ("US 43 deploy ", " > Pakistan 2", "from", {"to": "Pakistan", "troops": 2}),
        ("US 43 event cell ", "", "cell", {}),
    ],
)
def test_a_name_that_is_not_written_yet_is_unknown(front: str, after: str, place: str, others: dict[str, Any]) -> None:
    record, at = Record(""), len(front) + 1
    read_line(record, front + after, 1, None, names("base"), at)
    (item,) = record.actions[0].segments[0].items
    assert {name: part.value for name, part in item.parts.items()} == {**others, place: "?"}
    assert item.parts[place].place == (1, at, at)


def test_a_name_in_part_is_no_part_of_the_name_to_come() -> None:
    front = "J 95 travel Afghanistan:s > Saudi "  # a second country
    with pytest.raises(LineError):
        read_line(Record(""), front, 1, None, names("base"), len(front) + 1)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_the_fixtures_are_canonical(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_text(text).text == text


# ------------------------------------------------------------------------------------------------ any text at all


@given(st.one_of(TEXTS, st.text()))
def test_reading_any_text_never_raises(text: str) -> None:
    record = read_text(text)
    assert len(record.lines) == len(lines_of(text))
    for bad in record.unreadable:
        assert bad.message
        assert 1 <= bad.place.line <= len(record.lines)
        assert 1 <= bad.place.column < bad.place.end
        assert bad.place.column <= len(record.lines[bad.place.line - 1]) + 1
    for action in record.actions:
        assert action.place.line in action.lines or action.kind in ("board", "setup", "check")


@given(
    st.one_of(
        st.binary(), TEXTS.map(str.encode), st.tuples(st.binary(max_size=8), TEXTS).map(lambda x: x[0] + x[1].encode())
    )
)
def test_reading_any_bytes_raises_text_error_only(data: bytes) -> None:
    try:
        assert read_bytes(data).lines
    except TextError as error:
        said = error
    else:
        return
    assert said.message
    assert said.line >= 1
    assert said.column >= 1


@given(st.one_of(TEXTS, st.text()))
@example("US hold\r, funding 4")
@example("board: prestige 3\r, funding 4")
@example('[Game "x"] ; ' + "long comment " * 400)
@example('[Game "x"]\t;c \r\n  nonsense\t \r\n\tUS hold ;  two  \r\nend')
@example("board: " + ", ".join(["KSA 1s"] * 3))
@example("board:" + ",".join(["KSA IR"] * 399))
@example(";\x0b \x85 \u2028 c\x00")
@example("US 44 event ::s, discard ?")
@example("US 44 event : event")
def test_format_keeps_what_it_must(text: str) -> None:
    check_format(text)


def test_a_line_that_would_grow_too_long_is_left() -> None:
    text = "board:" + ",".join(["KSA IR"] * 399)
    assert len(text) < MAX_LINE
    assert format_text(text).unreadable == ()
    assert read_text(format_text(text).text).unreadable == []


def test_unreadable_lines_stay_byte_for_byte() -> None:
    text = "US  hold\r\n\t what \t is this?  \r\nJ 95  recruit  afgh 2 ;x\r\n  [broken \r\n  no end of line"
    done = format_text(text)
    assert (
        done.text == "US hold\n\t what \t is this?  \r\nJ 95 recruit Afghanistan 2  ;x\n  [broken \r\n  no end of line"
    )
    assert done.unreadable == (2, 4, 5)


def test_columns_count_from_one_and_tabs_are_one_column() -> None:
    record = read_text("\tUS 20 woi Atlantis [4]")
    assert [(u.place.column, u.place.end) for u in record.unreadable] == [(12, 20)]


# ------------------------------------------------------------------------------------------------ valid lines


@given(untidy(LINE))
def test_a_valid_line_is_read_and_written_and_read_again(line: str) -> None:
    record = read_text(line)
    assert [(u.message, line[u.place.column - 1 : u.place.end - 1]) for u in record.unreadable] == []
    assert len(record.actions) == 1
    done = format_text(line)
    assert plain(read_text(done.text).actions) == plain(record.actions)
    check_format(line)


@given(untidy(LINE), st.lists(untidy(MORE), min_size=1, max_size=2))
def test_a_line_that_goes_on_is_read_and_written_and_read_again(line: str, more: list[str]) -> None:
    assume(not line.lstrip().casefold().startswith(("board", "setup", "turn", "phase")))
    text = "\n".join([line, *more])
    record = read_text(text)
    assert [(u.message, u.place) for u in record.unreadable] == []
    assert len(record.actions) == 1
    assert record.actions[0].lines == list(range(1, len(more) + 2))
    check_format(text)


@given(COUNTRY)
def test_every_short_form_of_a_country_is_read(name: str) -> None:
    record = read_text(f"US 41 disrupt {name} cadre")
    assert record.unreadable == []
    written = record.actions[0].segments[0].items[0].parts["where"].value
    assert name.casefold() in {n.casefold() for n in (written, *COUNTRIES[written].short)}


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("afgh", "Afghanistan"),
        ("AFGHANI", "Afghanistan"),
        ("pak", "Pakistan"),
        ("KSA", "Saudi Arabia"),
        ("Indo/Mal", "Indonesia/Malaysia"),
        ("C. Asia", "Central Asia"),
        ("uk", "United Kingdom"),
        ("Phil", "Philippines"),
    ],
)
def test_short_forms(short: str, full: str) -> None:
    assert format_text(f"US 41 disrupt {short}:s").text == f"US 41 disrupt {full}:s"


@pytest.mark.parametrize(
    ("short", "some"), [("s", ["Saudi Arabia", "Somalia", "Sudan", "Syria"]), ("i", ["India", "Iran", "Iraq"])]
)
def test_an_ambiguous_short_form_lists_the_candidates(short: str, some: list[str]) -> None:
    (bad,) = read_text(f"US 41 disrupt {short}:s").unreadable
    assert bad.place == (1, 15, 16)
    for name in some:
        assert name in bad.message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("J 95 recruit Egypt 2 [1 2", SENTENCES["bracket-not-closed"].sentence),
        ("J 95 recruit Egypt 2 1 2]", "This bracket was not opened."),
    ],
)
def test_half_a_bracket_says_so(line: str, message: str) -> None:
    (found,) = read_text(line).unreadable
    assert found.message == message
