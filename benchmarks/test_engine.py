"""pytest benchmarks --benchmark-only: the referee in one process, and pokerkit beside it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from common import (
    check_all,
    check_synthetic,
    expansion_games,
    games,
    poker_hand,
    poker_hand_at_random,
    self_played,
    synthetic,
)
from pytest_benchmark.fixture import BenchmarkFixture

from referee.analysis.analysis import analyse
from referee.analysis.chances import static
from referee.analysis.luck import LineReplays
from referee.analysis.rollout import play_on
from referee.engine.state.rewinder import twin
from referee.inputs.judging import judge
from referee.inputs.records import format_text, read_text

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures" / "logs"


@pytest.mark.benchmark(group="actions")
def test_check(benchmark: BenchmarkFixture) -> None:
    texts = games(10)
    actions = check_all(texts)
    benchmark.extra_info["actions"] = actions
    assert benchmark(check_all, texts) == actions


@pytest.mark.benchmark(group="actions")
def test_check_the_awakening(benchmark: BenchmarkFixture) -> None:
    texts = expansion_games(10)
    actions = check_all(texts)
    benchmark.extra_info["actions"] = actions
    assert benchmark(check_all, texts) == actions


@pytest.mark.benchmark(group="actions")
def test_pokerkit_called_down(benchmark: BenchmarkFixture) -> None:
    pytest.importorskip("pokerkit")
    benchmark.extra_info["actions"] = 40 * poker_hand()
    benchmark(lambda: [poker_hand() for _ in range(40)])


@pytest.mark.benchmark(group="actions")
def test_pokerkit_at_random(benchmark: BenchmarkFixture) -> None:
    pytest.importorskip("pokerkit")
    benchmark(lambda: [poker_hand_at_random(Random(seed)) for seed in range(40)])


@pytest.mark.benchmark(group="reading")
def test_read(benchmark: BenchmarkFixture) -> None:
    texts = games(10)
    assert all(not record.unreadable for record in benchmark(lambda: [read_text(t) for t in texts]))


@pytest.mark.benchmark(group="reading")
def test_format(benchmark: BenchmarkFixture) -> None:
    texts = games(10)
    assert [f.text for f in benchmark(lambda: [format_text(t) for t in texts])] == list(texts)


@pytest.mark.benchmark(group="self-play")
def test_self_play(benchmark: BenchmarkFixture) -> None:
    assert benchmark(self_played, 3)


@pytest.mark.benchmark(group="growth")
@pytest.mark.parametrize("actions", [100, 1_000, 10_000])
def test_growth(benchmark: BenchmarkFixture, actions: int) -> None:
    text = synthetic(actions)
    assert benchmark(check_synthetic, text).actions == actions


@pytest.mark.benchmark(group="chances")
@pytest.mark.parametrize("what", ["check", "static", "luck", "rollout"])
def test_chances(benchmark: BenchmarkFixture, what: str) -> None:
    """The chances of an evening.

    They come from the table, with the luck of its dice, and from one game that is played on from its start.
    """
    text = (FIXTURES / "evening-1.lgn").read_text(encoding="utf-8")
    verdict = judge(read_text(text, "evening-1.lgn"))
    lines = LineReplays(verdict)
    start = twin(lines.before(0))
    act = {
        "check": lambda: judge(read_text(text, "evening-1.lgn")),
        "static": lambda: [static(lines.after(at)) for at in range(len(verdict.steps))],
        "luck": lambda: analyse(verdict),
        "rollout": lambda: play_on(start, 0),
    }[what]
    benchmark(act)
