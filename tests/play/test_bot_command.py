"""``referee bot``: the turn of a Bot.

Dice are rolled or typed in, and the turn is written into the record.
"""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest

from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.trials import games as play
from tests.helpers.commands import referee
from tests.helpers.paths import LOGS


def part(tmp_path: Path, name: str, lines: int) -> Path:
    """The first lines of a record of fixtures/logs."""
    path = tmp_path / "game.lgn"
    text = (LOGS / f"{name}.lgn").read_text(encoding="utf-8").split("\n")
    path.write_text("\n".join(text[:lines]) + "\n", encoding="utf-8")
    return path


def test_it_says_what_the_bot_does_and_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    run = referee("bot", part(tmp_path, "solitaire-2", 14), "--card", "121", "--seed", "2")
    assert (run.status, run.err) == (0, "")
    reason = (
        "The Jihadist Bot plays 121 Advisors: Travel. Box E7: Is a Movable Cell Adjacent to the first of them by the"
    )
    assert run.out.startswith(reason)
    assert run.out.index("On the board:") < run.out.index("\nHow the card is used: Travel (12.4.1).\n")
    assert "  E7: Is a Movable Cell Adjacent to the first of them by the Travel To priorities? Yes.\n" in run.out
    assert "\nWhere to (second): Pakistan (12.3.9). As before.\n" in run.out
    assert "\nDice:\n  Travel to Pakistan: rolled " in run.out
    assert "\nOn the board:\n" in run.out
    assert run.out.split("\nWrite:\n  ")[1].startswith("J 121 travel Iraq:s > Pakistan [")


def test_a_question_that_comes_once_has_no_number(tmp_path: Path) -> None:
    run = referee("bot", part(tmp_path, "published-turn", 13), "--card", "182", "--seed", "2")
    assert "\nFrom where: Gulf States (13.4.3).\n" in run.out
    assert "(first)" not in run.out


def test_a_major_jihad_names_no_cells(tmp_path: Path) -> None:
    path = tmp_path / "game.lgn"
    path.write_text(
        '[Options "jihadist-bot"]\nsetup: US Hard, prestige 7, funding 5, Pakistan Poor Neutral 6 actives\n'
    )
    run = referee("bot", path, "--card", "27", "--seed", "2")
    assert run.out.split("\nWrite:\n  ")[1].startswith("J 27 jihad major Pakistan 2 [")


def test_the_bot_plays_the_card_that_came_to_the_top(tmp_path: Path) -> None:
    path = tmp_path / "game.lgn"
    path.write_text(
        '[Options "jihadist-bot"]\n'
        "setup: phase J 1, hand J 3, hand US 3, US Hard, prestige 5, funding 5, discards 86, Yemen Fair Neutral 1 sleeper\n"
        "J 117 event take 86\n"
    )
    assert referee("bot", path).out.startswith("The Jihadist Bot plays 86 Lebanon War: Event. Box E1: ")
    wrong = referee("bot", path, "--card", "27")
    assert wrong.status == 2
    assert "86 Lebanon War was put on top of the pile" in wrong.err


def test_programs_get_the_same(tmp_path: Path) -> None:
    run = referee("bot", part(tmp_path, "solitaire-2", 14), "--card", "121", "--seed", "2", "--format", "json")
    found = json.loads(run.out)
    assert (found["side"], found["cards"], found["use"], found["winner"]) == ("J", [121], "travel", "")
    assert found["trails"][0]["due"] == ["Travel"]
    assert found["trails"][0]["stops"][0]["id"] == "E2"
    assert found["line"].startswith("J 121 travel ")
    assert "Jihadist Reserves: 2 to 0" in found["changes"]


