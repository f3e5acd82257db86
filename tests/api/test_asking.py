"""Questions at the table.

They are about plays in a position stated in part, and about the position itself.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from referee.api import asking
from referee.api.asking import PlayAnswer, ask
from referee.engine.record.findings import Finding
from referee.inputs.judging import judge
from referee.inputs.records import format_text, read_text
from referee.play.editing.document import Document
from referee.play.recording.book import Book
from referee.reports.ruling import NoAnswer
from tests.helpers.commands import referee as run
from tests.helpers.hunting import examples
from tests.helpers.paths import ROOT, TESTS

sys.path.insert(0, str(ROOT / "scripts" / "measure"))

from questions import compared

QUESTIONS = tomllib.loads((TESTS / "api" / "asked.toml").read_text(encoding="utf-8"))["question"]
OPTIONS = {48: ["jihadist-activities"]}


def asked(position: str, *plays: str) -> PlayAnswer:
    return ask(plays, position).answers[-1]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: str(q["id"]))
def test_a_question_of_players_has_the_answer_and_names_what_decides(question: dict[str, Any]) -> None:
    found = ask(question["plays"], question["position"], None, OPTIONS.get(question["id"], ()))
    last = found.answers[-1] if found.answers else None
    assert (last.word if last else "yes") == question["answer"]
    assert question["names"] in found.text(200)
    assert "The US wins" not in found.text(200)


def test_a_play_without_dice_is_legal_so_far() -> None:
    """A War of Ideas in a Neutral without dice (7.2.1.2).

    It needs 5: 2 of 6 faces; one more misses by one and brings Aid.
    """
    found = asked("Pakistan Fair Neutral, prestige 5, US Hard, world 0", "US 43 woi Pakistan")
    assert found.word == "yes so far"
    (roll,) = found.open_rolls
    assert (roll.due_by, roll.needed) == ("7.2.1.2", "5 or more")
    assert [(r.result, round(r.chance * 6), r.board) for r in roll.results] == [
        ("failure", 3, ()),
        ("failure by one", 1, ("Pakistan: Aid 0 → 1",)),
        ("success", 2, ("Pakistan: Alignment Neutral → Ally",)),
    ]


def test_a_change_between_two_countries_names_both() -> None:
    """Travel into a Poor country that is not adjacent (8.1.1).

    It succeeds on 3 or less: the Cell leaves one, reaches the other.
    """
    found = asked("Pakistan Fair Neutral 1 sleeper, Iraq Poor Adversary", "J 63 travel Pakistan:s > Iraq")
    (roll,) = found.open_rolls
    success = next(r for r in roll.results if r.result == "success")
    assert success.board == ("Pakistan Sleepers 1 → 0, Iraq Sleepers 0 → 1",)


def test_a_result_that_hangs_on_a_track_says_how() -> None:
    """A 5 with Low Prestige (4.7.1) or a penalty (4.7.2.1).

    Each of them takes 1.
    """
    found = asked("Pakistan Fair Neutral, US Hard, world 0", "US 20 woi Pakistan [5]")
    assert found.word == "it depends"
    (prestige,) = [h for h in found.hanging if h.about == "prestige"]
    assert [(c.when, c.then) for c in prestige.cases] == [
        ("Prestige 1 to 3", "failure by one"),
        ("Prestige 4 to 12", "success"),
    ]


def test_nothing_is_said_of_what_nothing_hangs_on() -> None:
    """Deploy to an Ally alone (7.3.3), independent of tracks."""
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
    """A Deploy to a Neutral (7.3.3) before a Disrupt (7.4.1).

    The Deploy is illegal; the Disrupt needs the Troops that it brought.
    """
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


@pytest.mark.parametrize(
    ("words", "switched"),
    [
        ("the Jihadist Bot, Potent, Egypt Poor Neutral 2 sleepers", ["jihadist-bot", "potent"]),
        ("US Bot: Ruthless; Egypt Poor Neutral 1 sleeper", ["us-bot", "ruthless"]),
        ("with the option disrupt-fewer, Egypt Poor Neutral", ["disrupt-fewer"]),
    ],
)
def test_options_and_levels_are_stated_in_words(words: str, switched: list[str]) -> None:
    found = ask(["J 83 recruit Egypt 1"], words)
    assert found.assumed[-1] == f"Judged with {' and '.join(switched)}."


def test_a_length_is_stated_in_words() -> None:
    """A green Regime Change after the last deck (2.3).

    3 Good Resources are not more than twice its 3.
    """
    position = (
        "1 deck, turn 4, phase J 1, deck 5, reshuffles 0, hand J 0, hand US 0, good 3, islamist 0, Iran 1 sleeper, "
        "Saudi Arabia Good Ally, Iraq Poor Ally RC-green 6 troops"
    )
    assert asked(position, "end of turn => J wins").word == "yes"
    assert asked(position.replace("RC-green", "RC-tan"), "end of turn => US wins").word == "yes"


def test_a_word_that_is_neither_a_statement_nor_an_option_is_refused() -> None:
    with pytest.raises(NoAnswer, match="cannot be set up"):
        ask(["US 43 reserves"], "Pakistan Fair Neutral, the Chinese Bot")


def test_a_total_that_is_stated_is_a_fact() -> None:
    """A stated total of 12 Good Resources, which win (2.1.1).

    Saudi Arabia is worth 3, so 2 in all cannot be (4.7.6).
    """
    assert [s.words for s in ask([], "good 12").known if s.name == "Victory"] == [
        "Victory: the US has won, Good Resources 12 (2.1.1)."
    ]
    cannot = ask([], "good 2, Saudi Arabia Good Ally")
    assert (cannot.impossible, [s.rule for s in cannot.standings]) == (True, ["4.7.6"])


def test_where_both_editions_have_a_play_and_differ_the_answer_says_so() -> None:
    """An artificial difference between the editions.

    No play that both can read is known to differ, so the answer of the base game is given another word here.
    """
    position = "Pakistan Fair Neutral, prestige 5, US Hard, world 0"
    found = ask(["US ? woi Pakistan [6]"], position)
    assert not found.assumed
    (said,) = asking.edition_differences(
        [replace(found.answers[0], word="no")], ["US ? woi Pakistan [6]"], position, ()
    )
    assert said.endswith("the answer on “US ? woi Pakistan [6]” is: Yes. The US play was legal.")


def test_a_position_that_cannot_be_is_told_with_its_rules() -> None:
    found = ask([], "Pakistan Good Ally RC, funding 11")
    assert (found.impossible, [s.rule for s in found.standings]) == (True, ["7.3.4.1", "4.7.4.1"])
    assert found.status == 1


def test_a_goal_to_which_nothing_is_stated_is_not_listed() -> None:
    assert [s.name for s in ask([], "troops track 9").known] == ["Cards dealt to the US"]


def test_an_event_that_would_have_to_happen_is_what_an_answer_hangs_on() -> None:
    """Kazakh Strain, which must happen if it can (6.3.2).

    It is played only with a Cell in Central Asia.
    """
    found = asked("phase US 1, prestige 7, US Soft, Syria Fair Adversary", "US 69 no event / reserves")
    assert found.word == "it depends"
    assert "6.3.2" in found.hanging[0].words


def test_a_track_and_a_country_together_can_make_a_play_legal() -> None:
    """Card 32 with Travel from France.

    It needs a Soft US, and the Travel a Cell there: neither was stated, and neither alone is enough.
    """
    stated = "Syria Fair Adversary, Germany Soft, phase J 1, hand J 8, hand US 8"

    def answer(more: str = "") -> PlayAnswer:
        return ask(["J 32 event Syria, discard 24 / travel France:s > Germany"], stated + more).answers[-1]

    (hanging,) = answer().hanging
    assert hanging.words == "France Soft with 1 Sleeper, US Posture Soft: allowed"
    assert answer(f", {hanging.cases[0].states[0]}").word == "yes"
    words = [answer(more).word for more in ("", ", US Soft", ", France Soft 1 sleeper", ", US Hard")]
    assert words == ["it depends", "it depends", "it depends", "no"]
    assert answer(", US Soft, France Soft 1 sleeper").word == "yes"


@pytest.mark.parametrize(
    ("play", "stated", "words"),
    [
        # each die of Travel moves one Cell from where it is (8.3), so one is needed there and more do as well
        ("J 95 travel France:s > Germany", "Germany Soft", "France Soft with 1 Sleeper or more: allowed"),
        ("J 95 travel United States:s > Canada", "Canada Soft", "United States with 1 Sleeper or more: allowed"),
    ],
)
def test_more_pieces_than_are_needed_do_as_well(play: str, stated: str, words: str) -> None:
    (answer,) = ask([play], f"{stated}, phase {play.partition(' ')[0]} 1, hand J 8, hand US 8").answers
    assert [h.words for h in answer.hanging] == [words]


def test_plays_before_the_last_are_answered_in_short() -> None:
    said = run(
        "ask", "--position", "Pakistan Fair Ally 2 sleepers", "US 20 reserves", "US 43 deploy track > Pakistan 2"
    )
    assert said.out.count("This play:") == 2
    assert said.out.count("It meets these rules") == 1


@pytest.mark.parametrize("form", ["markdown", "bbcode"])
def test_every_form_has_what_follows_from_a_position(form: str) -> None:
    assert "GWOT Relations Penalty: 2" in run("ask", "--position", "world Hard 2, US Soft", "--format", form).out


def test_a_play_that_is_quoted_is_escaped() -> None:
    """A quoted play of any author in the other edition's sentence."""
    found = ask(["US ? woi Pakistan [6]"], "Pakistan Fair Neutral, prestige 5, US Hard, world 0")
    found.assumed.append("“<b>[url]x[/url]</b>”")
    assert "<b>" not in found.markdown()
    assert "[url]x[/url]" not in found.bbcode()


