"""A side that plays by a made-up sheet.

It has three boxes, two groups and two preferences.
"""

from __future__ import annotations

from functools import cache

import pytest

from referee.editions.base.ruleset import BASE
from referee.editions.rulesets import RULESETS
from referee.editions.solo import sheets
from referee.editions.solo.flowchart.chart import (
    CandidateBox,
    Column,
    Instruction,
    Preference,
    QuestionBox,
    Sheet,
    Situation,
    first_group,
    highest,
    prefer,
    those,
    walk,
)
from referee.engine.law.ask import Ask, Field
from referee.engine.law.flowchart import Seat
from referee.engine.law.guidance import Guidance
from referee.engine.law.play import Play
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.reports import html

SHEET = Sheet(
    "seated",
    "12.0",
    boxes=(
        QuestionBox("S1", "12.4.1", "Is Funding <Tight>?", lambda s: s.board.funding < 4, "S3", "S2"),
        QuestionBox(
            "S2", "12.4.1", "Is there a Cell in Pakistan?", lambda s: s.board["Pakistan"].sleepers > 0, "PLOT", "S3"
        ),
        QuestionBox(
            "S3", "12.4.1", "Is a Cell Available?", lambda s: True, "RECRUIT", "TRAVEL", "medium", "one program"
        ),
    ),
    outcomes={"RECRUIT": "Recruit", "TRAVEL": "Travel", "PLOT": "Plot"},
    groups={
        "Recruit": (
            CandidateBox("SR1", "12.4.2", "A Good Muslim country", those(lambda s, n: n == "Nowhere")),
            CandidateBox("SR2", "12.4.2", "Any country", lambda s, names: list(names), "low"),
        )
    },
    columns={
        "Recruit": Column(
            "Recruit",
            "12.4.2",
            (
                Preference(1, "No preference that fits", those(lambda s, n: False)),
                Preference(2, "Most Cells", highest(lambda s, n: s.board[n].sleepers), "medium", "one program"),
            ),
        )
    },
    instructions={
        86: Instruction(86, "12.3", "Among the Shia-Mix countries, the one for Recruit.", source="a program")
    },
)
USES = {"RECRUIT": "recruit", "TRAVEL": "travel", "PLOT": "plot"}


class Seated:
    """Says what the sheet has."""

    def answer(self, play: Play, ask: Ask) -> Guidance | None:
        s = Situation(play.board, ask.side, play)
        if ask.field == Field.USE:
            end, trail = walk(SHEET.boxes, "S1", s)
            return Guidance((USES[end],), "12.4.1", trail)
        if ask.field == Field.WHERE:
            left, found = first_group(SHEET.groups["Recruit"], s, ask.options())
            left, chosen = prefer(SHEET.columns["Recruit"], s, left)
            return Guidance(tuple(left), "12.4.2", (*found, *chosen), drawn=True, readings=(("Iran", "Iran <counts>"),))
        return None

    def more(self, play: Play, ask: Ask, so_far: int) -> bool | None:
        return None


SEAT = Seat(
    "The Jihadist Bot",
    "the Jihadist Bot",
    12,
    "Attractive",
    ("attractive",),
    lambda: sheets.plain(SHEET, "jihadist-bot", "The Jihadist Bot"),
)
RULES = BASE.but(guides={"J": Seated()}, seats={"J": SEAT})
RECORD = """[Scenario "Let's Roll!"]
[Game "Alone <at> home"]
deal J 9 US 8
J 112 recruit Afghanistan 3
J 113 travel Afghanistan:s > Pakistan
US 43 disrupt Pakistan
"""


@cache
def page_alone() -> str:
    """The report of that record."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(RULESETS, "base", (lambda: RULES, RULESETS["base"][1]))
        return html.render(judge(read_text(RECORD), alternatives=True))
