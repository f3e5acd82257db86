"""The lines of a record, with one procedure for each kind.

An end of turn may ask and roll; corrections set the board.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.editions.base import lines
from referee.editions.base.alternatives import alternatives
from referee.editions.base.ruleset import BASE
from referee.editions.rulesets import RULESETS, names
from referee.engine.judging import solver
from referee.engine.law.line import LineHead, TurnStep
from referee.engine.law.play import Play
from referee.engine.law.tables.probe import ProbeTable
from referee.engine.law.tables.random import Cards, RandomTable
from referee.engine.record.setup import Setup, find_scenario
from referee.engine.state.board import snapshot
from referee.inputs.judging import judge
from referee.inputs.records import format_text, from_json, read_text, to_json
from referee.parsers.json import encode
from referee.parsers.notation import compose
from referee.trials.selfplay import SelfPlay
from tests.helpers.throwaway import relief

HEAD = "setup: phase US 4, card 2, hand J 0, hand US 1, funding 5, Syria Fair Neutral 1 sleeper, Iran 1 sleeper\nUS 7 reserves\n"


@pytest.fixture
def longer_end(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = list(BASE.end_of_turn)
    steps.insert(2, TurnStep("attrition", "5.2.5", relief("5.2.5", "5.2.5")))
    longer = BASE.but(end_of_turn=tuple(steps))
    monkeypatch.setitem(RULESETS, "base", (lambda: longer, RULESETS["base"][1]))


def findings(text: str) -> list[tuple[int, str, str]]:
    return [(f.place.line, f.kind, f.rule) for f in judge(read_text(text)).findings if f.kind != "note"]


@pytest.mark.usefixtures("longer_end")
def test_a_step_that_asks_and_rolls_is_written_on_the_line_of_the_end() -> None:
    verdict = judge(read_text(HEAD + "end of turn Syria [5], Egypt => Syria no cells, funding 4\n"))
    assert [f for f in verdict.findings if f.kind != "note"] == []
    assert verdict.board["Syria"].sleepers == 0
    assert verdict.board["Egypt"].aid == 1
    assert [(r.kind, r.dice) for r in verdict.steps[-1].rolls] == [("attrition", (5,))]
    assert verdict.board.turn == 2


@pytest.mark.usefixtures("longer_end")
def test_a_step_is_refused_like_any_other_answer() -> None:
    assert findings(HEAD + "end of turn Syria [2], France\n") == [(3, "illegal", "5.2.5")]


@pytest.mark.usefixtures("longer_end")
@pytest.mark.parametrize(
    ("written", "missing"),
    [
        ("end of turn Syria [5]", "where"),
        ("end of turn Syria [?], Egypt", "Attrition"),
        ("end of turn Egypt", "Attrition"),
        ("end of turn", "Attrition"),
    ],
)
def test_what_the_line_leaves_out_is_one_gap_at_that_line(written: str, missing: str) -> None:
    verdict = judge(read_text(f"{HEAD}{written}\nboard: turn 2\nJ 49 reserves\n"))
    found = [f for f in verdict.findings if f.kind != "note"]
    assert [(f.place.line, f.kind, f.rule) for f in found] == [(3, "incomplete", "5.2.5")]
    assert missing in found[0].message


@pytest.mark.usefixtures("longer_end")
@pytest.mark.parametrize("after", ["J 49 reserves", "turn 2", "deal J 8 US 9", "board: turn 2, funding 4"])
def test_an_end_of_turn_that_nobody_wrote_is_one_gap_where_it_is_taken_for_granted(after: str) -> None:
    text = f"{HEAD}{after}\nboard: funding 4, turn 2\n"
    assert findings(text) == [(3, "incomplete", "5.2.5")]


@pytest.mark.usefixtures("longer_end")
@pytest.mark.parametrize(("stated", "result"), [("no cells", "success"), ("1 sleeper", "failure")])
@pytest.mark.parametrize("before", ["", "J 49 reserves\n"])
def test_a_checkpoint_settles_what_the_end_of_the_turn_left_open(stated: str, result: str, before: str) -> None:
    verdict = judge(read_text(f"{HEAD}{before}board: turn 2, Syria {stated}\n"))
    (found,) = [f for f in verdict.findings if f.counted]
    assert (found.place.line, found.kind, found.rule) == (3, "incomplete", "5.2.5")
    assert "he Attrition roll for Syria is missing at the end of the turn" in found.message
    assert f"Attrition in Syria: {result}" in found.assumed
    assert {"success": "failure", "failure": "success"}[result] not in found.help


def test_an_end_of_turn_that_asks_nothing_may_be_left_out() -> None:
    for after in ("J 49 reserves", "turn 2", "deal J 8 US 9", "board: turn 2, funding 4"):
        assert findings(f"{HEAD}{after}\nboard: funding 4, turn 2\n") == []


def test_dice_at_an_end_of_turn_that_rolls_nothing_are_told() -> None:
    assert findings(HEAD + "end of turn prestige[4 1 1] => funding 4\n") == [(3, "outcome", "5.2.5")]


def test_an_end_of_turn_with_dice_comes_back_from_json_and_formats_to_itself() -> None:
    text = "end of turn prestige[4 1 1], Syria [3], yes => funding 4\n"
    assert format_text(text).text == text
    assert encode.line(text.strip(), names("base")) == {
        "kind": "end",
        "items": [
            {"dice": [{"label": "prestige", "values": [4, 1, 1]}]},
            {"where": "Syria", "dice": [{"values": [3]}]},
            {"choice": "yes"},
        ],
        "claims": [{"field": "funding", "value": 4}],
    }
    assert from_json(to_json(text)) == ([text.strip()], {})


def board_of(text: str) -> Any:
    verdict = judge(read_text(text))
    return verdict.board, verdict.journal


@pytest.mark.usefixtures("longer_end")
def test_self_play_writes_the_end_that_it_played() -> None:
    for seed in range(8):
        board, journal = board_of(HEAD)
        luck = random.Random(seed)
        table = RandomTable(luck, Cards(list(range(1, 60))), board)
        lines.PROCEDURES["end"](Play(board, journal, table, ("line 3",)), LineHead("end"))
        written = compose.standing(table.segments)
        verdict = judge(read_text(f"{HEAD}{written}\n"))
        assert [f.message for f in verdict.findings if f.kind != "note"] == []
        assert {n: (c.aid, c.sleepers) for n, c in verdict.board.countries.items()} == {
            n: (c.aid, c.sleepers) for n, c in board.countries.items()
        }


@pytest.mark.usefixtures("longer_end")
def test_the_options_show_an_end_of_turn_that_asks() -> None:
    board, journal = board_of(HEAD)
    found = alternatives(Play(board, journal, ProbeTable([]), ("legal",)))
    assert (found.stage, [u.name for u in found.by_value[0]]) == ("end", ["end"])
    (asked,) = found.by_value[0][0].questions
    assert (asked.field, asked.side) == ("where", "US")
    assert "Egypt" in [c.value for c in asked.choices]
    assert "France" in [c.value for c in asked.refused or ()]


def test_the_options_let_an_end_of_turn_pass_that_asks_nothing() -> None:
    board, journal = board_of(HEAD)
    assert alternatives(Play(board, journal, ProbeTable([]), ("legal",))).stage == "action"
    assert board.turn == 2


def test_every_kind_of_line_that_acts_has_its_procedure() -> None:
    kinds = ("card", "unread", "hold", "resolve", "end", "deal", "draw", "cadre", "choices", "turn-in")
    assert set(kinds) == set(lines.PROCEDURES)


@pytest.mark.parametrize("seed", range(3))
def test_a_self_played_record_may_be_put_right_in_the_middle(seed: int) -> None:
    data = find_scenario("Let's Roll!")
    assert data is not None
    written = SelfPlay(seed, Setup(BASE, data["name"], data, 1)).play(turns=2).text.split("\n")
    at = [n for n, line in enumerate(written) if line.startswith("board:")][5]
    rest = "\n".join(line for line in written[at + 1 :] if not line.startswith("board:"))
    as_it_is = "\n".join([*written[:at], "set:" + written[at].removeprefix("board:"), rest])
    assert format_text(as_it_is).text == as_it_is
    assert from_json(to_json(as_it_is))[0] == as_it_is.split("\n")[:-1]
    verdict, plain = judge(read_text(as_it_is)), judge(read_text("\n".join(written)))
    assert [f.message for f in verdict.findings if f.counted] == []
    assert snapshot(verdict.board) == snapshot(plain.board)
    (step,) = [s for s in verdict.steps if s.action.kind == "set"]
    assert [(f.kind, f.message) for f in step.findings] == [
        ("note", "Nothing is put right here: the board is so already.")
    ]
    assert step.changes == []


def test_a_correction_is_a_step_with_its_changes() -> None:
    verdict = judge(read_text(HEAD + "set: prestige 3, Egypt Poor Ally 2 troops\n"))
    step = verdict.steps[-1]
    assert not step.action.counted
    assert {(c.kind, c.subject, c.rule) for c in step.changes} >= {
        ("correction", "prestige", "4.7.1"),
        ("correction", "Egypt", "4.2.2"),
    }
    assert [f.kind for f in step.findings] == ["note"]
    assert verdict.verdict == "clean"


def test_a_victory_that_is_none_is_told_in_words() -> None:
    for line in ("US 7 reserves => US wins", "board: US wins"):
        (found,) = [
            f for f in judge(read_text(f"{HEAD.split(chr(10), maxsplit=1)[0]}\n{line}\n")).findings if f.counted
        ]
        assert not found.message.rstrip().endswith("the board")
        assert "the US wins" in found.message


def test_a_line_that_leaves_too_much_open_costs_itself_alone() -> None:
    text = (
        "setup: phase J 1, hand J 4, hand US 4, Egypt Poor Neutral 3 sleepers 3 actives, Yemen Poor Ally 2 sleepers 1 active\n"
        "setup: Sudan Fair Neutral 2 sleepers 1 active, Canada Soft 1 sleeper\n"
        "J 90 travel\nJ 49 reserves\nUS 41 reserves\n"
    )
    assert findings(text) == [(3, "incomplete", "8.3.1"), (5, "illegal", "6.3.3")]
    assert judge(read_text(text)).board.reserves_j == 1


def test_a_die_that_the_line_leaves_out_is_assumed() -> None:
    verdict = judge(read_text("setup: phase US 1, Yemen Fair Neutral, Iran 1 sleeper\nUS 43 woi Yemen\n"))
    assert [(r.kind, r.assumed) for r in verdict.steps[-1].rolls] == [("war of ideas", True)]


def test_what_else_was_legal_is_kept_of_a_line_that_leaves_too_much_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "MAX_TRIALS", 0)
    record = read_text("setup: phase US 1, Yemen Fair Neutral, Iran 1 sleeper\nUS 43 woi Yemen\n")
    (step,) = judge(record, alternatives=True).steps
    assert [f.kind for f in step.findings] == ["incomplete"]
    assert step.alternatives
