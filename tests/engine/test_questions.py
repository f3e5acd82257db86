"""A walk through a line by questions.

Answers that are taken back, refusals of a rule, and chances come with it.
"""

from __future__ import annotations

import pytest

from referee.editions import rulesets
from referee.engine.law.ask import Field, Purpose
from referee.engine.law.line import LineHead
from referee.engine.law.question import GivenAnswer, InputKind
from referee.engine.law.table import NOTHING
from referee.engine.law.walk import Walk
from referee.engine.state.board import snapshot
from referee.inputs.judging import judge
from referee.inputs.records import read_text

POSITION = "setup: US Hard, prestige 7, hand US 6, hand J 6, phase US 1, Pakistan Fair Neutral, Libya Poor Adversary\n"


def walk(card: int = 43) -> Walk:
    verdict = judge(read_text(POSITION))
    return Walk(verdict.board, verdict.journal, LineHead("card", "US", (card,)), rulesets.names_of({}))


def test_a_line_asks_one_question_after_the_other_and_leaves_the_board_as_it_was() -> None:
    at = walk()
    before = snapshot(at.board)
    use = at.question()
    assert use is not None
    assert (use.kind, use.field, use.purpose, use.side) == (InputKind.ANSWER, Field.USE, Purpose.USE_CARD, "US")
    assert {"woi", "event"} <= set(use.legal)
    at.give(GivenAnswer("woi"))
    where = at.question()
    assert where is not None
    assert (where.field, where.title) == (Field.WHERE, "War of Ideas where?")
    assert "Pakistan" in where.legal
    at.give(GivenAnswer("Pakistan"))
    dice = at.question()
    assert dice is not None
    assert (dice.kind, dice.dice, dice.field) == (InputKind.DICE, 1, None)
    assert dice.roll is not None
    assert dice.roll.chances == "misses by one 17 %, success 50 %"
    assert snapshot(at.board) == before


def test_what_is_taken_back_is_asked_again() -> None:
    at = walk()
    at.give(GivenAnswer("woi"), GivenAnswer("Pakistan"))
    assert [g.value for g in at.back(2)] == ["woi", "Pakistan"]
    question = at.question()
    assert question is not None
    assert question.field == Field.USE
    assert not at.answered


def test_each_answer_has_its_chance_or_the_requirement_that_refuses_it() -> None:
    at = walk()
    at.give(GivenAnswer("woi"))
    where = at.question()
    assert where is not None
    at.look_ahead(where)
    chances = {c.value: c.chance for c in where.choices}
    assert chances["Pakistan"] == pytest.approx(1 / 2)
    refused = {c.value: [f.rule for f in c.failures] for c in at.refused(where)}
    assert refused["Libya"] == ["7.2.1.1"]
    assert not set(refused) & set(chances)


def test_what_is_usually_left_out_is_called_nothing() -> None:
    """Only those who saw the cards of Abu Ghurayb name them (5.3.1)."""
    verdict = judge(read_text("setup: phase J 1, hand J 4, prestige 7, Iraq Poor Neutral RC-tan 1 sleeper"))
    at = Walk(verdict.board, verdict.journal, LineHead("card", "J", (76,)), rulesets.names_of({}))
    at.give(GivenAnswer("event"))
    question = at.question()
    assert question is not None
    assert (question.field, question.usual, question.enter) == (Field.DRAW, NOTHING, "nothing")


def test_a_walk_ahead_leaves_the_walk_as_it_is() -> None:
    at = walk()
    at.give(GivenAnswer("woi"))
    assert [g.value for g in at.ahead(GivenAnswer("event"), back=1).given] == ["event"]
    assert [g.value for g in at.given] == ["woi"]


def test_the_next_choice_comes_with_the_answers_before_it_that_leave_none() -> None:
    """One origin and one Ally leave only the number of Troops (7.3.1)."""
    position = "setup: US Hard, prestige 7, hand US 6, hand J 6, phase US 1, Gulf States Fair Ally, Iran 1 sleeper\n"
    verdict = judge(read_text(position))
    at = Walk(verdict.board, verdict.journal, LineHead("card", "US", (43,)), rulesets.names_of({}))
    found = at.next_choice(GivenAnswer("deploy"))
    assert found is not None
    question, given = found
    assert question.field == Field.TROOPS
    assert [(g.value, g.itself, g.passed) for g in given] == [
        ("deploy", False, False),
        ("track", True, True),
        ("Gulf States", True, True),
    ]
    assert not at.given
