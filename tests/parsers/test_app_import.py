"""Saved games of the solitaire program, converted to records.

Broken or hostile parts are reported and do no harm.
"""

from __future__ import annotations

import gzip
import io
import json
import lzma
import tarfile
import zipfile
from pathlib import Path

import pytest

from referee.inputs import saved_games as importing
from referee.inputs.formats import read_record
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from referee.inputs.saved_games import import_game
from referee.parsers.app import archive, record
from referee.parsers.notation.encodings import TextError
from tests.helpers.appfolder import RULE, Folder
from tests.helpers.commands import referee

TOP = '[Scenario "Let\'s Roll!"]\n[Length "1 deck"]\n[Options "jihadist-bot"]\n[Jihadist "Bot"]\n[Event "invented"]\n'


def recruiting() -> Folder:
    """Recruit of the Jihadist; Deploy and Test of the US.

    The tested country stays too strong.
    """
    game = Folder()
    game.country("Afghanistan")["pieces"] += ["Sleeper Cell"] * 3
    game.add(
        [
            "Jihadist plays #95 Wahhabism (3 Ops)",
            "The Jihadist event is playable",
            "Jihadist performs a Recruit operation",
            RULE,
            "1st Recruit automatically succeeds in Afghanistan",
            "2nd Recruit automatically succeeds in Afghanistan",
            "3rd Recruit automatically succeeds in Afghanistan",
            "Add 3 Sleeper Cells to Afghanistan from the funding track",
            "Put #95 Wahhabism in the discard pile",
        ],
        cardsInHand={"jihadist": 8, "us": 9},
        cardsDiscarded=[95],
    )
    game.country("Afghanistan")["pieces"].append("Sleeper Cell")
    game.add(
        [
            "Jihadist plays #52 IEDs (1 Op)",
            "The Jihadist event is NOT playable",
            "Jihadist performs a Recruit operation",
            "1st Recruit automatically succeeds in Afghanistan",
            "Add 1 Sleeper Cell to Afghanistan from the funding track",
            "Put #52 IEDs in the discard pile",
        ],
        cardsInHand={"jihadist": 7, "us": 9},
        cardsDiscarded=[52, 95],
    )
    game.add(["End of 1st Jihadist action phase"])
    game.country("Egypt").update(governance=3, alignment="Neutral")
    game.add(
        [
            "US plays #5 NEST (1 Op)",
            "The US event is playable",
            "US attempts War of Ideas operation with 1 Op",
            "Egypt tested: Set to Poor Neutral",
            "Not enough Ops to complete War of Ideas in Egypt",
            "Put #5 NEST in the discard pile",
        ],
        cardsInHand={"jihadist": 7, "us": 8},
        cardsDiscarded=[5, 52, 95],
    )
    return game


PLAYED = (
    "J 95 recruit Afghanistan 3",
    "J 52 recruit Afghanistan 1",
    "US 5 woi Egypt t[?] => Egypt Poor",
)


def lines(text: str) -> list[str]:
    """The lines that are played."""
    return [line for line in text.splitlines() if line.startswith(("J ", "US "))]


def test_a_folder_becomes_a_record_with_its_tags() -> None:
    done = import_game(record.read(recruiting().tar()))
    assert done.text.startswith(TOP)
    assert lines(done.text) == list(PLAYED)
    assert "deal J 9 US 9" in done.text
    assert "set:" not in done.text
    assert (done.plays, done.corrections) == (3, 0)


@pytest.mark.parametrize("packing", ["xz", "gz", ""])
def test_archives_are_told_by_their_content(packing: str) -> None:
    assert lines(import_game(record.read(recruiting().tar(packing))).text) == list(PLAYED)


def test_a_zip_archive_is_read() -> None:
    assert lines(import_game(record.read(recruiting().zip())).text) == list(PLAYED)


def test_a_history_gives_the_same_lines_with_less_known() -> None:
    text = recruiting().history()
    assert record.is_saved(text)
    assert lines(import_game(record.read(text)).text) == list(PLAYED)
    assert lines(import_game(record.read(gzip.compress(text))).text) == list(PLAYED)


