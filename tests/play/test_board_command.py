"""`referee board`: positions as set-up blocks.

They read back to the same position; impossible positions have a finding.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any, get_args

import pytest

from referee.cli.records import BoardFormat
from referee.editions.awakening import state
from referee.editions.rulesets import of_scenario, tags_of
from referee.engine.explaining.referee import Judgement, check
from referee.engine.record.setup import Setup, find_scenario, scenario_files
from referee.engine.state import hidden, statements
from referee.engine.state.board import Board, snapshot
from referee.engine.state.facts import plots
from referee.inputs.judging import judge
from referee.inputs.preparing import setup_of
from referee.inputs.records import format_text, read_text
from referee.parsers.notation.position import block
from referee.play.positions import CommandError, go_to
from referee.trials.selfplay import SelfPlay
from tests.helpers.commands import referee
from tests.helpers.paths import LOGS, ROOT

NOT_STATED = frozenset(
    {
        "tokens",
        "worlds",
        "sightings",
        "memo",
        "one_shot",
        "phases",
        "winner",
        "victory_rule",
        "held",
        "plots_this_phase",
        "in_play",
        "left_out",
        "obligations",
        "held_j",
        "held_us",
        "sighted",
        "backlash",
        "disrupted",
        "improved",
        "order",
    }
)
"""Fields that a set-up does not state as they are: they name lines, tokens and counts of this record."""


def view(board: Board) -> dict[str, Any]:
    """Everything of a position that a set-up can state."""
    found = {k: v for k, v in snapshot(board).items() if k not in NOT_STATED and not k.endswith(".plots")}
    for name, c in board.countries.items():
        found[f"{name}.plots"] = tuple(hidden.known(board, t) or "?" for t in c.plots)
        found[f"{name}.backlash"] = tuple(t in board.backlash for t in c.plots)
    for field in [f for f in ("disrupted", "improved", "targeted", "touched") if hasattr(board, f)]:
        happened = getattr(board, field)
        found[field] = sorted((when - board.phases, name) for when, name in happened if when >= board.phases - 1)
    if "struck" in found:
        found["struck"] = sorted(state.struck_lately(board))
    if "resolved" in found:
        found["resolved"] = sorted(hidden.known(board, t) or "?" for t in found["resolved"])
    found["hands"] = board.cards_j, board.cards_us
    found["available"] = plots.available(board)
    found["second card"] = statements.actual(board, statements.make("second card"))
    return found


def read_back(text: str) -> Judgement:
    record = read_text(text)
    assert not record.unreadable, (text, record.unreadable[0].message)
    return check(record, setup_of(record)[0])


def differences(board: Board) -> dict[str, Any]:
    """The differences after a write and a read of a position."""
    text = "\n".join([*tags_of(board), block(board)])
    assert format_text(text).text == text
    again = read_back(text)
    assert again.findings == [], (text, again.findings)
    before, after = view(board), view(again.board)
    if board.winner:
        before["stage"] = after["stage"] = ""
    return {k: (before[k], after[k]) for k in before if before[k] != after[k]}


@pytest.mark.parametrize("name", ["evening-1", "evening-2", "mail-thread"])
def test_every_step_of_the_fixtures_reads_back(name: str) -> None:
    verdict = judge(read_text((LOGS / f"{name}.lgn").read_text(encoding="utf-8")))
    ids = [s.id for s in verdict.steps if s.id]
    assert len(ids) > 10
    for at in reversed(ids):
        assert differences(go_to(verdict, at).board) == {}, at


PLAYED = (
    "Anaconda",
    "Let's Roll!",
    "Mission Accomplished?",
    "You Can Call Me Al",
    "Campaign",
    "Alternative History",
)


@pytest.mark.parametrize(("seed", "name"), list(enumerate(PLAYED)))
def test_positions_of_self_play_read_back(seed: int, name: str) -> None:
    data = find_scenario(name) or {}
    game = SelfPlay(seed, Setup(of_scenario(data), data["name"], data, 1 + seed % 3)).play(turns=3)
    verdict = judge(read_text(game.text))
    ids = [s.id for s in verdict.steps if s.id]
    for at in reversed(ids):
        assert differences(go_to(verdict, at).board) == {}, (name, at)


def test_the_file_of_a_scenario_goes_by_a_name_of_it() -> None:
    # find_scenario reads the file of that name and no other
    for path in (ROOT / "scenarios").glob("*.toml"):
        assert find_scenario(path.stem) == scenario_files()[tomllib.loads(path.read_text(encoding="utf-8"))["name"]]


@pytest.mark.parametrize("name", list(scenario_files()))
def test_scenarios_read_back(name: str) -> None:
    verdict = judge(read_text(f'[Scenario "{name}"]\n[Length "3 decks"]\n'))
    assert differences(verdict.board) == {}


STRANGE = """
setup: turn 3, phase US 2, card 2, hand US 2: 34 ?, hand J 0, deck 20, discards 1 ? ?, removed 5, lapsing 114
setup: lapsing markers 2, first plot ?, decks 3, reshuffles 1, reserves J 2, arsenal 0, wmd box 2, wmd out 1
setup: Egypt Poor Neutral besieged 2 sleepers 1 active cadre plots 1 ? W, backlash Egypt#2, improved Egypt
setup: Pakistan IR Adversary 1 active FATA, Iraq Fair Ally RC-green 7 troops Sadr 2 aid, marker Leak-Wiretapping
setup: United States 1 sleeper NEST, Iran 1 active, Somalia besieged, disrupted before Iraq, second card 53
setup: Germany Hard, Philippines Soft 2 troops Abu Sayyaf
"""


def test_a_position_with_everything_in_it_reads_back() -> None:
    verdict = read_back(STRANGE)
    assert verdict.findings == []
    assert differences(verdict.board) == {}
    assert plots.available(verdict.board).count("?") == 0 or verdict.board.tokens


def test_the_rest_of_a_record_is_judged_alike_from_its_middle() -> None:
    text = (LOGS / "evening-1.lgn").read_text(encoding="utf-8")
    lines = text.split("\n")
    whole = judge(read_text(text))
    action = next(s.action for s in whole.steps if s.id == "a20")
    wanted = [(f.kind, f.rule, f.place.line) for f in whole.findings if f.counted and f.place.line > action.lines[-1]]
    head = block(go_to(judge(read_text(text)), "a20").board).split("\n")
    rest = judge(read_text("\n".join([*head, *lines[action.lines[-1] :]])))
    moved = action.lines[-1] - len(head)
    assert [(f.kind, f.rule, f.place.line + moved) for f in rest.findings if f.counted] == wanted


# -------------------------------------------------------------------- the command


def test_before_and_after_an_action(tmp_path: Path) -> None:
    record = tmp_path / "r.lgn"
    record.write_text("setup: Saudi Arabia Poor Ally\nUS 43 deploy track > Saudi Arabia 2\nUS 7 reserves\n")
    before, after = referee("board", record, "--before", "1"), referee("board", record, "--at", "1")
    assert before.status == after.status == 0
    assert "Saudi Arabia Poor Ally\n" in before.out
    assert "Saudi Arabia Poor Ally 2 troops" in after.out
    assert referee("board", record, "--at", "a1").out == after.out
    assert "reserves US 1" not in after.out
    assert "reserves US 1" in referee("board", record).out
    assert "after action a1 (line 2)" in after.out


def test_the_block_can_be_checked(tmp_path: Path) -> None:
    run = referee("board", LOGS / "evening-1.lgn", "--at", "12")
    again = tmp_path / "again.lgn"
    again.write_text(run.out, encoding="utf-8")
    assert referee("check", again).status == 0
    assert referee("fmt", "--check", again).status == 0


def test_as_json() -> None:
    found = json.loads(referee("board", LOGS / "evening-1.lgn", "--at", "12", "--format", "json").out)
    assert found["after"] == "a12"
    assert found["position"]["clock"] == {"turn": 1, "side": "US", "phase": 3, "card": 2, "stage": "action"}


def test_one_aid_is_written_with_its_number() -> None:
    assert "Egypt Poor Neutral 1 aid" in referee("board", "-", stdin="setup: Egypt Poor Neutral aid\n").out


def test_plot_markers_as_json() -> None:
    found = json.loads(referee("board", "-", "--format", "json", stdin="setup: Egypt Poor Neutral plots 1 ?\n").out)
    assert found["position"]["countries"]["Egypt"]["plots"] == ["1", "?"]
    assert "plots" not in found["position"]["countries"]["Pakistan"]


@pytest.mark.parametrize("options", [("--at", "999"), ("--at", "x"), ("--at", "1", "--before", "2"), ("--before", "0")])
def test_actions_that_are_not_there(options: tuple[str, ...]) -> None:
    run = referee("board", LOGS / "evening-1.lgn", *options)
    assert run.status == 2
    assert run.err
    assert run.out == ""


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    assert referee("board", tmp_path / "none.lgn").status == 2
    with pytest.raises(CommandError, match="no actions"):
        go_to(judge(read_text("setup: prestige 3\n")), "1")


def test_standard_input() -> None:
    run = referee("board", "-", stdin="setup: prestige 3\n")
    assert run.status == 0
    assert "prestige 3" in run.out
    assert "<stdin>" in run.out


def test_a_game_that_is_over_says_so() -> None:
    run = referee(
        "board", "-", stdin="setup: stage plots, wmd box 2, United States 1 active plots W\nJ resolve US#1 W\n"
    )
    assert run.status == 0
    assert "; the game is over: the Jihadist won by 8.5.6\n" in run.out


# -------------------------------------------------------------------- positions that cannot be

REFUSED = [
    ("Afghanistan Poor Ally RC 16 troops", "4.6.3"),
    ("troops track 3, Afghanistan Poor Ally RC 6 troops", "4.6.3"),
    ("Egypt Poor Neutral 16 sleepers", "4.6.3"),
    ("cells track 14, Egypt Poor Neutral 2 sleepers", "4.6.3"),
    ("Egypt Good Ally RC 6 troops", "7.3.4.1"),
    ("Egypt IR Adversary RC 6 troops", "7.3.4.1"),
    ("Germany Hard RC 6 troops", "7.3.4.1"),
    ("Germany Hard 1 aid", "4.8.3"),
    ("Iran besieged", "4.8.3"),
    ("Germany Hard Neutral", "4.2.3"),
    ("Egypt unmarked Ally", "4.2.3"),
    ("Germany Poor", "4.3.1"),
    ("Iran Poor", "4.4"),
    ("Egypt Poor Neutral Soft", "4.3.2"),
    ("Iran Hard", "4.3.2"),
    ("Israel Soft", "4.3.3"),
    ("prestige 13", "4.7.1"),
    ("prestige 0", "4.7.1"),
    ("funding 10", "4.7.4.1"),
    ("reserves J 3", "6.3.3"),
    ("wmd box 4", "4.7.8.1"),
    ("arsenal 4", "4.7.8.1"),
    ("available 1 1 1 2 2 3 W", "4.7.8.1"),
    ("Egypt Poor Neutral 1 active plots 3 3", "4.8.1"),
    ("Egypt Poor Neutral 1 active plots 1 1 1 1", "4.8.1"),
    ("Egypt Poor Neutral 1 active plots 2, available 1 1 1 2 2 3", "4.7.8"),
    ("Egypt Poor Neutral NATO, Iraq Poor Ally NATO", "6.2.7"),
    ("marker Renditions, marker Leak-Renditions", "6.2.8"),
    ("discards 44, removed 44", "5.3.1"),
    ("discards 44 44", "5.3.1"),
    ("first plot 44, hand J 2: 44 ?, hand US 2", "5.3.1"),
    ("removed 130", "4.10.3"),
    ("lapsing 44", "6.2.7"),
    ("deck 121", "5.3.1"),
    ("deck 110, hand J 8, hand US 8", "5.3.1"),
    ("hand J 1: 44 45", "5.3.2"),
    ("card 3", "5.2.2"),
    ("phase J 0", "5.2.2"),
    ("turn 0", "5.2.1"),
    ("decks 4", "3.3"),
    ("reshuffles 1", "5.3.1"),
    ("world Hard 2", "4.7.2"),
    ("fair/good 1", "4.7.6"),
]


@pytest.mark.parametrize(("stated", "rule"), REFUSED)
def test_what_cannot_be_is_refused_with_its_rule(stated: str, rule: str) -> None:
    text = f"setup: {stated}\n"
    found = judge(read_text(text)).findings
    assert (found[0].kind, found[0].rule) == ("impossible", rule), [(f.rule, f.message) for f in found]
    assert 8 <= found[0].place.column < len(text)
    run = referee("board", "-", stdin=text)
    assert run.status == 1
    assert rule in run.err
    assert run.out == ""


ALLOWED = [
    "troops track 9, Afghanistan Poor Ally RC 6 troops",
    "cells track 13, Egypt Poor Neutral 2 sleepers",
    "Afghanistan IR Adversary besieged 4 sleepers",
    "Russia Hard CTR, Central Asia Poor Neutral CTR",
    "Egypt Poor Neutral 1 active plots 1 1 1 ?",
    "Philippines Soft Moro Talks 2 troops",
    "stage plots, phase US 2, card 3, Egypt Poor Neutral 1 active plots 1",
    "decks 2, reshuffles 1",
    "discards ? ? ? 44",
]


@pytest.mark.parametrize("stated", ALLOWED)
def test_what_can_be_is_taken(stated: str) -> None:
    verdict = judge(read_text(f"setup: {stated}\n"))
    assert [f for f in verdict.findings if f.kind != "note"] == []
    assert differences(verdict.board) == {}


def test_a_marker_that_an_event_moves_out_of_the_box_can_be_read_again() -> None:
    record = "setup: marker Anbar Awakening, Iraq Poor Ally 1 troops, Iran 1 sleeper\nUS 13 event\n"
    written = referee("board", "-", stdin=record)
    assert written.out.count("Anbar Awakening") == 1
    assert referee("check", "-", stdin=written.out).status == 0


# ---------------------------------------------------------------- pictures

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '[Scenario "Let\'s Roll!"]\nJ 95 recruit Afghanistan 1\n'


def test_a_picture_is_one_svg_that_needs_nothing() -> None:
    run = referee("board", LOGS / "evening-2.lgn", "--at", "13", "--format", "svg")
    assert run.status == 0
    drawn = ET.fromstring(run.out)
    assert drawn.find(f"{SVG}title").text == "evening-2.lgn, after action a13 (line 30)"  # type: ignore[union-attr]
    assert "Prestige 3 low" in (drawn.find(f"{SVG}desc").text or "")  # type: ignore[union-attr]
    assert {tag.tag for tag in drawn.iter()} <= {f"{SVG}{name}" for name in TAGS}
    addresses = [v for e in drawn.iter() for k, v in e.attrib.items() if k.endswith("href")]
    assert addresses
    assert all(a.startswith("#") for a in addresses)
    assert "prefers-color-scheme: dark" in run.out
    assert "url(" not in run.out.replace("url(#", "")
    pakistan = next(g for g in drawn.iter(f"{SVG}g") if g.get("id") == "m35")
    assert {"hit", "found"} <= set((pakistan.get("class") or "").split())


TAGS = (
    "svg",
    "title",
    "desc",
    "style",
    "defs",
    "marker",
    "clipPath",
    "path",
    "rect",
    "circle",
    "text",
    "tspan",
    "g",
    "use",
)


def test_a_picture_of_a_position_before_or_at_the_end_marks_nothing() -> None:
    for options in (["--before", "13"], []):
        run = referee("board", LOGS / "evening-2.lgn", *options, "--format", "svg")
        assert not re.search(r'class="[^"]*\b(hit|found|new)\b', run.out)


def test_what_a_record_says_is_escaped_in_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "<b>&\x1b[31m.lgn"
    path.write_text(NASTY, encoding="utf-8")
    run = referee("board", path, "--format", "svg")
    title = ET.fromstring(run.out).find(f"{SVG}title").text or ""  # type: ignore[union-attr]
    assert "&" in title
    assert "<b>" not in run.out
    assert "\x1b" not in run.out


def test_a_png_is_written_to_a_file_or_to_a_pipe(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    path, record = tmp_path / "board.png", tmp_path / "r.lgn"
    record.write_text(NASTY, encoding="utf-8")
    run = referee("board", record, "--at", "a1", "--format", "png", "-o", path)
    assert (run.status, run.out.startswith("board: ")) == (0, True)
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(data[16:20], "big") == 1300
    piped = subprocess.run(
        [sys.executable, "-m", "referee", "board", record, "--at", "a1", "--format", "png"],
        capture_output=True,
        cwd=ROOT,
        check=True,
    )
    assert piped.stdout == data


def test_without_its_package_a_png_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    run = referee("board", LOGS / "evening-2.lgn", "--format", "png", "-o", tmp_path / "board.png")
    assert run.status == 2
    assert 'pipx install "labyrinth-referee[png]"' in run.err
    assert not (tmp_path / "board.png").exists()


def test_every_form_can_go_to_a_file(tmp_path: Path) -> None:
    record = tmp_path / "r.lgn"
    record.write_text(NASTY, encoding="utf-8")
    for form in (f for f in get_args(BoardFormat) if f != "png"):
        path = tmp_path / f"board.{form}"
        told = referee("board", record, "--at", "1", "--format", form)
        assert told.out
        assert referee("board", record, "--at", "1", "--format", form, "-o", path).status == 0
        assert path.read_text(encoding="utf-8").rstrip() == told.out.rstrip()
    run = referee("board", record, "--format", "svg", "-o", tmp_path / "no" / "board.svg")
    assert run.status == 2
    assert "cannot be written" in run.err


# ---------------------------------------------------------------- the end card


@pytest.mark.long
def test_an_end_card_is_what_its_file_is_called(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    record, path = LOGS / "evening-2.lgn", tmp_path / "card.png"
    assert referee("board", "--card", record, "-o", path).status == 0
    assert path.read_bytes().startswith(b"\x89PNG")
    assert int.from_bytes(path.read_bytes()[16:20], "big") == 1200
    run = referee("board", "--card", record)
    assert run.out.startswith("<svg")
    assert referee("board", "--card", record, "-o", tmp_path / "card.svg").status == 0
    assert (tmp_path / "card.svg").read_text(encoding="utf-8").rstrip() == run.out.rstrip()


@pytest.mark.parametrize("more", [("--at", "3"), ("--setup", "prestige 3"), ("--format", "json")])
def test_an_end_card_is_a_picture_of_a_whole_record(more: tuple[str, str]) -> None:
    run = referee("board", "--card", LOGS / "evening-2.lgn", *more)
    assert (run.status, run.out) == (2, "")
    assert "card" in run.err


def test_an_end_card_is_never_written_over_its_record(tmp_path: Path) -> None:
    record = tmp_path / "r.lgn"
    record.write_text(NASTY, encoding="utf-8")
    assert referee("board", "--card", record, "-o", record).status == 2
    assert record.read_text(encoding="utf-8") == NASTY


# ---------------------------------------------------------------- chapter 11

AWAKENED = [name for name, data in scenario_files().items() if data.get("ruleset", "base") != "base"]


@pytest.mark.parametrize("name", AWAKENED)
def test_every_form_of_a_scenario_of_the_awakening(name: str, tmp_path: Path) -> None:
    record = f'[Scenario "{name}"]\n'
    text = referee("board", "-", stdin=record).out
    assert re.search(r"^\[Rules \".+\"\]$", text, re.M)
    again = referee("board", "-", stdin=text).out
    assert again.split("\n")[1:] == text.split("\n")[1:]
    drawn = ET.fromstring(referee("board", "-", "--format", "svg", stdin=record).out)
    said = [t.text for t in drawn.iter(f"{SVG}text")]
    assert {"Mali", "Nigeria", "Militia Track", "Civil War"} <= set(said)
    found = json.loads(referee("board", "-", "--format", "json", stdin=record).out)["position"]
    assert {"militia_track", "off_map", "new_cells", "resolved_plots"} <= set(found)


def test_a_position_with_everything_of_chapter_11_reads_back() -> None:
    verdict = read_back(
        """[Rules "The Awakening"]
