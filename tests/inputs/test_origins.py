"""A game in another form, judged as a record.

Its findings point at the original in every view.
"""

from __future__ import annotations

import json

import pytest

from referee.engine.record.steps import Judgement
from referee.engine.state.script import Origin, line_at
from referee.inputs.converted import Conversion
from referee.inputs.formats import record_of
from referee.inputs.judging import judge
from referee.reports import bbcode, data, github, html, junit, markdown, sarif, text

TEXT = '[Scenario "Let\'s Roll!"]\nJ 95 recruit Afghanistan 3\nJ 60 reserves\nUS 43 deploy track > Pakistan 2\n'
IN_MAILS = {2: Origin("message 1", 4), 3: Origin("message 1", 5), 4: Origin("message 2", 12, 2, "B., 4 March")}
IN_THE_FILE = {2: Origin(line=4), 3: Origin(line=5), 4: Origin(line=12, shift=2)}


def verdict(origins: dict[int, Origin]) -> Judgement:
    return judge(record_of(Conversion(TEXT, origins=origins), "game"))


def test_the_terminal_names_message_line_and_column() -> None:
    told = text.render(verdict(IN_MAILS), "thread.mbox")
    assert "thread.mbox:message 2:12:24: not allowed [illegal 7.3.3]: " in told


def test_other_lines_are_named_with_their_message() -> None:
    found = judge(record_of(Conversion(TEXT.replace("60 ", "95 "), origins=IN_MAILS), "game"))
    assert "line 2 (message 1, line 4)" in text.render(found, "thread.mbox")


def test_lines_of_the_file_itself_have_its_numbers_and_columns() -> None:
    (finding,) = [f for f in verdict(IN_THE_FILE).findings if f.kind == "illegal"]
    assert (finding.place.line, finding.place.column) == (12, 24)
    assert "notes.txt:12:24: not allowed [illegal 7.3.3]: " in text.render(verdict(IN_THE_FILE), "notes.txt")


def test_lines_that_stand_in_another_order_keep_their_origins() -> None:
    found = verdict({2: Origin(line=9), 3: Origin(line=5), 4: Origin(line=12)})
    assert "notes.txt:12:22: not allowed [illegal 7.3.3]: " in text.render(found, "notes.txt")


def test_programs_are_told_where_it_stands() -> None:
    (found,) = [f for f in data.of(verdict(IN_MAILS))["findings"] if f["kind"] == "illegal"]
    assert found["origin"] == {"source": "message 2", "line": 12, "column": 24, "about": "B., 4 March"}
    (result,) = [
        r for r in sarif.log([(verdict(IN_MAILS), "thread.mbox")], "0")["runs"][0]["results"] if r["ruleId"] == "7.3.3"
    ]
    (location,) = result["locations"]
    assert location["logicalLocations"] == [{"name": "message 2, line 12"}]
    assert "region" not in location["physicalLocation"]


@pytest.mark.parametrize("view", ["markdown", "bbcode", "junit", "github", "html"])
def test_every_other_view_names_it_too(view: str) -> None:
    found = verdict(IN_MAILS)
    told = {
        "markdown": lambda: markdown.render(found, "thread.mbox"),
        "bbcode": lambda: bbcode.render(found, "thread.mbox"),
        "junit": lambda: junit.render([(found, "thread.mbox")]),
        "github": lambda: "\n".join(github.commands(found, "thread.mbox")),
        "html": lambda: html.render(found),
    }[view]()
    assert "message 2, line 12" in told or "message 2:12:24" in told


def test_a_record_itself_has_no_origins() -> None:
    assert "origin" not in json.dumps(data.of(judge(record_of(Conversion(TEXT), "game"))))


@pytest.mark.parametrize(("asked", "line"), [(("message 2", 12), 4), (("Message 1", 0), 2), (("message 3", 0), None)])
def test_a_place_in_the_original_is_found_again(asked: tuple[str, int], line: int | None) -> None:
    assert line_at(verdict(IN_MAILS).record.lines, *asked) == line


def test_what_stands_above_a_play_that_was_worked_out_is_shown_with_it() -> None:
    text = TEXT.replace("US 43", "; they said it was allowed\nUS 43")
    origins = {2: Origin("step 1"), 3: Origin("step 2"), 4: Origin("step 3"), 5: Origin("step 3")}
    page = html.render(judge(record_of(Conversion(text, origins=origins), "game")))
    assert page.index("they said it was allowed") > page.index('id="a3"')
