"""The editor of the page, asked over the desk."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.inputs.records import to_json
from referee.web.desk import Desk
from tests.helpers.sentences import SENTENCES

RECORD = [
    '[Scenario "Let\'s Roll!"]',
    "",
    "J 95 recruit Afghanistan 3",
    "J 83 travel Afghanistan:s > Pakistan [3]",
    "US 43 deploy track > Pakistan 2",
    "US 20 woi Pakistan [4]",
]


class Editor:
    """An editing page, which counts versions and sends changes."""

    def __init__(self) -> None:
        self.desk = Desk()
        self.version = 0

    def ask(self, call: str, **given: Any) -> Any:
        return json.loads(self.desk.call(f"write.{call}", json.dumps({"version": self.version, **given})))

    def ok(self, call: str, **given: Any) -> Any:
        answer = self.ask(call, **given)
        assert "ok" in answer, answer
        return answer["ok"]

    def open(self, lines: list[str]) -> Any:
        return self.whole(self.ok("open", lines=lines, name="game.lgn", line=1))

    def change(self, *changes: tuple[int, int, list[str]], line: int) -> Any:
        before, self.version = self.version, self.version + 1
        sent = [{"first": first, "last": last, "lines": lines} for first, last, lines in changes]
        return self.ok("change", before=before, changes=sent, line=line)

    def whole(self, answer: Any) -> Any:
        """The answer once everything is judged."""
        while not answer["done"]:
            answer = self.ok("go_on", seconds=1)
        return answer


@pytest.fixture
def editor() -> Editor:
    return Editor()


def told(answer: Any) -> list[tuple[int, str, str]]:
    return [(f["line"], f["kind"], f["rule"]) for f in answer["findings"] if f["counted"]]


def test_what_is_wrong_is_told_with_its_rule_and_place(editor: Editor) -> None:
    found = [f for f in editor.open(RECORD)["findings"] if f["counted"]]
    wrong = next(f for f in found if f["line"] == 5)
    assert (wrong["kind"], wrong["words"], wrong["rule"]) == ("illegal", "not allowed", "7.3.3")
    assert wrong["message"] == SENTENCES["deploy-to-a-neutral"].sentence
    assert RECORD[4][wrong["column"] - 1 : wrong["end"] - 1] == "Pakistan"


def test_a_typed_line_is_judged_first(editor: Editor) -> None:
    editor.open(RECORD)
    answer = editor.change((5, 5, ["US 43 deploy track > Gulf States 2"]), line=5)
    assert answer["version"] == 1
    assert answer["judged"] >= 5
    assert [f for f in told(answer) if f[0] == 5] == []
    assert [f for f in told(editor.whole(answer)) if f[0] == 5] == []


def test_several_changes_at_once_each_count_lines_as_they_stood(editor: Editor) -> None:
    editor.open(RECORD)
    changes = (2, 2, ["", "; the first evening", ""]), (5, 5, ["US 43 deploy track > Gulf States 2"]), (7, 6, ["", ""])
    editor.whole(editor.change(*changes, line=7))
    assert "Gulf States" in editor.ok("board", line=7)["what"]
    assert "Pakistan" in editor.ok("board", line=8)["what"]


def test_an_answer_to_another_text_is_refused(editor: Editor) -> None:
    editor.open(RECORD)
    editor.change((6, 6, []), line=5)
    assert editor.ask("go_on", version=0) == {"refused": "the record has changed since"}
    assert editor.ask("board", version=0, line=3) == {"refused": "the record has changed since"}


@pytest.mark.parametrize(("first", "last"), [(0, 1), (3, 1), (4, 99), (9, 8)])
def test_lines_that_there_are_not_cannot_be_changed(editor: Editor, first: int, last: int) -> None:
    editor.open(RECORD)
    sent = [{"first": first, "last": last, "lines": ["x"]}]
    assert "refused" in editor.ask("change", before=0, version=1, changes=sent, line=1)


def test_text_that_is_none_or_too_long_is_refused(editor: Editor) -> None:
    assert "refused" in editor.ask("open", lines="US 43")
    assert "refused" in editor.ask("open", lines=[3])
    assert "refused" in editor.ask("open", lines=["; " + "x" * 999_000] * 3)


def test_the_board_follows_the_line(editor: Editor) -> None:
    editor.open(RECORD)
    start, after = editor.ok("board", line=1), editor.ok("board", line=3)
    assert start["what"] == ""
    assert start["told"] == []
    assert after["what"].startswith("The Jihadist plays card 95")
    assert "data-country" in after["svg"]
    assert any("Afghanistan" in t["text"] for t in after["told"])
    assert start["svg"] != after["svg"]
    woi = editor.ok("board", line=6)
    assert [d["rule"] for d in woi["dice"]] != []


def test_the_board_of_a_line_that_is_not_judged_waits(editor: Editor) -> None:
    editor.open(RECORD)
    editor.change((1, 6, ["; nothing", *RECORD]), line=0)
    answer = editor.ok("board", line=5)
    assert "svg" in answer or answer == {"waits": True}


def test_a_position_and_a_play_go_to_another_part(editor: Editor) -> None:
    editor.open(RECORD)
    there = editor.ok("position", line=5)
    assert there["play"] == "US 43 deploy track > Pakistan 2"
    again = Editor()
    found = again.open([*there["setup"].split("\n"), there["play"]])
    assert [f["rule"] for f in found["findings"] if f["counted"]] == ["7.3.3"]
    assert editor.ok("position", line=2)["play"] == ""


def test_what_may_stand_somewhere_comes_with_its_chance(editor: Editor) -> None:
    editor.open([*RECORD[:4], "US 41 deploy track > Gulf States 2", "US 20 woi Pak"])
    pakistan = editor.ok("complete", line=6, column=14)[0]
    # success takes 5 or more; Prestige 7 is High, which adds 1: 4, 5 and 6 succeed
    assert pakistan["label"] == "Pakistan"
    assert "50 %" in pakistan["detail"]
    assert (pakistan["first"], pakistan["last"]) == (11, 14)
    assert editor.ok("tell", about="card 43")["title"][0][0].startswith("Card 43 ")
    assert editor.ok("tell", about="nothing of the kind") is None


def test_what_stands_somewhere_is_told_with_its_rules(editor: Editor) -> None:
    editor.open(RECORD)
    found = editor.ok("hover", line=3, column=14)
    assert (found["title"], found["first"], found["last"]) == ([["Afghanistan", ""]], 14, 25)
    assert ["7.3.1", "7.3.1"] in editor.ok("hover", line=5, column=8)["title"]
    assert editor.ok("hover", line=2, column=1) is None


def test_what_to_write_instead(editor: Editor) -> None:
    editor.open(RECORD)
    offered = {e["lines"][0] for f in editor.ok("fixes", line=5) for e in f["edits"]}
    assert "US 43 deploy track > Gulf States 2" in offered
    assert editor.ok("fixes", line=3) == []


def test_a_record_is_formatted_by_its_lines(editor: Editor) -> None:
    editor.open([*RECORD[:3], "us 20 WOI ksa [5]", "nonsense"])
    made = editor.ok("format")
    assert made["edits"] == [{"first": 4, "last": 4, "lines": ["US 20 woi Saudi Arabia [5]"]}]
    assert made["left"] == 1


def test_outline_folds_and_hints(editor: Editor) -> None:
    editor.open([*RECORD[:3], "J 83 reserves", *RECORD[5:], "US 43 reserves", "end of turn"])
    found = editor.ok("outline")
    assert [entry["name"] for entry in found["entries"]] == ["Set-up", "Turn 1"]
    turn = found["entries"][1]
    assert (turn["line"], [part["line"] for part in turn["parts"]]) == (3, [3, 5])
    assert [3, 7] in found["folds"]
    hints = editor.ok("hints", first=1, last=7)
    assert (hints[0]["line"], hints[0]["kind"]) == (5, "roll")
    assert (hints[-1]["line"], hints[-1]["kind"]) == (7, "turn")


def test_a_file_in_another_form_is_opened(editor: Editor) -> None:
    answer = json.loads(editor.desk.call("write.read", '{"name": "game.txt"}', "US 43 reserves\r\n".encode("utf-16")))
    assert answer["ok"]["text"].splitlines() == ["US 43 reserves"]
    assert answer["ok"]["name"] == "game.txt"
    written = to_json("US 43 reserves").encode()
    answer = json.loads(editor.desk.call("write.read", '{"name": "game.json"}', written))
    assert answer["ok"]["name"] == "game.lgn"
    assert "US 43 reserves" in answer["ok"]["text"]


def test_every_scenario_begins_a_record_that_can_be_gone_on_with(editor: Editor) -> None:
    offered = editor.ok("scenarios")
    names = [s["name"] for s in offered["scenarios"]]
    assert {"Let's Roll!", "Awakening", "Campaign"} <= set(names)
    assert offered["lengths"] == ["1 deck", "2 decks", "3 decks"]
    for name in names[:: len(names) // 4]:
        text = editor.ok("new", scenario=name, length="2 decks", us='Bi"rch', jihadist="")["text"]
        assert text.startswith(f'[Scenario "{name}"]\n[Length "2 decks"]\n[US "Bi\'rch"]\n\n')
        assert told(Editor().open(text.split("\n"))) == []


def test_a_new_record_names_its_optional_rules(editor: Editor) -> None:
    offered = {s["name"]: {o["name"] for o in s["options"]} for s in editor.ok("scenarios")["scenarios"]}
    assert "jihadist-activities" in offered["Let's Roll!"]
    assert {"zakat-strong-horse", "us-bot"} <= offered["Awakening"]
    for explained in (False, True):
        wanted = ["jihadist-bot", "attractive", 'none"]', 7]
        text = editor.ok("new", scenario="Awakening", options=wanted, explained=explained)["text"]
        assert '\n[Options "jihadist-bot, attractive"]\n' in text
        assert told(Editor().open(text.split("\n"))) == []


def test_a_new_record_may_explain_itself(editor: Editor) -> None:
    short = editor.ok("new", scenario="Let's Roll!")["text"]
    full = editor.ok("new", scenario="Let's Roll!", explained=True)["text"]
    assert "; ---- How to go on" in full
    assert "; ---- How to go on" not in short
    assert "deal J 9 US 9" in short
    assert "Jihadist" not in short.split("\n\n")[0]
    assert editor.ask("new", scenario="no such game")["refused"].startswith("I do not know the scenario")


def test_a_hostile_text_stays_text(editor: Editor) -> None:
    answer = editor.open(
        ["<script>alert(1)</script>", '[Scenario "<img src=x onerror=alert(1)>"]', "J 95 \u202e\x1b[31m"]
    )
    assert answer["done"]
    assert "<script" not in editor.ok("board", line=2)["svg"]
