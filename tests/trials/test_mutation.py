"""Mistakes planted in self-played games.

Each is found, with its rule, and nothing else is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from referee.editions.base.ruleset import BASE
from referee.engine.record.setup import Setup, find_scenario
from referee.trials.games import setup_for
from referee.trials.mutation import (
    SEVERAL,
    MistakeGame,
    MistakeSpot,
    game,
    kinds,
    mutators,
    outcome,
    plant,
    play,
    spots,
)
from tests.helpers.hunting import examples

pytestmark = pytest.mark.long


def lets_roll() -> Setup:
    data = find_scenario("Let's Roll!")
    assert data is not None
    return Setup(BASE, data["name"], data, 1)


POLICIES = ("as-played", "undo")
LETS_ROLL = lets_roll()
AWAKENING = setup_for("Awakening", 1)
BOTH_DECKS = setup_for("Alternative History", 1)
BOTS = {way: setup_for("Awakening", 1, None, way) for way in ("jihadist-bot", "us-bot")}
SETUPS = {"base": LETS_ROLL, "awakening": AWAKENING, **BOTS}
RARE = {"a Caliphate without three Cells placed": 10, "a Plot of this turn placed once more": 0}
"""Mistakes for which a position seldom comes up, and the first game that has one."""


@cache
def positions(setup: str, seed: int) -> dict[str, MistakeSpot]:
    """The possible places of each mistake in a seed's game.

    The game is played once for all of them.
    """
    return spots(set_of(setup), seed, SETUPS[setup])


def set_of(setup: str) -> list[str]:
    return [name for name in mutators(SETUPS[setup]) if setup != "awakening" or name not in RARE]


def with_mistake(name: str, setup: str, seed: int) -> MistakeGame | None:
    if name == SEVERAL:
        return game(name, seed, SETUPS[setup])
    spot = positions(setup, seed).get(name)
    return None if spot is None else play(spot)


def tried(name: str, games: Iterator[tuple[int, MistakeGame | None]], policies: Iterable[str], enough: int) -> int:
    """The number of games with the mistake, and of exact findings.

    An exact finding is the mistake and nothing else.
    """
    n = 0
    for seed, played in games:
        if played is None:
            continue
        for policy in policies:
            caught, cascaded, shown = outcome(name, seed, played, policy)
            assert caught, f"{policy}: {shown}"
            assert not cascaded, f"{policy}: {shown}"
        n += 1
        if n == enough:
            break
    return n


@pytest.mark.parametrize("name", kinds())
def test_a_mistake_is_found_and_nothing_else(name: str) -> None:
    games = ((seed, with_mistake(name, "base", seed)) for seed in range(12))
    assert tried(name, games, POLICIES, examples(1)), "no position for this mistake came up"


@pytest.mark.parametrize("name", kinds(AWAKENING))
def test_a_mistake_with_chapter_11_is_found_and_nothing_else(name: str) -> None:
    if name in RARE:
        games = ((seed, game(name, seed, BOTH_DECKS)) for seed in range(RARE[name], 40))
        assert tried(name, games, POLICIES, 1), "no position for this mistake came up"
        return
    games = ((seed, with_mistake(name, "awakening", seed)) for seed in range(40))
    assert tried(name, games, POLICIES, examples(1)), "no position for this mistake came up"


WITH_A_CHART = [(way, name) for way, setup in BOTS.items() for name in kinds(setup)]


@pytest.mark.parametrize(("way", "name"), WITH_A_CHART)
def test_a_mistake_with_a_flowchart_is_found_and_nothing_else(way: str, name: str) -> None:
    games = ((seed, with_mistake(name, way, seed)) for seed in range(30))
    assert tried(name, games, POLICIES, examples(1)), "no position for this mistake came up"


@pytest.mark.parametrize("name", [kinds()[0], kinds()[-2]])
def test_a_position_that_serves_many_mistakes_gives_the_game_of_one(name: str) -> None:
    seed = next(seed for seed in range(12) if name in positions("base", seed))
    assert with_mistake(name, "base", seed) == game(name, seed, LETS_ROLL)


def test_several_mistakes_in_one_game_are_told_apart() -> None:
    planted = plant(["World Posture jotted down wrongly", "a 3-value card to Reserves"], 1, lets_roll())
    assert planted is not None
    assert [mistake.rule for mistake, _ in planted.mistakes] == ["4.7.2", "6.3.3"]
    assert planted.caught == [True, True]
    planted.findings.append(planted.findings[-1])
    planted.findings.pop(next(i for i, f in enumerate(planted.findings) if f.rule == "4.7.2"))
    assert planted.caught == [False, True]
    assert SEVERAL in kinds()


def test_a_further_card_that_nobody_can_name_is_written_as_such() -> None:
    """A further card without a name.

    After a card that was spent twice one card of the hand is unknown; an event lets it be played (card 18).
    """
    planted = plant(["one card twice for a Reassessment"], 53, lets_roll())
    assert planted is not None
    assert planted.caught == [True]
    assert planted.others == []


def test_the_test_of_a_country_that_is_always_fair_breaks_another_rule() -> None:
    """A Test in Iran (4.4), which breaks another rule than elsewhere.

    In another country it would be marked already (4.9.4).
    """
    planted = plant(["a Test of a marked country"], 17, lets_roll())
    assert planted is not None
    assert [mistake.rule for mistake, _ in planted.mistakes] == ["4.4"]
    assert planted.caught == [True]
    assert planted.others == []