@pytest.mark.parametrize("play", ["setup: Pakistan Good Ally", '[Rules "Awakening"]'])
def test_what_states_the_position_is_no_play(play: str) -> None:
    with pytest.raises(NoAnswer, match="belong to the position"):
        ask([play, "US 43 reserves"])


def test_a_question_has_no_policy() -> None:
    said = run("was", "--setup", "US Hard", "US 20 reserves", "--on-violation", "undo")
    assert (said.status, "--on-violation is for a record" in said.err) == (2, True)


# -------------------------------------------------------------------- the same position elsewhere


def test_what_is_legal_hangs_on_what_was_not_stated() -> None:
    said = run("legal", "--setup", "phase US 1, Pakistan Fair Ally 2 sleepers", "--card", "43").out
    assert "hangs on Prestige, US Posture and World Posture, not stated: Pakistan" in " ".join(said.split())
    assert "hangs on what was not stated: everywhere else" in said
    assert "Withdraw: hangs on what was not stated" in said
    known = run(
        "legal", "--setup", "phase US 1, prestige 5, US Hard, Pakistan Fair Ally 2 sleepers", "--card", "43"
    ).out
    assert "Withdraw: not possible; Withdraw needs the US at Soft Posture" in known


def test_data_on_what_is_legal_has_what_it_hangs_on() -> None:
    data = json.loads(run("legal", "--setup", "phase US 1, Pakistan Fair Ally", "--card", "43", "--format", "json").out)
    woi = next(use for use in data["values"][0]["uses"] if use["use"] == "woi")["questions"][0]
    pakistan = next(c for c in woi["legal"] if c["target"] == "Pakistan")
    assert {"country": "", "field": "prestige"} in pakistan["hangs_on"]


