"""The big test: 200 self-played games of all scenarios and lengths, each looked at in every way."""

from __future__ import annotations

import pytest

from referee.commands import play
from referee.editions.base.ruleset import BASE
from referee.engine.board import snapshot
from referee.engine.hand import Hand
from referee.engine.setup import Setup, find_scenario
from referee.selfcheck import examine, problems
from referee.selfplay import SelfPlay

GAMES = 200


def lets_roll() -> Setup:
    data = find_scenario("Let's Roll!")
    assert data is not None
    return Setup(BASE, data["name"], data, 1)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_self_played_game_holds_in_every_way(seed: int) -> None:
    game, wrong = examine(seed, play.setup_for(*play.nth(seed, "all", 0)))
    assert wrong == []
    assert game.winner


def test_the_same_seed_gives_the_same_record() -> None:
    assert SelfPlay(7, lets_roll()).play(turns=2).text == SelfPlay(7, lets_roll()).play(turns=2).text


def test_the_record_of_a_seed_is_the_same_on_every_machine() -> None:
    lines = SelfPlay(1, lets_roll()).play(turns=1).text.split("\n")
    assert lines[4:7] == [
        "deal J 9: 73 103 9 16 117 61 49 27 63 US 9: 109 98 33 64 58 84 101 13 4",
        "J 9 no event / recruit Afghanistan 1",
        "J 49 reserves",
    ]


def test_the_invariants_see_what_is_wrong() -> None:
    board = lets_roll().board()
    assert list(problems(board)) == []
    good = snapshot(board)
    for change, expected in (
        ({"troops_track": 3}, "Troops are not 15"),
        ({"cells_track": 3}, "Cells are not 15"),
        ({"prestige": 13}, "Prestige is at 13"),
        ({"funding": 0}, "Funding is at 0"),
        ({"reserves_us": 3}, "US Reserves is at 3"),
        ({"worlds": ()}, "no assignment of Plot values fits"),
        ({"wmd_box": 5}, "the Plot markers are not those of the game"),
        ({"wmd_box": -1}, "there are less Plots than none"),
        ({"discards": (7, 7)}, "cards are in two places: [7]"),
        ({"hand_j": 9, "hand_us": 9, "held_j": Hand(), "held_us": Hand()}, "a hand has another size than is counted"),
    ):
        for name, value in change.items():
            setattr(board, name, value)
        assert expected in list(problems(board))
        for name in change:
            setattr(board, name, good[name])
    for name, field, value, expected in (
        ("Pakistan", "troops", -1, "Pakistan has less than nothing"),
        ("Saudi Arabia", "regime_change", "green", ""),
        ("Afghanistan", "regime_change", "green", "Afghanistan has a Regime Change marker at Governance 4"),
        ("Egypt", "alignment", "ally", "Egypt has Governance without Alignment or the other way round"),
        ("Egypt", "posture", "hard", "Egypt has a Posture"),
        ("Pakistan", "markers", ("FATA", "FATA"), "Pakistan has a marker twice"),
        ("Pakistan", "plots", (1,), "Plot markers on the map are not those that are known"),
    ):
        setattr(board[name], field, value)
        found = list(problems(board))
        assert expected in found if expected else found == []
        setattr(board[name], field, good[f"{name}.{field}"])
    assert list(problems(board)) == []
