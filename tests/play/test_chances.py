"""The chance beside a target, from its own roll.

In the recorder, on the page, in `legal` and in an editor.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.engine.law.question import Choice, InputKind
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.play import legal
from referee.play.editing import Document
from referee.play.editing.completion import complete
from referee.play.positions import go_to
from referee.play.recording import Book, Session
from referee.web.desk import Desk
from tests.helpers.commands import referee

# 8.1.1: the Governance of the target is the number needed: Good 1, Fair 2, Poor 3 of 6
GOOD, FAIR, POOR = "17 %", "33 %", "50 %"
OPENING = "setup: turn 2, phase J 1, prestige 5, funding 9, hand US 5, hand J 6\n"
TABLE = OPENING + (
    "setup: Pakistan Fair Neutral 2 sleepers, Central Asia Poor Neutral 1 sleeper, Egypt Good Ally 1 sleeper\n"
)
AWAKENING = '[Rules "Awakening"]\n'


def begun(text: str, *lines: str) -> Session:
    """A session after these answers."""
    session = Session(Book(text), seed=7)
    for line in lines:
        reply = session.feed(line)
        assert not reply.wrong, (line, reply.texts)
    return session


def odds(session: Session) -> dict[str, str]:
    """The chances beside the answers, "" where nothing is rolled."""
    assert session.question.kind in (InputKind.ANSWER, InputKind.MORE)
    return {c.label: c.odds for c in session.shown().choices}


def open_page(text: str) -> Any:
    """The page's part Record, which answers a request."""
    desk = Desk()

    def ask(call: str, **given: Any) -> Any:
        answer = json.loads(desk.call(f"record.{call}", json.dumps(given)))
        assert "ok" in answer, answer
        return answer["ok"]

    ask.now = ask("open", text=text, seed=7)  # type: ignore[attr-defined]
    return ask


def picked(ask: Any, *labels: str) -> list[dict[str, Any]]:
    """Tap answers by their words; the next question's answers.

    They are in the order of the page.
    """
    for label in labels:
        question = ask.now["question"]
        n = next((p["n"] for p in question["picks"] if p["label"] == label), None)
        above = [(i, p["n"]) for i, x in enumerate(question["passed"]) for p in x["picks"] if p["label"] == label]
        if n is not None:
            ask.now = ask("pick", at=ask.now["at"], n=n)
        else:
            ask.now = ask("pick", at=ask.now["at"], passed=above[0][0], n=above[0][1])
    found: list[dict[str, Any]] = ask.now["question"]["picks"]
    return found


# ------------------------------------------------------------------------------------------------ the recorder


@pytest.mark.parametrize("operation", ["plot", "recruit", "jihad"])
def test_each_further_target_of_an_operation_has_its_own_chance(operation: str) -> None:
    session = begun(TABLE, f"83 {operation} pakistan 1")
    many = " each" if operation == "recruit" else ""  # two rolls are left; only Recruit needs no Cell for each
    assert odds(session) == {"Egypt": GOOD + many, "Central Asia": POOR + many}
    session.feed("egypt 1" if many else "egypt")
    assert odds(session) == {"Central Asia": POOR}


def test_the_recorder_prints_the_chances_of_a_second_target(tmp_path: Path) -> None:
    path = tmp_path / "evening.lgn"
    path.write_text(TABLE, encoding="utf-8")
    said = " ".join(referee("record", path, stdin="17\nplot\npak\n1\nquit\n").out.split())
    assert "A second country, or no more? Place a Plot where? Egypt Plot: 17 % Central Asia Plot: 50 %" in said


def test_as_many_rolls_as_are_left_are_meant() -> None:
    text = TABLE.replace("Central Asia Poor Neutral 1 sleeper", "Central Asia Poor Neutral 3 sleepers")
    session = begun(text, "83 jihad pakistan 1")
    assert odds(session) == {"Egypt": GOOD, "Central Asia": f"{POOR} each"}
    session.feed("central asia")
    assert odds(session) == {"1": POOR, "2": f"{POOR} each"}


def test_where_a_major_jihad_is_possible_the_number_is_the_same() -> None:
    text = TABLE.replace("Central Asia Poor Neutral 1 sleeper", "Central Asia Poor Neutral 5 sleepers")
    assert odds(begun(text, "83 jihad pakistan 1"))["Central Asia"] == f"{POOR} each"


def test_a_target_that_is_tested_has_the_chances_of_its_test() -> None:
    # Turkey is unmarked: 1 to 4 Poor, 5 and 6 Fair; the Philippines, 1 to 4 Soft (4.9.3, 4.9.4)
    text = TABLE + "setup: Turkey cadre, Philippines cadre\n"
    found = odds(begun(text, "83 recruit pakistan 2"))
    assert found["Turkey"] == "Poor 67 %, Fair 33 %"
    assert found["Philippines"] == "Soft 67 %, Hard 33 %"
    assert found["Egypt"] == GOOD


