"""Questions at the table: plays in a position stated in part, and the position itself."""

from __future__ import annotations

import json
import random
import tomllib
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from commands import ROOT
from commands import referee as run

from referee.api.asking import Answered, ask
from referee.engine.state.board import Board
from referee.engine.state.rewinder import position_before
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.parsers.notation.position import block
from referee.reports.ruling import NoAnswer
from referee.trials.mutation.clean import played

QUESTIONS = tomllib.loads((ROOT / "tests" / "asked.toml").read_text(encoding="utf-8"))["question"]
OPTIONS = {48: ["jihadist-activities"]}


def asked(position: str, *plays: str) -> Answered:
    return ask(plays, position).answers[-1]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: str(q["id"]))
def test_a_question_of_players_has_the_answer_and_names_what_decides(question: dict[str, Any]) -> None:
    found = ask(question["plays"], question["position"], None, OPTIONS.get(question["id"], ()))
    last = found.answers[-1] if found.answers else None
    assert (last.word if last else "yes") == question["answer"]
    assert question["names"] in found.text(200)
    assert "The US wins" not in found.text(200)


def test_a_play_without_dice_is_legal_so_far() -> None:
    """A War of Ideas in a Neutral needs 5 (7.2.1.2): 2 of 6 faces, and one more misses by one and brings Aid."""
    found = asked("Pakistan Fair Neutral, prestige 5, US Hard, world 0", "US 43 woi Pakistan")
    assert found.word == "yes so far"
    (roll,) = found.open_rolls
    assert (roll.due_by, roll.needed) == ("7.2.1.2", "5 or more")
    assert [(r.result, round(r.chance * 6), r.board) for r in roll.results] == [
        ("failure", 3, ()),
        ("failure by one", 1, ("Pakistan: Aid 0 → 1",)),
        ("success", 2, ("Pakistan: Alignment Neutral → Ally",)),
    ]


def test_a_result_that_hangs_on_a_track_says_how() -> None:
    """Rolled 5: Low Prestige takes 1 (4.7.1), a penalty of 1 as well (4.7.2.1)."""
    found = asked("Pakistan Fair Neutral, US Hard, world 0", "US 20 woi Pakistan [5]")
    assert found.word == "it depends"
    (prestige,) = [h for h in found.hanging if h.about == "prestige"]
    assert [(c.when, c.then) for c in prestige.cases] == [
        ("Prestige 1 to 3", "failure by one"),
        ("Prestige 4 to 12", "success"),
    ]


def test_nothing_is_said_of_what_nothing_hangs_on() -> None:
    """Troops Deploy to an Ally alone (7.3.3), whatever the tracks are."""
    found = asked("Pakistan Fair Neutral", "US 43 deploy track > Pakistan 2")
    assert (found.word, found.hanging) == ("no", [])


def test_a_stated_track_is_a_fact() -> None:
    """World Posture is stated and no country's: a penalty of 2 (4.7.2.1)."""
    found = asked(
        "prestige 5, US Hard, world Soft 2, Saudi Arabia Fair Neutral", "US 43 woi Saudi Arabia [5] => success"
    )
    assert found.word == "no"
    assert "-2 GWOT Relations Penalty" in found.ruling.text(200)


@pytest.mark.parametrize(
    ("position", "play", "rules"),
    [
        ("US Hard", "US 160 event", "Awakening"),
        ("Syria Poor Neutral civil war 1 sleeper", "J ? recruit Syria 1", "Awakening"),
        ("Mali Poor Neutral", "US 20 woi Mali [6]", "alternative-history"),
        ("Pakistan Fair Neutral", "US 20 woi Pakistan [6]", ""),
    ],
)
def test_the_rules_follow_from_cards_markers_and_countries(position: str, play: str, rules: str) -> None:
    found = ask([play], position)
    assert (found.rules, bool(found.assumed)) == (rules, bool(rules))


def test_each_play_has_its_own_answer() -> None:
    """The Deploy to a Neutral is illegal (7.3.3); the Disrupt rests on the Troops that it brought (7.4.1)."""
    first, second = ask(
        ["US 43 deploy track > Pakistan 2", "US 20 disrupt Pakistan:s"], "Pakistan Fair Neutral 1 sleeper"
    ).answers
    assert first.word == "no"
    assert "as if" in second.ruling.text(200).casefold()


def test_who_has_won_and_what_the_penalty_comes_of() -> None:
    won = ask([], "Iraq IR Adversary, Saudi Arabia IR Adversary").known
    assert [(s.value, s.rule) for s in won if s.name == "Victory"] == [("the Jihadist has won", "2.1.2")]
    known = {s.name: s for s in ask([], "world Hard 2, US Soft, cells track 8, funding 5").known}
    assert (known["GWOT Relations Penalty"].value, known["GWOT Relations Penalty"].because) == (
        "2",
        "World Hard 2 and the US Soft",
    )
    assert known["Cells Available"].value == "3"
    assert "Cards dealt to the US" not in known


