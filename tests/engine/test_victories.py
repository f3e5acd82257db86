"""Victory without a play.

It may come in a set-up, in a question, and in a correction of the board.
"""

from __future__ import annotations

import json

import pytest

from referee.engine.record.setup import scenario_files
from referee.engine.record.steps import Judgement
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.play.recording import Book, Session
from referee.reports import describe
from referee.web.desk import Desk
from tests.helpers.commands import referee

WON = "Iraq IR Adversary, Saudi Arabia IR Adversary, Iran 1 sleeper"
"""Three Resources each, side by side (2.1.2)."""
FIVE = WON.replace("Saudi Arabia", "Syria")
CLOCK = "phase US 1, hand US 4, hand J 4, "


def judged(text: str) -> Judgement:
    return judge(read_text(text))


def asked(position: str, play: str) -> str:
    """The answer of ``referee was``, in one line."""
    return " ".join(referee("was", "--setup", position, play).out.split())


# ------------------------------------------------------------------------------------------------ asked


def test_a_question_has_the_victory_of_its_position() -> None:
    assert "Yes." in asked(WON, "board: J wins")
    no = asked(FIVE, "board: J wins")
    assert "No." in no
    assert "nobody has won yet" in no
    assert "2.1.2" in no


def test_a_play_after_it_is_one_too_many() -> None:
    no = asked(f"{CLOCK}{WON}, Gulf States Fair Ally", "US 43 deploy track > Gulf States 2")
    assert "The game is over: the Jihadist has won in the set-up (2.1.2)." in no
    assert "Rule 5.1" in no
    assert "Yes." in asked(f"{CLOCK}{FIVE}, Gulf States Fair Ally", "US 43 deploy track > Gulf States 2")


def test_a_position_without_a_word_of_cells_is_not_won() -> None:
    """A question with the facts that matter to it.

    The Cells of the other countries do not matter.
    """
    tracks = "prestige 5, US Hard, world 0"
    assert "Yes." in asked(f"Pakistan Fair Neutral, {tracks}", "US 43 woi Pakistan [5]")
    assert "Yes." in asked(f"Pakistan Fair Neutral no cells, {tracks}", "US 43 woi Pakistan [5]")
    assert "No." in asked("Pakistan Fair Neutral, prestige 5", "board: US wins")
    assert "Yes." in asked("Pakistan Fair Neutral, prestige 5, cells track 15", "board: US wins")


def test_the_page_answers_the_same() -> None:
    def ask(text: str, play: str) -> dict[str, object]:
        told = json.loads(Desk().call("ask.judge", json.dumps({"text": text, "play": play})))["ok"]
        found: dict[str, object] = told["answers"][0]
        return found

    assert ask(f"setup: {WON}", "board: J wins")["word"] == "yes"
    assert ask(f"setup: {FIVE}", "board: J wins")["word"] == "no"
    assert ask(f"setup: {CLOCK}{WON}", "US 43 deploy track > Pakistan 2")["by"] == "5.1"


# ------------------------------------------------------------------------------------------------ shown


def test_the_verdict_says_where_the_game_was_won() -> None:
    told = describe.victory(judged(f"setup: {WON}\n"))
    assert told == "The Jihadist wins: 6 Resources under Islamist Rule, two countries Adjacent (2.1.2; in the set-up)."
    text = f"setup: {CLOCK}{WON.replace('Saudi Arabia IR Adversary', 'Saudi Arabia Poor Neutral')}\n"
    told = describe.victory(judged(f"{text}set: Saudi Arabia IR Adversary\n"))
    assert told.endswith("(2.1.2; line 2).")


def test_the_finding_goes_back_to_the_correction() -> None:
    text = f"setup: {CLOCK}{WON.replace('Saudi Arabia IR Adversary', 'Saudi Arabia Poor Neutral')}\n"
    verdict = judged(f"{text}set: Saudi Arabia IR Adversary\nUS 7 reserves\n")
    (over,) = [f for f in verdict.findings if f.rule == "5.1"]
    assert over.see == [2]
    assert over.message == "The game is over: the Jihadist has won as the board was put right (2.1.2)."


def test_a_victory_that_goes_is_noted() -> None:
    text = f"setup: {CLOCK}{WON}\n"
    for line in ("set: Saudi Arabia Poor Neutral", "set: phase US 1"):
        (note,) = [f for f in judged(text + line).findings if f.place.line == 2]
        assert note.message.endswith("the victory of the Jihadist is taken back.")
    (note,) = [f for f in judged(text + "set: prestige 5").findings if f.place.line == 2]
    assert "taken back" not in note.message


def test_legal_recorder_and_board_say_that_the_game_is_over() -> None:
    text = f"setup: {CLOCK}{WON}\n"
    assert "The game is over: the Jihadist side has won (2.1.2)." in referee("legal", "-", stdin=text).out
    assert "the game is over: the Jihadist won by 2.1.2" in referee("board", "-", stdin=text).out
    session = Session(Book(text), seed=7)
    assert session.question.title == "The game is over: the Jihadist has won (2.1.2)."


def test_a_printed_position_that_is_won_reads_back_as_won() -> None:
    """A position with all Cells on their track.

    The last Cell was Disrupted, and the position states it.
    """
    won = f"setup: {CLOCK}Pakistan Fair Ally 1 active\nUS 24 disrupt Pakistan:a\n"
    printed = referee("board", "-", stdin=won).out
    assert "the game is over: the US won by 2.1.1" in printed
    assert judged(printed).board.winner == "US"


# ------------------------------------------------------------------------------------------------ scenarios, points


@pytest.mark.parametrize("name", scenario_files())
def test_no_scenario_begins_with_a_victory(name: str) -> None:
    for more in ("", "setup: prestige 5\n", "setup: funding 5\n"):
        verdict = judged(f'[Scenario "{name}"]\n{more}')
        assert verdict.board.winner == ""
        assert all(c.kind != "victory" for c in verdict.journal.changes)


def test_a_goal_of_the_set_up_is_a_point_in_a_game_by_points() -> None:
    head = '[Scenario "Campaign"]\n[Options "campaign-points"]\n'
    countries = "Iraq IR Adversary, Gulf States IR Adversary no troops, Saudi Arabia IR Adversary no troops"
    board = judged(f"{head}setup: {countries}\n").board
    assert board.winner == ""
    assert [side for side, _ in board.recall("campaign points")] == ["J"]


def test_both_sides_at_once_are_a_point_each() -> None:
    head = '[Scenario "Campaign"]\n[Options "campaign-points"]\n'
    countries = "Iraq IR Adversary, Saudi Arabia IR Adversary no troops, Afghanistan no cells, Gulf States no cells"
    board = judged(f"{head}setup: {countries}\n").board
    assert board.winner == ""
    assert sorted(side for side, _ in board.recall("campaign points")) == ["J", "US"]
