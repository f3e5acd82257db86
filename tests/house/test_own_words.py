"""The checker of sentences that code reads (scripts/house/own_words.py)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts" / "house"))

import own_words


@pytest.mark.parametrize(
    "code",
    [
        'found.message.startswith("the")',
        'sentence(text).removesuffix(".")',
        'rules.because(rule).partition(": ")',
        're.sub("^0 ", "no ", phrase(facts, value))',
        '"Egypt" in finding.reason',
    ],
)
def test_a_look_at_a_sentence_is_found(tmp_path: Path, code: str) -> None:
    (tmp_path / "module.py").write_text(f"x = {code}\n", encoding="utf-8")
    assert [reading.line for reading in own_words.of_folder(tmp_path)] == [1]


@pytest.mark.parametrize(
    "code", ['line.text.startswith(";")', 're.match("a", raw)', '"Egypt" in board.countries', "len(finding.message)"]
)
def test_other_texts_may_be_read(tmp_path: Path, code: str) -> None:
    (tmp_path / "module.py").write_text(f"x = {code}\n", encoding="utf-8")
    assert list(own_words.of_folder(tmp_path)) == []


def test_what_a_parser_reads_comes_from_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "parsers").mkdir()
    (tmp_path / "parsers" / "module.py").write_text('x = found.words.startswith("J")\n', encoding="utf-8")
    assert list(own_words.of_folder(tmp_path)) == []


def test_the_program_reads_no_sentence() -> None:
    assert list(own_words.of_folder(own_words.FOLDER)) == []
