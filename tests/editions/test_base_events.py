"""Events of the base game that no rule case can show yet.

They are compared with those of The Awakening.
"""

from __future__ import annotations

import pytest

from referee.editions.base.moments import Moments
from referee.engine.law.play import Play
from referee.engine.law.tables.probe import ProbeTable
from referee.engine.state import queries as q
from referee.engine.state.journal import Journal
from referee.inputs.judging import judge
from referee.inputs.records import format_text, read_text

BOTH = '[Rules "both decks"]\n'


def play_on(setup: str) -> Play:
    """A play with both decks, at a table of ones.

    Every die shows a 1.
    """
    verdict = judge(read_text(f"{BOTH}setup: {setup}\n"))
    assert not [f for f in verdict.findings if f.kind != "note"]
    return Play(verdict.board, Journal(verdict.board), ProbeTable([]))


@pytest.mark.parametrize(("card", "there"), [(140, False), (139, True)])
def test_maersk_alabama_ends_the_pirates_of_the_base_game(card: int, there: bool) -> None:
    dice = " [1]" if card == 139 else ""
    setup = "setup: phase US 1, hand J 4, hand US 4, marker Pirates, Somalia IR Adversary 1 sleeper"
    verdict = judge(read_text(f"{BOTH}{setup}\nUS {card} event{dice}\n"))
    assert not [f for f in verdict.findings if f.kind != "note"]
    assert q.has_marker(verdict.board, "Pirates") is there


@pytest.mark.parametrize(("card", "there"), [(117, False), (118, False), (116, True)])
def test_either_oil_price_spike_ends_fracking(card: int, there: bool) -> None:
    play = play_on("marker Fracking, Iran 1 sleeper")
    play.moment(Moments.EVENT_OVER, card, 0)
    assert q.has_marker(play.board, "Fracking") is there


@pytest.mark.parametrize(
    ("said", "meant"), [("nato", "NATO"), ("NATO ii", "NATO II"), ("NATO NATO II", "NATO+NATO II")]
)
def test_one_nato_marker_or_both_leave_with_a_deploy(said: str, meant: str) -> None:
    text = f"{BOTH}US 24 deploy Libya > track 2 {said}\n"
    (action,) = read_text(text).actions
    assert action.segments[0].items[0].parts["along"].value == meant
    assert format_text(text).text.endswith(f"> track 2 {meant.replace('+', ' ')}\n")


def test_sadr_is_lost_by_his_name() -> None:
    text = "end of turn Iraq US[2] J[3] lose 1 sleeper sadr\n"
    (action,) = read_text(BOTH + text).actions
    assert action.segments[0].items[0].parts["cell loss"].value == "s+Sadr"
    assert format_text(BOTH + text).text == BOTH + text.replace("sadr", "Sadr")