@pytest.mark.parametrize(("die", "worse"), [(1, "Syria"), (4, "Gulf States"), (5, "Pakistan")])
def test_a_die_that_was_typed_in_decides(tmp_path: Path, die: int, worse: str) -> None:
    path = part(tmp_path, "solitaire-1", 9)
    run = referee("bot", path, "--card", "70", "--ask", stdin=f"7\n{die}\n")
    assert f"radicalize worsen {worse} pick[{die}] of Syria or Gulf States or Pakistan" in run.out
    assert "A die decides; Syria 1-2, Gulf States 3-4, Pakistan 5-6" in run.err
    assert "One number from 1 to 6, please." in run.err


def test_the_tan_and_the_black_die_are_asked_for_beyond_six_candidates(tmp_path: Path) -> None:
    path = part(tmp_path, "solitaire-1", 9)
    run = referee("bot", path, "--card", "38", "--ask", "--seed", "1", stdin="2 5\nThai\n3\n2\n4\n4\n")
    assert run.status == 0
    assert "A roll on the Global table decides among 17; the tan die first, then the black one" in run.err
    assert "Thailand pick[2 5] t[3]" in run.out


def test_dice_of_operations_are_those_that_were_typed_in(tmp_path: Path) -> None:
    run = referee("bot", part(tmp_path, "published-turn", 16), "--card", "128", "--ask", stdin="9\n4 2\n")
    assert run.out.endswith("  J 128 jihad Pakistan:ss 2 [4 2]\n")
    assert "Jihad in Pakistan succeeds on 2 or less (Fair), +1 Awakening, -1 Reaction; two dice" in run.err


def test_without_the_dice_nothing_is_played(tmp_path: Path) -> None:
    path = part(tmp_path, "published-turn", 16)
    before = path.read_bytes()
    run = referee("bot", path, "--card", "128", "--ask", "--write", stdin="")
    assert (run.status, run.out.strip()) == (2, "")
    assert run.err.endswith("not all dice were told, so the card is not played\n")
    assert path.read_bytes() == before


def test_the_line_is_added_as_the_file_ends_its_lines(tmp_path: Path) -> None:
    path = part(tmp_path, "published-turn", 16)
    before = path.read_bytes().replace(b"\n", b"\r\n").rstrip()
    path.write_bytes(before)
    run = referee("bot", path, "--card", "128", "--write", "--seed", "1")
    line = run.out.rstrip("\n").split("\n")[-1].strip()
    assert f"Added to {path}:\n" in run.out
    assert path.read_bytes() == before + f"\r\n{line}\r\n".encode()


@pytest.mark.parametrize("seed", [3, 8, 21])
@pytest.mark.parametrize("way", ["both", "activities"])
def test_lines_of_whole_phases_are_without_a_finding(tmp_path: Path, way: str, seed: int) -> None:
    scenario = "Arab Spring" if way == "both" else "Let's Roll!"
    lines = play.one(seed, scenario, 1, 1, way=way).text.rstrip("\n").split("\n")
    plays = [i for i, line in enumerate(lines) if line.startswith(("J ", "US ")) and " resolve " not in line]
    begins = [i for i in plays if lines[i].startswith("J ") and not lines[i - 1].startswith("J ")]
    at = begins[min(2, len(begins) - 1)]
    path = tmp_path / "game.lgn"
    path.write_text("\n".join(lines[:at]) + "\n", encoding="utf-8")
    written = 0
    while written < 4:
        run = referee("bot", path, "--write", "--seed", str(seed + written))
        if run.status:
            assert "no card is played now" in run.err or "a person plays it" in run.err or "is over" in run.err
            break
        written += 1
    assert written >= (2 if way == "both" else 1)
    verdict = judge(read_text(path.read_text(encoding="utf-8"), "game"))
    assert [(f.kind, f.message) for f in verdict.findings if f.counted] == []


# -------------------------------------------------------------------- wrong uses


def refused(*arguments: str | Path, stdin: str = "") -> str:
    run = referee("bot", *arguments, stdin=stdin)
    assert (run.status, run.out) == (2, "")
    return run.err.rstrip("\n")