def test_a_board_and_a_bot_take_a_position_too() -> None:
    assert "Mali Poor Ally" in run("board", "--setup", "phase US 1, Mali Poor Ally").out
    said = run("bot", "--setup", "the Jihadist Bot, phase J 1, Pakistan Fair Ally 2 sleepers", "--card", "97")
    assert said.status == 0, said.err
    assert "The Jihadist Bot plays 97 Fatwa" in said.out


@pytest.mark.parametrize("command", [("legal",), ("board",), ("bot", "--card", "97")])
def test_a_record_or_a_position_is_needed_and_not_both(command: tuple[str, ...]) -> None:
    assert "Give a record, or state it with --setup" in run(*command).err
    assert "Give a record, or state it with --setup" in run(*command, "x.lgn", "--setup", "US Hard").err


# -------------------------------------------------------------------- a record without tags


@pytest.mark.parametrize(
    ("lines", "game"),
    [
        ("setup: phase US 1, Syria Poor Neutral civil war\nUS 160 event", "The Awakening"),
        ("setup: phase US 1, Syria Poor Neutral civil war\nUS 43 reserves", "both decks"),
        ("setup: phase US 1, Pakistan Fair Neutral\nUS 43 reserves", ""),
        ('[Rules "base"]\nsetup: phase US 1\nUS 160 event', ""),
    ],
)
def test_a_record_without_a_tag_is_judged_by_the_game_that_it_is_about(lines: str, game: str) -> None:
    verdict = judge(read_text(f"{lines}\n"))
    notes = [f for f in verdict.findings if "tag says which game" in f.message]
    assert verdict.record.inferred == game
    assert [f.help for f in notes] == ([f'Write [Rules "{game}"] on top.'] if game else [])


def test_an_editor_and_the_recorder_read_it_as_it_is_checked() -> None:
    text = "setup: phase US 1, Mali Poor Ally\nUS 160 reserves\n"
    document = Document("setup: phase US 1\nUS 160 reserves")
    document.change(1, 1, ["setup: phase US 1, Mali Poor Ally"])
    assert document.record.inferred == "The Awakening"
    document.set_text(text)
    document.judge()
    assert [f.message for f in document.findings if f.counted] == [f.message for f in check(text) if f.counted]
    document.set_text("setup: phase US 1\n")
    assert document.record.inferred == ""
    assert Book(text).record.inferred == "The Awakening"
    assert not format_text(text).unreadable


def check(text: str) -> list[Finding]:
    return judge(read_text(text)).findings


def test_one_card_of_another_game_among_many_is_a_slip_of_the_pen() -> None:
    plays = "".join(f"US {n} reserves\n" for n in (1, 2, 5, 6, 7, 9, 14, 16, 17, 18, 19, 143))
    assert read_text(f"setup: phase US 1\n{plays}").inferred == ""


# -------------------------------------------------------------------- the rest, filled in


@pytest.mark.long
def test_an_answer_holds_whatever_the_rest_is() -> None:
    words: Counter[str] = Counter()
    assert [w for number in range(24) for w in compared(number, words)] == []
    assert words["yes"] + words["no"] > words["it depends"] > 0


@pytest.mark.long
def test_an_answer_holds_whatever_the_rest_is_in_many_positions() -> None:
    words: Counter[str] = Counter()
    assert [w for number in range(24, 24 + examples(19)) for w in compared(number, words)] == []
