"""Legal games in records that leave cards unnamed.

They break no rule: whatever such a card may have been is open. Critical Middle (200) keeps its name, for it goes back into
the Draw Deck, and a record without its name cannot show how many cards are left there.
"""

from __future__ import annotations

import re
from random import Random

import pytest

from referee.engine.record.steps import Judgement
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.trials import games
from tests.helpers.hunting import examples

pytestmark = pytest.mark.long

SCENARIOS = (*games.scenarios("base"), "Awakening", "Arab Spring", "Campaign", "Mitt's Turn", "Alternative History")
PLAYED = re.compile(
    r"(?P<side>J|US) (?!200\b)\d+(?P<rest>(\+R)? (reserves|deploy|recruit|travel|disrupt|hold|discard|woi|jihad|plot|alert)\b)"
)
"""A play whose card can be left unnamed."""
DEALT = re.compile(r"\b\d+\b(?!:)")
"""A card in a deal, not the size of a hand."""
CRITICAL_MIDDLE = "200"


def with_unnamed(text: str, reserves: dict[int, str], random: Random) -> str:
    """The record with some cards unnamed, and some Reserves stated."""
    dealt, played = random.choice((0, 0.1, 0.3)), random.choice((0.15, 0.4, 0.8))

    def unnamed(match: re.Match[str]) -> str:
        return "?" if match[0] != CRITICAL_MIDDLE and random.random() < dealt else match[0]

    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        hidden = DEALT.sub(unnamed, line) if line.startswith(("deal", "draw")) else line
        if "event" not in line and random.random() < played:
            hidden = PLAYED.sub(r"\g<side> ?\g<rest>", hidden)
        if number in reserves and not {"=>", "/"} & {*line.split()} and random.random() < 0.3:
            hidden += f" => reserves {reserves[number]}"
        lines.append(hidden)
    return "\n".join(lines)


def reserves_after(verdict: Judgement) -> dict[int, str]:
    """The Reserves after each card added to them, by line."""
    return {
        step.action.place.line: f"{step.action.side} {after}"
        for step in verdict.steps
        if step.action.use == "reserves"
        for change in step.changes
        for _, name, _, after in change.writes
        if name in ("reserves_j", "reserves_us")
    }


@pytest.mark.parametrize("seed", range(examples(len(SCENARIOS))))
def test_no_rule_is_broken_by_an_unnamed_card(seed: int) -> None:
    random = Random(f"unnamed {seed}")
    scenario = SCENARIOS[seed % len(SCENARIOS)]
    game = games.one(seed, scenario, 1 + seed // len(SCENARIOS) % 3, random.choice((3, 5, 9)))
    open_record = judge(read_text(game.text))
    record = with_unnamed(game.text, reserves_after(open_record), random)
    assert "?" in record or game.actions < 20
    found = judge(read_text(record)).findings
    assert [(f.place.line, f.kind, f.rule, f.message) for f in found if f.kind != "note"] == [], record
