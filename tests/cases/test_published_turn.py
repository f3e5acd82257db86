"""The printed example of both Bots.

Given its cards and its dice, they play it by themselves.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pytest

from referee.cli.commands import board
from referee.cli.commands.bot_prompts import BotPrompts
from referee.engine.law.ask import Ask, Field
from referee.engine.law.rolls import Roll
from referee.engine.law.table import DeadEnd
from referee.engine.record.steps import JudgedStep
from referee.engine.state.ruleset import Ruleset
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.parsers.notation.position import block
from referee.play import bot
from referee.play.bot_dice import Person
from tests.helpers.paths import LOGS

TEXT = (LOGS / "published-turn.lgn").read_text(encoding="utf-8")
PLAYS = [s for s in judge(read_text(TEXT)).steps if s.action.kind == "card"]
MOST_WAYS = 12
DRAWN = {156: {"Afghanistan": "2"}}
"""The Plot markers that the Bot drew by the Operations of a card, by country."""


class AsPrinted(Person):
    """A generator with the example's dice and Plot markers."""

    def __init__(self, step: JudgedStep) -> None:
        super().__init__(BotPrompts())
        self.rolls = step.rolls
        self.drawn = DRAWN.get(step.action.cards[0], {})

    def dice(self, roll: Roll) -> tuple[int, ...]:
        same = [r for r in self.rolls if (r.kind, r.subject, len(r.dice)) == (roll.kind, roll.subject, roll.n)]
        if not same:
            raise DeadEnd  # the sheet leaves this way free, and the example went another one
        return same[0].dice

    def pick(self, key: Hashable, roll: Roll) -> tuple[tuple[int, ...], Any]:
        raise AssertionError(f"no die decides in the example: {roll.among}")

    def decide(self, ask: Ask, options: Any, rules: Ruleset, lead: str = "") -> Any:
        if ask.field == Field.MARKER:
            return self.drawn[ask.address.subject]
        raise AssertionError("no person decides in the example")


@pytest.mark.parametrize("step", PLAYS, ids=lambda s: f"card {s.action.cards[0]}")
def test_the_bots_play_the_printed_turn_by_themselves(step: JudgedStep) -> None:
    path = str(LOGS / "published-turn.lgn")
    printed = block(board.position_of(path, at=step.id).board)
    ways = []
    for seed in range(MOST_WAYS):  # only what the sheet leaves free is another way
        position = board.position_of(path, before=step.id)
        found = bot.turn(position.board, position.journal, tuple(step.action.cards), seed, AsPrinted(step))
        ways.append(block(position.board))
        free = [t for t in found.trails if len(t.due) > 1]
        if not free or ways[-1] == printed:
            break
    assert printed in ways, found.line
    assert len(PLAYS) == 16
