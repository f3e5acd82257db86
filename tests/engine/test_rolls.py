"""Rolls as data: each possible result once, with its chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Any

import pytest

from referee.engine.law.ask import Address, RollKind, SegmentId
from referee.engine.law.rolls import Outcome, Roll


def a_roll(n: int, read: Callable[[tuple[int, ...]], Any], kind: RollKind = RollKind.TEST, **more: Any) -> Roll:
    return Roll(Address(SegmentId("event"), None, kind), kind, "", "US", n, "4.9", read, **more)


def each(most: int) -> Callable[[tuple[int, ...]], Any]:
    """Every die succeeds by itself, with ``most`` or less."""
    return lambda dice: tuple(die <= most for die in dice)


COMMON = {
    "the face of one die": (1, lambda d: d[0]),
    "a number needed": (1, lambda d: d[0] <= 2),
    "the sum of two dice": (2, sum),
    "the first die of two counts more": (2, lambda d: 10 * d[0] + d[1]),
    "a direction and the lower of two": (3, lambda d: min(d[1:]) * (1 if d[0] >= 5 else -1)),
}
"""Rolls with one result of all dice."""
SEPARATE = {f"{n} dice, {most} or less": (n, each(most)) for n in (1, 2, 3) for most in (1, 3, 5, 6)}
"""Rolls in which each die has its own."""
SEEN = ((), (1,), (6,), (4, 2), (None, 5))
"""Dice that a record has, None for one that nobody noted."""


def thrown(n: int, seen: Sequence[int | None], *, first: bool) -> list[tuple[int, ...]]:
    """Every throw of ``n`` dice with the seen ones in this order.

    With ``first`` nothing comes before or between them.
    """
    places = [tuple(range(len(seen)))] if first else list(combinations(range(n), len(seen)))
    return [
        dice
        for dice in product(range(1, 7), repeat=n)
        if any(all(s in (None, dice[at]) for at, s in zip(where, seen, strict=True)) for where in places)
    ]


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("name", [*COMMON, *SEPARATE])
def test_the_cases_are_the_possible_results_each_once(name: str, seen: Sequence[int | None]) -> None:
    n, read = {**COMMON, **SEPARATE}[name]
    if len(seen) > n:
        return
    results = [read(dice) for dice in a_roll(n, read).cases(seen)]
    assert {*results} == {read(dice) for dice in thrown(n, seen, first=name in SEPARATE)}
    assert len(results) == len({*results})


@pytest.mark.parametrize("name", COMMON)
def test_the_chances_of_a_common_result_are_shares_of_all_throws(name: str) -> None:
    n, read = COMMON[name]
    roll = a_roll(n, read)
    results = [read(dice) for dice in product(range(1, 7), repeat=n)]
    assert not roll.each
    assert {o.result: o.chance for o in roll.outcomes()} == {r: pytest.approx(results.count(r) / 6**n) for r in results}
    for result in results:
        assert roll.chance(lambda outcome, wanted=result: outcome == wanted) == pytest.approx(
            results.count(result) / 6**n
        )


@pytest.mark.parametrize("most", [1, 2, 3, 5])
def test_the_chances_of_separate_dice_are_those_of_one(most: int) -> None:
    roll = a_roll(3, each(most))
    assert roll.each
    assert roll.outcomes() == [
        Outcome(result=True, chance=pytest.approx(most / 6)),
        Outcome(result=False, chance=pytest.approx(1 - most / 6)),
    ]


def test_a_result_that_cannot_come_is_no_outcome() -> None:
    assert a_roll(2, each(6)).outcomes() == [Outcome(result=True, chance=1.0)]


def test_a_roll_without_dice_has_its_result_for_certain() -> None:
    roll = a_roll(2, each(1), automatic=True, outcome=(True, True))
    assert not roll.each
    assert roll.outcomes() == [Outcome((True, True), 1.0)]
    assert [roll.chance(lambda o: o == (True, True)), roll.chance(lambda o: o != (True, True))] == [1.0, 0.0]


def test_a_choice_among_candidates_has_no_result_by_die() -> None:
    """Candidates may be pairs, which are no results of two dice."""
    among = (("Iraq", "s"), ("Iraq", "a"), ("Syria", "s"))
    for n in (1, 2):
        assert not a_roll(n, lambda _: among[0], RollKind.PICK, among=among, chosen=among[0]).each
    assert a_roll(1, lambda _: among[0], RollKind.PICK, among=among, chosen=among[0]).outcomes() == [
        Outcome(candidate, pytest.approx(1 / 3)) for candidate in among
    ]
    assert a_roll(2, lambda _: among[0], RollKind.PICK, among=among, chosen=among[0]).outcomes() == []


def test_dice_that_only_repeat_the_roll_are_no_case() -> None:
    roll = a_roll(1, lambda d: d[0], repeats=lambda face: face >= 5)
    assert [roll.read(dice) for dice in roll.cases()] == [1, 2, 3, 4]
    assert roll.cases((6,)) == [(6,)]
