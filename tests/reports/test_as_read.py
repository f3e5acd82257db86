"""The record as it was read, with all assumptions put in.

It then has, by itself, the remaining findings.
"""

from __future__ import annotations

import json
import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.engine.record.corrected_record import CorrectedRecord, SupposedEdit
from referee.engine.record.findings import Edit, Finding, Fix, Respelling
from referee.engine.state.script import Lines, Place
from referee.inputs.judging import judge
from referee.inputs.records import read_text, to_json
from referee.parsers.notation.fixing import PlainFix, as_read, settle, suppositions
from referee.play.editing import fixes, formatting
from referee.play.editing.document import Document
from referee.reports import annotated, data, model, rewriting
from referee.web.desk import Desk
from tests.helpers.commands import referee as run
from tests.helpers.corpusrecords import FOLDER
from tests.helpers.hunting import HUNT, PROFILE
from tests.helpers.paths import ROOT

PLAYED = """\
[Scenario "Let's Roll!"]
[Length "1 deck"]

deal J 9: 5 17 49 80 98 110 112 113 116 US 9: 7 14 40 44 53 92 101 104 115
J 112 event => prestige 3
J 113 travel Afghanistan:s > Pakistan, Afghanistan:s > Central Asia t[2], Afghanistan:s > Somalia t[1] [6]
US 92 event => funding 9 / regime-change track > Afghanistan 6 gov[3] prestige[4 6 2] => prestige 1
US 44 event Afghanistan:a, discard 49 => Afghanistan cadre, prestige 2
no plots
board: prestige 2, funding 9, troops track 5, cells track 13
J 80 event => Pakistan 2 sleepers FATA
US 101 event => prestige 3, Serbia Soft, world 0\t; for Özil
US 104 event Syria [5] => Syria Fair Neutral   ; a wrong card

no plots
board: prestige 3, funding 9, troops track 5, cells track 9
J 17 plot Pakistan:s [2]: 2, Cenrtal Asia:s [5]
J 110 travel Central Asia:a > Russia t[5], Afghanistan:s > Pakistan => Russia Hard
J 110 travel Central Asia:a > Russia t[5], Afghanistan:s > Pakistan => Russia Hard
US 115 alert Pakistan#1 => plot 2
US 104 event Pakistan:a => Pakistan 2 sleepers
no plots
board: prestige 3, funding 9, troops track 5, cells track 10
"""
"""A play left out, a wrong card, a misspelt country, a line twice."""
RECORDS = sorted([*(ROOT / "fixtures" / "logs").glob("*.lgn"), *FOLDER.glob("pen-*.lgn"), *FOLDER.glob("slips-*.lgn")])
FACTS = judge(read_text("setup: Gulf States Fair Ally")).board.rules.facts


def read(text: str) -> tuple[list[Finding], CorrectedRecord]:
    """The findings of a record, and how it was read."""
    verdict = judge(read_text(text))
    return verdict.findings, as_read(text, verdict.supposed)


def changed(found: CorrectedRecord) -> list[tuple[str, int, str]]:
    return [(row.mark, row.line, row.text) for row in found.rows if row.mark]


