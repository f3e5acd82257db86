"""The command that plays by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.engine.judging.game import Game
from referee.engine.judging.judged_lines import Treatment
from referee.engine.record.steps import JudgedStep
from referee.engine.state.script import Action
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.trials import selfcheck
from tests.helpers.commands import program, referee


def test_a_game_is_printed_as_a_record() -> None:
    done = referee("play", "--seed", "3", "--turns", "1", "--scenario", "Anaconda")
    assert done.status == 0
    assert '[Scenario "Anaconda"]' in done.out
    assert judge(read_text(done.out)).verdict == "clean"


def test_several_games_go_into_a_folder(tmp_path: Path) -> None:
    done = referee("play", "--games", "3", "--turns", "1", "--seed", "8", "-o", tmp_path / "games")
    assert done.status == 0
    assert sorted(p.name for p in (tmp_path / "games").iterdir()) == [f"self-play-{n:05}.lgn" for n in (8, 9, 10)]


@pytest.mark.long
def test_the_big_test_is_a_command_too() -> None:
    done = referee("play", "--check", "--games", "2", "--scenario", "all")
    assert done.status == 0
    assert done.out.startswith("2 games, ")
    assert "all is well" in done.out


def test_records_that_are_given_are_tested_too(monkeypatch: pytest.MonkeyPatch) -> None:
    record = '[Scenario "Let\'s Roll!"]\nJ 112 event => prestige 3\nUS 43 deploy Gulf States > Saudi Arabia 2\n'
    fine = selfcheck.examine_record(record.encode(), "a game")
    assert (fine.wrong, fine.unread, fine.actions) == ([], "", 2)
    assert selfcheck.examine_record(b"; nothing\n", "no game").unread == "there is nothing in this file"
    push = Game.push
    monkeypatch.setattr(selfcheck, "problems", lambda board, aside: ["a Cell is missing"])
    told = selfcheck.examine_record(record.encode(), "a game").wrong
    assert told[:2] == ["set-up: a Cell is missing", "line 2: a Cell is missing"]

    def forgetful(
        game: Game, action: Action, treatment: Treatment | None = None, *, hindsight: bool = True
    ) -> JudgedStep:
        game.board.prestige += 1  # behind the journal's back
        return push(game, action, treatment, hindsight=hindsight)

    monkeypatch.setattr(Game, "push", forgetful)
    told = selfcheck.examine_record(record.encode(), "a game").wrong
    assert any(t.startswith("line 2: taking it back does not give the earlier position") for t in told)


def test_coverage_counts_rules_and_cards() -> None:
    done = referee("play", "--coverage", "--games", "2")
    assert done.status == 0
    assert "2.1.1" in done.out
    assert "120" in done.out


def test_an_unknown_scenario_is_told() -> None:
    for more in ([], ["--check"], ["--coverage"]):
        done = referee("play", "--scenario", "Catch the Bus", *more)
        assert (done.status, done.out) == (2, "")
        assert "is not known" in done.err


def test_a_seed_is_a_record_whatever_the_hash_seed() -> None:
    games = {
        program("play", "--seed", "11", "--turns", "3", "--scenario", "Anaconda", env={"PYTHONHASHSEED": seed}).out
        for seed in ("0", "1", "42")
    }
    assert len(games) == 1
