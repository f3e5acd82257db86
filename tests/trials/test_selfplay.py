"""The big test: self-played games of all scenarios and lengths.

Each is examined in every way.

``referee play --check --games 2000 --scenario all`` is the same for as many as one likes.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from referee.editions.base.ruleset import BASE
from referee.engine.law.requirement import REQUIREMENTS, Context, Requirement, Test, TestResult
from referee.engine.record.setup import Setup, find_scenario
from referee.engine.state.board import Board, snapshot
from referee.engine.state.hand import Hand
from referee.trials import games as play
from referee.trials.selfcheck import examine, problems
from referee.trials.selfplay import SelfPlay
from tests.helpers.hunting import HUNT, PROFILE, examples
from tests.helpers.sentences import SENTENCES

pytestmark = pytest.mark.long

GAMES = examples(12)  # in the suite each scenario in each length once


def lets_roll() -> Setup:
    data = find_scenario("Let's Roll!")
    assert data is not None
    return Setup(BASE, data["name"], data, 1)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_self_played_game_holds_in_every_way(seed: int) -> None:
    game, wrong = examine(seed, play.setup_for(*play.nth(seed, "base", 0)))
    assert wrong == []
    assert game.winner


EXPANSION = [name for name in play.scenarios("expansion") if ":" not in name]
"""The scenarios of The Awakening, without those that begin as another one does."""


@pytest.mark.parametrize(
    ("name", "options"),
    [(n, o) for i, n in enumerate(EXPANSION) for o in (False, True) if PROFILE == HUNT or o == bool(i % 2)],
)
def test_a_game_of_the_awakening_holds_in_every_way(name: str, options: bool) -> None:
    seed = 2 + 2 * EXPANSION.index(name) + options
    game, wrong = examine(seed, play.setup_for(name, 1, seed if options else None))
    assert wrong == []
    assert game.actions > 20


def test_games_of_the_awakening_are_about_chapter_11() -> None:
    rules = sum((play.one(seed, "Awakening", 1, 3, options=True).rules for seed in range(4)), Counter[str]())
    for rule in ("11.1.3", "11.1.5", "11.1.7", "11.1.8", "11.2.5", "11.3.2", "11.3.6"):
        assert rules[rule], rule


def test_a_stirred_position_is_stated_and_the_same_everywhere() -> None:
    lines = SelfPlay(6, play.setup_for("Awakening", 1)).play(turns=1).text.split("\n")
    assert lines[4].startswith(
        "setup: prestige 5, funding 8, US Hard, Canada Hard, Philippines Soft, Spain Hard, Thailand Hard, Germany Soft"
    )
    assert "civil war" in lines[4]
    assert lines[4].endswith("phase J 1, hand J 9, hand US 8")


def test_several_scenarios_have_a_name() -> None:
    assert play.scenarios("base") == ["Anaconda", "Let's Roll!", "Mission Accomplished?", "You Can Call Me Al"]
    assert len(play.scenarios("all")) == 4 + len(play.scenarios("expansion"))
    assert play.scenarios("Awakening") == ["Awakening"]


def test_the_recount_sees_what_is_wrong() -> None:
    setup = play.setup_for("ISIL", 1)
    board = setup.board()
    assert list(problems(board)) == []
    good = snapshot(board)
    for name, field, value, expected in (
        ("", "militia_track", 9, "there are 14 Militia, 9 of them on the track"),
        ("", "off_map", 2, "there are 14 Troops, 2 of them off map"),
        ("", "cells_track", 4, "10 Cells in countries and 4 off the map, with 0 new ones"),
        ("", "capital", "Egypt", "the Caliphate Capital lies in Egypt, which is at rest"),
        ("", "resolved", (7,), "the Plots on the map and in the Resolve Plots box are not those that are known"),
        ("", "spare_wmd", 4, "there are 4 WMD, with 4 spare ones"),
        ("", "muslim", board.muslim[1:], f"the Muslim countries are not those that are counted: ['{board.muslim[0]}']"),
        ("Syria", "awakening", 1, "Syria has 1 awakening markers"),
        ("Pakistan", "reaction", 30, ""),
        ("Pakistan", "reaction", 31, "16 reaction markers are in use"),
        ("Pakistan", "reaction", 32, "16 reaction markers are in use"),
        ("Syria", "regime_change", "tan", "Syria is in Civil War and cannot be"),
        ("Gulf States", "civil_war", True, ""),
        ("Egypt", "militia", 1, "Egypt has 1 Militia and cannot have any"),
        ("Iraq", "sleepers", 1, "Iraq belongs to the Caliphate and has Sleepers"),
        ("Syria", "wmd", 3, "WMD wait where none do: {'Syria': 3, 'Iran': 1}"),
        ("Egypt", "advisors", 1, "Egypt has Advisors and cannot have any"),
        ("France", "aid", 1, "France is no Muslim country and has what only those have"),
        ("Egypt", "posture", "hard", "Egypt is a Muslim country and has a Posture"),
    ):
        target = board[name] if name else board
        setattr(target, field, value)
        found = list(problems(board))
        assert expected in found if expected else found == [], (name, field, found)
        setattr(target, field, good[f"{name}.{field}" if name else field])
    nigeria = board["Nigeria"]
    nigeria.alignment, nigeria.sleepers = "ally", 0
    assert "Nigeria is a Muslim Ally without a Cell" in list(problems(board))


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
        ({"troops_track": 3}, "there are 15 Troops in the game; this position has 7"),
        ({"cells_track": 3}, "there are 15 Cells in the game; this position has 7"),
        ({"prestige": 13}, "Prestige must be 1 to 12; the position has 13"),
        ({"funding": 0}, "Funding must be 1 to 9; the position has 0"),
        ({"reserves_us": 3}, "US Reserves must be 0 to 2; the position has 3"),
        ({"worlds": ()}, "no values fit the Plot markers on the map"),
        ({"wmd_box": 5}, "there are 6 WMD markers in the game; this position has 8"),
        ({"wmd_box": -1}, "WMD box must be 0 to 3; the position has -1"),
        ({"discards": (7, 7)}, "card 7 Sanctions is in the discard pile and in the discard pile"),
        ({"hand_j": 9, "hand_us": 9, "held_j": Hand(), "held_us": Hand()}, "a hand has another size than is counted"),
    ):
        for name, value in change.items():
            setattr(board, name, value)
        assert expected in list(problems(board))
        for name in change:
            setattr(board, name, good[name])
    for name, field, value, expected in (
        ("Pakistan", "troops", -1, "Pakistan has fewer than no Troops"),
        ("Saudi Arabia", "regime_change", "green", ""),
        (
            "Afghanistan",
            "regime_change",
            "green",
            SENTENCES["regime-change-marker-on-a-good-country"].about(Pakistan="Afghanistan").removesuffix("."),
        ),
        ("Egypt", "alignment", "ally", "Egypt is unmarked and has no Alignment yet"),
        ("Egypt", "posture", "hard", "Egypt has no Posture"),
        (
            "Pakistan",
            "markers",
            ("FATA", "FATA"),
            "there is only one marker FATA; the position has it in Pakistan and Pakistan",
        ),
        ("Pakistan", "plots", (1,), "Plot markers on the map are not those that are known"),
    ):
        setattr(board[name], field, value)
        found = list(problems(board))
        assert expected in found if expected else found == []
        setattr(board[name], field, good[f"{name}.{field}"])
    assert list(problems(board)) == []


def test_a_requirement_refuses_only_what_concerns_it() -> None:
    """A requirement that refuses only its own answers.

    The checker does not test it on answers that do not concern it; a random player, who does, must get the same.
    """
    refused: set[str] = set()
    limited = {r: r.test for r in REQUIREMENTS.values() if r.concerns is not None or r.only is not None}

    def concerned(r: Requirement, option: Any, context: Context) -> bool:
        return (r.only is None or option in r.only) and (r.concerns is None or r.concerns(option, context))

    def watched(r: Requirement) -> Test:
        test = limited[r]

        def run(board: Board, option: Any, context: Context) -> TestResult:
            found = test(board, option, context)
            if found is not None and not concerned(r, option, context):
                refused.add(r.id)
            return found

        return run

    assert len(limited) > 10
    try:
        for r in limited:
            object.__setattr__(r, "test", watched(r))
        for seed in range(6):
            play.one(seed, *play.nth(seed, "base", 1), None)
    finally:
        for r, test in limited.items():
            object.__setattr__(r, "test", test)
    assert refused == set()
