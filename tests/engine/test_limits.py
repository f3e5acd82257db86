"""Bounds on the cost of a record.

An excess is cut, mentioned and counted, the same on every machine.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.engine.record import work
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.parsers.notation import limits
from referee.reports.forms import VerdictFormat
from tests.helpers.commands import referee
from tests.helpers.paths import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))
import hostile

pytestmark = pytest.mark.long

ROLL = '[Scenario "Let\'s Roll!"]\n'


def verdict(tmp_path: Path, text: str, *options: str) -> dict[str, Any]:
    path = tmp_path / "much.lgn"
    path.write_text(text, encoding="utf-8")
    data: dict[str, Any] = json.loads(referee("check", "--format", "json", *options, path).out)
    return data


def cut(found: dict[str, Any]) -> list[tuple[int, str]]:
    return [(f["line"], f["message"]) for f in found["findings"] if f["kind"] == "unsupported"]


def test_lines_that_cannot_be_read_are_told_up_to_a_number(tmp_path: Path) -> None:
    found = verdict(tmp_path, ROLL + "x\n" * 300 + "J 112 event => prestige 3\n")
    assert sum(f["kind"] == "unreadable" for f in found["findings"]) == limits.MOST_REPORTED
    assert cut(found) == [(202, "This line cannot be read, nor can 99 after it.")]
    assert found["actions"] == 1, "what can be read is judged all the same"


def test_a_file_that_is_no_record_is_read_no_further(tmp_path: Path) -> None:
    found = verdict(tmp_path, "x\n" * 5000)
    assert cut(found) == [
        (201, "This line cannot be read, nor can 1,799 after it."),
        (2001, "This line and the 3,000 after it are not judged: so many lines before it cannot be read."),
    ]


def test_too_many_lines_to_judge(tmp_path: Path) -> None:
    found = verdict(tmp_path, ROLL + "; one more\nboard: prestige 7\n" * 10_003)
    assert cut(found) == [
        (20_003, "This line and the 5 after it are not judged: a record has at most 10,000 lines to judge.")
    ]


def test_a_long_record_is_judged_to_its_end() -> None:
    record = read_text(ROLL + "board: prestige 7\n" * 2500 + "J 1 jihad Iraq\n")
    assert record.left_out == []
    found = judge(record)
    assert [s.action for s in found.steps] == record.actions
    assert found.steps[-1].counted


def test_too_many_characters(tmp_path: Path) -> None:
    line = "board: " + ", ".join(["prestige 7"] * 300) + "\n"
    found = verdict(tmp_path, ROLL + line * 200)
    assert [(n, m.split(": ")[1]) for n, m in cut(found)] == [
        (140, "a record has at most 500,000 characters, comments aside.")
    ]


def test_too_many_lines_of_all_kinds() -> None:
    record = read_text("\n" * (limits.MAX_LINES + 10) + "J 112 event")
    assert [(x.place.line, x.message) for x in record.left_out] == [
        (limits.MAX_LINES + 1, "this line and the 10 after it are not judged: a file has at most 200,000 lines")
    ]


def test_too_many_remarks_on_tags_are_no_mistake(tmp_path: Path) -> None:
    found = verdict(tmp_path, '[Foo "x"]\n' * 500 + ROLL + "J 112 event => prestige 3\n")
    assert found["verdict"] == "clean"
    told = [f["message"] for f in found["findings"] if f["rule"] == "notation"]
    assert len(told) == limits.MOST_REPORTED + 1
    assert told[-1].endswith("more notes on tags and drawings are left out.")


def test_too_many_findings(tmp_path: Path) -> None:
    found = verdict(tmp_path, "setup: prestige 5\n" + f"board: {hostile.statements(lambda i: i % 9 + 1)}\n" * 12)
    assert len(found["findings"]) < 1100
    assert not any("not judged" in message for _, message in cut(found))
    assert {f["line"] for f in found["findings"] if f["kind"] == "outcome"} > {2, 3, 4}
    assert any("more findings are left out" in message for _, message in cut(found))


@pytest.mark.parametrize("policy", ["as-played", "undo"])
def test_work_is_counted_not_timed(tmp_path: Path, policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "BASE", 500)
    text = hostile.RECORDS["jihads"][1]()
    record = read_text("\n".join(text.split("\n")[:80]))
    first, again = (judge(record, policy) for _ in range(2))  # type: ignore[arg-type]
    assert [(f.place, f.message) for f in first.findings] == [(f.place, f.message) for f in again.findings]
    assert [f for f in first.findings if f.kind == "unsupported"] == []
    assert [s.action for s in first.steps] == [a for a in record.actions if a.kind != "setup"], "to its end"
    assert any(f.kind == "incomplete" for s in first.steps[-4:] for f in s.findings), "and says what is missing"
    monkeypatch.setattr(work, "BASE", 25_000)
    usual = judge(record, policy)  # type: ignore[arg-type]
    assert [s.action for s in usual.steps] == [s.action for s in first.steps]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("form", VerdictFormat)
def test_a_comment_without_end_is_cut(tmp_path: Path, form: str) -> None:
    path = tmp_path / "long.lgn"
    path.write_text("J 5 event ; " + "x" * 30_000_000, encoding="utf-8")
    run = referee("check", "--format", form, path)
    assert run.status == 1
    assert "he line is longer than 120,000 characters" in run.out
    assert len(run.out) < 130_000
    assert len(referee("fmt", "-", stdin=path.read_bytes()).out) > 30_000_000, "and fmt cuts nothing"


def test_the_busiest_records_have_work_to_spare(monkeypatch: pytest.MonkeyPatch) -> None:
    records = {p: p.read_text(encoding="utf-8") for p in sorted((ROOT / "fixtures" / "logs").glob("*.lgn"))}
    usual = {p: judge(read_text(text)).findings for p, text in records.items()}
    monkeypatch.setattr(work, "BASE", work.BASE // 4)
    for path, text in records.items():
        assert judge(read_text(text)).findings == usual[path], path


@pytest.mark.parametrize("name", ["junk", "json-large", "tags"])
def test_a_large_file_is_quick_and_small(tmp_path: Path, name: str) -> None:
    record = tmp_path / (f"{name}.lgn.json" if name.startswith("json") else f"{name}.lgn")
    record.write_text(hostile.RECORDS[name][1](), encoding="utf-8")
    cost = hostile.run(hostile.FORMS["json"], record)
    assert cost.status in (1, 2)
    assert cost.seconds < hostile.MOST_SECONDS
    assert cost.memory < 400
    assert cost.output < 1
