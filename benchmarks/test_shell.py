"""pytest benchmarks --benchmark-only: whole commands, and a bare import beside them."""

from __future__ import annotations

from pathlib import Path

import pytest
from common import BARE_IMPORT, long_game, process
from pytest_benchmark.fixture import BenchmarkFixture


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "long.lgn"
    path.write_text(long_game(), encoding="utf-8")
    return path


@pytest.mark.benchmark(group="shell")
def test_bare_import(benchmark: BenchmarkFixture) -> None:
    assert benchmark(process, "-c", BARE_IMPORT).status == 0


@pytest.mark.benchmark(group="shell")
def test_help(benchmark: BenchmarkFixture) -> None:
    assert benchmark(process, "-m", "referee", "--help").status == 0


@pytest.mark.benchmark(group="shell")
def test_check(benchmark: BenchmarkFixture, record: Path) -> None:
    assert benchmark(process, "-m", "referee", "check", str(record)).status == 0


@pytest.mark.benchmark(group="shell")
def test_report(benchmark: BenchmarkFixture, record: Path) -> None:
    out = record.with_suffix(".html")
    assert benchmark(process, "-m", "referee", "report", str(record), "-o", str(out)).status == 0
    assert out.stat().st_size
