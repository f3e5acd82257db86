"""Self-play and broken files in large numbers.

A stopped run goes on, and nothing is done twice.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts" / "measure"))

import overnight

pytestmark = pytest.mark.long


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overnight, "PROGRESS", tmp_path / "progress.json")
    monkeypatch.setattr(overnight, "INPUTS", 90)
    monkeypatch.setitem(overnight.INPUTS_A_PIECE, "mapping", 30)
    first = overnight.parts()
    assert list(first["fuzz/mapping"].left()) == [0, 1, 2]
    first["fuzz/mapping"].pieces[1] = 30  # as if the second piece were done
    overnight.keep(first)
    overnight.run(overnight.parts(), ["fuzz/mapping"], 1, 1)
    kept = json.loads((tmp_path / "progress.json").read_text(encoding="utf-8"))["fuzz/mapping"]
    assert kept["pieces"] == {"0": 30, "1": 30, "2": 30}
    assert kept["failed"] == []
    again = overnight.parts()
    assert list(again["fuzz/mapping"].left()) == []
    assert "| fuzz/mapping | 90 (" in overnight.table(again)


def test_a_game_that_breaks_off_is_a_failure_and_the_rest_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.cli.commands import bigtest

    def play_one(job: bigtest.GameJob) -> bigtest.GameResult:
        if job.seed == 2:
            raise RuntimeError("no position")
        return bigtest.GameResult(10, "no winner", [])

    monkeypatch.setattr(bigtest, "play_one", play_one)
    done = overnight.play("self-play/base/both", 0)
    assert (done.number, done.actions) == (20, 190)
    assert done.failed == ["seed 2: RuntimeError: no position"]