setup: turn 3, phase J 1, hand J 0, deck 60, prestige 5, funding 9, resolved plots 1 ?, off map 2, marker Sequestration
setup: Iraq Poor Neutral civil war 5 militia 6 actives caliphate capital 2 advisors, Syria Fair Ally civil war 1 wmd
setup: Nigeria Muslim Poor Ally 1 sleeper 1 awakening, Iran Muslim Fair Adversary 1 wmd, Saudi Arabia Poor Ally Training Camps
setup: Jordan Fair Ally 3 awakening 4 reaction plots 2, Sudan Poor Neutral 9 sleepers
"""
    )
    assert [f.message for f in verdict.findings if f.kind != "note"] == []
    assert differences(verdict.board) == {}


def test_a_position_of_optional_rules_names_them() -> None:
    record = '[Scenario "Awakening"]\n[Options "zakat-strong-horse"]\nJ turn-in zakat\n'
    text = referee("board", "-", stdin=record).out
    assert '[Options "zakat-strong-horse"]' in text
    assert "no zakat" in text
    assert referee("board", "-", stdin=text).out.split("\n")[1:] == text.split("\n")[1:]


def test_a_position_that_cannot_be_is_printed_without_what_cannot_be(tmp_path: Path) -> None:
    """A United States without Posture, by correction (4.3.2).

    No set-up says it; the finding mentions it.
    """
    record = tmp_path / "x.lgn"
    record.write_text("setup: Iran 1 sleeper\nset: United States unmarked\n", encoding="utf-8")
    run = referee("board", str(record))
    assert (run.status, run.err) == (0, "")
    assert "setup: Iran 1 sleeper" in run.out
    assert "US Hard" not in run.out
    assert "1 finding" in run.out


def test_a_muslim_country_without_a_level_reads_back_without_one(tmp_path: Path) -> None:
    """Iran as a Muslim country (11.3.3.1).

    Iran is printed as Fair; as a Muslim country it has a level like others, or none.
    """
    record = tmp_path / "x.lgn"
    record.write_text(
        '[Rules "Awakening"]\nsetup: phase J 1, Iran Muslim unmarked, Egypt Poor Neutral 1 sleeper\n', "utf-8"
    )
    printed = referee("board", str(record)).out
    record.write_text(printed, encoding="utf-8")
    assert "Iran unmarked Muslim" in printed
    again = referee("board", str(record)).out
    assert [line for line in again.splitlines() if line[:1] != ";"] == [
        line for line in printed.splitlines() if line[:1] != ";"
    ]
