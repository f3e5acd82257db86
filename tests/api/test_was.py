"""`referee was`: was this play legal, and why?"""

from __future__ import annotations

import json

import pytest

from tests.helpers.commands import referee
from tests.helpers.hunting import HUNT, PROFILE
from tests.helpers.paths import LOGS
from tests.helpers.sentences import SENTENCES

EVENING = LOGS / "evening-2.lgn"
POSITION = "US Hard, prestige 5, Pakistan Fair Neutral 2 sleepers, Jordan Fair Ally"


def answer(*arguments: str, stdin: str = "") -> tuple[int, str]:
    """The exit status, and the answer without its line ends."""
    run = referee("was", *arguments, stdin=stdin)
    assert run.err == ""
    return run.status, " ".join(run.out.split())


@pytest.mark.parametrize(
    "place",
    [
        [f"{EVENING}:30"],
        [f"{EVENING}:30:22"],
        [str(EVENING), "30"],
        [str(EVENING), "line", "30"],
        [str(EVENING), "a13"],
    ],
)
def test_a_play_is_asked_for_by_line_or_number(place: list[str]) -> None:
    status, told = answer(*place)
    assert status == 1
    assert told.startswith(
        f"{EVENING}, line 30 (a13): US 75 deploy track > Pakistan 2 / no event => troops track 3 No. "
    )


def test_no_is_said_with_side_rule_summary_and_what_follows() -> None:
    _, told = answer(f"{EVENING}:30")
    assert "The US play was not legal." in told
    assert "Rule 7.3.3 (Deploy: destination must be an Ally): " in told
    assert "Gulf States" in told
    assert "Troops Track 5 → 3" in told
    assert "--on-violation undo" in told


def test_yes_is_said_with_the_rules_that_were_met() -> None:
    status, told = answer(f"{EVENING}:28")
    assert status == 0
    assert " Yes. The US play was legal. It meets these rules, what came nearest to forbidding it first: - " in told
    assert " - Afghanistan has a Cadre to Recruit with" not in told
    assert "Cadre placed" in told


def test_the_dice_are_summed_up() -> None:
    status, told = answer(f"{EVENING}:52")
    assert status == 1
    assert "No. The US play was allowed, but the result was recorded wrongly." in told
    assert "rolled 5, -1 Low Prestige, -2 GWOT Relations Penalty = 2; 5 or more was needed: failure." in told


def test_what_is_missing_is_neither_yes_nor_no() -> None:
    status, told = answer(f"{EVENING}:20")
    assert status == 1
    assert " I cannot say. The US play may have been legal, but the line leaves something out." in told


def test_a_checkpoint_can_be_asked_about() -> None:
    assert "No. The position written here does not agree with the board." in answer(f"{EVENING}:43")[1]
    assert "Yes. The position written here agrees with the board." in answer(f"{EVENING}:42")[1]


def test_a_position_that_agrees_says_why() -> None:
    _, told = answer("--setup", "Iraq IR Adversary, Saudi Arabia IR Adversary, Iran 1 sleeper", "board: J wins")
    assert (
        " Yes. The position written here agrees with the board. This is why: - J wins. The Jihadist wins with" in told
    )
    assert told.endswith("(2.1.2).")
    _, told = answer("--setup", POSITION, "US 24 woi Pakistan [6]", "board: Pakistan Ally, prestige 5")
    last = SENTENCES["changed-by-an-earlier-line"].reason.replace("2", "1")
    assert f"This is why: - Pakistan Ally: Alignment from Neutral to Ally. {last}" in told
    assert told.endswith("(7.2.1.2).")


def test_an_operation_that_the_event_of_its_card_grants_is_offered_as_such() -> None:
    iraq = "US Hard, Iraq Poor Adversary, Iran 1 sleeper"
    for card, offered in ((37, True), (34, False)):
        play = f"US {card} regime-change track > Iraq 6 gov[5] prestige[5 1 3]"
        status, told = answer("--setup", iraq, play)
        assert status == 1
        assert ("Played for its event, the card would allow it: “event / regime-change …”." in told) is offered
    assert answer("--setup", iraq, "US 37 event / regime-change track > Iraq 6 gov[5] prestige[5 1 3]")[0] == 0


