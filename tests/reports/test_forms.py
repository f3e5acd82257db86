"""Other forms of a verdict: Markdown, annotated record, JSON Schema."""

from __future__ import annotations

import json
from pathlib import Path

from referee.engine.record.findings import UnreadableFile
from referee.engine.state.board import snapshot
from referee.inputs.judging import judge_path
from referee.inputs.records import format_text, read_text
from referee.reports import annotated, markdown, model
from tests.helpers.paths import ROOT
from tests.helpers.sentences import SENTENCES

TO_A_NEUTRAL = SENTENCES["deploy-to-a-neutral"]

RECORD = str(ROOT / "fixtures" / "logs" / "evening-2.lgn")


def test_the_annotated_record_is_the_record_with_comments() -> None:
    result = judge_path(RECORD)
    assert not isinstance(result, UnreadableFile)
    before = snapshot(result.board)
    text = annotated.render(result, "evening-2.lgn")
    assert snapshot(result.board) == before
    assert not read_text(text).unreadable
    kept = [line for line in text.split("\n") if not line.startswith(";") and line.strip()]
    raw = Path(RECORD).read_text(encoding="utf-8")
    assert kept == [line for line in raw.split("\n") if not line.startswith(";") and line.strip()]
    assert f"; referee: not allowed (US play) [illegal 7.3.3]: {TO_A_NEUTRAL.sentence}" in text
    assert "after this turn: prestige 2, funding 6, US Soft, world Hard 3" in text
    assert format_text(text).unreadable == ()


def test_markdown_escapes_what_a_record_brings() -> None:
    result = judge_path(RECORD)
    text = markdown.render(result, "a*b_<i>.lgn")
    assert "a\\*b\\_\\<i\\>.lgn" in text
    assert "- **Not allowed** (illegal 7.3.3), line 30, US play: " in text
    assert "## " in markdown.render(UnreadableFile("x.lgn", "there is no such file"), "x.lgn")


def test_the_published_schema_is_the_one_in_force() -> None:
    published = json.loads((ROOT / "docs" / "verdict.schema.json").read_text(encoding="utf-8"))
    assert published == model.VerdictModel.model_json_schema()
