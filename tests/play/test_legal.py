"""`referee legal`: possible plays, likelihoods and refusals.

The checker itself always agrees.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.editions.base import events, summaries
from referee.editions.base.printed import COUNTRIES
from referee.editions.base.ruleset import BASE
from referee.engine.explaining.referee import check
from referee.engine.law.alternatives import Alternatives, Use
from referee.engine.law.requirement import REQUIREMENTS
from referee.engine.record.setup import Setup
from referee.inputs.judging import judge
from referee.inputs.records import read_bytes, read_text
from referee.parsers.notation.position import block
from referee.play import legal
from referee.play.positions import go_to
from tests.helpers.commands import referee
from tests.helpers.paths import LOGS


def at(text: str, card: int = 0) -> Alternatives:
    return legal.find(go_to(judge(read_text(text))), card)


def use(found: Alternatives, name: str, value: int) -> Use:
    return next(u for u in found.by_value[value] if u.name == name)


def chance(found: Use, target: str, outcome: str = "success", question: int = 0) -> float:
    choice = next(c for c in found.questions[question].choices if c.value == target)
    return dict(choice.rolls[0].outcomes)[outcome]


def targets(found: Use, question: int = 0) -> set[Any]:
    return {c.value for c in found.questions[question].choices}


def reasons(found: Use, target: str, question: int = 0) -> list[str]:
    (refused,) = [c for c in found.questions[question].refused or () if c.value == target]
    return [f.rule for f in refused.failures]


US_TO_PLAY = """setup: US Hard, prestige 7, hand US 6, hand J 6, phase US 1, Germany Hard
setup: Gulf States Fair Ally 2 troops, Pakistan Fair Neutral, Libya Poor Adversary, Egypt Good Ally
setup: Afghanistan Poor Ally RC 6 troops 2 sleepers, Iraq Poor Neutral 1 aid 1 active
"""
J_TO_PLAY = """setup: funding 9, hand US 6, hand J 6, phase J 1, Afghanistan IR Adversary 2 sleepers
setup: Sudan Poor Neutral besieged 6 sleepers 1 troop, Egypt Good Ally cadre, France Soft 1 active
"""


def test_war_of_ideas_by_value() -> None:
    found = at(US_TO_PLAY)
    assert found.side == "US"
    assert targets(use(found, "woi", 1)) >= {"Germany", "Yemen"}
    assert "Pakistan" not in targets(use(found, "woi", 1))
    assert "Pakistan" in targets(use(found, "woi", 2))
    assert "Iraq" in targets(use(found, "woi", 3))
    assert reasons(use(found, "woi", 3), "Libya") == ["7.2.1.1"]
    assert reasons(use(found, "woi", 3), "Egypt") == ["7.2.1.1"]
    assert reasons(use(found, "woi", 3), "Afghanistan") == ["7.2.1.3"]
    assert reasons(use(found, "woi", 1), "Pakistan") == ["7.1.1"]


def test_each_roll_has_the_chance_of_its_own_dice() -> None:
    found = use(at(US_TO_PLAY), "woi", 3)
    # Pakistan: 5 or more with +1 for High Prestige; Iraq: +1 Aid besides
    assert chance(found, "Pakistan") == pytest.approx(3 / 6)
    assert chance(found, "Pakistan", "failure by one") == pytest.approx(1 / 6)
    assert chance(found, "Iraq") == pytest.approx(4 / 6)
    assert chance(found, "Germany", "Hard") == pytest.approx(2 / 6)
    yemen = next(c for c in found.questions[0].choices if c.value == "Yemen").rolls[0]
    assert yemen.kind == "test"
    assert dict(yemen.outcomes) == {"Poor": pytest.approx(4 / 6), "Fair": pytest.approx(2 / 6)}
    assert {name: dict(rolls[0].outcomes)["success"] for name, rolls in yemen.then} == {
        "Poor": pytest.approx(3 / 6),
        "Fair": pytest.approx(3 / 6),
    }


def test_deploy_is_asked_question_by_question() -> None:
    found = use(at(US_TO_PLAY), "deploy", 3)
    assert [q.field for q in found.questions] == ["from", "to"]
    assert targets(found) == {"track", "Gulf States"}
    assert reasons(found, "Afghanistan") == ["7.3.1"]
    assert targets(found, 1) == {"track", "Gulf States", "Afghanistan", "Egypt"}
    assert "7.3.3" in reasons(found, "Germany", 1)
    one = use(at(US_TO_PLAY), "deploy", 1)
    assert targets(one, 1) == {"track", "Egypt"}
    assert reasons(one, "Afghanistan", 1) == ["7.3.2"]


def test_uses_that_are_not_possible_say_why() -> None:
    found = at(US_TO_PLAY)
    assert [f.rule for f in use(found, "withdraw", 3).failures] == ["7.3.5"]
    assert [f.rule for f in use(found, "alert", 2).failures] == ["7.5.1"]
    assert not use(found, "alert", 3).possible
    assert [f.rule for f in use(found, "reserves", 3).failures] == ["6.3.3"]
    assert use(found, "reserves", 2).possible
    assert not use(found, "regime-change", 3).possible
    assert use(found, "reassess", 3).possible


def test_jihadist_operations() -> None:
    found = at(J_TO_PLAY)
    recruit = use(found, "recruit", 3)
    assert targets(recruit) == {"Afghanistan", "Sudan", "Egypt", "France"}
    rolls = {c.value: c.rolls[0] for c in recruit.questions[0].choices}
    assert rolls["Afghanistan"].automatic
    assert rolls["Afghanistan"].rule == "8.1.1"
    assert dict(rolls["Sudan"].outcomes)["success"] == pytest.approx(1 / 2)
    assert reasons(recruit, "Iraq") == ["8.2.2"]
    jihad = use(found, "jihad", 1)
    assert targets(jihad) == {"Sudan"}
    assert dict(jihad.questions[0].choices[0].details)["major"] == [False, True]
    assert "8.4" in reasons(jihad, "Afghanistan")
    plot = use(found, "plot", 2)
    assert targets(plot) == {"Sudan", "France"}
    assert reasons(plot, "Afghanistan") == ["8.5.1"]


def test_travel_rolls_by_destination_and_names_the_near_origins() -> None:
    travel = use(at(J_TO_PLAY), "travel", 2)
    assert targets(travel) == {"Afghanistan", "Sudan", "France"}
    to = {c.value: c for c in travel.questions[1].choices}
    assert set(to) == set(COUNTRIES)
    assert dict(to["Israel"].rolls[0].outcomes)["success"] == pytest.approx(1 / 6)
    assert [o for o, _ in to["France"].by_origin] == ["France"]
    assert to["Afghanistan"].rolls[0].automatic
    assert [o for o, _ in to["Egypt"].by_origin] == ["Sudan"]


CAMPS = """[Rules "Awakening"]
setup: phase J 1, hand J 5, hand US 5, Iraq Poor Neutral 2 sleepers, Turkey Fair Neutral 1 sleeper
setup: Yemen Poor Neutral Training Camps 2 sleepers, Libya Fair Neutral
"""


def test_travel_from_training_camps_has_a_chance_of_its_own() -> None:
    to = {c.value: c for c in use(at(CAMPS), "travel", 2).questions[1].choices}
    assert dict(to["Libya"].rolls[0].outcomes)["success"] == pytest.approx(2 / 6)
    ((origin, rolls),) = to["Libya"].by_origin
    assert origin == "Yemen"
    assert dict(rolls[0].outcomes)["success"] == pytest.approx(3 / 6)
    iran = dict(to["Iran"].by_origin)
    assert set(iran) == {"Iraq", "Turkey"}
    assert not any(near[0].diced for near in iran.values())
    assert dict(to["Iran"].rolls[0].outcomes)["success"] == pytest.approx(3 / 6)
    told = " ".join(referee("legal", "-", stdin=CAMPS).out.split())
    assert "2 or less (Fair): 33 %; from Yemen 2 or less (Fair) with -1 Training Camps: 50 %: Libya" in told


def test_what_an_event_asks_for_each_country_or_cell_is_shown_once() -> None:
    found = [u for card in (91, 74) for u in next(iter(at(J_TO_PLAY, card).by_value.values())) if u.name == "event"]
    assert [[q.field for q in u.questions] for u in found] == [["where"], ["from", "cells", "to"]]


def test_one_card_with_its_event() -> None:
    found = at(US_TO_PLAY, 84)  # Leak, a Jihadist event
    names = {u.name: u for u in next(iter(found.by_value.values()))}
    assert names["event"].failures[0].rule == "6.2.5"
    assert names["woi"].triggers == [84]
    assert [f.rule for f in names["discard"].failures] == ["5.2.4"]
    text = referee("legal", "-", "--card", "84", stdin=US_TO_PLAY).out
    assert "also triggers 84" in text


def test_a_card_that_lies_in_the_discards_cannot_be_played() -> None:
    found = at(US_TO_PLAY.replace("US Hard", "US Hard, discards 20"), 20)
    (only,) = next(iter(found.by_value.values()))
    assert [f.rule for f in only.failures] == ["5.2.2"]


def test_an_event_that_asks_a_hidden_hand_for_cards_can_be_carried_out() -> None:
    found = use(at("setup: phase US 1, hand J 6, hand US 6, Russia Soft 1 sleeper\n", 17), "event", 2)
    assert found.possible


def test_known_hands_list_their_events() -> None:
    found = at(US_TO_PLAY.replace("hand US 6", "hand US 6: 7 84"))
    told = [n for n in found.notes if n.startswith("card ")]
    assert len(told) == 2
    assert "6.2.5" in told[1]


def test_plots_come_first() -> None:
    found = at("setup: stage plots, phase US 2, Canada Soft plots 1, Egypt Fair Neutral plots ?\n")
    assert found.stage == "plots"
    (resolve,) = found.by_value[0]
    assert {c.value for c in resolve.questions[0].choices} == {("Canada", 1), ("Egypt", 1)}
    assert (
        "Plots on the map are resolved"
        in referee("legal", "-", stdin="setup: stage plots, phase US 2, Canada Soft plots 1\n").out
    )


def test_the_end_of_a_turn_and_a_finished_game() -> None:
    found = at("setup: stage end, hand J 0, hand US 0, deck 60, Iran 1 sleeper\n")
    assert (found.side, found.stage) == ("J", "action")
    assert any("turn ends first" in n for n in found.notes)
    over = at("setup: stage plots, wmd box 2, United States plots W, Iran 1 sleeper\nJ resolve United States#1 W\n")
    assert over.stage == "over"
    assert not over.by_value


def test_choices_of_a_scenario_come_first() -> None:
    found = at('[Scenario "Anaconda"]\n')
    (choose,) = found.by_value[0]
    assert reasons(choose, "United States") == ["3.2"]
    assert "Yemen" in targets(choose)


def test_the_last_us_card() -> None:
    held = [u for u in at(US_TO_PLAY.replace("hand US 6", "hand US 1")).by_value[0] if u.name == "hold"]
    assert held[0].possible
    assert [u for u in at(US_TO_PLAY).by_value[0] if u.name == "hold"] == []


# -------------------------------------------------------------------- the board is left as it was; the checker agrees


@pytest.mark.long
@pytest.mark.parametrize("name", ["evening-1", "evening-2", "mail-thread"])
def test_every_position_of_the_fixtures_can_be_shown(name: str) -> None:
    verdict = judge(read_text((LOGS / f"{name}.lgn").read_text(encoding="utf-8")))
    ids = [s.id for s in verdict.steps if s.id]
    for a in reversed(ids[::5]):
        point = go_to(verdict, a)
        before = block(point.board)
        mark = point.journal.mark()
        found = legal.find(point)
        if found.notes == [] or not any("first" in n and "turn ends" in n for n in found.notes):
            point.journal.undo_to(mark)
        assert json.dumps(legal.data(found, point))
        assert legal.text(found, point, name)
        point.journal.undo_to(mark)
        assert block(point.board) == before


CARD_OF = {1: 7, 2: 14, 3: 34}


@pytest.mark.parametrize("value", [1, 2, 3])
def test_the_checker_agrees_about_war_of_ideas_and_disrupt(value: int) -> None:
    """Listed War of Ideas and Disrupt against the checker.

    A legal one gives no finding, a refused one gives one with the same rule.
    """
    found = at(US_TO_PLAY)
    for name, form in (("woi", "woi {} [6]"), ("disrupt", "disrupt {}")):
        for asked in use(found, name, value).questions[:1]:
            for where, failures in ((c.value, c.failures) for c in asked.refused or ()):
                got = check(read_text(f"{US_TO_PLAY}US {CARD_OF[value]} {form.format(where)} / no event"), Setup(BASE))
                told = [f.rule for f in got.findings if f.kind in ("illegal", "impossible")]
                assert told[:1] == [failures[0].rule], (name, where)
            for c in asked.choices:
                got = check(
                    read_text(f"{US_TO_PLAY}US {CARD_OF[value]} {form.format(c.value)} / no event"), Setup(BASE)
                )
                assert not [f for f in got.findings if f.kind == "illegal" and f.rule.startswith("7")], (name, c.value)


# -------------------------------------------------------------------- the command


def test_text_groups_targets_by_the_same_refusal() -> None:
    run = referee("legal", "-", stdin=J_TO_PLAY)
    assert run.status == 0
    assert "everywhere else" in run.out
    assert "50 % a die" in run.out
    assert "(8.2.2)" in run.out
    assert max(len(line) for line in run.out.splitlines()) <= 112


def test_json_names_every_refused_target() -> None:
    found = json.loads(referee("legal", "-", "--format", "json", stdin=J_TO_PLAY).out)
    assert [v["value"] for v in found["values"]][:3] == [1, 2, 3]
    recruit = next(u for u in found["values"][2]["uses"] if u["use"] == "recruit")
    (asked,) = recruit["questions"]
    assert len(asked["legal"]) + len(asked["refused"]) == len(COUNTRIES)
    assert all(r["fails"] and r["fails"][0]["rule"] for r in asked["refused"])


def test_at_an_action_of_a_record() -> None:
    run = referee("legal", LOGS / "evening-1.lgn", "--at", "8")
    assert run.status == 0
    assert "after action a8" in run.out
    assert referee("legal", LOGS / "evening-1.lgn", "--at", "800").status == 2
    assert referee("legal", LOGS / "evening-1.lgn", "--card", "500").status == 2
    assert referee("legal", "none.lgn").status == 2


def test_a_set_up_line_that_cannot_be_read_is_no_position() -> None:
    done = referee("legal", "-", stdin="setup: US Hard, Egypt Fair Neutral 2 sleepers\nsetup: Xyzland Poor\n")
    assert done.status == 2
    assert "2:8" in done.err
    assert "Xyzland" in done.err
    assert not done.out


def test_a_set_up_without_a_clock_says_whose_phase_is_taken() -> None:
    found = at("setup: US Hard, Egypt Fair Neutral 2 sleepers\n")
    assert found.side == "J"
    assert any("does not say whose phase" in note for note in found.notes)
    found = at("setup: US Hard, Egypt Fair Neutral 2 sleepers, phase J 1\n")
    assert not any("does not say whose phase" in note for note in found.notes)


def test_a_line_that_cannot_be_read_is_told() -> None:
    found = at("setup: US Hard, Egypt Fair Neutral 2 sleepers\nJ 49 reserves\nJ blah\nUS 7 reserves\n")
    assert any(note.startswith("line 3 cannot be read") for note in found.notes)


@pytest.mark.long
def test_the_report_and_legal_list_the_same_uses_of_a_card() -> None:
    """Uses of a card in the report and in ``legal``.

    The report lists the other uses of every card play without a mistake.
    """
    record = read_bytes((LOGS / "evening-2.lgn").read_bytes())
    compared = 0
    verdict = judge(record)
    for step in reversed(judge(record, alternatives=True).steps):
        asked = next((a for a in step.alternatives or () if a.ask.field == "use" and not a.ask.subject), None)
        if asked is None or step.findings or len(step.action.cards) != 1:
            continue
        found = legal.find(go_to(verdict, before=step.id), step.action.cards[0])
        possible = {u.name for uses in found.by_value.values() for u in uses if u.possible}
        assert set(asked.legal) == possible, step.id
        compared += 1
    assert compared > 10


def test_help_lists_the_uses_that_can_be_carried_out() -> None:
    found = judge(read_text("setup: phase J 1, hand J 5, Iran 2 sleepers\nJ 91 reserves\n")).findings
    (refused,) = [f for f in found if f.kind == "illegal"]
    assert refused.help == "Legal here: event, recruit, travel or plot."  # no Jihad in Iran


def test_two_markers_of_one_event_need_not_be_alike() -> None:
    found = at("setup: phase J 1, hand J 5, hand US 5, Iran 2 sleepers, Egypt Fair Neutral plots 1 1 2 3\n", 88)
    event = use(found, "event", 3)
    assert event.possible
    assert targets(event) == {"Iran"}
    full = at("setup: phase J 1, hand J 5, hand US 5, Iran 2 sleepers, Egypt Fair Neutral plots 1 1 1 2 2 3\n", 87)
    assert use(full, "event", 3).possible  # the Cell goes all the same
    block = (
        "setup: phase US 1, hand J 5, hand US 5, Iran 2 sleepers, Canada Soft plots ? ?, Yemen Poor Ally plots ? ? ?\n"
    )
    assert use(at(block, 116), "event", 3).possible


def test_no_chances_of_a_recruit_that_brings_nobody() -> None:
    found = at("setup: phase J 1, hand J 5, hand US 5, funding 1, Egypt Fair Neutral 2 sleepers, Somalia 8 sleepers\n")
    recruit = use(found, "recruit", 2)
    assert recruit.possible
    egypt = next(c for c in recruit.questions[0].choices if c.value == "Egypt")
    assert not egypt.rolls
    assert any("no Cell is Available" in note for note in found.notes)


def test_help_where_an_earlier_answer_would_have_to_change() -> None:
    def told(text: str) -> str:
        return next(f.help for f in judge(read_text(text)).findings if f.kind in ("illegal", "impossible"))

    over = told("setup: phase J 1, Egypt Fair Neutral 1 active 2 sleepers\nJ 66 travel Egypt:ass > Libya\n")
    assert over == "Leave this entry out."
    soft = told(
        "setup: US Soft, prestige 5, Egypt Poor Ally RC-tan 6 troops 3 sleepers\nUS 46 deploy Egypt > track 3\n"
    )
    assert "Withdraw" in soft
    minor = told("setup: phase J 1, Sudan Poor Neutral 4 sleepers\nJ 91 jihad major Sudan 3 [1 1 1]\n")
    assert minor == "Legal here: a Minor Jihad."


def test_every_hint_belongs_to_a_requirement() -> None:
    events.load_all()
    for table in (summaries.SUMMARIES, summaries.INSTEAD, summaries.ALONE):
        assert set(table) <= set(REQUIREMENTS)


@pytest.mark.parametrize(("phase", "side"), [("", "Jihadist"), (", phase US 1", "US")])
def test_it_says_for_whom_it_answers_before_it_answers(phase: str, side: str) -> None:
    run = referee("legal", "-", stdin=f"setup: US Hard, Pakistan Fair Neutral{phase}\n")
    told = run.out.split("plays card 1 of 2")[0]
    assert f"The {side} side " in told
    assert ("this is the answer for the Jihadist" in " ".join(told.split())) == (not phase)
    assert ("write “phase US 1” in it" in " ".join(told.split())) == (not phase)


# -------------------------------------------------------------------- The Awakening

THE_END = """[Rules "Awakening"]
[Options "zakat-strong-horse"]
setup: turn 1, stage end, prestige 5, funding 5, US Soft, Gulf States Fair Ally 3 awakening
setup: Iraq Poor Ally civil war 2 troops 2 militia 1 sleeper 1 active
"""


def test_the_end_of_a_turn_tells_its_rolls_and_choices() -> None:
    found = at(THE_END)
    assert found.stage == "end"
    ends = next(u for u in found.by_value[0] if u.name == "end")
    assert ends.possible
    assert [r.title for r in ends.rolls if r.kind == "attrition"] == [
        "Attrition by the US in Iraq",
        "Attrition by the Jihadist in Iraq",
    ]
    assert any("Random Muslim Country" in r.needed for r in ends.rolls)
    assert [(a.field, a.about, [c.value for c in a.choices]) for a in ends.questions] == [
        ("us loss", "Iraq", ["t", "m"])
    ]
    text = referee("legal", "-", stdin=THE_END).out
    assert "The turn ends." in text
    assert "1 troop, 1 militia" in text


def test_a_marker_can_be_turned_in_at_any_time_by_its_side() -> None:
    for text in (THE_END, THE_END.replace("stage end", "phase US 2"), THE_END.replace("stage end", "phase J 2")):
        titles = [u.title for u in at(text).by_value[0] if u.name == "turn-in"]
        assert titles == ["Turning in a marker (Jihadist)", "Turning in a marker (US)"]
    assert [
        u.title for u in at(THE_END.replace("stage end", "phase J 2, no zakat")).by_value[0] if u.name == "turn-in"
    ] == ["Turning in a marker (US)"]
    without = THE_END.replace('[Options "zakat-strong-horse"]\n', "").replace("stage end", "phase J 2")
    assert [u for u in at(without).by_value[0] if u.name == "turn-in"] == []


def test_the_board_of_the_expansion_is_looked_at_by_its_rules() -> None:
    found = at('[Scenario "Awakening"]\n')
    recruit = use(found, "recruit", 1)
    assert "Afghanistan" in targets(recruit)
    assert "Nigeria" in {c.value for c in use(found, "travel", 1).questions[1].choices}
    civil_war = at('[Rules "Awakening"]\nsetup: phase J 1, Syria Poor Neutral civil war 1 sleeper 1 awakening\n')
    assert civil_war.stage == "action"
    (only,) = use(civil_war, "recruit", 1).questions[0].choices
    assert only.rolls[0].automatic
    heroic = '[Rules "Awakening"]\n[Options "heroic-alerts"]\nsetup: phase US 1, Egypt Fair Neutral plots ? 1 active\n'
    alert = use(at(heroic), "alert", 2)
    assert dict(alert.questions[0].choices[0].rolls[0].outcomes)["success"] == pytest.approx(2 / 6)


def test_a_game_that_nobody_won_is_over() -> None:
    drawn = """[Scenario "Assad Alone"]
set: turn 2, stage end, Syria no militia no civil war no sleepers, Iraq no awakening no reaction
end of turn
"""
    out = referee("legal", "-", stdin=drawn).out
    assert "The game is over: nobody has won (3.1)." in out
    assert "nobody won by 3.1" in referee("board", "-", stdin=drawn).out
    found = [f for f in judge(read_text(f"{drawn}US 121 woi Canada [5]\n")).findings if f.kind == "illegal"]
    assert [f.message for f in found] == ["The game is over: nobody has won (3.1)."]
