"""The command that plays by itself."""

from __future__ import annotations

from pathlib import Path

from commands import program, referee

from referee.inputs import judge
from referee.reading import read_text


def test_a_game_is_printed_as_a_record() -> None:
    done = referee("play", "--seed", "3", "--turns", "1", "--scenario", "Anaconda")
    assert done.status == 0
    assert '[Scenario "Anaconda"]' in done.out
    assert judge(read_text(done.out)).verdict == "clean"


def test_several_games_go_into_a_folder(tmp_path: Path) -> None:
    done = referee("play", "--games", "3", "--turns", "1", "--seed", "8", "-o", tmp_path / "games")
    assert done.status == 0
    assert sorted(p.name for p in (tmp_path / "games").iterdir()) == [f"self-play-{n:05}.lgn" for n in (8, 9, 10)]


def test_the_big_test_is_a_command_too() -> None:
    done = referee("play", "--check", "--games", "2", "--scenario", "all")
    assert done.status == 0
    assert done.out.startswith("2 games, ")
    assert "all is well" in done.out


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