def counted(findings: list[Finding]) -> Counter[tuple[str, str]]:
    return Counter((f.kind, f.rule) for f in findings if f.counted)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.long] if n % 3 else [], id=path.stem)
        for n, path in enumerate(RECORDS)
        if n % 3 < 2 or PROFILE == HUNT
    ],
)
def test_the_record_as_it_was_read_has_the_findings_that_are_left(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    findings, found = read(text)
    taken = found.findings
    assert taken == [f for f in findings if f.kind == "slip"]  # none of the corpus is at odds with another
    if not taken:
        assert found.text == text
        return
    again, twice = read(found.text)
    assert not [f for f in again if f.kind == "slip"]
    assert twice.text == found.text
    left = counted([f for f in findings if f not in taken])
    unknown = sum(row.text.endswith("? ?") for row in found.rows if row.mark == "+")
    stands = [row for row in found.rows if row.mark != "-"]
    put_in = {number for number, row in enumerate(stands, 1) if row.mark == "+"}
    if unknown:  # a play of which nobody knows what it was is still to be written, and excuses what may come of it
        assert counted(again) <= left + Counter({("incomplete", "6.1"): unknown})
    elif any(f.kind == "incomplete" and f.place.line in put_in for f in again):
        assert counted(again) >= left  # its rolls are still to be noted: what later lines show of them is not written
    else:
        assert counted(again) == left


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_other_line_stays_as_it_is(end: str) -> None:
    text = PLAYED.replace("\n", end)
    findings, found = read(text)
    assert [f.slip for f in found.findings] == ["forgotten", "card", "misspelt", "twice"]
    assert found.findings == [f for f in findings if f.counted]
    lines = PLAYED.split("\n")
    added = "J ? recruit Afghanistan 1, Central Asia 2 [1 1]"
    assert changed(found) == [
        ("+", 12, added),
        ("-", 13, lines[12]),
        ("+", 13, lines[12].replace("104", "14", 1)),
        ("-", 17, lines[16]),
        ("+", 17, lines[16].replace("Cenrtal", "Central")),
        ("-", 19, lines[18]),
    ]
    right = [*lines[:11], added, lines[11], lines[12].replace("104", "14", 1), *lines[13:16]]
    right += [lines[16].replace("Cenrtal", "Central"), lines[17], *lines[19:]]
    assert found.text == end.join(right)
    assert judge(read_text(found.text)).clean
    assert [found.line(n) for n in (1, 11, 12, 19, 20, 24)] == [1, 11, 13, 20, 20, 24]


@given(st.text(st.sampled_from("US 20;\t\r\n\f\x85\u2028é")))
def test_a_record_without_slips_is_read_as_it_is(text: str) -> None:
    assert as_read(text, ()).text == text


@given(st.lists(st.sampled_from(["\n", "\r\n", "\r"]), min_size=8, max_size=8), st.integers(1, 8), st.integers(1, 8))
def test_each_line_keeps_its_own_end(ends: list[str], changes: int, goes: int) -> None:
    lines = [f"; {n}\t é {end}" for n, end in enumerate(ends, 1)]
    edits = {changes: Edit(changes, changes, ("; new",)), goes: Edit(goes, goes)}
    found = as_read("".join(lines), [SupposedEdit(edits[n], ()) for n in sorted(edits)])
    lines[changes - 1] = f"; new{ends[changes - 1]}"
    lines[goes - 1] = ""
    assert found.text == "".join(lines)


def test_two_misspelt_names_of_one_line_are_put_right_together() -> None:
    text = "setup: US Hard, Pakistan Fair Ally, Gulf States Fair Ally 3 troops\nUS 43 deploy Glf States > Pakisten 2"
    findings, found = read(text)
    assert len(found.findings) == 2
    assert changed(found)[1:] == [("+", 2, "US 43 deploy Gulf States > Pakistan 2")]
    assert [row.findings for row in found.rows if row.mark] == [tuple(f for f in findings if f.slip)] * 2


LINES = ["US 20 woi Pakistan [4]  ; one", "+ J event", "US 43 deploy track > Pakistan 2", "board: prestige 7"]


def slip(*edits: Edit | Respelling, line: int = 1, kind: str = "slip", **more: tuple[Edit, ...]) -> Finding:
    instead = Fix(edits, "likely", **more)
    return Finding(kind, "6.2", f"line {line}", Place(line, 1, 2), instead=instead)  # type: ignore[arg-type]


def made(*findings: Finding, lines: list[str] = LINES) -> CorrectedRecord:
    settle(lines, findings, FACTS)
    return as_read(lines, suppositions(lines, findings, FACTS))


def test_only_slips_are_taken_over() -> None:
    assert made(slip(Edit(1, 1, ("US 20 woi Iraq [4]",)), kind="illegal")).text == "\n".join(LINES)


def test_a_play_with_which_the_rest_was_judged_is_put_in() -> None:
    found = made(slip(Edit(3, 2, ("US ? ?",)), read=(Edit(3, 2, ("US 3 disrupt Pakistan",)),)))
    assert changed(found) == [("+", 3, "US 3 disrupt Pakistan")]


def test_lines_that_change_places_are_marked_with_their_numbers() -> None:
    found = made(slip(Edit(1, 2, (3,)), Edit(3, 3, (1, 2))), slip(Respelling(Place(3, 7, 13), "dploy")))
    assert changed(found) == [
        ("-", 1, LINES[0]),
        ("+", 1, "US 43 dploy track > Pakistan 2"),
        ("-", 2, LINES[1]),
        ("-", 3, LINES[2]),
        ("+", 3, LINES[0]),
        ("+", 3, LINES[1]),
    ]
    assert [row.moved for row in found.rows if row.mark == "+"] == [0, 1, 2]


def test_the_second_of_two_slips_that_replace_one_line_is_not_taken_over() -> None:
    one, other = slip(Edit(3, 3, ("US 43 reserves",))), slip(Edit(3, 3), line=3)
    found = made(one, other)
    assert found.findings == [one]
    assert found.text.splitlines()[2] == "US 43 reserves"


def test_lines_that_are_put_in_are_told_apart() -> None:
    one, other = slip(Edit(5, 4, ("end of turn",))), slip(Edit(5, 4, ("US ? ?",)), line=3)
    found = made(one, other, slip(Edit(4, 4, ("board: prestige 8",)), line=4))
    assert [(row.text, [f.place.line for f in row.findings]) for row in found.rows if row.mark == "+"] == [
        ("board: prestige 8", [4]),
        ("end of turn", [1]),
        ("US ? ?", [3]),
    ]


def test_a_record_in_another_form_is_read_in_the_notation() -> None:
    lines = Lines(["{", '"card": 95', "}", '"card": 83'])
    lines.in_notation = {1: "J 95 recruit Afghanistan 3", 4: "J 83 recruit Pakistan 1"}
    found = slip(Edit(1, 3))
    settle(lines, [found], FACTS)
    assert as_read(lines, suppositions(lines, [found], FACTS)).text == lines.in_notation[4]


def test_settled_fixes_keep_what_was_meant() -> None:
    found = slip(Respelling(Place(1, 11, 19), "Iraq"))
    settle(LINES, [found], FACTS)
    assert isinstance(found.instead, PlainFix)
    assert found.instead.original_edits == (Respelling(Place(1, 11, 19), "Iraq"),)


# -------------------------------------------------------------------- the library and the command


def test_the_library_gives_the_record_as_it_was_read() -> None:
    verdict = referee.check(PLAYED)
    assert verdict.as_read().text == verdict.as_read(PLAYED).text == read(PLAYED)[1].text
    crlf = PLAYED.replace("\n", "\r\n")
    assert verdict.as_read(crlf).text == read(crlf)[1].text


def test_convert_writes_the_record_as_it_was_read(tmp_path: Path) -> None:
    path, out = tmp_path / "game.lgn", tmp_path / "right.lgn"
    path.write_bytes(PLAYED.replace("\n", "\r\n").encode())
    result = run("convert", "--as-read", path, "-o", out)
    assert result.status == 0
    assert "4 slips of the pen put right, at lines 12, 13, 17 and 19" in result.err
    assert out.read_bytes() == read(PLAYED.replace("\n", "\r\n"))[1].text.encode()
    again = run("convert", "--as-read", out)
    assert again.out.splitlines() == out.read_text(encoding="utf-8").splitlines()
    assert "no slip of the pen is found" in again.err


def test_convert_writes_it_in_any_form(tmp_path: Path) -> None:
    path, out = tmp_path / "game.json", tmp_path / "right.json"
    path.write_text(to_json(PLAYED), encoding="utf-8")
    assert run("convert", "--as-read", path, "-o", out).status == 0
    assert referee.check(out).clean


def test_a_misspelt_name_in_a_mail_is_no_longer_complained_of(tmp_path: Path) -> None:
    path = tmp_path / "thread.mbox"
    head = "From a@b Mon Nov 23 10:00:00 2026\nFrom: a@b\nDate: Mon, 23 Nov 2026 10:00:00 +0000\nSubject: game\n\n"
    path.write_text(head + PLAYED, encoding="utf-8")
    result = run("convert", "--as-read", path)
    assert (result.status, "cannot be read" in result.err) == (0, False)
    assert "J 17 plot Pakistan:s [2]: 2, Central Asia:s [5]\n" in result.out


def test_a_line_that_cannot_be_read_is_named_where_it_stands_then(tmp_path: Path) -> None:
    path = tmp_path / "game.lgn"
    path.write_text(PLAYED + "\nwhat is this\n", encoding="utf-8")
    result = run("convert", "--as-read", path, "-o", tmp_path / "right.lgn")
    assert result.status == 1
    assert "what is this" in (tmp_path / "right.lgn").read_text(encoding="utf-8").splitlines()[24]


# -------------------------------------------------------------------- where it is shown


def test_the_annotated_record_has_it_in_the_margin() -> None:
    out = run("check", "--format", "annotated", "-", stdin=PLAYED).out
    lines = out.splitlines()
    margin = [
        line.removeprefix(annotated.MARK).strip() for line in lines if line[len(annotated.MARK) :][:3] in (" + ", " - ")
    ]
    _, found = read(PLAYED)
    assert [(line[0], line[2:].rpartition("  [")[0]) for line in margin] == [
        (mark, text.split(";")[0].strip()) for mark, _, text in changed(found)
    ]
    assert [line.rpartition("  ")[2] for line in margin][:2] == ["[slip 5.2.2]", "[slip card 104]"]
    at = next(n for n, line in enumerate(lines) if "recruit Afghanistan 1" in line)
    assert lines[at + 1].startswith("US 101 event")  # before the line that a play is missing before
    assert annotated.bare(out.encode()).decode() == PLAYED
    assert run("check", "--format", "annotated", "-", stdin=out).out == out
    assert "convert --as-read" in out
    assert "as it was read" not in run("check", "--format", "annotated", "-", stdin=found.text).out


def test_the_margin_has_only_what_is_shown_and_nothing_that_a_terminal_obeys() -> None:
    assert " + J" not in run("check", "--format", "annotated", "--ignore", "slip", "-", stdin=PLAYED).out
    line = "J 17 plot Cenrtal Asia:s [5]  \x1b[31m"
    verdict = judge(read_text(f"setup: Central Asia Fair Neutral 1 sleeper\n{line}"))
    assert "\x1b" not in "".join(row for row in annotated.render(verdict, "a").splitlines() if row.startswith(";"))


def test_json_has_it_as_edits_with_the_numbers_of_their_findings() -> None:
    told = data.of(judge(read_text(PLAYED)))
    assert [(e["first"], e["last"], len(e["lines"])) for e in told["as_read"]] == [
        (12, 11, 1),
        (13, 13, 1),
        (17, 17, 1),
        (19, 19, 0),
    ]
    slips = [[told["findings"][n]["slip"] for n in e["findings"]] for e in told["as_read"]]
    assert slips == [["forgotten"], ["card"], ["misspelt"], ["twice"]]
    model.VerdictModel.model_validate(told)
    lines = PLAYED.split("\n")
    for e in reversed(told["as_read"]):
        lines[e["first"] - 1 : e["last"]] = e["lines"]
    assert "\n".join(lines) == read(PLAYED)[1].text
    assert "as_read" not in data.of(judge(read_text("setup: Gulf States Fair Ally\nUS 20 woi Gulf States [6]")))


def test_it_is_put_into_words() -> None:
    verdict = judge(read_text(PLAYED))
    assert rewriting.as_read(verdict.supposed) == "1 line put in, 2 changed, 1 left out"
    assert rewriting.as_read(verdict.supposed[1:3]) == "2 lines changed"
    assert rewriting.as_read(()) == ""


# -------------------------------------------------------------------- in an editor and on the page


def typed(text: str, edits: list[formatting.Edit]) -> str:
    """A text after the changes of an editor."""
    document = Document(text)
    formatting.apply(document, edits)
    return document.text


@pytest.mark.long
def test_an_editor_writes_the_record_as_it_was_read_in_one_change() -> None:
    for text in (
        PLAYED,
        PLAYED.rstrip("\n"),
        PLAYED.replace("J 110", "J 110 travel Afghanistan:s > Pakistan\nJ 110", 1),
    ):
        document = Document(text)
        assert fixes.as_read(document) is None  # nothing is judged yet
        document.judge()
        fix = fixes.as_read(document)
        assert fix is not None
        assert [e.first for e in fix.edits] == sorted({e.first for e in fix.edits})
        assert typed(text, list(fix.edits)) == read(text)[1].text
    assert fix.title.startswith("Write the record as it was read: ")
    document = Document(read(PLAYED)[1].text)
    document.judge()
    assert fixes.as_read(document) is None


def test_what_is_put_in_before_a_line_that_changes_goes_with_it() -> None:
    text = PLAYED.replace("US 101 event => prestige 3, Serbia Soft", "US 101 event => prestige 3, Serrbia Soft")
    document = Document(text)
    document.judge()
    fix = fixes.as_read(document)
    assert fix is not None
    assert fix.edits[0].first == fix.edits[0].last == 12
    assert typed(text, list(fix.edits)) == read(text)[1].text


@pytest.mark.long
def test_the_page_takes_it_over_and_saves_it() -> None:
    desk = Desk()

    def ask(call: str, given: dict[str, object], content: bytes = b"") -> Any:
        return json.loads(desk.call(call, json.dumps(given), content))["ok"]

    answer = ask("write.open", {"version": 0, "lines": PLAYED.split("\n"), "name": "a", "line": 1})
    while not answer["done"]:
        assert answer["as_read"] == ""
        answer = ask("write.go_on", {"version": 0, "seconds": 1})
    assert answer["as_read"] == "1 line put in, 2 changed, 1 left out"
    edits = [
        formatting.LineEdit(e["first"], e["last"], tuple(e["lines"]))
        for e in ask("write.as_read", {"version": 0})["edits"]
    ]
    right = read(PLAYED)[1].text
    assert typed(PLAYED, edits) == right
    for content in (PLAYED, to_json(PLAYED)):
        answer = ask("check.judge", {"name": "game.lgn"}, content.encode())
        assert answer["as_read"].startswith("1 line put in, ")  # a word in JSON is no part of a line
        saved = ask("check.saved", {"as": "as_read"})
        assert (saved["name"], judge(read_text(saved["text"])).clean) == ("game-as-read.lgn", True)
    assert ask("check.judge", {"name": "game.lgn"}, right.encode())["as_read"] == ""


def test_a_fix_goes_to_another_process_as_text() -> None:
    findings, _ = read(PLAYED)
    assert [f.instead for f in pickle.loads(pickle.dumps(findings))] == [f.instead for f in findings]