def test_what_the_program_has_otherwise_is_put_right() -> None:
    game = recruiting()
    game.add(["End of 1st US action phase"], prestige=3)
    done = import_game(record.read(game.tar()))
    assert "set: prestige 3" in done.text
    before = done.text.splitlines()[done.text.splitlines().index("set: prestige 3") - 1]
    assert before.startswith("; ")


def test_the_record_says_the_same_when_it_is_checked() -> None:
    text = import_game(record.read(recruiting().tar())).text
    verdict = judge(read_text(text))
    assert not [f for f in verdict.findings if f.kind in ("illegal", "outcome", "impossible", "unreadable")]
    assert verdict.board.countries["Afghanistan"].sleepers == 8


def test_the_us_bot_and_its_level() -> None:
    saved = record.read(Folder("Jihadist", ("OffGuard", "Competent")).tar())
    assert saved.tags["Options"] == "us-bot, competent"
    assert saved.tags["US"] == "Bot"


def test_what_is_left_over_and_bot_reserves() -> None:
    game = Folder()
    game.add(
        [
            "Jihadist plays #18 Intel Community (2 Ops)",
            "Jihadist performs a Plot operation",
            "Jihadist performs Radicalization with 2 unused Ops",
            "(Can add up to 0 Ops from reserve)",
            "Radicalization: Recruit",
            "Jihadist attempts to recruit a cell into Afghanistan",
            "Recruit is automatically successful in Afghanistan",
            "Add 1 Sleeper Cell to Afghanistan from the funding track",
            "Radicalization: Add to reserves",
            "Jihadist adds 1 Op to reserves.  Reserves now 1 Op",
            "Put #18 Intel Community in the discard pile",
        ]
    )
    assert lines(record.read(game.tar()).text)[0].startswith(
        "J 18 radicalize recruit Afghanistan 1 / radicalize reserves 1"
    )


def test_an_event_of_the_other_side_for_which_no_card_went() -> None:
    game = recruiting()
    game.add(
        [
            "US plays #59 Amerithrax (2 Ops)",
            "The Jihadist event conditions are currently satisfied.",
            "US adds 2 Ops to reserves.  Reserves now 2 Ops",
            'Jihadist event "Amerithrax" triggers',
            "Put #59 Amerithrax in the discard pile",
        ],
        reserves={"jihadist": 0, "us": 2},
        cardsInHand={"jihadist": 7, "us": 7},
        cardsDiscarded=[59, 5, 52, 95],
    )
    made = import_game(record.read(game.tar()))
    assert lines(made.text)[-1].startswith("US 59 reserves / event discard none")
    assert "set:" not in made.text


def test_an_event_that_found_nothing_names_its_country() -> None:
    game = recruiting()
    game.add(
        [
            "US plays #104 Iran (2 Ops)",
            "The Unassociated event is playable",
            'US executes the "Iran" event',
            "There is no cell to remove in either Saudi Arabia or Iran.",
            "Put #104 Iran in the discard pile",
        ],
        cardsInHand={"jihadist": 7, "us": 7},
        cardsDiscarded=[104, 5, 52, 95],
    )
    assert lines(import_game(record.read(game.tar())).text)[-1] == "US 104 event Saudi Arabia"


def test_plots_get_their_values_from_the_next_position() -> None:
    game = Folder()
    game.country("Afghanistan")["plots"] = [{"backlashed": False, "plot": "Plot 2"}]
    game.add(
        [
            "Jihadist plays #65 HEU (2 Ops)",
            "Jihadist performs a Plot operation",
            "Plot attempt in Afghanistan",
            "Flip 1 Sleeper Cell in Afghanistan to active",
            "Die roll: 2",
            "Success",
            "Add a hidden plot to Afghanistan",
            "Put #65 HEU in the discard pile",
        ]
    )
    game.add(["End of 1st US action phase", "Resolve plots", RULE, "Unblocked Plot 2 in Afghanistan"])
    made = lines(record.read(game.tar()).text)
    assert made == ["J 65 plot Afghanistan:s [2]: 2", "J resolve Afghanistan 2"]
    assert lines(record.read(game.history()).text)[0] == "J 65 plot Afghanistan:s [2]: ?"


