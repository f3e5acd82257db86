"""Mistakes planted in self-played games: each is found, with its rule, and nothing else is."""

from __future__ import annotations

import pytest

from referee.commands.play import setup_for
from referee.editions.base.ruleset import BASE
from referee.engine.setup import Setup, find_scenario
from referee.mutation import SEVERAL, kinds, one, plant


def lets_roll() -> Setup:
    data = find_scenario("Let's Roll!")
    assert data is not None
    return Setup(BASE, data["name"], data, 1)


@pytest.mark.parametrize("policy", ["as-played", "undo"])
@pytest.mark.parametrize("name", kinds())
def test_a_mistake_is_found_and_nothing_else(name: str, policy: str) -> None:
    tried = 0
    for seed in range(12):
        found = one(name, seed, lets_roll(), policy=policy)
        if found is None:
            continue
        caught, cascaded, shown = found
        assert caught, shown
        assert not cascaded, shown
        tried += 1
        if tried == 3:
            break
    assert tried, "no position for this mistake came up"


AWAKENING = setup_for("Awakening", 1)
BOTH_DECKS = setup_for("Alternative History", 1)
RARE = {"a Caliphate without three Cells placed": 10, "a Plot of this turn placed once more": 0}
"""Mistakes for which a position seldom comes up, and the first game that has one."""


@pytest.mark.parametrize("policy", ["as-played", "undo"])
@pytest.mark.parametrize("name", kinds(AWAKENING))
def test_a_mistake_with_chapter_11_is_found_and_nothing_else(name: str, policy: str) -> None:
    setup = BOTH_DECKS if name in RARE else AWAKENING
    tried = 0
    for seed in range(RARE.get(name, 0), 40):
        found = one(name, seed, setup, policy=policy)
        if found is None:
            continue
        caught, cascaded, shown = found
        assert caught, shown
        assert not cascaded, shown
        tried += 1
        if tried == 2 or name in RARE:
            break
    assert tried, "no position for this mistake came up"


WITH_A_CHART = [
    (way, name) for way in ("jihadist-bot", "us-bot") for name in kinds(setup_for("Awakening", 1, None, way))
]


@pytest.mark.parametrize(("way", "name"), WITH_A_CHART)
def test_a_mistake_with_a_flowchart_is_found_and_nothing_else(way: str, name: str) -> None:
    tried = 0
    for seed in range(30):
        found = one(name, seed, setup_for("Awakening", 1, None, way))
        if found is None:
            continue
        caught, cascaded, shown = found
        assert caught, shown
        assert not cascaded, shown
        tried += 1
        if tried == 2:
            break
    assert tried, "no position for this mistake came up"


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
    """Behind a card that was spent twice one card of the hand is unknown; an event lets it be played (card 18)."""
    planted = plant(["one card twice for a Reassessment"], 53, lets_roll())
    assert planted is not None
    assert planted.caught == [True]
    assert planted.others == []


def test_the_test_of_a_country_that_is_always_fair_breaks_another_rule() -> None:
    """No Test is rolled in Iran (4.4), where any other country would be marked already (4.9.4)."""
    planted = plant(["a Test of a marked country"], 17, lets_roll())
    assert planted is not None
    assert [mistake.rule for mistake, _ in planted.mistakes] == ["4.4"]
    assert planted.caught == [True]
    assert planted.others == []
