"""Variations, judged on the position before the replaced play.

They are never a part of the verdict.
"""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine.explaining.referee import Judgement
from referee.engine.explaining.variations import MOST, Variation, variations
from referee.inputs.formats import read_record
from referee.inputs.judging import judge
from referee.inputs.records import format_text, read_bytes, read_text, to_json
from tests.helpers.hunting import examples
from tests.helpers.paths import LOGS

GAME = """[Scenario "Let's Roll!"]

{J 111 jihad Afghanistan:s [1]; before the first play there is nothing to replace}
J 112 event
{J 112 recruit Afghanistan 3; keeps Prestige up}
{... J 113 travel Afghanistan:s > Pakistan; and on}
{or wait: in words}
{US 43 deploy track > Gulf}
J 113 travel Afghanistan:s > Pakistan
US 43 deploy track > Pakistan 2
board: Pakistan 2 troops
{US 43 deploy track > Gulf States 2}  ; better
{US 43 deploy track > Iran 2}
{… US 45 woi Gulf States [6]}
US 45 woi Gulf States [5]
{US 45 woi Gulf States [1] => success}
{board: prestige 9}
"""


def judged(text: str) -> Judgement:
    return judge(read_text(text))


def found(text: str) -> list[tuple[int, str, list[tuple[str, str]]]]:
    """The line of each variation, its replaced play, its findings."""
    return [_told(v) for v in variations(judged(text))]


def _told(v: Variation) -> tuple[int, str, list[tuple[str, str]]]:
    return v.remark.line, v.instead_of.id, [(f.kind, f.rule) for f in v.findings if f.counted]


def test_a_variation_is_judged_on_the_position_before_its_play() -> None:
    assert found(GAME) == [
        (5, "a1", []),
        (6, "a1", []),
        (8, "a1", [("illegal", "5.2.2"), ("incomplete", "7.3.1")]),  # the Jihadist begins
        (12, "a3", []),
        (13, "a3", [("illegal", "7.3.3")]),
        (14, "a3", []),
        (16, "a4", [("outcome", "7.2.1.2")]),
    ]


def test_its_board_is_that_of_the_variation_alone() -> None:
    verdict = judged(GAME)
    before = verdict.board.prestige, len(verdict.journal.changes)
    boards = {v.remark.line: v.board for v in variations(verdict)}
    assert boards[12].countries["Gulf States"].troops == 4
    assert boards[12].countries["Pakistan"].troops == 0
    assert boards[12].prestige == 3
    assert verdict.board.countries["Pakistan"].troops == 2
    assert (verdict.board.prestige, len(verdict.journal.changes)) == before


def test_one_goes_on_with_another_and_with_nothing_else() -> None:
    first, second, *_ = variations(judged(GAME))
    assert (first.goes_on, second.goes_on) == (False, True)
    assert second.board.countries["Pakistan"].sleepers == 1
    assert second.board.prestige == 7  # Bin Ladin was not played
    alone = '[Scenario "Let\'s Roll!"]\nJ 112 event\n{... J 113 travel Afghanistan:s > Pakistan}\n'
    assert found(alone) == []
    other = alone.replace("{...", "{J 112 reserves}\nJ 113 reserves\n{...")
    assert [line for line, *_ in found(other)] == [3]


def test_a_finding_has_its_place_on_the_line() -> None:
    lines = GAME.split("\n")
    (wrong,) = [f for v in variations(judged(GAME)) for f in v.findings if f.rule == "7.3.3"]
    assert lines[wrong.place.line - 1][wrong.place.column - 1 : wrong.place.end - 1] == "Iran"


def test_a_record_in_json_has_the_same_variations() -> None:
    verdict = judge(read_record(to_json(GAME).encode(), "x.json"))
    assert [_told(v)[1:] for v in variations(verdict)] == [one[1:] for one in found(GAME)]


def test_the_formatter_keeps_them() -> None:
    assert format_text(GAME).text == GAME


def test_of_very_many_variations_the_first_are_judged() -> None:
    text = '[Scenario "Let\'s Roll!"]\nJ 112 event\n' + "{J 112 reserves}\n" * 300
    assert len(found(text)) == MOST


@pytest.mark.parametrize("name", ["solitaire-1", "awakening-2"])
def test_plays_of_other_games_can_be_varied_too(name: str) -> None:
    lines = (LOGS / f"{name}.lgn").read_text(encoding="utf-8").split("\n")
    plays = [n for n, line in enumerate(lines) if re.match(r"(J|US) \d+ ", line)]
    varied = lines[:]
    for n in reversed(plays):
        varied.insert(n + 1, "{" + re.split(r"\s*(?:;|=>)", lines[n])[0] + "}")
    verdict = judge(read_text("\n".join(varied)))
    made = variations(verdict)
    assert len(made) > len(plays) // 2
    plain = [f for s in verdict.steps for f in s.findings if f.kind == "illegal" and not f.follows]
    same = [f for v in made for f in v.findings if f.kind == "illegal" and not f.follows]
    assert {(f.rule, f.message) for f in same} >= {(f.rule, f.message) for f in plain if _first(f.place.line, varied)}


def _first(line: int, lines: list[str]) -> bool:
    return line < len(lines) and lines[line].startswith("{")


EVENING = (LOGS / "evening-2.lgn").read_bytes().decode()
BLANK = [n for n, line in enumerate(EVENING.split("\n")) if not line.strip()]
PLAYS = [line for line in EVENING.split("\n") if re.match(r"J |US |end|turn|board|deal", line)]


@cache
def alone() -> Judgement:
    """The verdict on the game without a variation."""
    return judge(read_bytes(EVENING.encode(), "evening-2.lgn"))


WORDS = st.one_of(
    st.sampled_from(PLAYS).map(lambda line: line.split(";")[0].rstrip()),
    st.sampled_from(PLAYS).map(lambda line: f"... {line.split(';')[0].rstrip()}"),
    st.text(alphabet=st.characters(blacklist_characters="{}\n\r", blacklist_categories=["Cs"]), max_size=20),
)


@pytest.mark.long
@settings(max_examples=examples(6), deadline=None)
@given(st.lists(WORDS, min_size=len(BLANK), max_size=len(BLANK)))
def test_a_record_has_the_same_verdict_with_and_without_its_variations(words: list[str]) -> None:
    lines = EVENING.split("\n")
    for n, said in zip(BLANK, words, strict=True):
        lines[n] = "{" + said + "}"
    verdict = judge(read_bytes("\n".join(lines).encode(), "evening-2.lgn"))
    variations(verdict)
    assert [(f.kind, f.rule, f.message, f.reason, f.help, f.place, f.follows) for f in verdict.findings] == [
        (f.kind, f.rule, f.message, f.reason, f.help, f.place, f.follows) for f in alone().findings
    ]
    assert [str(c) for c in verdict.journal.changes] == [str(c) for c in alone().journal.changes]