# ------------------------------------------------------------ what is broken costs nothing else


def test_a_broken_save_point_costs_no_other() -> None:
    game = recruiting()
    game.files["save-002"] = b'{"game-state": '
    done = import_game(record.read(game.tar()))
    assert lines(done.text) == list(PLAYED)
    assert "; save-002: line 1, column 16: Expecting value" in done.text


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("log-001", b"[]", "log-001: this is no save point"),
        ("log-001", b'{"log": [{"text": 7}]}', "log-001: “log” has an entry without a text"),
        ("save-001", b'{"game-state": {"countries": 7}}', "save-001: “countries” is no list that can be"),
        ("save-001", b'{"game-state": {"countries": []}}', "save-001: “prestige” is no number that can be"),
        ("save-001", b"[" * 100_000, "save-001: "),
        ("save-001", b'{"game-state": ' + b"9" * 10_000 + b"}", "save-001: this is no JSON that can be read"),
        ("save-001", b"\xff\xfe\x00", "save-001: this is no text"),
    ],
)
def test_a_broken_file_is_named(name: str, data: bytes, said: str) -> None:
    game = recruiting()
    game.files[name] = data
    assert f"; {said}" in import_game(record.read(game.tar())).text


def test_values_that_no_game_has_are_refused() -> None:
    game = Folder()
    game.country("Egypt")["governance"] = 9
    game.add(["US plays #5 NEST (1 Op)"], prestige=10**30)
    assert "save-001: " in import_game(record.read(game.tar())).text


def test_a_missing_file_is_named() -> None:
    game = recruiting()
    del game.files["save-003"]
    assert "; save-003: the file is missing" in import_game(record.read(game.tar())).text


# ------------------------------------------------------------ hostile archives


def _tar(*members: tuple[tarfile.TarInfo, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:") as made:
        for info, data in members:
            info.size = len(data) if info.isreg() else 0
            made.addfile(info, io.BytesIO(data))
    return out.getvalue()


def test_paths_of_an_archive_lead_nowhere(tmp_path: Path) -> None:
    game = recruiting()
    assert lines(import_game(record.read(game.tar("", "../../../etc/"))).text) == list(PLAYED)
    link = tarfile.TarInfo("log-000")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    with pytest.raises(TextError, match="no saved game"):
        record.read(_tar((link, b"")))
    (tmp_path / "log-000").symlink_to("/etc/passwd")
    with pytest.raises(TextError, match="no saved game"):
        record.read_folder(str(tmp_path))


def test_an_archive_that_unpacks_to_too_much_is_refused() -> None:
    bomb = b"\0" * (archive.MAX_TOTAL + 1)
    for packed in (lzma.compress(bomb, preset=0), gzip.compress(bomb, 1)):
        with pytest.raises(TextError, match="larger than"):
            record.read(packed)


def test_a_file_that_is_too_large_is_refused() -> None:
    game = recruiting()
    game.files["save-001"] = b" " * (archive.MAX_FILE + 1)
    for packed in (game.tar(), game.zip()):
        with pytest.raises(TextError, match="save-001 is larger than"):
            record.read(packed)


def test_too_many_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_ENTRIES", 3)
    for packed in (recruiting().tar(), recruiting().zip()):
        with pytest.raises(TextError, match="more than 3 files"):
            record.read(packed)


def test_the_same_file_twice_is_refused() -> None:
    twice = [(tarfile.TarInfo(f"{folder}/log-000"), b"{}") for folder in "ab"]
    with pytest.raises(TextError, match="log-000 twice"):
        record.read(_tar(*twice))


def test_an_archive_within_an_archive_is_not_opened() -> None:
    inner = recruiting().tar()
    with pytest.raises(TextError, match="no saved game"):
        record.read(_tar((tarfile.TarInfo("game.saves.tar.xz"), inner)))


@pytest.mark.parametrize("packing", ["xz", "gz"])
@pytest.mark.parametrize("part", [0.2, 0.7, 0.97])
def test_half_an_archive_is_told(packing: str, part: float) -> None:
    whole = recruiting().tar(packing)
    with pytest.raises(TextError):
        record.read(whole[: int(len(whole) * part)])


def test_a_broken_zip_is_told() -> None:
    whole = bytearray(recruiting().zip())
    whole[60:200] = b"\x55" * 140
    with pytest.raises(TextError):
        record.read(bytes(whole))


def test_too_many_lines_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "MAX_LINES", 3)
    with pytest.raises(TextError, match="more than 3 lines"):
        record.read(recruiting().tar())


def test_a_line_that_is_too_long_says_nothing() -> None:
    game = recruiting()
    game.add(["US plays #9 Special Forces (1 Op)", "Move 1 Active Cell from " + " to " * 480])
    assert lines(record.read(game.tar()).text)[-1].startswith("US 9")


def test_lines_that_take_too_long_are_left_as_the_log_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "_WORK", 0)
    monkeypatch.setattr(importing, "_WORK_A_LINE", 4)
    text = import_game(record.read(recruiting().tar())).text
    assert "; from here on the lines are as the log has them" in text
    assert lines(text) == list(PLAYED)


