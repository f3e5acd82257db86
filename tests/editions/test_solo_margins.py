"""Margins of the Bots against the rules', on many random boards.

The plays of a Bot are those that the Requirements allow.
"""

from __future__ import annotations

from random import Random

import pytest

from referee.editions.base.operations import deploy, jihad, war_of_ideas
from referee.editions.solo.activities import measures as activities
from referee.editions.solo.flowchart.chart import Situation
from referee.editions.solo.jihadist_bot import measures as jihadist
from referee.editions.solo.jihadist_bot.sheet import RIPENING
from referee.editions.solo.us_bot import measures as us
from referee.editions.solo.us_bot.priorities import GROUPS
from referee.engine.state.board import Board
from referee.engine.state.data import GOOD, POOR
from referee.inputs.judging import judge
from referee.inputs.records import read_text

BOARDS = 400
BOTS = '[Scenario "awakening"]\n[Options "jihadist-bot, us-bot"]\n'
ACTIVITIES = '[Scenario "lets-roll"]\n[Options "jihadist-activities{}"]\n'


def board_of(text: str) -> Board:
    return judge(read_text(text, "x")).board


def shuffled(board: Board, random: Random) -> str:
    """Put forces into a Muslim country, and name it."""
    name = random.choice(board.muslim)
    c = board[name]
    c.governance = random.choice((GOOD, POOR, POOR))
    c.sleepers, c.actives, c.troops = random.randrange(8), random.randrange(4), random.randrange(10)
    c.besieged, c.regime_change = random.random() < 0.3, "green" if random.random() < 0.5 else ""
    return name


def test_the_jihadist_bot_makes_a_major_jihad_where_the_rules_allow_one() -> None:
    board, random, found = board_of(BOTS), Random(1), set()
    for _ in range(BOARDS):
        name = shuffled(board, random)
        s = Situation(board, "J", ops=3)
        allowed = jihad.MAJOR_MARGIN.holds(board, True, {"where": name})
        possible = board[name].governance == POOR and jihadist.success_possible(s, name, major=True)
        assert jihadist.ripe(s, name) == (possible and allowed)
        assert not (RIPENING(s, name) and allowed)
        found.add((jihadist.ripe(s, name), RIPENING(s, name)))
    assert len(found) == 3


@pytest.mark.parametrize("level", ["", ", potent"])
def test_the_activities_make_a_major_jihad_where_the_rules_allow_one(level: str) -> None:
    board, random, found = board_of(ACTIVITIES.format(level)), Random(2), set()
    for _ in range(BOARDS):
        name = shuffled(board, random)
        possible = name in activities.major_possible(Situation(board, "J", ops=3))
        allowed = jihad.MAJOR_MARGIN.holds(board, True, {"where": name})
        poor = board[name].governance == POOR and all(r.holds(board, name, {}) for r in jihad.TARGET)
        assert possible == allowed if poor else not possible or allowed
        found.add((possible, allowed))
    assert {(True, True), (False, False)} <= found


def test_the_us_bot_leaves_the_garrison_that_the_rules_ask_for() -> None:
    board, random, found = board_of(BOTS), Random(3), set()
    for _ in range(BOARDS):
        name = shuffled(board, random)
        n, have = us.leaving(Situation(board, "US", ops=3), name), board[name].troops
        context = {"origin": name}
        assert n == 0 or deploy.GARRISON.holds(board, n, context)
        assert n == have or not deploy.GARRISON.holds(board, n + 1, context)
        found.add((n == 0, n == have))
    assert len(found) == 4


def test_the_us_bot_deploys_to_where_a_war_of_ideas_lacks_troops() -> None:
    board, random = board_of(BOTS), Random(4)
    for _ in range(BOARDS):
        name = shuffled(board, random)
        short = GROUPS["DT3"](Situation(board, "US", ops=3), [name]) == [name]
        assert short != war_of_ideas.REGIME_CHANGE_MARGIN.holds(board, name, {})