def test_a_position_that_cannot_be_is_refused() -> None:
    with pytest.raises(NoAnswer, match="cannot be set up"):
        ask(["US 43 reserves"], "Pakistan Good Ally RC")


def test_the_command_line_answers_in_words_and_as_data() -> None:
    said = run("ask", "US 43 woi Pakistan", "--position", "Pakistan Fair Neutral; prestige 5")
    assert (said.status, "Yes, so far." in said.out) == (0, True)
    found = json.loads(run("ask", "US 160 event", "--format", "json").out)
    assert (found["rules"], [a["answer"] for a in found["answers"]]) == ("Awakening", ["yes"])


# -------------------------------------------------------------------- the rest, filled in


def completions(board: Board, position: Sequence[str], dice: random.Random) -> tuple[str, list[str], list[str]]:
    """A position without some of its tracks and countries, and full positions with anything in their place."""
    aside = ("troops track", "cells track", "hand", "deck", "discards", "removed")
    lines = [line.removeprefix("setup: ") for line in position]
    country = {line: next((n for n in board.names if line.startswith(n)), "") for line in lines}
    tracks = [p for line in lines if not country[line] for p in line.split(", ") if not p.startswith(aside)]
    hidden = [p for p in tracks if p.startswith(("prestige", "funding", "US ")) and dice.random() < 0.5]
    free = [
        n
        for n in board.names
        if board[n].data.muslim or (n in board.non_muslim and n not in ("Israel", "United States"))
    ]
    gone = [line for line in lines if country[line] in free and dice.random() < 0.25]
    kept = [*(p for p in tracks if p not in hidden), *(line for line in lines if country[line] and line not in gone)]
    filled = []
    for _ in range(12):
        more = [_track(p, dice) for p in hidden] + [_country(country[line], board, dice) for line in gone]
        filled.append(", ".join([*kept, *filter(None, more)]))
    return ", ".join(kept), filled, hidden


def _track(stated: str, dice: random.Random) -> str:
    if stated.startswith("US "):
        return f"US {dice.choice(['Hard', 'Soft'])}"
    return f"prestige {dice.randint(1, 12)}" if stated.startswith("prestige") else f"funding {dice.randint(1, 9)}"


def _country(name: str, board: Board, dice: random.Random) -> str:
    if dice.random() < 0.2:
        return ""
    level = f"{dice.choice(['Good', 'Fair', 'Poor', 'IR'])} {dice.choice(['Ally', 'Neutral', 'Adversary'])}"
    said = f"{name} {level if board[name].data.muslim else dice.choice(['Hard', 'Soft'])}"
    return said + f" {dice.randint(1, 3)} sleepers" * (dice.random() < 0.5)


def compared(number: int, words: Counter[str]) -> list[str]:
    """Answers on a play of a game that some completion of its position contradicts."""
    dice = random.Random(number)
    verdict = judge(read_text("\n".join(played(number, 3).lines) + "\n"))
    steps = [i for i, s in enumerate(verdict.steps) if s.action.kind == "card" and s.action.cards[:1] > (0,)]
    at = dice.choice([i for i in steps if len(verdict.steps[i].action.numbers) == 1])
    play = verdict.record.lines[verdict.steps[at].action.place.line - 1]
    board = position_before(verdict, at)
    if board.winner or board.rules.guides or (min(board.cards) < 121 and max(board.cards) > 120):
        return []
    rules = "Awakening" if max(board.cards) > 120 else ""
    stated, filled, _ = completions(board, block(board).split("\n"), dice)
    try:
        answer = ask([play], stated, rules).answers[-1]
    except NoAnswer:
        return []
    words[answer.word] += 1
    wrong = []
    for position in filled:
        tag = '[Rules "Awakening"]\n' * bool(rules)
        found = judge(read_text(f"{tag}setup: {position}\n{play}\n"), slips=False)
        counted = [f for f in found.findings if f.counted]
        if any(f.rule == "5.1" or f.place.line < 2 + bool(rules) for f in counted):
            continue  # the game is over, or such a position cannot be
        legal = not any(f.kind in ("illegal", "impossible", "outcome") for f in counted)
        if not answer.hanging and legal != (answer.word != "no"):
            wrong.append(f"{play}: {answer.word}, but with {position}: {[f.message for f in counted]}")
    return wrong


def test_an_answer_holds_whatever_the_rest_is() -> None:
    words: Counter[str] = Counter()
    assert [w for number in range(24) for w in compared(number, words)] == []
    assert words["yes"] + words["no"] > words["it depends"] > 0


@pytest.mark.long
def test_an_answer_holds_whatever_the_rest_is_in_many_positions() -> None:
    words: Counter[str] = Counter()
    assert [w for number in range(24, 400) for w in compared(number, words)] == []
