"""The part Record, asked as the page asks it.

Every answer is a tap, none of them is typed.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.parsers.notation.encodings import MAX_BYTES
from referee.web.desk import Desk
from tests.helpers.paths import LOGS, ROOT
from tests.helpers.sentences import SENTENCES

sys.path.insert(0, str(ROOT / "scripts" / "pages"))

import bot_game
import keys
import taps

EMPTY = '[Scenario "Let\'s Roll!"]\n[Length "1 deck"]\n\ndeal J 9 US 9\n'


TRAVEL = "J 113 travel Afghanistan:s > Pakistan, Afghanistan:s > Central Asia t[2]\n"


class Hand:
    """A thumb that taps what the page shows."""

    def __init__(self, text: str = "", **how: Any) -> None:
        self.desk = Desk()
        self.taps = 0
        self.now: dict[str, Any] = {}
        if text:
            self.ask("open", text=text, seed=7, **how)
        else:
            self.ask("begin", scenario="Let's Roll!", length="1 deck", seed=7, **how)

    def ask(self, call: str, **given: Any) -> Any:
        """The answer to a request; a refusal is an error."""
        answer = json.loads(self.desk.call(f"record.{call}", json.dumps(given)))
        if "ok" not in answer:
            raise AssertionError(answer)
        if isinstance(answer["ok"], dict) and "question" in answer["ok"]:
            self.now = answer["ok"]
        return answer["ok"]

    def card(self, n: int, **how: Any) -> Hand:
        """A card by its number."""
        self.ask("card", at=self.now["at"], cards=[n], **how)
        return self

    def tap(self, *labels: str) -> Hand:
        """Tap chips by their words, one after the other.

        Those of the question above count as well.
        """
        for label in labels:
            q = self.now["question"]
            named = [p for p in q["picks"] if p["label"] == label]
            above = [(i, p) for i, x in enumerate(q["passed"]) for p in x["picks"] if p["label"] == label]
            if named:
                self.ask("pick", at=self.now["at"], n=named[0]["n"])
            elif above:
                self.ask("pick", at=self.now["at"], passed=above[0][0], n=above[0][1]["n"])
            else:
                assert (q["usual"] or {}).get("label") == label, (label, q["title"], q["picks"], q["usual"])
                self.ask("usual", at=self.now["at"])
        return self

    def dice(self, *faces: int) -> Hand:
        """Dice as they lay."""
        self.ask("dice", at=self.now["at"], dice=faces)
        return self

    @property
    def plays(self) -> list[str]:
        """The text after the tags and the deals."""
        return [x for x in self.now["text"].splitlines() if x[:1] not in ("[", "") and not x.startswith("deal")]

    def labels(self) -> list[str]:
        """The answers of the question that is asked."""
        return [p["label"] for p in self.now["question"]["picks"]]


def test_a_whole_turn_by_taps_is_the_record() -> None:
    hand = Hand()
    assert hand.now["clock"]["side"] == "J"
    hand.card(112).tap("Event")
    hand.card(113).tap("Travel", "Pakistan", "Central Asia", "Somalia").dice(2).dice(1).dice(6)
    hand.card(92).tap("Regime Change", "Before the Operation", "6").dice(3).dice(4, 6, 2)
    hand.card(44).tap("Event").card(49)
    hand.card(80).tap("Event")
    hand.card(116).tap("Recruit", "Afghanistan", "1", "Central Asia").dice(2, 1)
    assert hand.plays == [
        "J 112 event",
        "J 113 travel Afghanistan:s > Pakistan, Afghanistan:s > Central Asia t[2], Afghanistan:s > Somalia t[1] [6]",
        "US 92 event Iraq / regime-change track > Afghanistan 6 gov[3] prestige[4 6 2]",
        "US 44 event Afghanistan:a, discard 49",
        "J 80 event Pakistan",
        "J 116 recruit Afghanistan 1, Central Asia 2 [2 1]",
    ]


def test_the_usual_answer_is_taken_with_the_next_one_and_taken_back_with_it() -> None:
    hand = Hand(EMPTY + "J 112 event\nJ 95 recruit Afghanistan 3\n")
    hand.card(92).tap("Regime Change")
    q = hand.now["question"]
    assert [(x["title"], x["enter"]) for x in q["passed"]] == [
        ("When does the event of 92 Saddam come?", "after the Operation")
    ]
    assert q["title"] == "Regime Change in Afghanistan: how many Troops?"
    hand.tap("6")
    assert hand.now["question"]["kind"] == "dice"
    hand.ask("undo")
    assert hand.now["question"]["title"] == "Regime Change in Afghanistan: how many Troops?"
    assert hand.now["question"]["passed"]
    hand.ask("redo")
    hand.dice(3).dice(4, 6, 2)
    assert hand.plays[-1] == "US 92 regime-change track > Afghanistan 6 gov[3] prestige[4 6 2] / event Iraq"


def test_the_next_target_comes_before_the_dice() -> None:
    """A Plot of value 2 in two countries (8.5.1).

    No die can be tapped while the second is open.
    """
    hand = Hand(EMPTY + "J 112 event\n" + TRAVEL + "US 7 reserves\nUS 60 reserves\n")
    hand.card(17).tap("Plot", "Pakistan")
    q = hand.now["question"]
    assert (q["kind"], q["passed"], q["dice"]) == ("more", [], 0)
    assert q["title"].startswith("A second country, or no more? Place a Plot where?")
    assert q["usual"]["label"] == "No more"
    assert "refused" in json.loads(hand.desk.call("record.dice", json.dumps({"dice": [5]})))
    hand.tap("No more").dice(5)
    assert hand.plays[-1] == "J 17 plot Pakistan:s 1 [5]"


def test_a_list_that_is_full_is_not_asked_about() -> None:
    """A card of value 3 with three Cells to move (8.3.1).

    After the third come the dice.
    """
    hand = Hand(EMPTY + "J 112 event\n").card(113).tap("Travel", "Pakistan")
    assert hand.now["question"]["title"].startswith("A second Cell, or no more? Travel from Afghanistan: where to?")
    hand.tap("Central Asia")
    assert hand.now["question"]["title"].startswith("A third Cell, or no more? Travel from Afghanistan: where to?")
    hand.tap("Somalia")
    assert hand.now["question"]["kind"] == "dice"


def test_a_forbidden_target_of_a_list_that_goes_on() -> None:
    """A Plot without a Cell in the second country (8.5.1).

    The second needs one like the first.
    """
    hand = Hand(EMPTY + "J 112 event\n" + TRAVEL + "US 7 reserves\nUS 60 reserves\n")
    hand.card(17).tap("Plot", "Pakistan")
    egypt = next(p for p in hand.ask("why")["refused"] if p["label"] == "Egypt")
    hand.ask("pick", at=hand.now["at"], refused=True, n=egypt["n"])
    assert hand.now["draft"] == "J 17 plot Pakistan:s 1, Egypt"


def test_a_second_tap_on_a_key_answers_nothing_else() -> None:
    hand = Hand()
    at = hand.now["at"]
    hand.ask("card", at=at, cards=[112])
    hand.ask("card", at=at, cards=[113])
    assert hand.now["draft"] == "J 112"


def test_what_a_rule_forbids_is_told_and_written_all_the_same() -> None:
    hand = Hand(EMPTY + "J 112 event\nJ 95 recruit Afghanistan 3\n")
    hand.card(43).tap("Deploy", "The Troops Track")
    found = hand.ask("why")["refused"]
    pakistan = next(p for p in found if p["label"] == "Pakistan")
    assert pakistan["country"] == "Pakistan"
    assert [(w["said"], w["rule"]["number"]) for w in pakistan["why"]] == [
        (SENTENCES["deploy-to-a-neutral"].sentence, "7.3.3")
    ]
    hand.ask("pick", at=hand.now["at"], refused=True, n=pakistan["n"])
    hand.tap("2")
    assert hand.plays[-1] == "US 43 deploy track > Pakistan 2"
    assert [f["rule"] for f in hand.now["lines"][-1]["findings"] if not f["note"]] == ["7.3.3"]
    assert hand.now["wrongs"] == 1


def test_a_typed_line_with_a_mistake_waits_for_a_word() -> None:
    hand = Hand(EMPTY + "J 112 event\nJ 95 recruit Afghanistan 3\n")
    hand.ask("type", text="US 43 deploy track > Pakistan 2")
    assert hand.now["waits"]["line"] == "US 43 deploy track > Pakistan 2"
    assert "7.3.3" in hand.now["waits"]["said"][0]
    hand.ask("undo")
    assert hand.now["waits"] is None
    hand.ask("type", text="US 43 deploy track > Pakistan 2")
    hand.ask("anyway", at=hand.now["at"])
    assert hand.plays[-1] == "US 43 deploy track > Pakistan 2"
    hand.ask("type", text="; a remark")
    hand.ask("type", text="board: prestige 3")
    assert hand.now["text"].endswith("; a remark\nboard: prestige 3\n")


def test_where_a_success_is_likelier_stands_first() -> None:
    hand = Hand(EMPTY + "J 112 event\nJ 95 recruit Afghanistan 3\n")
    hand.card(20).tap("War of Ideas")
    chances = [p["chance"] for p in hand.now["question"]["picks"] if p["chance"] is not None]
    assert chances == sorted(chances, reverse=True)
    assert len(chances) > 1
    assert all(p["country"] for p in hand.now["question"]["picks"])


def test_a_hand_that_is_known_is_a_row_of_chips() -> None:
    hand = Hand()
    hand.ask("dealt", side="J", cards=[112, 113, 95, 80, 116, 17, 110, 5, 98])
    assert hand.labels()[0] == "112 Bin Ladin"
    hand.ask("pick", at=hand.now["at"], n=0)
    hand.tap("Event")
    assert "112 Bin Ladin" not in hand.labels()
    assert hand.now["gone"]["112"] == "discarded"


def test_a_card_out_of_a_hidden_hand_is_named_on_the_pad() -> None:
    hand = Hand(EMPTY + "J 112 event\nJ 95 recruit Afghanistan 3\n").card(44).tap("Event")
    assert hand.now["question"]["title"] == "At random from the Jihadist hand. 44 Renditions: which card is discarded?"
    assert hand.now["question"]["pad"]
    assert 112 not in hand.now["numbers"]
    hand.card(112)
    assert "in the discard pile" in hand.now["waits"]["said"][0]
    hand.ask("undo")
    assert hand.now["waits"] is None
    hand.card(49)
    assert hand.plays[-1] == "US 44 event discard 49"  # nowhere are Troops and Cells together


def test_a_reassessment_and_a_card_with_reserves() -> None:
    hand = Hand(EMPTY + "J 112 event\nJ 95 recruit Afghanistan 3\n")
    hand.card(40)
    assert hand.now["card"]["names"] == ["40 Mass Turnout"]
    hand.ask("card", at=hand.now["at"], cards=[40, 118])
    assert hand.plays[-1] == "US 40+118 reassess"
    hand = Hand(EMPTY + "J 112 event\nJ 60 reserves\n")
    assert hand.now["hands"][0]["n"] == 7


def test_a_bot_plays_itself_with_dice_that_are_rolled() -> None:
    hand = Hand('[Scenario "Let\'s Roll!"]\n[Options "jihadist-bot"]\n')
    assert hand.now["clock"]["bot"]
    assert hand.now["question"]["title"].startswith("Which card does the Jihadist Bot turn over")
    hand.card(112)
    assert hand.plays == ["J 112 event"]
    assert any("12.4.1" in said for said in hand.now["said"])


def test_dice_that_nobody_noted_and_dice_of_the_referee() -> None:
    hand = Hand(EMPTY + "J 112 event\nJ 95 recruit Afghanistan 3\n")
    hand.card(20).tap("War of Ideas", "Gulf States")
    hand.ask("dice", at=hand.now["at"], unknown=True)
    hand.tap("Failure")
    assert hand.plays[-1].startswith("US 20 woi Gulf States [?]")
    hand.ask("undo")
    assert hand.now["question"]["kind"] == "dice"
    hand.ask("dice", at=hand.now["at"], roll=True)
    assert hand.plays[-1].endswith("; dice rolled by the referee: seed 7, die 1")


def test_beginnings() -> None:
    found = Hand().ask("scenarios")
    assert found["scenarios"][0]["name"] == "Let's Roll!"
    assert {"Awakening"} <= {s["name"] for s in found["scenarios"]}
    bot = next(seat for seat in found["seats"] if seat["name"] == "jihadist-bot")
    assert [level["title"] for level in bot["levels"]] == [
        "Muddled",
        "Coherent",
        "Attractive",
        "Potent",
        "Infectious",
        "Virulent",
    ]
    groups = {group["title"]: {o["name"] for o in group["options"]} for group in Hand().ask("options")}
    assert "variable-difficulty" in groups["Optional rules"]
    assert "disrupt-fewer" in groups["Readings in doubt"]
    assert not {"attractive", "us-bot"} & set().union(*groups.values())
    hand = Hand()
    hand.ask("begin", scenario="Awakening", length="2 decks", J="Anna", US="", options=["us-bot"])
    assert hand.now["text"].startswith(
        '[Scenario "Awakening"]\n[Length "2 decks"]\n[Jihadist "Anna"]\n[Options "us-bot"]\n'
    )
    hand.ask("begin", scenario="Awakening", length="1 deck", options=["us-bot", "adept"])
    assert '[Options "us-bot, adept"]' in hand.now["text"]
    hand.ask("begin", setup="turn 2, phase US 1, prestige 5, Pakistan Fair Neutral 2 sleepers, hand US 5, hand J 6")
    assert hand.now["clock"]["side"] == "US"
    for wrong in ({"scenario": "Chess"}, {"scenario": "Awakening", "options": ["fly"]}, {"setup": "prestige purple"}):
        assert "refused" in json.loads(hand.desk.call("record.begin", json.dumps(wrong))), wrong


def test_a_record_goes_on_where_it_was_and_what_is_none_is_refused() -> None:
    hand = Hand()
    hand.card(112).tap("Event")
    hand.card(95)
    again = Hand(hand.now["text"])
    assert again.plays == ["J 112 event"]
    assert again.now["text"] == hand.now["text"]
    assert "refused" in json.loads(hand.desk.call("record.open", json.dumps({"text": " "})))
    assert "refused" in json.loads(hand.desk.call("record.open", json.dumps({"text": "x" * (MAX_BYTES + 1)})))


def test_the_open_play_goes_on_where_it_was() -> None:
    hand = Hand()
    hand.card(112).tap("Event")
    hand.card(113).tap("Travel", "Pakistan", "Central Asia")
    kept = hand.now["open"]
    again = Hand(hand.now["text"], open=kept)
    assert again.now["question"] == hand.now["question"]
    assert again.now["told"] == [f"Goes on with the play that was being answered: {again.now['draft']}"]
    again.ask("undo")
    assert again.now["question"]["title"].startswith("A second Cell, or no more?")
    again.tap("No more")
    assert again.plays == ["J 112 event", "J 113 travel Afghanistan:s > Pakistan"]
    assert again.now["open"] is None
    spoilt = Hand(hand.now["text"], open={**kept, "line": ["card", "J", ["<b>"], False]})
    assert "dropped" in spoilt.now["told"][0]
    assert spoilt.now["open"] is None


def test_reserves_and_a_second_card_are_taken_back_before_the_card() -> None:
    hand = Hand(EMPTY + "J 112 event\nJ 60 reserves\nUS 7 reserves\nUS 41 woi Germany [5]\n")
    hand.card(95).card(95, reserves=True)
    assert hand.now["draft"] == "J 95+R"
    hand.ask("undo")
    assert hand.now["draft"] == "J 95"
    hand.ask("undo")
    assert hand.now["question"]["kind"] == "card"


def test_hostile_requests_change_nothing() -> None:
    hand = Hand()
    text = hand.now["text"]
    for call, given in (
        ("pick", {"n": 10**9}),
        ("pick", {"n": "0"}),
        ("pick", {"passed": 3, "n": 0}),
        ("pick", {"refused": True, "n": 0}),
        ("dice", {"dice": [1]}),
        ("card", {"cards": ["<b>"]}),
        ("card", {"cards": [True]}),
        ("other", {"kind": "end"}),
        ("dealt", {"side": "<script>", "cards": []}),
    ):
        assert "refused" in json.loads(hand.desk.call(f"record.{call}", json.dumps(given))), call
    hand.ask("card", cards=[999])
    assert hand.now["wrong"]
    hand.ask("type", text="\x1b[2J\n; <script>alert(1)</script>")
    assert hand.now["text"] == text or "\x1b" not in hand.now["text"]


def test_the_table_of_taps_is_what_is_tapped() -> None:
    found, _ = keys.run(LOGS / "evening-1.lgn", way=taps.tapped_for, most=8)
    page = taps.PAGE.read_text(encoding="utf-8").splitlines()
    told = "\n".join(taps.table(LOGS / "evening-1.lgn", found)).splitlines()
    assert told[:17] == page[:17], "python scripts/pages/taps.py --write writes it"
    assert sum(t.keys for t in found) <= 8 * len(found)


def test_a_further_card_may_stay_unknown() -> None:
    """Card 18, which lets the US play a card more (6.2.1).

    The card may stay unknown.
    """
    hand = Hand().card(18).tap("Recruit", "2", "War of Ideas", "Canada").dice(5)
    hand.tap("A card that stays hidden", "Deploy", "The Troops Track", "Gulf States", "2")
    assert hand.plays == ["J 18 recruit Afghanistan 2 / event / US woi Canada [5] / US ? deploy track > Gulf States 2"]
    assert not hand.now["wrongs"]


# -------------------------------------------------------------------- the board shows something else


def other_board(hand: Hand, *changes: tuple[str, str, Any]) -> str:
    """The position of the game, changed by taps.

    The sheets of the page change it so.
    """
    text = hand.ask("position")["text"]
    for subject, field, value in changes:
        given = {"text": text, "subject": subject, "field": field, "value": value, "country": subject}
        text = json.loads(hand.desk.call("ask.set", json.dumps(given)))["ok"]["text"]
    return text


def test_what_the_board_shows_is_a_checkpoint() -> None:
    hand = Hand(EMPTY + TRAVEL)
    before = hand.now["wrongs"]
    hand.ask("seen", at=hand.now["at"], text=other_board(hand, ("", "prestige", 5), ("Pakistan", "sleepers", 2)))
    assert hand.now["text"].splitlines()[-1] == "board: prestige 5, Pakistan 2 sleepers"
    assert hand.now["wrongs"] == before + 2
    last = hand.now["lines"][-1]
    assert [(f["kind"], f["note"]) for f in last["findings"]] == [("Wrong result", False)] * 2
    assert last["did"] == []  # it is on the board already


def test_what_the_board_shows_can_correct_the_record() -> None:
    hand = Hand(EMPTY + TRAVEL)
    before = hand.now["wrongs"]
    hand.ask("seen", at=hand.now["at"], correct=True, text=other_board(hand, ("", "prestige", 5)))
    assert hand.now["text"].splitlines()[-1] == "set: prestige 5"
    assert hand.now["wrongs"] == before


def test_a_thing_that_is_not_there_is_stated() -> None:
    hand = Hand(EMPTY + TRAVEL)
    hand.ask("seen", at=hand.now["at"], text=other_board(hand, ("Pakistan", "sleepers", 0)))
    assert hand.now["text"].splitlines()[-1] == "board: Pakistan 0 sleepers"


def test_the_same_board_and_that_of_another_game_are_refused() -> None:
    hand = Hand(EMPTY + TRAVEL)
    for text in (hand.ask("position")["text"], '[Rules "The Awakening"]\n', "setup: prestige 99\n", "nonsense", ""):
        answer = json.loads(hand.desk.call("record.seen", json.dumps({"at": hand.now["at"], "text": text})))
        assert "ok" not in answer, text


def test_the_tracks_go_with_every_state() -> None:
    hand = Hand()
    tracks = {t["short"]: t["value"] for t in hand.now["tracks"]}
    assert (tracks["Prestige"], tracks["Funding"], tracks["Troops"], tracks["US"]) == (
        "7 high",
        "9",
        "11 low intensity",
        "Hard",
    )
    assert "Militia" not in tracks
    hand.ask("begin", scenario="Awakening", length="1 deck", options=[])
    assert "Militia" in {t["short"] for t in hand.now["tracks"]}


def test_what_the_last_play_asks_of_the_hand_is_there_until_the_next_is_written() -> None:
    hand = Hand()
    hand.card(112).tap("Event")
    expected = [["Prestige: 7 to 3.", "Put 112 Bin Ladin on the discard pile."]]
    assert [line["did"] for line in hand.now["lines"] if line["did"]] == expected
    hand.card(95)
    assert [line["did"] for line in hand.now["lines"] if line["did"]] == expected


def test_the_game_against_a_bot_that_the_docs_show() -> None:
    page = bot_game.PAGE.read_text(encoding="utf-8")
    assert bot_game.game() == page, "python scripts/pages/bot_game.py writes it"
    assert page.count("    On the board:") == 10


def test_the_game_on_the_screen_alone_that_the_docs_show() -> None:
    record = (ROOT / "docs" / "examples" / "bot-game.lgn").read_text(encoding="utf-8")
    verdict = judge(read_text(record))
    assert [f for f in verdict.findings if f.counted] == []
    hand = Hand(record)
    assert hand.now["deals"]
    assert hand.now["question"]["kind"] == "over"


def test_a_bot_places_a_plot_face_down() -> None:
    """A Plot of a Bot, face down (12.3.4).

    It is drawn at random; only the referee could know which.
    """
    hand = Hand(
        '[Scenario "Let\'s Roll!"]\n[Options "jihadist-bot"]\nsetup: phase J 1, Pakistan Fair Ally 3 sleepers\n'
    )
    hand.card(116)
    assert hand.plays[-1] == "J 116 event Pakistan: ?"
    assert hand.now["lines"][-1]["did"][0] == "Pakistan: place a Plot, face down."


def test_from_all_lines_back_to_a_play_in_one_tap_and_forth_again() -> None:
    hand = Hand(EMPTY + "J 112 event\nJ 95 recruit Afghanistan 3\nUS 43 reserves\n")
    text = hand.now["text"]
    line = next(row["n"] for row in hand.ask("lines") if row["text"].startswith("J 95"))
    hand.ask("back", line=line)
    assert hand.plays[-1] == "J 112 event"
    assert hand.now["question"]["title"].startswith("Which card does the Jihadist play (2 of 2")
    hand.ask("redo")
    assert hand.now["text"] == text


def test_a_second_tap_on_not_noted_is_no_answer_to_the_next_question() -> None:
    hand = Hand(EMPTY + "J 95 ?\nJ 113 ?\n", finish=True)
    first = hand.now["at"]
    assert (hand.now["finishes"]["now"], hand.now["finishes"]["of"]) == (1, 2)
    hand.ask("type", at=first, text="later")
    hand.ask("type", at=first, text="later")
    assert hand.now["finishes"]["line"] == "J 113 ?"


TOLD = """Tom took the Jihadist cards and I took the US.
Tom plays Wahhabism for ops, recruits in Afghanistan.
I play Patriot Act for the event.
Tom plays Darfur for ops, no idea any more what for.
"""


def test_a_told_game_is_finished_from_the_scenario_that_is_named() -> None:
    hand = Hand(EMPTY)
    assert hand.ask("open", text=TOLD, finish=True) == {"nowhere": True}
    hand.ask("open", text=TOLD, finish=True, scenario="Let's Roll!", length="2 decks")
    assert '[Length "2 decks"]' in hand.now["text"]
    assert hand.now["finishes"]["told"][-1] == "Tom plays Wahhabism for ops, recruits in Afghanistan."
    assert hand.now["finishes"]["line"].startswith("J 95 recruit Afghanistan")
