"""Self-played games with sides that follow their flowcharts.

One or two sides do so; each game is examined in every way.
"""

from __future__ import annotations

import pytest

from referee.trials import games as play
from referee.trials.selfcheck import examine
from tests.helpers.commands import referee

pytestmark = pytest.mark.long

GAMES = (
    ("jihadist-bot", "Let's Roll!", 1),
    ("jihadist-bot", "Awakening", 2),
    ("us-bot", "Mission Accomplished?", 3),
    ("us-bot", "Arab Spring", 14),
    ("both", "Awakening", 5),
    ("both", "You Can Call Me Al", 6),
    ("activities", "Let's Roll!", 7),
    ("activities", "Anaconda", 8),
)


@pytest.mark.parametrize(("way", "scenario", "seed"), GAMES)
def test_a_game_against_a_flowchart_holds_in_every_way(way: str, scenario: str, seed: int) -> None:
    game, wrong = examine(seed, play.setup_for(scenario, 1, None, way, seed))
    assert wrong == []
    assert game.actions > 10


@pytest.mark.parametrize("way", play.WAYS)
def test_a_record_names_its_systems_and_is_the_same_again(way: str) -> None:
    run = referee("play", "--solo", way, "--scenario", "Let's Roll!", "--seed", "7", "--turns", "1")
    assert run.status == 0
    for system in play.WAYS[way]:
        assert system in run.out.split("[Options ")[1].split("]")[0]
    assert run.out == referee("play", "--solo", way, "--scenario", "Let's Roll!", "--seed", "7", "--turns", "1").out


def test_what_nobody_can_play_alone_is_refused() -> None:
    run = referee("play", "--solo", "chess")
    assert (run.status, run.out) == (2, "")
    assert "jihadist-bot, us-bot, activities, both" in run.err
    run = referee("play", "--solo", "activities", "--scenario", "Awakening")
    assert (run.status, run.out) == (2, "")
    assert "base game alone" in run.err
