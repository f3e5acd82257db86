"""The Event Instructions Table and the rows of the US Bot.

Their cases are tests/rules/solo-us-bot-events.case and solo-us-bot-rows.case.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from referee.editions.rulesets import whole
from referee.editions.solo.us_bot.instructions import EVENTS, INSTRUCTIONS
from referee.rules.casefile import Case
from tests.helpers import rulecases

CASES = [
    case
    for name in ("solo-us-bot-events", "solo-us-bot-rows")
    for case in rulecases.read_cases(rulecases.FOLDER / f"{name}.case")
]
OF_THE_BOT = ("card ", "13.")
"""What the rules begin with by which a flowchart's notes go."""


def of_the_bot(findings: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The notes that a flowchart may have given."""
    return [(kind, rule) for kind, rule in findings if kind == "note" and rule.startswith(OF_THE_BOT)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_no_note_that_the_case_does_not_name(case: Case) -> None:
    """The notes of the flowcharts, exactly as the case states.

    A case is passed with any notes; here those of the flowcharts have to be the stated ones.
    """
    found = [(f.kind, f.rule) for f in rulecases.run(case).findings]
    stated = [(e.kind, e.rule) for e in case.expected]
    assert of_the_bot(found) == of_the_bot(stated)


def test_lines_are_about_cards_that_the_bot_may_play() -> None:
    cards = whole().cards
    theirs = [n for n in INSTRUCTIONS if cards[n].side == "J"]
    assert theirs == [184]  # the US takes a card by it
    assert {n for n in EVENTS if cards[n].side == "J"} == {184}


def test_lines_say_something_and_where_it_comes_from() -> None:
    for card, line in INSTRUCTIONS.items():
        assert line.card == card
        assert line.words
        assert line.source


def test_only_the_rulebook_and_its_worked_turn_are_certain() -> None:
    assert {line.source for line in INSTRUCTIONS.values() if line.confidence == "high"} == {"rulebook", "worked turn"}
