"""docs/first-record.md and first-mistakes.md: answers of the program, and readable notation."""

from __future__ import annotations

import importlib.util
import re
import shlex
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

from referee.inputs.judging import judge
from referee.inputs.records import format_text, read_text
from tests.helpers.commands import referee
from tests.helpers.paths import ROOT

PAGES = ROOT / "docs" / "first-record.md", ROOT / "docs" / "first-mistakes.md"
PAGE = "".join(page.read_text(encoding="utf-8") for page in PAGES)


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("first_record", ROOT / "scripts" / "pages" / "first_record.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_answer_is_what_the_program_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last answer by the program, all by commands.

    The program runs itself; the commands run in this process.
    """
    made = script()
    last = made.answer(*made.records()[-1])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")

    def answer(record: str, typed: str) -> str:
        Path("game.lgn").write_text(record, encoding="utf-8")
        return f"$ {typed}\n{referee(*shlex.split(typed)[1:]).out.rstrip()}\n"

    assert answer(*made.records()[-1]) == last
    monkeypatch.setattr(made, "answer", answer)
    assert "".join(made.pages().values()) == PAGE, "run scripts/pages/first_record.py"


def test_ten_lines_of_which_two_are_wrong_and_then_mended() -> None:
    states = [record for record, typed in script().records() if typed.startswith("referee check ")]
    counted = [[f.kind for f in judge(read_text(state)).findings if f.counted] for state in states]
    assert [kinds for kinds in counted if kinds] == [["unreadable"], ["outcome"]]
    assert all(not after for before, after in pairwise(counted) if before), "mended at once"
    last = [line for line in states[-1].split("\n") if line and not line.startswith("[")]
    assert len(last) == 10
    assert format_text(states[-1]).text == states[-1]


def test_whatever_else_it_shows_is_notation() -> None:
    for block in re.findall(r"^```lgn\n(.*?)^```$", PAGE, re.M | re.S):
        if "recuit" not in block:
            assert read_text(block).unreadable == [], block
            assert format_text(block).text == block
