"""Ask without a browser: positions, plays by taps, answers.

The positions are set by statements, the answers are worked out by hand from the rules.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from referee.web import drawn
from referee.web.desk import Desk
from tests.helpers.paths import LOGS
from tests.helpers.sentences import SENTENCES

TO_A_NEUTRAL = SENTENCES["deploy-to-a-neutral"]

DESK = Desk()
GULF = "setup: US Hard, prestige 7\nsetup: Pakistan Fair Neutral 2 sleepers, Gulf States Fair Ally 2 troops\n"


def ask(call: str, **given: Any) -> Any:
    answer = json.loads(DESK.call(f"ask.{call}", json.dumps(given)))
    assert "ok" in answer, answer
    return answer["ok"]


def refused(call: str, **given: Any) -> str:
    answer = json.loads(DESK.call(f"ask.{call}", json.dumps(given)))
    assert "refused" in answer, answer
    return str(answer["refused"])


def judged(play: str, text: str = GULF) -> Any:
    """The answer on one play, with its details."""
    told = ask("judge", text=text, play=play)
    return told["answers"][-1] | {k: told[k] for k in ("rules", "text", "forum", "link", "board")}


def controls(sheet: Any) -> dict[str, Any]:
    return {c["label"]: c for g in sheet["groups"] for c in g["controls"]}


def put(text: str, subject: str, field: str, value: Any) -> Any:
    return ask("set", text=text, subject=subject, field=field, value=value, country=subject)


# ---------------------------------------------------------------- answers


def test_troops_do_not_deploy_to_a_neutral() -> None:
    told = judged("US 43 deploy track > Pakistan 2")
    assert (told["word"], told["by"]) == ("no", "7.3.3")
    assert told["head"] == TO_A_NEUTRAL.bare
    assert told["rules"]["7.3.3"]["to"] == "rule/7.3.3"
    assert {"question": "Where to (first)", "chosen": "Pakistan", "others": "Gulf States"} in told["instead"]
    assert "Gulf States" in told["findings"][0]["help"]


@pytest.mark.parametrize(("prestige", "word"), [(6, "no"), (7, "yes"), (9, "yes")])
def test_a_4_wins_the_war_of_ideas_from_high_prestige_on(prestige: int, word: str) -> None:
    told = judged("US 20 woi Pakistan [4] => Pakistan Ally", GULF.replace("prestige 7", f"prestige {prestige}"))
    assert told["word"] == word
    if word == "yes":
        assert told["rolls"][0]["said"].endswith(SENTENCES["war-of-ideas-that-succeeds"].reason.partition(": ")[2])
        assert "success 50 %" in told["rolls"][0]["chance"]
        assert told["changes"][0]["said"] == "Pakistan: Alignment Neutral → Ally"
        why = {ground["rule"]: ground["sentence"] for ground in told["met"]}
        assert why["7.2.1.1"].startswith("Pakistan is ")
        assert "7.2.1.1" in told["rules"]
    else:
        assert told["head"].startswith("The play is allowed, but a wrong result: You wrote Pakistan Ally")


def test_three_cells_do_not_travel_on_a_card_of_value_2() -> None:
    text = "setup: Afghanistan IR Adversary 4 sleepers, Pakistan Fair Neutral\n"
    told = judged("J 63 travel " + ", ".join(["Afghanistan:s > Pakistan"] * 3), text)
    assert (told["word"], told["by"]) == ("no", "8.3.1")


@pytest.mark.parametrize(
    ("play", "text"),
    [
        ("US 43 deploy track > Pakistan 2", "setup: prestige 7\n"),
        ("J 63 travel " + ", ".join(["Afghanistan:s > Pakistan"] * 3), "setup: Afghanistan IR Adversary 4 sleepers\n"),
        ("US 43 deploy Pakistan > Gulf States 9", GULF),
    ],
)
def test_nothing_is_legal_after_an_answer_that_is_refused(play: str, text: str) -> None:
    told = judged(play, text)
    assert told["word"] == "no"
    refused_at = told["findings"][0]["message"]
    asked = [row["question"] for row in told["instead"]]
    assert not any(q.startswith("How many") for q in asked), refused_at
    assert "Where to (third)" not in asked


def known(text: str = "") -> str:
    """A position of which the rest is unknown."""
    return str(ask("show", text=text)["text"])


def test_an_empty_position_is_not_known() -> None:
    told = judged("US 43 deploy track > Pakistan 2", known())
    assert told["word"] == "it depends"
    assert "Pakistan" in told["head"]
    assert told["board"] is None  # nothing is carried out
    assert judged("US 20 woi Pakistan [4]", known('[Rules "Base"]\n'))["word"] == "it depends"
    told = judged("US 20 woi Iran [4]", known())  # 7.2.3: so on every board
    assert (told["word"], told["by"]) == ("no", "7.2.3")


def test_what_an_answer_hangs_on_can_be_stated_and_asked_again() -> None:
    text = known("setup: Pakistan Fair Neutral\n")
    told = judged("US 43 woi Pakistan [4]", text)
    assert told["word"] == "it depends"
    prestige = next(h for h in told["hanging"] if h["name"] == "Prestige")
    assert (prestige["of_track"], prestige["decides"]) == (True, True)
    high = next(c for c in prestige["cases"] if c["then"] == "success")
    text = ask("state", text=text, said=high["states"][0])["text"]
    assert text.startswith("setup: prestige ")
    again = judged("US 43 woi Pakistan [4]", text)
    assert "Prestige" not in [h["name"] for h in again["hanging"]]
    assert "cannot be stated" in refused("state", text=text, said="wizards 4")


def test_a_play_without_its_dice_is_legal_so_far() -> None:
    text = known("setup: Pakistan Fair Neutral, prestige 5, US Hard, world 0\n")
    told = judged("US 43 woi Pakistan", text)
    assert (told["word"], told["by"]) == ("yes so far", "7.2.1.2")
    assert told["head"] == "War of Ideas in Pakistan needs 5 or more (misses by one 17 %, success 33 %)"
    assert [r["result"] for r in told["open"][0]["results"]] == ["Failure", "Failure by one", "Success"]


def test_several_plays_have_an_answer_each() -> None:
    plays = "US 43 deploy track > Pakistan 2\nUS 20 woi Pakistan [4]"
    told = ask("judge", text=GULF, play=plays)
    assert [a["word"] for a in told["answers"]] == ["no", "yes"]
    assert [a["play"] for a in told["answers"]] == [[line] for line in plays.split("\n")]


def test_a_line_that_goes_on_is_the_same_play() -> None:
    told = ask("judge", text=GULF, play="US 86 deploy track > Gulf States 1\n+ US event")
    assert len(told["answers"]) == 1


def test_who_has_won_follows_from_a_position() -> None:
    text = known("setup: Iraq IR Adversary, Saudi Arabia IR Adversary, US Soft, world Hard 2\n")
    found = {s["name"]: s for s in ask("standing", text=text)}
    assert (found["GWOT Relations Penalty"]["value"], found["GWOT Relations Penalty"]["rule"]) == ("2", "4.7.2.1")
    assert found["GWOT Relations Penalty"]["to"] == "rule/4.7.2.1"
    assert not found["Prestige"]["known"]


def test_the_rules_follow_from_the_card() -> None:
    deck = {c["n"]: c["rules"] for c in ask("cards", text=known())}
    assert deck[43] == ["base", "alternative-history"]
    assert deck[160] == ["awakening", "alternative-history"]
    assert len(deck) == 240
    text = ask("rules", text=known("setup: Pakistan Fair Neutral\n"), rules="awakening")["text"]
    assert text.startswith('[Rules "The Awakening"]\nsetup: ')
    assert ask("rules", text=text, rules="base")["text"] == known("setup: Pakistan Fair Neutral\n")
    whole = ask("begin", game="Let's Roll!")["text"]
    assert max(c["n"] for c in ask("cards", text=whole)) == 120


def test_a_link_carries_the_answer_in_short() -> None:
    link = judged("US 43 deploy track > Pakistan 2")["link"]
    assert (link["word"], link["by"], link["map"]) == ("no", "7.3.3", "base")
    assert link["said"] == [f"{TO_A_NEUTRAL.sentence} {TO_A_NEUTRAL.help}"]
    assert [look[0] for look in link["looks"]] == ["Gulf States", "Pakistan"]
    assert link["looks"][1][4] == "Fair, Neutral, 2 Sleepers"
    assert "Pakistan: Alignment Neutral → Ally" in judged("US 20 woi Pakistan [4]")["link"]["said"]


@pytest.mark.parametrize("game", ["Let's Roll!", "Arab Spring", "Campaign"])
def test_a_position_in_short_is_drawn_as_the_position(game: str) -> None:
    shown = ask("begin", game=game)
    names = [look[0] for look in shown["brief"]["looks"]]
    blank = drawn.blank(shown["brief"]["map"])["svg"]
    boxes, empty = (
        dict(re.findall(r'data-country="([^"]+)"(.*?)</g>\s*</g>', svg, re.DOTALL))
        for svg in (shown["board"]["svg"], blank)
    )
    assert names == [name for name in boxes if boxes[name] != empty[name]]


def test_dice_without_brackets_are_offered_with_them() -> None:
    told = judged("us 20 woi pak 4")
    assert (told["word"], told["suggested"]) == ("no", "us 20 woi pak [4]")
    assert judged(told["suggested"])["word"] == "yes"
    assert judged(told["suggested"])["read_as"] == ["US 20 woi Pakistan [4]"]


def test_a_missing_roll_is_no_verdict() -> None:
    told = judged("US 20 woi Pakistan")
    assert (told["word"], told["by"]) == ("yes so far", "7.2.1.2")
    assert (
        told["head"]
        == "War of Ideas in Pakistan needs 5 or more with +1 High Prestige (misses by one 17 %, success 50 %)"
    )


def test_what_cannot_be_read_is_said_with_a_line_to_write() -> None:
    told = judged("US 43 deploi track > Gulf States 2")
    assert told["word"] == "cannot be judged"
    assert told["suggested"] == "US 43 deploy track > Gulf States 2"


def test_the_answer_goes_to_a_forum_and_into_a_record() -> None:
    told = judged("US 43 deploy track > Pakistan 2")
    assert told["forum"]["bbcode"].count("[b]No.[/b]") == 1
    assert "**No.**" in told["forum"]["markdown"]
    assert "--on-violation" not in json.dumps(told["forum"])
    taken = ask("take", text=told["text"])
    assert (taken["play"], taken["text"]) == ("US 43 deploy track > Pakistan 2", GULF)


def test_a_position_that_cannot_be_is_not_judged() -> None:
    text = "setup: Pakistan Good Ally RC\n"
    assert ask("show", text=text)["wrong"][0]["rule"] == "7.3.4.1"
    assert SENTENCES["regime-change-marker-on-a-good-country"].sentence in refused(
        "judge", text=text, play="US 20 woi Pakistan [4]"
    )


# ---------------------------------------------------------------- positions


def test_text_and_taps_make_the_same_position() -> None:
    made = put("", "Pakistan", "governance", 2)
    assert made["text"].endswith(
        "setup: Pakistan Fair Neutral\n"
    )  # a marked country is Neutral until it is said otherwise
    for field, value in (("alignment", "ally"), ("troops", 2), ("sleepers", 1), ("cadre", True), ("plots", ["2", "?"])):
        made = put(made["text"], "Pakistan", field, value)
    assert made["text"].splitlines()[-1] == "setup: Pakistan Fair Ally cadre 2 troops 1 sleeper plots 2 ?"
    assert ask("show", text=made["text"])["board"] == ask("show", text=made["text"] + "\n")["board"]
    have = controls(ask("sheet", text=made["text"], country="Pakistan"))
    assert [have[x]["value"] for x in ("Governance", "Troops", "Sleepers", "Cadre", "Plots")] == [
        2,
        2,
        1,
        True,
        ["2", "?"],
    ]
    cleared = made
    for field, value in (("troops", 0), ("sleepers", 0), ("cadre", False), ("plots", []), ("governance", None)):
        cleared = put(cleared["text"], "Pakistan", field, value)
    assert "Pakistan" not in cleared["text"]


def test_the_supply_is_the_limit_and_says_so() -> None:
    text = "setup: Pakistan Fair Ally 4 troops, Iraq Poor Ally 9 troops\n"
    troops = controls(ask("sheet", text=text, country="Pakistan"))["Troops"]
    assert (troops["value"], troops["max"]) == (4, 6)  # 15 in the game, 9 of them in Iraq
    assert troops["why"] == "No Troops are left on the track (4.6.3)."
    full = put(text, "Pakistan", "troops", 6)
    assert "15 Troops" in refused("set", text=full["text"], subject="Pakistan", field="troops", value=7, country="")


def test_what_can_lie_nowhere_is_not_offered_and_is_refused() -> None:
    france = controls(ask("sheet", text="", country="France"))
    assert "Posture" in france
    assert not {"Governance", "Alignment", "Aid", "Regime Change"} & set(france)
    assert "Posture" not in controls(ask("sheet", text="", country="Israel"))
    assert "4.8.3" in refused("set", text="", subject="France", field="aid", value=1, country="France")
    good = controls(ask("sheet", text="setup: Jordan Good Ally\n", country="Jordan"))["Regime Change"]
    assert [bool(o["why"]) for o in good["options"]] == [False, True, True]


def test_what_has_to_go_is_told() -> None:
    made = put("setup: Iraq Poor Ally RC-tan 6 troops\n", "Iraq", "governance", 1)
    assert made["text"].splitlines()[-1] == "setup: Iraq Good Ally 6 troops"
    assert "(7.3.4.1)" in made["notes"][0]


def test_tracks_and_clock_are_set_beside_the_countries() -> None:
    made = put("", "", "prestige", 4)
    assert "phase" not in made["text"]
    assert not made["clock"]
    made = put(made["text"], "", "phase", ["US", 2])
    assert "phase US 2" in made["text"]
    assert made["clock"]
    assert made["side"] == "US"
    assert "must be 1 to 12" in refused("set", text="", subject="", field="prestige", value=13, country="")
    lapsing = controls(ask("sheet", text="", country=""))["Lapsing cards"]
    assert 117 in [o["value"] for o in lapsing["options"]]
    assert "lapsing 117" in put(made["text"], "", "lapsing", [117])["text"]


def test_cards_that_leave_a_hand_are_in_the_deck_again() -> None:
    text = "setup: hand J 9, hand US 8, deck 90, discards 5 98\n"
    assert "deck 93" in put(text, "", "hand J", 6)["text"]
    assert "deck 89" in put(text, "", "discards", [5, 98, 44])["text"]


def test_event_markers_lie_where_they_may() -> None:
    pakistan = controls(ask("sheet", text=GULF, country="Pakistan"))["Markers"]
    assert [o["label"] for o in pakistan["options"]] == [
        "Benazir Bhutto",
        "Bhutto Shot",
        "FATA",
        "Indo-Pakistani Talks",
        "NATO",
    ]
    made = put(GULF, "Pakistan", "marker", {"each": ["FATA", "NATO"]})
    assert "setup: Pakistan Fair Neutral 2 sleepers FATA NATO" in made["text"]
    assert "FATA" not in put(made["text"], "Pakistan", "marker", {"each": ["NATO"]})["text"]


def test_what_happened_lately_is_a_statement_as_well() -> None:
    made = put(GULF, "", "disrupted", {"each": [["Pakistan"]]})
    assert "disrupted Pakistan" in made["text"]
    assert controls(ask("sheet", text=made["text"], country="Pakistan"))["Disrupted in this Action Phase"]["value"]
    assert "disrupted" not in put(made["text"], "", "disrupted", {"each": []})["text"]


def test_the_expansion_brings_its_own() -> None:
    begun = ask("begin", game="rules:awakening")
    assert begun["text"].startswith('[Rules "The Awakening"]')
    made = put(begun["text"], "Syria", "state", [3, "neutral"])
    made = put(made["text"], "Syria", "awakening", 2)
    war = put(made["text"], "Syria", "civil war", True)
    assert "Syria Poor Neutral civil war" in war["text"]
    assert "(11.1.4)" in war["notes"][0]
    assert controls(war["sheet"])["Militia"]["max"] == 15


def test_a_scenario_and_a_line_of_a_record_make_positions() -> None:
    begun = ask("begin", game="Let's Roll!")
    assert "setup: Afghanistan IR Adversary 4 sleepers" in begun["text"]
    assert begun["wrong"] == []
    record = (LOGS / "evening-2.lgn").read_text(encoding="utf-8")
    taken = ask("take", text=record, line=30, name="evening-2.lgn")
    assert taken["play"].startswith("US 75 deploy track > Pakistan 2")
    assert taken["text"].startswith("; evening-2.lgn, in front of line 30")
    assert taken["clock"]
    assert judged(taken["play"], taken["text"])["by"] == "7.3.3"
    assert "is no play" in refused("take", text=record, line=1)


def test_games_to_begin_with_all_begin() -> None:
    games = ask("games")
    assert {"Let's Roll!", "Awakening", "rules:base"} <= {g["name"] for g in games}
    for game in [g["name"] for g in games if g["name"].startswith(("rules:", "example:"))]:
        begun = ask("begin", game=game)
        assert begun["wrong"] == []
        if "play" in begun:
            assert judged(begun["play"], begun["text"])["word"] in ("yes", "no", "it depends")


# ---------------------------------------------------------------- taps


def tapped(text: str, side: str, card: int, *labels: str, kind: str = "card") -> Any:
    """A play built by answers in the words of the buttons.

    Dice are d4.
    """
    taps: list[str] = []
    given = {"text": text, "side": side, "kind": kind, "cards": [card] if card else []}
    for label in labels:
        asked = ask("build", **given, taps=taps)["question"]
        assert asked is not None, label
        tap = next((a["tap"] for a in [*asked["answers"], *asked["more"]] if a["label"] == label), label)
        taps.append(tap)
    return ask("build", **given, taps=taps)


def test_a_play_is_put_together_question_by_question() -> None:
    built = tapped(GULF, "US", 20, "War of Ideas", "Pakistan")
    assert built["question"]["kind"] == "dice"
    assert built["question"]["dice"] == 1
    assert "success 50 %" in built["question"]["title"]  # 4, 5 or 6 with +1 for High Prestige
    built = tapped(GULF, "US", 20, "War of Ideas", "Pakistan", "d4")
    assert built["line"] == "US 20 woi Pakistan [4]"
    assert [c["answer"] for c in built["crumbs"]] == ["War of Ideas", "Pakistan", "4"]


def test_an_answer_that_a_rule_forbids_can_be_asked_about_all_the_same() -> None:
    asked = tapped(GULF, "US", 43, "Deploy", "The Troops Track")["question"]
    pakistan = next(a for a in asked["answers"] if a["label"] == "Pakistan")
    assert pakistan["country"] == "Pakistan"
    assert pakistan["why"][0]["rule"] == "7.3.3"
    assert [a["label"] for a in asked["answers"] if not a["why"]] == ["Gulf States"]
    line = tapped(GULF, "US", 43, "Deploy", "The Troops Track", "Pakistan", "2")["line"]
    assert line.startswith("US 43 deploy track > Pakistan 2")
    assert judged(line)["by"] == "7.3.3"


def test_chances_stand_beside_the_answers() -> None:
    asked = tapped(GULF, "US", 20, "War of Ideas")["question"]
    chances = {a["label"]: a["chance"] for a in asked["answers"]}
    assert (chances["Pakistan"], chances["Canada"]) == ("50 %", "")
    assert "Untested countries: Soft 67 %, Hard 33 %." in asked["hint"]
    asked = tapped(known("setup: Pakistan Fair Neutral\n"), "US", 20, "War of Ideas")["question"]
    assert {a["chance"] for a in asked["answers"]} == {""}
    assert asked["hint"].startswith("The chance hangs on Prestige")


def test_dice_that_nobody_noted_lead_to_their_result() -> None:
    asked = tapped(GULF, "US", 20, "War of Ideas", "Pakistan", "x")["question"]
    assert "Success" in [a["label"] for a in asked["answers"]]
    line = tapped(GULF, "US", 20, "War of Ideas", "Pakistan", "x", "Success")["line"]
    assert line == "US 20 woi Pakistan [?] => Pakistan Ally"


def test_lines_that_are_no_cards() -> None:
    text = "setup: Egypt Poor Neutral plots 1 1\n"
    kinds = {x["kind"] for x in ask("show", text=text)["lines"]}
    assert {"resolve", "end", "hold"} <= kinds
    assert "turn-in" not in kinds
    built = tapped(text, "US", 0, kind="resolve")
    assert built["question"] or built["line"]


def test_the_clock_of_a_position_holds() -> None:
    text = put(GULF, "", "phase", ["J", 1])["text"]
    assert "Jihadist Action Phase" in refused("build", text=text, side="US", kind="card", cards=[43], taps=[])
    turned = ask("side", text=text, side="US")
    assert turned["side"] == "US"
    assert "phase US 1" in turned["text"]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("show", {"text": "US 43 deploy track > Pakistan 2"}),
        ("show", {"text": "x" * 20_001}),
        ("judge", {"text": "", "play": "x" * 2001}),
        ("judge", {"text": "", "play": " "}),
        ("judge", {"text": "", "play": "setup: prestige 4"}),
        ("begin", {"game": "../x"}),
        ("sheet", {"text": "", "country": "Atlantis"}),
        ("set", {"text": "", "subject": "Atlantis", "field": "troops", "value": 1}),
        ("set", {"text": "", "subject": "Pakistan", "field": "wizards", "value": 1}),
        ("set", {"text": "", "subject": "", "field": "prestige", "value": {"each": ["a"]}}),
        ("set", {"text": "", "subject": "", "field": "prestige", "value": "many"}),
        ("side", {"text": "", "side": "China"}),
        ("build", {"text": "", "side": "US", "kind": "card", "cards": [999], "taps": []}),
        ("build", {"text": "", "side": "US", "kind": "card", "cards": [20], "taps": ["99"]}),
        ("build", {"text": "", "side": "US", "kind": "spell", "cards": [], "taps": []}),
        ("take", {"text": '[Scenario "x', "line": 77}),
    ],
)
def test_what_cannot_be_had_is_said_in_a_sentence(name: str, given: dict[str, Any]) -> None:
    assert refused(name, **given).endswith((".", "?"))


def test_a_hostile_position_stays_text() -> None:
    hostile = '; <img src=x onerror=alert(1)>\n[Options "<script>"]\nsetup: prestige 5\n'
    shown = ask("show", text=hostile, whole=True)
    assert "<script" not in shown["board"]["svg"]
    assert shown["text"] == hostile


# ---------------------------------------------------------------- a position known in part


def test_what_is_not_stated_is_unknown() -> None:
    assert known() == "setup: rest unknown\n"
    assert ask("show", text="", whole=True)["unknown"] is False
    text = put(known(), "", "prestige", 7)["text"]
    text = put(text, "Pakistan", "state", [2, "neutral"])["text"]
    text = put(text, "Pakistan", "cadre", False)["text"]
    assert text.split("\n")[:2] == ["setup: prestige 7, rest unknown", "setup: Pakistan Fair Neutral no cadre"]
    assert judged("US 43 deploy track > Egypt 2", text)["word"] == "it depends"
    told = judged("US 43 deploy track > Pakistan 2", text)
    assert (told["word"], told["by"]) == ("no", "7.3.3")


def test_a_country_is_stated_in_few_taps() -> None:
    sheet = ask("sheet", text=known(), country="Pakistan", small=True)
    state, *pieces = [c for g in sheet["groups"] for c in g["controls"]]
    assert (state["kind"], len(state["options"]), state["value"]) == ("state", 10, "unknown")
    assert [c["label"] for c in pieces] == ["Sleepers", "Active Cells", "Cadre", "Troops", "Plots"]
    made = put(known(), "Pakistan", "state", [4, "adversary"])
    assert made["text"].endswith("setup: Pakistan IR Adversary\n")
    assert made["stated"] == ["Pakistan"]
    assert put(made["text"], "Pakistan", "state", None)["text"] == known()
    france = ask("sheet", text=known(), country="France", small=True)
    assert france["groups"][0]["controls"][0]["label"] == "Posture"


def test_in_a_question_all_that_a_line_can_say_is_tapped() -> None:
    where = tapped(known(), "US", 43, "Deploy", "The Troops Track")["question"]
    assert where["places"]
    marked = {a["label"]: bool(a["why"]) for a in where["answers"]}
    assert (marked["Pakistan"], marked["Canada"]) == (
        False,
        True,
    )  # nothing is known of Pakistan; Canada is no Ally anywhere
    asked = tapped(known(), "US", 43, "Alert")["question"]
    assert (asked["places"], asked["answers"]) == (True, [])
    text = put(known(), "Pakistan", "plots", ["2"])["text"]
    assert tapped(text, "US", 43, "Alert")["crumbs"][-1]["answer"] == "Pakistan#1"  # the only one
    text = put(text, "Egypt", "plots", ["1"])["text"]
    plots = tapped(text, "US", 43, "Alert")["question"]["answers"]
    assert {a["country"] for a in plots} == {"Egypt", "Pakistan"}
    assert tapped(known(), "J", 0, kind="resolve")["question"]["places"]
    withdraw = tapped(known("setup: US Hard\n"), "US", 43, "Withdraw")["question"]
    assert withdraw["title"] == "Withdraw Troops from where?"  # refused by 7.3.5, and asked about all the same


def test_a_posture_that_nobody_stated_is_not_drawn() -> None:
    looks = {
        text: {one[0]: one[1] for one in ask("show", text=text)["brief"]["looks"]}
        for text in (known(), known("setup: US Soft\n"))
    }
    assert "hard" not in looks[known()].get("United States", "")
    assert "soft" in looks[known("setup: US Soft\n")]["United States"]


def test_dice_that_are_not_rolled_yet_leave_the_line_open() -> None:
    text = known("setup: Pakistan Fair Neutral 2 sleepers\n")
    assert tapped(text, "US", 43, "War of Ideas", "Pakistan", "o")["line"] == "US 43 woi Pakistan"
    line = tapped(text, "J", 63, "Travel", "Pakistan", "Iraq", "Nothing more", "o")["line"]
    assert judged(line, text)["word"] == "yes so far"


def test_plots_that_are_resolved_may_have_no_dice_yet() -> None:
    text = known("setup: Pakistan Fair Neutral plots 2\n")
    line = tapped(text, "J", 0, "o", kind="resolve")["line"]
    assert (line, judged(line, text)["word"]) == ("J resolve Pakistan", "yes so far")


def test_controls_show_no_value_where_none_is_known() -> None:
    text = "setup: prestige 7, Pakistan Fair 2 sleepers, rest unknown\n"
    beside = controls(ask("sheet", text=text, country=""))
    assert beside["Prestige"]["value"] == 7
    assert beside["Funding"]["value"] is None
    assert "Rest" not in beside
    here = controls(ask("sheet", text=text, country="Pakistan"))
    assert [here[x]["value"] for x in ("Governance", "Alignment", "Sleepers", "Troops")] == [2, "unknown", 2, None]
    assert [o["label"] for o in here["Cadre"]["options"]] == ["Yes", "No"]


def test_a_thing_is_unknown_again() -> None:
    text = put("setup: prestige 7, Pakistan Fair 2 sleepers, rest unknown\n", "Pakistan", "sleepers", None)["text"]
    assert text.strip().split("\n") == ["setup: prestige 7, rest unknown", "setup: Pakistan Fair"]


def test_a_shared_question_keeps_what_is_not_known() -> None:
    shared = "setup: prestige 5, rest unknown\n"
    found = ask("take", text=f"{shared}US 20 woi Pakistan [4]\n")
    assert (found["text"], found["play"], found["unknown"]) == (shared, "US 20 woi Pakistan [4]", True)
    found = ask("take", text="US 20 woi Pakistan [4]\n")  # of a link in which nothing is stated nothing is known
    assert (found["text"], found["unknown"]) == ("setup: rest unknown\n", True)
    assert ask("take", text=f"{GULF}US 20 woi Pakistan [4]\n")["unknown"] is False
