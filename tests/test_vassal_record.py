"""Records from VASSAL logs: what pieces, cards and dice show becomes the plays that lead there, and what is unclear is marked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import vassalfile
from typer.testing import CliRunner
from vassalcompare import compared
from vassalgame import PILES, Style, file_of, log_of, record_at

from referee.cli.app import app
from referee.inputs import formats, vassal_replay
from referee.inputs.records import read_text
from referee.parsers.notation.encodings import TextError
from referee.parsers.vassal.happenings import Happening, Log

LOGS = Path(__file__).parent.parent / "fixtures" / "logs"
HEAD = '[Scenario "Let\'s Roll!"]\n[Length "1 deck"]\n\ndeal J 9 US 9\n'
SHORT = HEAD + (
    "J 53 event Saudi Arabia [2]\n"
    "J 83 recruit Saudi Arabia 1 [1], Iraq 1 [1], Libya 1 [1]\n"
    "US 119 regime-change track > Afghanistan 6 gov[4] prestige[1 2 2]\n"
    "US 46 event Afghanistan\n"
)


def plays(text: str) -> list[str]:
    """The lines of a record that are neither tags nor blank."""
    return [line for line in text.splitlines() if line and not line.startswith("[")]


def short(lines: str) -> list[str]:
    """What comes back of a few lines after the deal."""
    done = vassal_replay.convert(log_of(read_text(HEAD + lines)))
    return plays(done.text)[1:]


@pytest.mark.parametrize("name", ["evening-2", "mail-thread"])
def test_a_record_that_is_typed_while_it_is_played_comes_back_as_it_is(name: str) -> None:
    record = record_at(LOGS / f"{name}.lgn")
    found = compared(
        record, vassal_replay.convert(log_of(record, style=Style(typed=True))).text, board=name == "mail-thread"
    )
    # one play of the mail game is of a card that had been discarded: no log can hold it
    assert found.lost == ([] if name == "evening-2" else ["US 45 woi Saudi Arabia [5] => Saudi Arabia Fair Ally"])
    assert (found.marked, found.wrong, found.board) == (0, [], [])
    assert found.same == found.plays - len(found.lost)


def test_plays_are_found_from_pieces_cards_and_dice_alone() -> None:
    record = read_text(SHORT)
    done = vassal_replay.convert(log_of(record))
    found = compared(record, done.text)
    assert (found.same, found.marked, found.wrong, found.lost, found.board) == (5, 0, [], [], [])
    assert done.left_open == 0


def test_a_line_says_at_which_steps_of_the_log_it_stands() -> None:
    log = log_of(read_text(SHORT))
    done = vassal_replay.convert(log)
    line = next(n for n, text in enumerate(done.text.splitlines(), 1) if text.startswith("J 53"))
    steps = done.origins[line].source
    first = int(steps.removeprefix("steps ").partition("-")[0])
    played = next(h for h in log.happenings if h.step == first)
    assert played.after is not None
    assert (played.after.images, done.origins[line].about) == (("Card_53.png",), "Jihadist")


def test_a_roll_that_failed_somewhere_is_left_open_and_never_made_up() -> None:
    lines = short("J 53 event Saudi Arabia [2]\nJ 83 recruit Saudi Arabia 1 [4], Iraq 1 [3], Libya 1 [1]\n")
    assert lines[1].startswith("; several plays fit what was seen: J 83 recruit ")
    assert lines[2] == "J 83 recruit"


def test_an_illegal_play_is_written_as_it_was_played() -> None:
    lines = short(
        "J 112 event\nJ 83 reserves\n".replace("J 83 reserves", "J 53 event Saudi Arabia [2]")
        + "US 43 deploy track > Pakistan 2\n"
    )
    assert lines[-2] == "; no legal play fits; this one does, as far as it was seen"
    assert lines[-1].startswith("US 43 deploy track > Pakistan 2")


def test_what_a_misread_die_brought_is_claimed() -> None:
    lines = short("J 53 event Saudi Arabia [4] => Saudi Arabia 1 sleeper\n")
    said = " ".join(lines)
    assert "Saudi Arabia" in said
    assert ";" in said
    assert "[4]" in said or "the dice were 4" in said


def test_cards_that_are_put_away_when_the_play_is_over() -> None:
    record = read_text(SHORT)
    found = compared(record, vassal_replay.convert(log_of(record, style=Style(cards_last=True))).text)
    assert (found.wrong, found.board) == ([], [])
    assert found.same >= 4


def test_what_was_taken_back_does_not_count_and_its_dice_are_told() -> None:
    log = log_of(read_text(SHORT))
    at = next(i for i, h in enumerate(log.happenings) if h.kind == "dice")
    log.happenings.insert(at, replace(log.happenings[at], dice=(6,), undone=True))
    text = vassal_replay.convert(log).text
    assert "; a roll was taken back: 6" in text
    assert "J 53 event Saudi Arabia 1 [2]" in text


def test_chatter_becomes_comments_that_are_no_notation() -> None:
    log = log_of(read_text(SHORT))
    log.happenings.insert(25, Happening(log.happenings[24].step, "chat", "US", text="nice\nUS 43 event", chat="typed"))
    text = vassal_replay.convert(log).text
    assert "; US: nice US 43 event\n" in text


@pytest.mark.parametrize("engine", vassalfile.ENGINES, ids=lambda e: e.version)
def test_a_file_of_any_engine_is_told_by_its_content_and_gives_the_same_record(engine: vassalfile.Engine) -> None:
    record = read_text(HEAD + "J 112 event\n")
    data = file_of(log_of(record), engine)
    form = formats.of(data)
    assert form.name == "vassal"
    assert plays(form.convert(data).text) == ["deal J 9 US 9", "J 112 event"]


def test_a_save_gives_its_position_and_no_lines() -> None:
    log = log_of(read_text(SHORT))
    log.happenings = []
    text = vassal_replay.convert(log).text
    assert '[Scenario "Let\'s Roll!"]' in text
    assert plays(text) == []


def test_logs_of_one_game_are_joined() -> None:
    whole = log_of(read_text(SHORT))
    middle = next(
        i
        for i, h in enumerate(whole.happenings)
        if h.after is not None and h.after.images == ("Card_119.png",) and h.after.spot == PILES["discards"]
    )
    table = {**whole.start, **{h.piece: h.after for h in whole.happenings[:middle] if h.after is not None}}
    first = replace(whole, happenings=whole.happenings[:middle], steps=middle)
    rest = [replace(h, step=h.step - middle) for h in whole.happenings[middle:]]
    later = replace(whole, start=table, happenings=rest, steps=len(rest), saved=(whole.saved or 0) + 5)
    done = vassal_replay.convert(later, first)
    assert plays(done.text) == plays(vassal_replay.convert(whole).text)
    assert done.origins[max(done.origins)].source.startswith("log 2, step ")


def test_a_module_that_is_not_known_says_what_to_do() -> None:
    with pytest.raises(TextError, match="calibrate"):
        vassal_replay.convert(Log("Chess"))


def test_the_commands(tmp_path: Path) -> None:
    game = tmp_path / "game.vlog"
    game.write_bytes(file_of(log_of(read_text(HEAD + "J 112 event\n"))))
    run = CliRunner().invoke(app, ["vassal", "record", str(game)])
    assert run.exit_code == 0
    assert "J 112 event" in run.output
    mine = tmp_path / "my.toml"
    run = CliRunner().invoke(app, ["vassal", "calibrate", str(game), "-o", str(mine)])
    assert run.exit_code == 0
    assert "as in the set-up of Let's Roll!" in run.output
    run = CliRunner().invoke(app, ["vassal", "record", str(game), "--mapping", str(mine)])
    assert "J 112 event" in run.output
    mine.write_text("[board]\nscale = 99\n")
    run = CliRunner().invoke(app, ["vassal", "record", str(game), "--mapping", str(mine)])
    assert run.exit_code == 2
    assert "line 2" in run.output
