"""Records from VASSAL logs.

Pieces, cards and dice become the plays that lead there, and unclear parts are marked.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.cli.app import app
from referee.inputs import formats, vassal_replay
from referee.inputs.records import read_text
from referee.parsers.notation.encodings import TextError
from referee.parsers.vassal import mapping as mappings
from referee.parsers.vassal.happenings import Happening, Log
from tests.helpers import vassalfile
from tests.helpers.commands import referee
from tests.helpers.paths import FIXTURES, LOGS
from tests.helpers.vassalcompare import compared
from tests.helpers.vassalgame import PILES, Style, file_of, log_of, record_at

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
    """The reading of a few lines after the deal."""
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
    assert done.lines_open == 0


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
    later = replace(whole, start=table, happenings=rest, steps=len(rest), save_time=(whole.save_time or 0) + 5)
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


# -------------------------------------------------------------------- a module that is not known, and its mapping

SAMPLES = FIXTURES / "vassal"


def told_commands(message: str) -> list[list[str]]:
    """The commands in a message, without the name of the program."""
    return [shlex.split(said) for said in re.findall(r"`referee ([^`]*)`", message)]


def completed(text: str, meanings: dict[str, str]) -> str:
    """A mapping without comments, each image with its meaning.

    The comments are those on images.
    """
    lines = []
    for line in text.splitlines():
        match = re.match(r'# "([^"]*)" = "nothing"', line)
        known = meanings.get(match[1].casefold(), "nothing") if match else ""
        lines.append(f'"{match[1]}" = "{known}"' if match else line)
    return "\n".join(lines) + "\n"


@pytest.mark.long
def test_the_walk_from_the_message_to_a_checked_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = mappings.shipped()
    other = replace(shipped, images={f"x-{image}": what for image, what in shipped.images.items()})
    log = log_of(read_text(SHORT), other)
    log.module = "Another Module"
    monkeypatch.chdir(tmp_path)
    Path("our game.vlog").write_bytes(file_of(log, mapping=other))
    refused = referee("check", "our game.vlog")
    assert refused.status == 2
    calibrate, check = told_commands(refused.err or refused.out)
    assert calibrate == ["vassal", "calibrate", "our game.vlog", "-o", "my.toml"]
    assert check == ["check", "our game.vlog", "--mapping", "my.toml"]

    listed = referee(*calibrate)
    assert listed.status == 0
    assert "the markers lie as in no known set-up" in listed.out
    mine = Path("my.toml")
    assert '# "x-troops.png" = "nothing"' in mine.read_text(encoding="utf-8")
    assert "not in the mapping" in listed.out
    again = referee(*check)
    assert again.status == 2
    assert "vassal calibrate 'our game.vlog' --mapping my.toml" in again.out + again.err

    mine.write_text(completed(mine.read_text(encoding="utf-8"), dict(other.images)), encoding="utf-8")
    fitted = referee("vassal", "calibrate", "our game.vlog", "--mapping", "my.toml", "-o", "my.toml")
    assert fitted.status == 0
    assert "as in the set-up of Let's Roll!" in fitted.out
    assert '"x-troops.png" = "troops"' in mine.read_text(encoding="utf-8")

    checked = referee(*check)
    assert checked.status in (0, 1)
    assert "5 actions checked" in checked.out
    converted = referee("convert", "our game.vlog", "--mapping", "my.toml").out
    assert "J 53 event Saudi Arabia" in converted
    for command in (["report", "our game.vlog", "-o", "page.html"], ["audit", "--no-cache", "our game.vlog"]):
        assert referee(*command, "--mapping", "my.toml").status == checked.status
        assert referee(*command).status == 2
    for command in (["board", "our game.vlog"], ["legal", "our game.vlog"], ["was", "our game.vlog", "a2"]):
        assert referee(*command).status == 2
        assert "Saudi Arabia" in referee(*command, "--mapping", "my.toml").out


@pytest.mark.parametrize("name", ["synthetic-vobs-flat.vlog", "synthetic-vcsk-nested.vlog"])
def test_a_sample_of_an_invented_module_is_walked_to_its_record(name: str, tmp_path: Path) -> None:
    mine = tmp_path / "my.toml"
    listed = referee("vassal", "calibrate", SAMPLES / name, "-o", mine)
    assert "cell_active.png “Active”" in listed.out
    assert referee("check", SAMPLES / name, "--mapping", mine).status == 2
    meanings = {"cell_sleeper.png": "sleepers", "cell_active.png": "actives"}
    mine.write_text(completed(mine.read_text(encoding="utf-8"), meanings), encoding="utf-8")
    done = referee("convert", SAMPLES / name, "--mapping", mine)
    assert done.status == 0
    assert "set: Iran 1 sleeper 0 actives, Iraq 0 sleepers 0 actives" in done.out
    assert referee("check", SAMPLES / name, "--mapping", mine).status == 0


def test_a_mapping_that_cannot_be_read_is_named_with_its_line(tmp_path: Path) -> None:
    mine = tmp_path / "my.toml"
    mine.write_text("[board]\nscale = 99\n", encoding="utf-8")
    for command in ("check", "convert", "audit", "report"):
        done = referee(command, SAMPLES / "synthetic-vobs-flat.vlog", "--mapping", mine)
        assert (done.status, done.out) == (2, "")
        assert "my.toml: " in done.err
        assert done.err.endswith("(line 2)\n")
    missing = referee("check", SAMPLES / "synthetic-vobs-flat.vlog", "--mapping", tmp_path / "none.toml")
    assert missing.status == 2
    assert "none.toml: there is no such file" in missing.err


def test_a_mapping_changes_nothing_for_other_files(tmp_path: Path) -> None:
    mine, game = tmp_path / "my.toml", tmp_path / "game.lgn"
    mine.write_text('[module]\nnames = ["x"]\n', encoding="utf-8")
    game.write_text(HEAD + "J 112 event\n", encoding="utf-8")
    assert referee("check", game, "--mapping", mine) == referee("check", game)


def test_the_pieces_on_the_page_on_vassal_are_named_in_its_mapping() -> None:
    """The rest of the page is printed by scripts/pages/printed.py."""
    page = (SAMPLES.parent.parent / "docs" / "vassal.md").read_text(encoding="utf-8")
    walk = page.split("## From a log to a checked game")[1].split("\n## ")[0]
    assert all(line in walk for line in ('"cell_sleeper.png" = "sleepers"', '"cell_active.png" = "actives"'))