def test_an_empty_game_is_told() -> None:
    empty = json.dumps({"log": []}).encode()
    with pytest.raises(TextError, match="empty"):
        record.read(_tar((tarfile.TarInfo("log-000"), empty)))
    out = io.BytesIO()
    zipfile.ZipFile(out, "w").close()
    with pytest.raises(TextError):
        record.read(out.getvalue() or b"PK\x03\x04")


# ------------------------------------------------------------ the command


def test_the_command_takes_a_folder_an_archive_and_a_history(tmp_path: Path) -> None:
    game = recruiting()
    folder = tmp_path / "game"
    folder.mkdir()
    for name, data in game.files.items():
        (folder / name).write_bytes(data)
    (tmp_path / "game.saves.tar.xz").write_bytes(game.tar())
    (tmp_path / "game.history.txt.gz").write_bytes(gzip.compress(game.history()))
    for source in ("game", "game.saves.tar.xz", "game.history.txt.gz"):
        out = tmp_path / f"{source}.lgn"
        done = referee("convert", str(tmp_path / source), "-o", str(out))
        assert done.status == 0, done.err
        assert lines(out.read_text(encoding="utf-8")) == list(PLAYED)


def test_a_broken_save_point_is_told_by_the_command(tmp_path: Path) -> None:
    game = recruiting()
    game.files["save-002"] = b"{"
    path = tmp_path / "game.saves.tar.xz"
    path.write_bytes(game.tar())
    done = referee("convert", str(path))
    assert done.status == 1
    assert "save-002" in done.err


def test_a_saved_game_is_checked_as_it_is() -> None:
    data = recruiting().tar()
    found = read_record(data)
    assert [a.cards for a in found.actions if a.kind == "card"] == [
        a.cards for a in read_text(import_game(record.read(data)).text).actions if a.kind == "card"
    ]
    assert judge(found).steps


def test_each_line_says_which_save_it_comes_from() -> None:
    game = recruiting()
    game.add(["End of 1st US action phase"], prestige=3)
    done = importing.of_saved(record.read(game.tar()))
    lines_of = dict(enumerate(done.text.splitlines(), 1))
    saves = {line: done.origins[n].source for n, line in lines_of.items() if n in done.origins}
    assert [saves[line] for line in PLAYED] == ["save 1", "save 2", "save 4"]
    assert saves["set: prestige 3"] == "save 5"
    assert not [n for n, line in lines_of.items() if line.startswith("[") and n in done.origins]


def test_a_finding_on_a_saved_game_names_the_save(tmp_path: Path) -> None:
    game = Folder()
    game.add(["Jihadist plays #95 Wahhabism (3 Ops)", "Jihadist performs a Jihad operation", "Jihad in Iraq fails"])
    (tmp_path / "game.tar").write_bytes(game.tar(""))
    found = referee("check", tmp_path / "game.tar").out
    assert f"{tmp_path / 'game.tar'}:save 1: " in found
