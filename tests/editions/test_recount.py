"""The recount of a board of The Awakening.

Every damage is seen, and nothing else is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from referee.editions.awakening.recount import problems
from referee.editions.awakening.state import expansion, space
from referee.engine.state.board import ADVERSARY, ALLY, HARD
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, POOR
from referee.inputs.judging import judge
from referee.inputs.records import read_text

if TYPE_CHECKING:
    from referee.editions.awakening.state import ExpansionBoard

SOUND = """\
[Rules "Awakening"]
setup: phase J 1, hand J 4, hand US 4, Syria Poor Neutral civil war 2 sleepers 2 militia 1 advisors, Egypt Fair Neutral 2 awakening 1 reaction, \
Iraq IR Adversary 3 actives, Nigeria Muslim Poor Neutral 1 sleeper
"""


def board() -> ExpansionBoard:
    return expansion(judge(read_text(SOUND)).board)


def a_caliphate(b: ExpansionBoard) -> None:
    """Make Syria the Capital, with Iraq, its neighbour, as a member (11.3.8.1)."""
    b.capital = "Syria"
    space(b, "Syria").actives, space(b, "Syria").sleepers = 2, 0


def of(name: str, **values: object) -> Callable[[ExpansionBoard], None]:
    """Set fields of a country."""

    def damage(b: ExpansionBoard) -> None:
        for field, value in values.items():
            setattr(space(b, name), field, value)

    return damage


def track(**values: object) -> Callable[[ExpansionBoard], None]:
    """Set fields of the board."""

    def damage(b: ExpansionBoard) -> None:
        for field, value in values.items():
            setattr(b, field, value)

    return damage


DAMAGE = (
    (of("Syria", militia=3), "there are 16 Militia"),
    (track(militia_track=-1), "there are 1 Militia, -1 of them on the track"),
    (track(troops_track=14), "there are 14 Troops, 0 of them off map"),
    (track(troops_track=16, off_map=-1), "there are 15 Troops, -1 of them off map"),
    (track(cells_track=8), "6 Cells in countries and 8 off the map, with 0 new ones"),
    (of("Syria", advisors=4), "there are more than 3 Advisors"),
    (of("Egypt", awakening=31), "16 awakening markers are in use"),
    (of("Egypt", reaction=-1), "Egypt has -1 reaction markers"),
    (of("Saudi Arabia", governance=GOOD, alignment=ALLY, awakening=1), "Saudi Arabia has 1 awakening markers"),
    (of("Syria", governance=GOOD), "Syria is in Civil War and cannot be"),
    (of("Syria", regime_change="tan"), "Syria is in Civil War and cannot be"),
    (of("Iraq", militia=0, civil_war=True), "Iraq is in Civil War and cannot be"),
    (of("Syria", governance=GOOD, civil_war=False), "Syria has 2 Militia and cannot have any"),
    (of("Syria", alignment=ADVERSARY), "Syria has Advisors and cannot have any"),
    (of("Syria", troops=1), "Syria has Advisors and cannot have any"),
    (of("Syria", civil_war=False), "Syria has Advisors and cannot have any"),
    (track(capital="Egypt"), "the Caliphate Capital lies in Egypt, which is at rest"),
    (track(capital="Syria"), "Syria belongs to the Caliphate and has Sleepers"),
    (track(resolved=(99,)), "the Plots on the map and in the Resolve Plots box are not those that are known"),
    (track(spare_wmd=-1), "with -1 spare ones"),
    (of("Egypt", wmd=1), "WMD wait where none do: {'Egypt': 1"),
    (of("Nigeria", alignment=ALLY, sleepers=0), "Nigeria is a Muslim Ally without a Cell"),
    (of("France", aid=1), "France is no Muslim country and has what only those have"),
    (of("France", regime_change="tan"), "France is no Muslim country and has what only those have"),
    (of("France", alignment=ALLY), "France is no Muslim country and has what only those have"),
    (of("Egypt", posture=HARD), "Egypt is a Muslim country and has a Posture"),
)


@pytest.mark.parametrize(("damage", "said"), DAMAGE, ids=[said for _, said in DAMAGE])
def test_a_damage_is_seen(damage: Callable[[ExpansionBoard], None], said: str) -> None:
    b = board()
    assert list(problems(b)) == []
    damage(b)
    assert any(said in found for found in problems(b)), list(problems(b))


SOUND_TOO = (
    ("a Caliphate without Sleepers", a_caliphate),
    (
        "markers in a Fair and in a Poor country",
        of("Morocco", governance=POOR, alignment=ALLY, awakening=1, reaction=1),
    ),
    ("fifteen markers of two", of("Egypt", awakening=30)),
    ("three Advisors", of("Syria", advisors=3)),
    ("a Muslim Ally with a Cell", of("Nigeria", alignment=ALLY)),
    ("a Fair country in Civil War", of("Syria", governance=FAIR)),
    ("Troops off map", track(troops_track=13, off_map=2)),
)


@pytest.mark.parametrize(("name", "change"), SOUND_TOO, ids=[name for name, _ in SOUND_TOO])
def test_what_may_be_is_no_damage(name: str, change: Callable[[ExpansionBoard], None]) -> None:
    b = board()
    change(b)
    assert list(problems(b)) == [], name


def test_the_capital_is_one_more_resource() -> None:
    """One more for the Capital than the countries under Islamist Rule have (11.3.8.2)."""
    b = board()
    a_caliphate(b)
    assert list(problems(b)) == []
    space(b, "Iraq").governance = ISLAMIST_RULE
    b.rules = b.rules.but(armed=frozenset())  # without the rule of the Caliphate the referee would not count it
    assert any(found.startswith("Islamist Resources: 3, a recount gives 4") for found in problems(b))
