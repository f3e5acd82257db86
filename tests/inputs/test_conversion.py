"""``referee convert``, whose output follows the output's name.

Nothing is written where nothing is recognised.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.commands import referee

RECORD = '[Scenario "Let\'s Roll!"]\n\nJ 95 recruit Afghanistan 3  ; easy\n'
MAIL = f"From: A <a@example.org>\nSubject: J1\nDate: Mon, 3 Mar 2025 19:42:00 +0000\n\nHi,\n\n{RECORD}"
NOTES = f"Hello all.\nThis was fun.\n\n{RECORD}\nMore another day.\n"
TOLD = "I play 80 FATA for the event in Pakistan.\nHe answers with 43 Patriot Act for ops in Iraq.\n"
CODED = '{"format": "labyrinth-record", "version": 1, "entries": [{"kind": "hold", "side": "US"}]}'


@pytest.mark.parametrize("text", [RECORD, MAIL, NOTES, TOLD, CODED], ids=["notation", "mail", "notes", "prose", "json"])
@pytest.mark.parametrize("name", ["x.lgn", "x.json", "x.lgn.json", "X.LGN"])
def test_the_form_written_follows_the_name_of_the_output(text: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "given").write_text(text, encoding="utf-8")
    done = referee("convert", tmp_path / "given", "-o", tmp_path / name)
    assert done.status == 0, done.err
    written = (tmp_path / name).read_text(encoding="utf-8")
    assert written.startswith("{") is name.endswith("json")
    assert "written as" not in done.err


def test_a_record_in_the_notation_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a.lgn").write_text(RECORD, encoding="utf-8")
    assert referee("convert", tmp_path / "a.lgn", "-o", tmp_path / "b.lgn").status == 0
    assert (tmp_path / "b.lgn").read_text(encoding="utf-8") == RECORD


def test_without_a_name_a_record_is_json_and_everything_else_the_notation() -> None:
    assert referee("convert", "-", stdin=RECORD).out.startswith("{")
    assert referee("convert", "-", stdin=CODED).out == "US hold\n"
    assert referee("convert", "-", "--to", "notation", stdin=RECORD).out == RECORD
    assert json.loads(referee("convert", "-", "--to", "json", stdin=MAIL).out)["entries"]


def test_the_named_form_wins_and_the_contradiction_is_told(tmp_path: Path) -> None:
    done = referee("convert", "-", "-o", tmp_path / "x.lgn", "--to", "json", stdin=RECORD)
    assert done.status == 0
    assert (tmp_path / "x.lgn").read_text(encoding="utf-8").startswith("{")
    assert "x.lgn: written as json, as --to says; the name calls for notation" in done.err
    assert "written as" not in referee("convert", "-", "-o", tmp_path / "y.lgn", "--to", "notation", stdin=RECORD).err


@pytest.mark.parametrize("name", ["x.html", "x.vlog", "x.mbox", "x.eml"])
def test_what_no_record_is_written_as_is_refused(name: str, tmp_path: Path) -> None:
    done = referee("convert", "-", "-o", tmp_path / name, stdin=RECORD)
    assert (done.status, done.out) == (2, "")
    assert "is no record" in done.err
    assert not (tmp_path / name).exists()
    assert referee("convert", "-", "-o", tmp_path / name, "--to", "notation", stdin=RECORD).status == 0


def test_a_form_that_nobody_knows_is_refused() -> None:
    done = referee("convert", "-", "--to", "xml", stdin=RECORD)
    assert (done.status, done.out) == (2, "")
    assert "notation, json" in done.err


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("hello\n", ""),
        ("We met on a Sunday, the weather was bad.\nThere was a lot of coffee for all of us.\n", ""),
        ("We met on a Sunday, the weather was bad.\n", "prose"),
        ("hello\n", "notation"),
        ("US what\n", ""),
        ("; nothing but a remark\n", ""),
        (MAIL.partition("\n\n")[0] + "\n\nHello, how are you?\n", ""),
        ("Hello all.\n", "notes"),
        ('{"format": "labyrinth-record", "version": 1, "entries": []}', ""),
    ],
)
def test_where_nothing_is_recognised_nothing_is_written(text: str, form: str, tmp_path: Path) -> None:
    named = ("--from", form) if form else ()
    done = referee("convert", "-", "-o", tmp_path / "x.lgn", *named, stdin=text)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("<stdin>:1:1: cannot be read [unreadable file]: ")
    assert not (tmp_path / "x.lgn").exists()


def test_an_empty_record_of_a_scenario_is_one() -> None:
    done = referee("convert", "-", stdin='[Scenario "Anaconda"]\n')
    assert done.status == 0
    assert json.loads(done.out)["entries"] == [{"kind": "tag", "name": "Scenario", "value": "Anaconda"}]
