"""The movements of the hand for a play on the real board."""

from __future__ import annotations

import pytest

from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.reports import movements

BASE = '[Scenario "Let\'s Roll!"]\n'
AWAKENING = '[Rules "Awakening"]\n'
JIHADIST = "setup: phase J 1, hand J 3, hand US 3, US Hard, prestige 5, funding 5, "
US = "setup: phase US 1, hand J 3, hand US 3, US Hard, prestige 5, funding 5, "


def of_last(text: str) -> list[str]:
    """The movements of the last line of a record without mistakes."""
    verdict = judge(read_text(text, "game.lgn"))
    assert [f.message for f in verdict.findings if f.counted] == []
    return movements.of(verdict.steps[-1].changes, verdict.steps[-1].rules, verdict.board)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (  # two Cells of one kind are one movement
            JIHADIST + "Pakistan Fair Neutral 1 active\nJ 95 recruit Pakistan 3 [1 2 6]\n",
            ["Move 2 Sleepers from the Funding Track to Pakistan"],
        ),
        (
            JIHADIST
            + "Pakistan Poor Neutral 1 sleeper, Yemen Poor Neutral 1 active\nJ 83 travel Pakistan:s > Yemen [2]\n",
            ["Move 1 Sleeper from Pakistan to Yemen"],
        ),
        (
            JIHADIST
            + "Pakistan Poor Neutral 1 active, Afghanistan Poor Neutral\nJ 64 travel Pakistan:a > Afghanistan\n",
            ["Move 1 Active Cell from Pakistan to Afghanistan and turn it to Sleeper"],
        ),
        (
            US + "Pakistan Fair Ally 2 sleepers 2 troops\nUS 43 disrupt Pakistan:ss\n",
            ["Pakistan: turn 2 Sleepers Active", "Prestige: 5 to 6"],
        ),
        (
            US + "Yemen Poor Neutral 1 sleeper, Pakistan Fair Ally 1 active 2 troops\nUS 43 disrupt Pakistan:a\n",
            [
                "Move 1 Active Cell from Pakistan to the Funding Track",
                "Pakistan: place a Cadre marker",
                "Prestige: 5 to 6",
            ],
        ),
        (
            US + "Gulf States Fair Ally 2 troops, Saudi Arabia Poor Ally\nUS 43 deploy Gulf States > Saudi Arabia 2\n",
            ["Move 2 Troops from the Gulf States to Saudi Arabia"],
        ),
    ],
)
def test_pieces_are_moved(text: str, expected: list[str]) -> None:
    card = [
        f"Put {c} on the discard pile" for c in ("43 Patriot Act", "64 Hariri Killed", "83 Kashmir", "95 Wahhabism")
    ]
    assert [m for m in of_last(text) if m not in card] == expected


def test_markers_tracks_and_cards() -> None:
    found = of_last(US + "Germany Soft\nUS 43 woi Germany [5]\n")
    assert found[0] == "Germany: Posture: Soft to Hard"
    assert found[-1].startswith("Put 43 Patriot Act on the discard pile")


def test_a_change_that_is_undone_in_the_same_play_does_not_appear() -> None:
    verdict = judge(read_text(US + "Pakistan Fair Ally 2 sleepers 2 troops\nUS 43 disrupt Pakistan:ss\n", "game.lgn"))
    step = verdict.steps[-1]
    back = [
        type(c)(c.kind, c.subject, tuple((t, n, b, a) for t, n, a, b in c.writes), c.rule, c.cause, c.note)
        for c in reversed(step.changes)
    ]
    assert movements.of([*step.changes, *back], step.rules) == []


def test_a_roll_that_fails_moves_the_card_alone() -> None:
    found = of_last(JIHADIST + "Pakistan Poor Neutral 1 sleeper\nJ 95 recruit Pakistan 3 [5 5 6]\n")
    assert found == ["Put 95 Wahhabism on the discard pile"]


def test_a_piece_that_turns_and_leaves_is_one_movement() -> None:
    found = of_last(JIHADIST + "Pakistan Fair Neutral 1 sleeper\nJ 95 jihad Pakistan:s [6]\n")
    assert found[0] == "Move 1 Sleeper from Pakistan to the Funding Track"


def test_a_victory_is_the_last_line() -> None:
    found = of_last(US + "Pakistan Fair Ally 1 active 2 troops\nUS 43 disrupt Pakistan:a\n")
    assert found[-1].startswith("The US wins: ")
    assert not [m for m in found if "winner" in m]


def test_the_markers_that_count_the_map_move_with_it() -> None:
    """World Posture without the US, and Israel as Hard (4.7.2).

    It is the Hard less the Soft countries; 4.7.6 has the other markers.
    """
    found = of_last(US + "Germany Soft, France Soft\nUS 43 woi Germany [5]\n")
    assert found[0] == "Germany: Posture: Soft to Hard"
    assert "World Posture: Soft 1 to Hard 1" in found
    jihad = "Jordan Fair Neutral 1 active, Pakistan Good Ally\nJ 95 jihad Jordan:a [1]\n"
    found = of_last(JIHADIST + jihad)
    assert "Jordan: Governance: Fair to Poor" in found
    assert {"Fair or Good: 2 to 1", "Poor or Islamist: 0 to 1"} <= set(found)


def test_an_unmarked_country_gets_its_marker() -> None:
    found = of_last(US + "Germany Hard, France Soft\nUS 43 woi Jordan [5] test[6]\n")
    assert found[0] == "Jordan: place Fair Ally"
    found = of_last(US + "Germany Hard, Israel Hard\nUS 43 woi France [3]\n")
    assert found[0] == "France: place a Soft marker"
