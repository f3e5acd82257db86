"""pytest benchmarks --benchmark-only: a record during editing.

It measures the time from a change of a line to its verdict.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from time import process_time

import pytest
from common import self_played
from pytest_benchmark.fixture import BenchmarkFixture

from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.play.editing import Document
from referee.play.editing.document import TYPED

LOGS = Path(__file__).resolve().parent.parent / "fixtures" / "logs"


@cache
def long_record(lines: int = 700) -> str:
    """Self-played games of three decks, up to so many lines.

    They follow one after the other.
    """
    found = self_played(1, 3).rstrip("\n").split("\n")
    plays = [line for line in found if not line.startswith("[")]
    while len(found) < lines:
        found += plays
    return "\n".join(found[:lines])


RECORDS = ["evening-2", "evening-1", "long"]


def text_of(name: str) -> str:
    return long_record() if name == "long" else (LOGS / f"{name}.lgn").read_text(encoding="utf-8")


class Typing:
    """A line, typed sign by sign into a judged record."""

    def __init__(self, name: str, line: int) -> None:
        self.document = Document(text_of(name))
        self.document.judge()
        self.line = next(n for n in range(line, len(self.document.lines)) if self.document.lines[n - 1])
        self.typed = self.document.lines[self.line - 1]
        self.at = 0

    def key(self) -> None:
        """One sign more, and the findings of the line."""
        self.at = self.at % len(self.typed) + 1
        self.document.change(self.line, self.line, [self.typed[: self.at]])
        self.document.judge(self.line, units=TYPED)
        assert self.document.findings is not None


@pytest.mark.benchmark(group="a sign more")
@pytest.mark.parametrize(("name", "line"), [("evening-2", 30), ("evening-2", 43), ("evening-1", 79), ("long", 603)])
def test_a_sign_more(benchmark: BenchmarkFixture, name: str, line: int) -> None:
    typing = Typing(name, line)
    typing.key()  # what stands below is taken back once
    worst = 0.0
    for _ in typing.typed:
        start = process_time()
        typing.key()
        worst = max(worst, process_time() - start)
    benchmark.extra_info["slowest sign, ms"] = round(1000 * worst, 1)
    benchmark(typing.key)


@pytest.mark.benchmark(group="a line put in")
@pytest.mark.parametrize("line", [10, 350, 690])
def test_a_line_put_in(benchmark: BenchmarkFixture, line: int) -> None:
    """A line that is put in and taken out again.

    All below it has another place each time.
    """
    document = Document(text_of("long"))
    document.judge()

    def put_in() -> None:
        document.change(line, line - 1, [""])
        document.judge(line, units=TYPED)
        document.change(line, line, [])

    benchmark(put_in)


@pytest.mark.benchmark(group="the whole record")
@pytest.mark.parametrize("name", RECORDS)
def test_the_whole_record(benchmark: BenchmarkFixture, name: str) -> None:
    """The cost of each sign if the whole record were judged again."""
    text = text_of(name)
    benchmark(lambda: judge(read_text(text)))