def test_what_else_an_answer_rests_on_is_named() -> None:
    _, told = answer("--setup", "prestige 12, France Hard 2 sleepers", "US 43 disrupt France:ss => prestige 13")
    assert "Rule 4.7 (" in told
    _, told = answer("--setup", "Yemen Good Ally 2 actives, lapsing 114", "J 83 recruit Yemen 1 [1]")
    assert "The rule is on card 114. See also 8.2." in told


def test_a_position_and_a_play_need_no_file() -> None:
    status, told = answer("--setup", POSITION, "US 43 deploy track > Pakistan 2")
    assert status == 1
    assert told.startswith("This play: US 43 deploy track > Pakistan 2 No. The US play was not legal.")
    assert "Jordan" in told
    status, told = answer("--setup", POSITION, "US 43 deploy track > Jordan 2")
    assert (status, " Yes. The US play was legal." in told) == (0, True)


def test_several_plays_lead_up_to_the_one_that_is_asked_about() -> None:
    status, told = answer("--setup", POSITION, "US 43 deploy track > Jordan 2", "US 20 deploy track > Pakistan 2")
    assert status == 1
    assert "This play: US 20 deploy track > Pakistan 2" in told


def test_from_standard_input() -> None:
    status, told = answer("-", "2", stdin=f"setup: {POSITION}\nUS 43 deploy track > Jordan 2\n")
    assert (status, "<stdin>, line 2 (a1):" in told) == (0, True)


def test_what_was_not_legal_is_taken_back() -> None:
    _, told = answer("--on-violation", "undo", f"{EVENING}:30")
    assert "taken back" in told
    assert "Troops Track 5 → 3" not in told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([str(EVENING)], "which play?"),
        ([f"{EVENING}:29"], "line 29 is no play; the next play is on line 30"),
        ([f"{EVENING}:63"], "line 63 is no play"),
        ([f"{EVENING}:999"], "there is no line 999"),
        ([str(EVENING), "a99"], "there is no action a99"),
        (["nowhere.lgn:3"], "no such file"),
        (["--setup", "Nowhere Fair", "US 43 reserves"], "the position cannot be set up"),
        ([f"{EVENING}:57", "--on-violation", "stop"], "was not judged"),
    ],
)
def test_a_question_without_an_answer(arguments: list[str], said: str) -> None:
    run = referee("was", *arguments)
    assert (run.status, run.out) == (2, "")
    assert said in run.err


def test_a_line_that_cannot_be_read() -> None:
    status, told = answer("-", "2", stdin='[Scenario "Let\'s Roll!"]\nJ 112 evnt\n')
    assert status == 1
    assert "I cannot say." in told


@pytest.mark.long
def test_every_play_of_every_record_has_an_answer() -> None:
    from referee.cli.commands import was

    verdict = json.loads(referee("check", "--format", "json", EVENING).out)
    wrong = {f["id"] for f in verdict["findings"] if f["kind"] != "note" and f["id"]}
    for n in range(1, verdict["actions"] + 1, 3 if PROFILE == HUNT else 6):
        told = was.answer([str(EVENING), f"a{n}"])
        assert (told.status == 1) == (f"a{n}" in wrong)
        assert all(p.endswith((".", "”.")) for p in told.paragraphs)
        assert "  " not in " ".join(told.paragraphs)


def test_the_forms_of_an_answer() -> None:
    data = json.loads(referee("was", "--format", "json", f"{EVENING}:30").out)
    assert (data["answer"], data["line"], data["id"]) == ("no", 30, "a13")
    assert data["findings"][0]["rule"] == "7.3.3"
    assert data["changes"]
    post = referee("was", "--format", "bbcode", f"{EVENING}:18").out
    assert "[b]No.[/b]" in post
    assert "[c]J 111 jihad Afghanistan:aa [3 5] => Afghanistan Poor 3 actives[/c]" in post
    mail = referee("was", "--format", "markdown", f"{EVENING}:30").out
    assert "**No.** The US play was not legal." in mail
    assert "~~~\nUS 75 deploy track" in mail
