"""pytest benchmarks --benchmark-only: the referee in one process, and pokerkit beside it."""

from __future__ import annotations

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

from referee.inputs.records import format_text, read_text


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
