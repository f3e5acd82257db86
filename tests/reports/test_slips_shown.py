"""Slips, missing dice and fixes in every form of a verdict.

The findings are made by hand.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import referee
from referee import __version__
from referee.cli.commands import statistics
from referee.club.audit import forms as audit_forms
from referee.club.audit import html, totals, verdicts
from referee.club.audit.rows import Audit, GameRow
from referee.club.selection import Selection, apply, parse
from referee.engine.record.findings import Edit, Finding, Fix
from referee.engine.record.steps import Judgement
from referee.engine.state.rewinder import Rewinder
from referee.engine.state.script import Lines, Origin, Place
from referee.engine.state.words import Help
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.parsers.notation import fixing
from referee.play.editing import fixes, formatting
from referee.play.editing.document import Document
from referee.play.editing.formatting import apply as apply_edits
from referee.reports import (
    annotated,
    bbcode,
    data,
    github,
    junit,
    markdown,
    model,
    notebook,
    rewriting,
    ruling,
    sarif,
    text,
    wording,
)
from referee.reports import html as report
from referee.reports.forms import CheckedRecord
from tests.helpers.corpusrecords import FOLDER

TEXT = """\
setup: US Hard, Pakistan Fair Neutral, Gulf States Fair Ally, troops track 9
US 43 deploy track > Gulf States 2
US 43 deploy track > Gulf States 2  ; again
US 20 woi Pakistan
US 5 deploy track > Pakistan 1
"""
TWICE = Fix((Edit(3, 3),))
SWAPPED = Fix((Edit(2, 2, (4,)), Edit(4, 4, (2,))), "likely")


def finding(kind: str = "slip", line: int = 3, instead: Fix | None = TWICE, **more: object) -> Finding:
    found = Finding(kind, "6.2", "this line is written twice", Place(line, 1, 35), instead=instead)  # type: ignore[arg-type]
    about = {"slip": "twice", "explains": 7} if kind == "slip" else {}
    return replace(found, **{**about, **more})  # type: ignore[arg-type]


@pytest.fixture
def verdict() -> Judgement:
    """A US mistake, a duplicate line, dice that are missing."""
    found = judge(read_text(TEXT, "evening"))
    illegal = finding("illegal", 5, None, side="US")
    illegal.message = "Pakistan is Neutral."
    dice = finding("incomplete", 4, None, side="US", missing_dice=True)
    dice.message = "The die of the War of Ideas is missing."
    found.findings[:] = [finding(), dice, illegal]
    fixing.settle(found.record.lines, found.findings)
    return found


def told(found: Judgement) -> list[str]:
    return text.render(found, "evening.lgn").splitlines()


def test_slips_and_missing_dice_are_counted_apart_in_the_first_line(verdict: Judgement) -> None:
    assert told(verdict)[0] == (
        "evening.lgn: 1 mistake (by the US), 1 slip of the pen, 1 die not noted; 4 actions checked"
    )
    verdict.findings += [finding("slip", 4), *(replace(verdict.findings[1]) for _ in range(2))]
    assert wording.summary(verdict)[0] == "1 mistake (by the US), 2 slips of the pen, 3 dice not noted"
    verdict.findings[:] = verdict.findings[:2]
    assert wording.summary(verdict)[0] == "1 slip of the pen, 1 die not noted"
    assert not verdict.clean
    verdict.findings[:] = [finding(follows=[2])]
    assert wording.summary(verdict)[0] == "clean"


def test_a_slip_shows_the_line_to_write_and_what_comes_of_it(verdict: Judgement) -> None:
    lines = told(verdict)
    at = next(i for i, line in enumerate(lines) if "[slip " in line)
    assert lines[at] == "evening.lgn:3:1: a slip of the pen [slip 6.2]: This line is written twice."
    assert lines[at + 2].endswith("^")
    assert lines[at + 3 : at + 5] == [
        "      Leave this line out: US 43 deploy track > Gulf States 2",
        "      That would clear: 7 findings.",
    ]
    assert any(": dice not noted [incomplete " in line for line in lines)


def test_lines_that_change_places_are_told_with_where_they_were(verdict: Judgement) -> None:
    verdict.findings[0].instead = SWAPPED
    assert rewriting.all_labelled(verdict.findings[0], verdict.record.lines) == [
        ("Probably write line 4 in place of line 2", "US 20 woi Pakistan"),
        ("Probably write line 2 in place of line 4", "US 43 deploy track > Gulf States 2"),
    ]


@pytest.mark.parametrize(
    ("instead", "lines"),
    [
        (Fix((Edit(3, 3, ("US 44 deploy track > Gulf States 2  ; again",)),)), [("Write", "US 44 deploy track > Gulf States 2")]),
        (Fix((Edit(4, 3, ("J 3 plot US 1", "+ J event")),), "possible"), [("Perhaps write before line 4", "J 3 plot US 1"), ("and below it", "+ J event")]),
        (Fix((Edit(9, 8, ("end of turn",)),)), [("Write at the end", "end of turn")]),
    ],
)  # fmt: skip
def test_lines_to_write_say_where_they_go(verdict: Judgement, instead: Fix, lines: list[tuple[str, str]]) -> None:
    assert rewriting.all_labelled(finding(instead=instead), verdict.record.lines) == lines


def test_what_the_help_says_already_is_not_said_again(verdict: Judgement) -> None:
    f = finding(instead=Fix((Edit(3, 3, ("US hold",)),)), help=Help(write="US hold"), explains=0)
    assert wording.labelled(f, verdict.record.lines) == [("Help", "Write: US hold")]


def test_the_data_of_a_verdict_has_the_fix_and_the_numbers(verdict: Judgement) -> None:
    found = data.of(verdict)
    model.VerdictModel.model_validate(found)
    assert found["totals"] == {
        "mistakes": 1, "slips": 1, "missing_dice": 1, "unjudged": 0, "follows": 0, "notes": 0,
    }  # fmt: skip
    slip, dice, illegal = found["findings"]
    assert (slip["slip"], slip["explains"]) == ("twice", 7)
    assert slip["instead"] == {"confidence": "certain", "edits": [{"first": 3, "last": 3, "lines": ["; again"]}]}
    assert dice["missing_dice"] is True
    assert not {"slip", "explains", "instead", "missing_dice"} & illegal.keys()


def test_the_text_forms_say_the_same(verdict: Judgement) -> None:
    assert "*That would clear:* 7 findings." in markdown.render(verdict, "evening")
    assert "**1 mistake (by the US), 1 slip of the pen, 1 die not noted**" in markdown.render(verdict, "evening")
    assert "A slip of the pen[/b] (slip 6.2), line 3" in bbcode.render(verdict, "evening")
    assert "; referee:   Leave this line out: US 43 deploy track > Gulf States 2" in annotated.render(
        verdict, "evening"
    )
    assert any(c.startswith("::warning ") and "slip 6.2" in c for c in github.commands(verdict, "evening"))
    assert 'type="slip"' in junit.render([(verdict, "evening")])
    assert "1 slip of the pen" in notebook.verdict(verdict)
    assert "Leave this line out" in notebook.verdict(verdict)


def made(found: Judgement) -> list[str]:
    """The lines of the record with the replacements of SARIF.

    They are made by character, from the last to the first.
    """
    (run,) = sarif.log([(found, "evening.lgn")], __version__)["runs"]
    (fix,) = [f for r in run["results"] for f in r.get("fixes", ())]
    (change,) = fix["artifactChanges"]
    lines = found.record.lines
    whole = "\n".join(lines)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for r in reversed(change["replacements"]):
        region = r["deletedRegion"]
        start = starts[region["startLine"] - 1] + region["startColumn"] - 1
        end = starts[region["endLine"] - 1] + region["endColumn"] - 1
        whole = whole[:start] + r.get("insertedContent", {}).get("text", "") + whole[end:]
    return whole.split("\n")


@pytest.mark.parametrize(
    "edits",
    [
        TWICE.edits,
        SWAPPED.edits,
        (Edit(3, 3, ("a", "b")),),
        (Edit(4, 3, ("a", "b")),),
        (Edit(7, 6, ("a",)),),
        (Edit(5, 5),),
        (Edit(3, 2, ("x",)), Edit(3, 3, ("y",))),
    ],
)
def test_sarif_makes_the_very_same_fix(verdict: Judgement, edits: tuple[Edit, ...]) -> None:
    verdict.findings[0].instead = Fix(edits)
    fixing.settle(verdict.record.lines, verdict.findings)
    assert made(verdict) == fixing.apply_fix(verdict.record.lines, Fix(edits))


def test_sarif_has_no_fix_for_lines_that_are_not_the_files(verdict: Judgement) -> None:
    verdict.record.lines = Lines(verdict.record.lines, {2: Origin("message 3", 1)})
    (run,) = sarif.log([(verdict, "evening.mbox")], __version__)["runs"]
    assert not any("fixes" in r for r in run["results"])
    assert run["results"][0]["level"] == "warning"
    assert run["results"][0]["properties"]["slip"] == "twice"


def test_statistics_count_apart(verdict: Judgement) -> None:
    counts = statistics.counts([CheckedRecord(verdict, "evening", [])])
    assert (counts["mistakes"], counts["slips"], counts["missing_dice"]) == (1, 1, 1)
    assert counts["by_kind"] == {"illegal": 1, "incomplete": 1, "slip": 1}
    assert statistics.counts_text(counts).startswith(
        "1 record, 0 clean; 1 mistake, 1 slip of the pen, 1 die not noted\n"
    )
    json.dumps(counts)


def test_slips_and_dice_are_chosen_by_name(verdict: Judgement) -> None:
    kept, remarks, left = apply(verdict, Selection(ignore=parse(["slip", "dice"])))
    assert [f.kind for f in kept.findings] == ["illegal"]
    assert remarks == ["not shown and not counted (select, ignore): 1 slip of the pen, 1 die not noted"]
    assert left == 2
    kept, _, _ = apply(verdict, Selection(select=parse(["dice"])))
    assert [f.missing_dice for f in kept.findings] == [True]


# -------------------------------------------------------------------- many records


def audited(found: Judgement) -> Audit:
    row = verdicts.row_of(found)
    row.file = "evening.lgn"
    slips = GameRow("slips.lgn", "findings", slips=3, missing_dice=4)
    worse = GameRow("worse.lgn", "findings", findings={"illegal": 2})
    return totals.audit([slips, row, worse, GameRow("clean.lgn")], version="1", policy="as-played", problems=[])


def test_an_audit_counts_slips_and_dice_in_columns_of_their_own(verdict: Judgement) -> None:
    audit = audited(verdict)
    row = audit.games[1]
    assert (row.findings, row.slips, row.missing_dice, row.total, row.all_counted) == ({"illegal": 1}, 1, 1, 1, 3)
    assert row.by_side == {"": {"illegal": 1}}
    assert [spot.kind for spot in row.spots] == ["slip", "incomplete", "illegal"]
    table = audit_forms.games(audit)
    assert table.columns[:5] == ("game", "mistakes", ">slips", ">no dice", ">knock-on")
    assert table.rows[1][:4] == ("evening.lgn", "1 (1 illegal)", "1", "1")
    assert table.rows[0][:4] == ("slips.lgn", "none", "3", "4")
    assert table.rows[3][:4] == ("clean.lgn", "clean", "", "")
    assert audit_forms.summary(audit) == (
        "4 files: 1 clean, 3 with findings; 3 mistakes (3 illegal), 4 slips of the pen, 5 dice not noted"
    )
    assert (audit.slips, audit.missing_dice) == (4, 5)
    assert audit_forms.data(audit)["summary"]["slips"] == 4


def test_the_worst_games_are_those_with_mistakes_of_play(verdict: Judgement) -> None:
    audit = audited(verdict)
    audit.arrange(worst_first=True)
    assert [row.file for row in audit.rows] == ["worse.lgn", "evening.lgn", "slips.lgn", "clean.lgn"]


def test_an_audit_without_slips_looks_as_before(verdict: Judgement) -> None:
    verdict.findings[:] = verdict.findings[2:]
    table = audit_forms.games(totals.audit([verdicts.row_of(verdict)], version="1", policy="as-played", problems=[]))
    assert table.columns[:3] == ("game", "mistakes", ">knock-on")


def test_the_page_of_an_audit_shows_them(verdict: Judgement) -> None:
    page = html.render(audited(verdict))
    assert "3 mistakes in 2 games: 3 illegal" in page
    assert "4 slips of the pen, 5 dice not noted" in page
    assert 'data-label="slips of the pen">3</td>' in page


def test_an_audit_as_csv_has_them_at_the_end(verdict: Judgement) -> None:
    head, *rows = audit_forms.as_csv(audited(verdict)).splitlines()
    assert head.endswith(",slips,missing_dice,agreed")
    assert rows[1].endswith(",1,1,")


# -------------------------------------------------------------------- the report


def test_the_report_shows_the_line_to_write_beside_the_record(verdict: Judgement) -> None:
    verdict.findings[0].instead = Fix((Edit(3, 3, ("US 44 deploy track > Gulf States 1",)),), "likely")
    page = report.render(verdict)
    seal = page[page.index('id="verdict"') : page.index("</section>", page.index('id="verdict"'))]
    assert "1 mistake (by the US), 1 slip of the pen, 1 die not noted</strong>; 4 actions checked." in seal
    assert '<span class="kind slip">a slip of the pen</span> <small class="own">slip</small>' in page
    assert "<b>Probably write:</b> <code>US 44 deploy track &gt; Gulf States 1</code>" in page
    assert 'Copy the line</button><span class="copied" hidden>US 44 deploy track &gt; Gulf States 1</span>' in page
    assert "<b>That would clear</b> 7 findings." in page
    record = page[page.index('id="record"') :]
    fix = '<span class="do">write</span> <code>US 44 deploy track &gt; Gulf States 1</code>'
    assert record.index('id="L3"') < record.index(fix) < record.index('id="L4"')


def test_the_report_names_lines_that_go_or_move(verdict: Judgement) -> None:
    assert '<span class="do">leave out</span></p>' in report.render(verdict)
    verdict.findings[0].instead = SWAPPED
    page = report.render(verdict)
    assert "Copy the lines" in page
    assert '<span class="do">write</span> <code>US 20 woi Pakistan</code>' in page


# -------------------------------------------------------------------- was this play legal?


def asked(found: Judgement, line: int) -> ruling.LineAnswer:
    return ruling.of_line(found, "evening.lgn", line)


def test_a_line_that_is_a_slip_is_told_as_one(verdict: Judgement) -> None:
    answer = asked(verdict, 3)
    assert (answer.word, answer.status) == ("I cannot say", 1)
    assert answer.paragraphs[0].startswith(
        "I cannot say. This is a slip of the pen: no player broke a rule, but the record was written down wrongly. "
        "This line is written twice."
    )
    assert (
        "Leave this line out: “US 43 deploy track > Gulf States 2”. That would clear 7 findings."
        in answer.paragraphs[0]
    )
    assert "was legal" not in answer.text(80)
    assert answer.data()["findings"][0]["instead"]["edits"][0]["first"] == 3


def test_a_slip_is_told_of_every_line_that_it_would_change(verdict: Judgement) -> None:
    assert asked(verdict, 2).word == "Yes"
    verdict.findings[0].instead = SWAPPED
    answer = asked(verdict, 2)
    assert answer.word == "I cannot say"
    assert "Probably write line 4 in place of line 2: “US 20 woi Pakistan”." in answer.paragraphs[0]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("illegal", "The US play was not legal on the board as the record has it, but only because of line 3;"),
        ("impossible", "The US play was not legal on the board as the record has it, but only because of line 3;"),
        (
            "outcome",
            "The result of this line is not that of the board as the record has it, but only because of line 3;",
        ),
        ("incomplete", "As the record has the board, something is missing here, but only because of line 3;"),
    ],
)
def test_a_line_that_only_follows_says_because_of_which(verdict: Judgement, kind: str, said: str) -> None:
    verdict.findings[:] = [finding(), finding(kind, 5, None, follows=[3], side="US")]
    answer = asked(verdict, 5)
    assert (answer.word, answer.status) == ("I cannot say", 1)
    assert said in answer.paragraphs[0]
    assert "that is no mistake on this line. This line is written twice." in answer.paragraphs[0]
    assert "was legal" not in answer.text(80)
    assert "held against" not in answer.text(80)


def test_yes_is_said_of_what_has_no_finding_at_all(verdict: Judgement) -> None:
    """A finding of any kind on a line, and its Yes.

    Only notes leave a Yes; counted and following findings do not.
    """
    for kind in wording.KINDS:
        for follows in ([], [2]):
            verdict.findings[:] = [finding(kind, 5, None, follows=follows)]
            assert (asked(verdict, 5).word == "Yes") == (kind == "note"), (kind, follows)


# -------------------------------------------------------------------- the editor


def corrected(document: Document, fix: fixes.Fix) -> list[str]:
    apply_edits(document, list(fix.edits))
    return document.lines


@pytest.mark.parametrize("edits", [TWICE.edits, SWAPPED.edits, (Edit(3, 2, ("; x",)), Edit(3, 3, ("US 4 hold",)))])
def test_the_fix_of_a_finding_is_the_first_that_is_offered(
    verdict: Judgement, monkeypatch: pytest.MonkeyPatch, edits: tuple[Edit, ...]
) -> None:
    document = Document(TEXT)
    slip = finding(instead=Fix(edits))
    fixing.settle(document.lines, [slip])
    monkeypatch.setattr(Document, "findings", property(lambda self: [slip]))
    first = fixes.fixes(document, 3)[0]
    assert (first.kind, first.finding, first.best) == ("fix", slip, True)
    assert corrected(document, first) == fixing.apply_fix(verdict.record.lines, Fix(edits))


def test_a_line_that_cannot_be_read_has_its_fix_as_data() -> None:
    record = '[Scenrio "Let\'s Roll!"]\n\nJ 112 evnt  ; a remark\nUS hold / event\nJ xyzzy qqq [\n'
    found = [f for f in judge(read_text(record)).findings if f.instead is not None]
    lines = record.split("\n")
    assert [(f.kind, fixing.shown_lines(lines, f.instead)) for f in found if f.instead] == [
        ("note", ['[Scenario "Let\'s Roll!"]']),
        ("unreadable", ["J 112 event"]),
    ]
    assert fixing.apply_fix(lines, found[1].instead or TWICE)[2] == "J 112 event  ; a remark"
    document = Document(record)
    offered = fixes.fixes(document, 3)
    assert offered[0].title == "Write: J 112 event  ; a remark"
    assert offered[0].best


def test_what_cannot_be_read_keeps_its_fix_where_it_moves_to() -> None:
    document = Document("J 112 evnt\n")
    document.judge()
    document.change(1, 0, ["; a remark", ""])
    document.judge()
    (found,) = [f for f in document.findings if f.kind == "unreadable"]
    assert found.instead == Fix((Edit(3, 3, ("J 112 event",)),), "likely")


@pytest.mark.parametrize(
    "edits",
    [
        TWICE.edits,
        SWAPPED.edits,
        (Edit(6, 6),),
        (Edit(5, 6),),
        (Edit(2, 1, ("a", "b")),),
        (Edit(7, 6, ("a",)),),
        (Edit(3, 3, ("a", "b")), Edit(5, 5)),
    ],
)
def test_a_client_of_the_protocol_makes_the_very_same_fix(verdict: Judgement, edits: tuple[Edit, ...]) -> None:
    showing = pytest.importorskip("referee.lsp.showing")
    lines = verdict.record.lines
    settled = fixing.plain_fix(fixing.LineLayout(lines), Fix(edits))
    slip = finding(instead=settled)
    text = "\n".join(lines)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for change in reversed(rewriting.of(slip, lines)):
        made = showing.View("", lines, "utf-32").edit(formatting.LineEdit(change.first, change.last, change.lines))
        start, end = (starts[p.line] + p.character for p in (made.range.start, made.range.end))
        text = text[:start] + made.new_text + text[end:]
    assert text.split("\n") == fixing.apply_fix(lines, Fix(edits))


FORGOTTEN = sorted(FOLDER.glob("pen-forgotten*.lgn"))


@pytest.mark.parametrize("file", FORGOTTEN, ids=lambda file: file.stem)
def test_positions_of_steps_are_right_after_a_forgotten_play(file: Path) -> None:
    verdict = judge(read_text(file.read_text(encoding="utf-8"), file.name))
    assert any(f.slip == "forgotten" for f in verdict.findings)
    rewinder = Rewinder(verdict.board, verdict.journal.changes)
    clocks = [(s.turn, s.side, s.phase) for s in verdict.steps]
    shown = []
    for n, _ in enumerate(verdict.steps):
        board = rewinder.show(verdict.mark_after(n))
        shown.append((board.turn, board.side, board.phase))
    assert shown == clocks


def test_every_step_after_a_forgotten_play_can_be_drawn() -> None:
    steps = referee.check(FORGOTTEN[0]).steps
    assert all("data:image/svg" in step._repr_html_() for step in steps)
