"""pytest benchmarks --benchmark-only: cards of solitaire systems, and self-play.

There is a card of each system, and self-play is with and without Bots.
"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from referee.cli.commands.board import Position
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.play import bot
from referee.trials import games as play

CARDS = {"jihadist-bot": ("J", 128), "us-bot": ("US", 153), "jihadist-activities": ("J", 44)}
SCENARIOS = {"jihadist-bot": "Awakening", "us-bot": "Awakening", "jihadist-activities": "Let's Roll!"}


@pytest.mark.benchmark(group="a card of a Bot")
@pytest.mark.parametrize("system", CARDS)
def test_a_card_with_its_way(benchmark: BenchmarkFixture, system: str) -> None:
    side, card = CARDS[system]
    text = f'[Scenario "{SCENARIOS[system]}"]\n[Options "{system}"]\n\nphase {side} 1\n'
    verdict = judge(read_text(text))
    mark = verdict.journal.mark()

    def decided() -> bot.Turn:
        found = bot.turn(Position(verdict, verdict.board, verdict.journal, None, ""), (card,), 1)
        verdict.journal.undo_to(mark)
        return found

    assert benchmark(decided).trails


@pytest.mark.benchmark(group="self-play alone")
@pytest.mark.parametrize("way", ["", *play.WAYS])
def test_a_turn_of_self_play(benchmark: BenchmarkFixture, way: str) -> None:
    scenario = "Let's Roll!"
    actions = play.one(3, scenario, 1, 1, way=way).actions
    benchmark.extra_info["actions"] = actions
    assert benchmark(lambda: play.one(3, scenario, 1, 1, way=way).actions) == actions