def test_no_chance_is_lent_to_a_target_without_a_roll() -> None:
    # Recruit succeeds by itself in a Regime Change country (8.2.3) and under Islamist Rule (8.1.1)
    text = TABLE + "setup: Afghanistan IR Adversary 1 sleeper, Iraq Poor Ally RC-green 6 troops 1 sleeper\n"
    found = odds(begun(text, "83 recruit pakistan 2"))
    assert (found["Afghanistan"], found["Iraq"]) == ("", "")
    assert found["Egypt"] == GOOD


def test_a_third_cell_that_travels_has_the_chance_of_its_own_journey() -> None:
    # from Egypt: Sudan and Libya are Adjacent, so only their Test is rolled; Pakistan and Central Asia are not
    session = begun(TABLE, "83", "travel", "pakistan", "egypt", "central asia", "syria", "egypt")
    found = odds(session)
    assert found["United States"] == GOOD
    assert found["Pakistan"] == FAIR
    assert found["Central Asia"] == POOR
    assert found["Syria"] == found["Sudan"] == found["Turkey"] == "Poor 67 %, Fair 33 %"
    assert found["Canada"] == "Soft 67 %, Hard 33 %"
    assert found["Israel"] == found["Egypt"] == ""


def test_two_cells_to_one_country_have_a_chance_each() -> None:
    # Libya is Fair; a Cell that leaves Training Camps takes 1 off its die, so 3 or less
    text = f"{AWAKENING}{OPENING}setup: Yemen Poor Neutral Training Camps 2 sleepers, Libya Fair Neutral\n"
    text += "setup: Iraq Poor Neutral 1 sleeper\n"
    assert odds(begun(text, "185", "travel", "iraq", "libya", "yemen"))["Libya"] == POOR
    assert odds(begun(text, "185", "travel", "yemen", "libya", "iraq"))["Libya"] == FAIR


def test_the_second_target_of_a_jihad_has_its_own_modifiers() -> None:
    # an Awakening marker adds 1 to each die of a Jihad (11.1.3): a 1 alone is left in Fair Jordan
    text = f"{AWAKENING}{OPENING}setup: Syria Poor Neutral 1 sleeper, Jordan Fair Neutral 1 awakening 1 sleeper\n"
    text += "setup: Iraq Fair Neutral 1 reaction 1 sleeper\n"
    assert odds(begun(text, "185 jihad syria")) == {"Jordan": GOOD, "Iraq": POOR}
    assert odds(begun(text, "185 jihad jordan")) == {"Syria": POOR, "Iraq": POOR}


def test_an_event_with_three_targets_has_a_chance_for_each() -> None:
    # Jihadist Videos Recruits with one roll in each of three countries without a Cell
    text = TABLE + "setup: Turkey Fair Neutral, Sudan Poor Neutral\n"
    session = begun(text, "82", "event")
    for answer in ("morocco", "libya", "yemen"):
        found = odds(session)
        assert found["Turkey"] == FAIR
        assert found["Sudan"] == POOR
        assert found["Israel"] == GOOD
        assert found["Yemen"] == "Poor 67 %, Fair 33 %"
        session.feed(answer)


def test_an_event_whose_rolls_name_no_entry_has_a_chance_for_each() -> None:
    # Tony Blair: a War of Ideas in up to three Schengen countries, each on the Posture table (7.2.3)
    text = OPENING.replace("phase J 1", "phase US 1") + "setup: US Hard, France Soft, Spain Hard\n"
    session = begun(text, "29", "event", "france")
    assert odds(session)["Spain"] == odds(session)["Germany"] == "Soft 67 %, Hard 33 %"


# ------------------------------------------------------------------------------------------------ the page


def test_the_page_has_the_likeliest_further_target_first() -> None:
    ask = open_page(TABLE)
    ask.now = ask("card", at=ask.now["at"], cards=[83])
    picks = picked(ask, "Plot", "Pakistan", "1")
    assert [(p["label"], p["odds"]) for p in picks] == [("Central Asia", POOR), ("Egypt", GOOD)]
    assert [p["chance"] for p in picks] == pytest.approx([3 / 6, 1 / 6])


def test_the_page_has_the_chance_of_a_third_journey() -> None:
    ask = open_page(TABLE)
    ask.now = ask("card", at=ask.now["at"], cards=[83])
    found = picked(ask, "Travel", "Pakistan", "Egypt", "Central Asia", "Syria", "Egypt")
    picks = {p["label"]: p["odds"] for p in found}
    assert (picks["United States"], picks["Pakistan"], picks["Central Asia"]) == (GOOD, FAIR, POOR)
    assert (picks["Canada"], picks["Sudan"]) == ("", "")  # what only finds out what a country is: said once
    hint = ask.now["question"]["hint"]
    assert "Untested countries: Soft 67 %, Hard 33 %." in hint
    assert "Untested Muslim countries: Poor 67 %, Fair 33 %." in hint
    likely = [1.0 if p["chance"] is None else p["chance"] for p in found if p["chance"] is not None or not p["tests"]]
    assert likely == sorted(likely, reverse=True)