def test_it_says_why_there_is_no_turn_of_a_bot(tmp_path: Path) -> None:
    path = part(tmp_path, "published-turn", 16)
    assert refused(path).startswith("nobody has told which card the Jihadist Bot turns over")
    assert refused(path, "--card", "500") == "there is no card 500; the cards are 1 to 240"
    assert refused(path, "--card", "164").startswith("164 ")
    assert "cannot be played now: " in refused(path, "--card", "164")
    assert refused(path, "--card", "128", "--card", "128") == "card 128 is there once"
    assert refused(path, "--at", "a99", "--card", "128").startswith("there is no action a99")
    assert refused(tmp_path / "none.lgn", "--card", "1").endswith("there is no such file")
    assert "a Bot is named in its options" in refused(LOGS / "evening-1.lgn")


def test_a_bot_does_not_act_out_of_its_turn(tmp_path: Path) -> None:
    assert "Plots on the map" in refused(part(tmp_path, "published-turn", 31), "--card", "169")
    person = part(tmp_path, "solitaire-2", 10)
    assert refused(person, "--card", "128") == "the US is to act, and a person plays it"


def test_a_game_that_is_over_is_over(tmp_path: Path) -> None:
    path = tmp_path / "game.lgn"
    path.write_text(play.one(139, "Let's Roll!", 1, None, way="activities").text, encoding="utf-8")
    assert refused(path, "--card", "1").startswith("the game is over: ")


def test_the_top_card_is_the_one_that_is_played(tmp_path: Path) -> None:
    path = tmp_path / "game.lgn"
    tags = '[Scenario "Awakening"]\n[Length "1 deck"]\n[Options "jihadist-bot"]\n\n'
    path.write_text(f"{tags}deal J 8: ? 232 163 121 131 206 239 139 US 8\n", encoding="utf-8")
    assert refused(path).startswith("nobody has told which card")
    path.write_text(f"{tags}deal J 8: 164 232 163 121 131 206 239 139 US 8\n", encoding="utf-8")
    assert referee("bot", path).out.startswith("The Jihadist Bot plays 164 ")
    assert refused(path, "--card", "145").startswith("the Jihadist Bot does not hold 145 ")


def test_a_line_is_added_only_where_it_can_stand(tmp_path: Path) -> None:
    path = part(tmp_path, "published-turn", 16)
    text = path.read_text(encoding="utf-8")
    assert "an earlier position" in refused(path, "--card", "128", "--write", "--at", "2")
    assert "no file to add the line to" in refused("-", "--card", "128", "--write", stdin=text)
    assert "no dice can be typed in" in refused("-", "--card", "128", "--ask", stdin=text)
    assert referee("bot", "-", "--card", "128", stdin=text).status == 0
    as_json = tmp_path / "game.lgn.json"
    assert referee("convert", path, "-o", as_json).status == 0
    assert "as JSON" in refused(as_json, "--card", "128", "--write")
    path.write_bytes(text.encode("utf-16"))
    assert "not UTF-8" in refused(path, "--card", "128", "--write")


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = part(tmp_path, "published-turn", 16)
    before = path.read_bytes()

    def full(*arguments: object, **more: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("referee.inputs.files.os.open", full)
    assert "the line cannot be added" in refused(path, "--card", "128", "--write")
    assert path.read_bytes() == before


def test_a_bot_that_goes_by_another_flowchart_is_not_played(tmp_path: Path) -> None:
    path = tmp_path / "game.lgn"
    path.write_text('[Scenario "Awakening"]\n[Options "jihadist-bot, unguided"]\n', encoding="utf-8")
    assert refused(path, "--card", "164") == "the Jihadist Bot goes by a flowchart that is not known here"


def test_a_die_is_asked_for_after_what_the_bot_does_with_it(tmp_path: Path) -> None:
    run = referee("bot", part(tmp_path, "solitaire-2", 14), "--card", "121", "--ask", stdin="4\n" * 3)
    assert run.err.index("plays 121 Advisors: Travel") < run.err.index("Travel to Pakistan succeeds on")
