"""The Event Instructions Table of the Jihadist Bot.

Every card has its place, and a right choice has no note.
"""

from __future__ import annotations

import tomllib

import pytest

from referee.editions import rulesets
from referee.editions.solo.jihadist_bot.instructions import EVENTS, INSTRUCTIONS
from referee.editions.solo.jihadist_bot.priorities import DATA
from referee.rules.casefile import Case
from tests.helpers import rulecases

CASES = rulecases.read_cases(rulecases.FOLDER / "solo-jihadist-bot-events.case")
GENERAL = set(tomllib.loads((DATA / "instructions.toml").read_text(encoding="utf-8"))["general"])
CARDS = {n: card for n, card in rulesets.whole().cards.items() if card.side != "US"}


def test_every_card_of_the_bot_has_a_line_or_goes_by_the_standing_rules() -> None:
    assert {n for n in CARDS if (n in GENERAL) is (n in INSTRUCTIONS)} == set()
    assert set(INSTRUCTIONS) | GENERAL == set(CARDS)


def test_choices_belong_to_a_line() -> None:
    assert set(EVENTS) - set(INSTRUCTIONS) == set()
    assert [n for n, event in EVENTS.items() if event.goes_on is not None and event.choose is None] == []


def test_a_line_says_something() -> None:
    assert [n for n, line in INSTRUCTIONS.items() if not line.words and line.playable is None] == []
    assert [n for n, line in INSTRUCTIONS.items() if line.confidence == "high" and not line.source] == []


@pytest.mark.parametrize("case", [c for c in CASES if not c.expected], ids=lambda c: c.id)
def test_what_is_due_is_not_noted(case: Case) -> None:
    """Right choices without a note.

    A case leaves notes aside; here a right choice must not be called unlikely, nor another reading.
    """
    notes = [f.message for f in rulecases.run(case).findings if f.kind == "note"]
    assert [n for n in notes if "leads to" in n or "another reading" in n] == []
