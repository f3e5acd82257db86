"""One record with every Operation of both sides, once wrong.

Each is caught with the right number.
"""

from __future__ import annotations

from referee.editions.base import events, summaries
from referee.engine.law.requirement import REQUIREMENTS
from referee.inputs.judging import judge
from referee.inputs.records import read_text

RECORD = """\
setup: US Hard, prestige 7, funding 5, Sudan Poor Adversary 2 sleepers, Libya Fair Ally, Jordan Fair Neutral
setup: Pakistan Fair Neutral 3 sleepers, Afghanistan IR Adversary 1 sleeper, Iraq Poor Ally RC-tan 6 troops, Iran 1 sleeper
setup: turn 1, phase US 1
US 24 woi Sudan [2]
US 43 deploy track > Jordan 1
J 83 recruit Jordan 1 [6]
J 49 travel Pakistan:s > Pakistan, Pakistan:s > Pakistan
US 40 regime-change track > Libya 6 gov[3] prestige[2 1 1]
US 41 withdraw Iraq > track 2 prestige[2 1 1]
J 86 jihad Iran:s [1]
J 95 plot Afghanistan:s [6]
US 23 disrupt Sudan:s
US 25 alert Egypt#1
J 66 jihad major Pakistan 2 [5 5]
J 68 reserves
US 44+30 reassess
"""
# line, rule, and further rules that the same line breaks: from the rulebook
EXPECTED = [
    (4, "7.2.1.1", {"7.1.1"}),  # an Adversary, and a 2-value card in a Poor country
    (5, "7.3.3", set()),  # a Neutral country takes no Troops
    (6, "8.2.2", set()),  # neither Cell nor Cadre
    (7, "8.3.1", set()),  # two Cells with a 1-value card
    (8, "7.3.4", set()),  # no Islamist Rule to change
    (9, "7.3.5", set()),  # the US is Hard
    (10, "8.4", set()),  # Iran is no Muslim country
    (11, "8.5.1", set()),  # a Plot under Islamist Rule
    (12, "7.4.1", {"7.1.1"}),  # an Adversary without two Troops, and a card too small
    (13, "7.5.1", {"7.5.2"}),  # a 2-value card, and no marker there
    (14, "8.4.2", set()),  # three Cells are not five more than no Troops
    (16, "7.6.2", set()),  # one of the two cards has value 2
]


def test_every_operation_tried_wrongly_is_caught() -> None:
    verdict = judge(read_text(RECORD))
    found = [f for f in verdict.findings if f.kind != "note"]
    assert [(f.place.line, f.rule) for f in found] == [(line, rule) for line, rule, _ in EXPECTED]
    assert all(f.kind == "illegal" for f in found)
    for f, (_, _, also) in zip(found, EXPECTED, strict=True):
        assert also <= set(f.also)


def test_a_finding_says_where_a_players_summary_errs() -> None:
    record = "setup: Iraq Poor Ally RC-tan 6 troops 1 active\nUS 43 deploy Iraq > track 1\n"
    (finding,) = (f for f in judge(read_text(record)).findings if f.kind != "note")
    assert finding.rule == "7.3.1"
    assert "five times" in finding.help


def test_troops_that_are_not_five_times_the_cells_either() -> None:
    record = "setup: Iraq Poor Ally RC-tan 6 troops 1 active\nUS 43 deploy Iraq > track 2\n"
    (finding,) = (f for f in judge(read_text(record)).findings if f.kind != "note")
    assert finding.rule == "7.3.1"
    assert "five times" not in finding.help


def test_every_hint_belongs_to_a_requirement() -> None:
    events.load_all()
    assert set(summaries.SUMMARIES) | set(summaries.ALONE) <= set(REQUIREMENTS)