def test_a_play_put_together_by_taps_has_the_chance_of_its_second_target() -> None:
    desk = Desk()
    taps: list[str] = []
    for label in ("Plot", "Pakistan", "1", ""):
        given = {"text": TABLE, "side": "J", "kind": "card", "cards": [83], "taps": taps}
        asked = json.loads(desk.call("ask.build", json.dumps(given)))["ok"]["question"]
        taps += [a["tap"] for a in asked["answers"] if a["label"] == label][:1]
    chances = {a["label"]: a["chance"] for a in asked["answers"] if not a["why"]}
    assert chances == {"Egypt": GOOD, "Central Asia": POOR}


# ------------------------------------------------------------------------------------------------ `legal`, and an editor


def shown(text: str, card: int, use: str, field: str) -> dict[Any, Choice]:
    """The answers to a question of one use of a card.

    ``legal`` finds them.
    """
    found = legal.find(go_to(judge(read_text(text))), card)
    (one,) = [u for uses in found.by_value.values() for u in uses if u.name == use]
    return {c.value: c for q in one.questions if q.field == field for c in q.choices}


BOT = (
    '[Options "jihadist-bot"]\n'
    + OPENING
    + (
        "setup: US Hard, Pakistan Poor Neutral 1 sleeper, Central Asia Poor Neutral 1 sleeper, Egypt Good Ally 1 sleeper\n"
        "setup: Iraq Fair Ally 2 troops 1 sleeper, Canada Hard 1 sleeper\n"
    )
)


def test_what_a_bot_does_with_the_operations_that_are_left_has_its_own_chances() -> None:
    # card 43: Minor Jihad in Iraq and Egypt, then Radicalization with the last Operation, a Travel to a country without
    # Posture (12.4.3): no roll of the Jihad is one of the journey
    where = shown(BOT, 43, "jihad", "where")
    assert dict(where["Egypt"].rolls[0].outcomes)["success"] == pytest.approx(1 / 6)
    assert dict(where["Iraq"].rolls[0].outcomes)["success"] == pytest.approx(2 / 6)
    assert not any(c.rolls for c in shown(BOT, 43, "jihad", "from").values())
    to = shown(BOT, 43, "jihad", "to")
    kinds = {name: [roll.kind for roll in c.rolls] for name, c in to.items()}
    assert kinds["Germany"] == kinds["Russia"] == ["test"]
    travel = {name: c.rolls[0].then[0][1][0] for name, c in to.items()}
    assert dict(travel["Germany"].outcomes)["success"] == pytest.approx(1 / 6)
    assert dict(travel["Russia"].outcomes)["success"] == pytest.approx(2 / 6)


def test_no_roll_of_a_triggered_event_is_shown_beside_a_target() -> None:
    # US Election is triggered by any Operation: its roll for the Posture of the US is no roll of the target
    found = shown(TABLE, 120, "plot", "where")
    assert [[roll.subject for roll in c.rolls] for c in found.values()] == [[name] for name in found]
    assert dict(found["Egypt"].rolls[0].outcomes)["success"] == pytest.approx(1 / 6)


def test_the_operation_of_a_triggered_event_is_none_of_the_card() -> None:
    # the US event of card 18 brings an Operation of value 1
    assert shown(TABLE, 18, "travel", "to")
    assert not shown(TABLE, 18, "travel", "where")


def test_a_roll_before_the_first_question_is_shown_once() -> None:
    # card 107 Tests Turkey before it asks for a country
    text = TABLE + "setup: Iraq Poor Neutral\n"
    found = legal.find(go_to(judge(read_text(text))), 107)
    (event,) = [u for uses in found.by_value.values() for u in uses if u.name == "event"]
    assert [(roll.kind, roll.subject) for roll in event.rolls] == [("test", "Turkey")]
    assert not any(c.rolls for q in event.questions for c in q.choices)
    assert "The Test of Turkey: Fair 33 %, Poor 67 %" in referee("legal", "-", "--card", "107", stdin=text).out


def test_an_editor_has_the_chance_of_a_second_target() -> None:
    line = "J 83 plot Pakistan:s, "
    document = Document(TABLE + line)
    document.judge()
    found = complete(document, 3, len(line))
    told = {c.label: c.detail for c in found if c.kind == "country" and not c.forbidden}
    assert told["Egypt"].startswith("Plot: success 17 %")
    assert told["Central Asia"].startswith("Plot: success 50 %")
