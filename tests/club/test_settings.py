"""A club's defaults: their places, effects and mistakes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.club import settings
from tests.helpers.commands import program, referee

RECORD = '[Scenario "Let\'s Roll!"]\nJ 112 event => prestige 9\n'
POSITION = "setup: US Hard, Egypt Fair Ally 3 troops, Egypt 3 sleepers\nUS 41 disrupt Egypt:s\n"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    (tmp_path / "games" / "march").mkdir(parents=True)
    (tmp_path / "games" / "march" / "game.lgn").write_text(RECORD, encoding="utf-8")
    return tmp_path


def game(club: Path) -> Path:
    return club / "games" / "march" / "game.lgn"


def toml(club: Path, text: str, name: str = "referee.toml") -> Path:
    path = club / name
    path.write_text(text, encoding="utf-8")
    return path


def test_the_settings_are_found_upwards_from_the_record(club: Path) -> None:
    assert referee("check", game(club)).status == 1
    toml(club, 'ignore = ["outcome"]\n')
    run = referee("check", game(club))
    assert run.status == 0
    assert "settings of " in run.out
    assert "referee.toml: without outcome" in run.out
    toml(club / "games", 'ignore = ["note"]\n')
    assert referee("check", game(club)).status == 1, "the nearest file holds, and it alone"


def test_an_empty_list_chooses_nothing_away(club: Path) -> None:
    toml(club, "select = []\nignore = []\noptions = []\n")
    run = referee("check", game(club))
    assert (run.status, "settings of" in run.out) == (1, False)


def test_pyproject_has_them_in_a_table(club: Path) -> None:
    toml(club, '[project]\nname = "x"\n', "pyproject.toml")
    assert settings.find(game(club)) == settings.Settings()
    toml(club, '[tool.referee]\nignore = ["outcome"]\nformat = "json"\n', "pyproject.toml")
    run = referee("check", game(club))
    assert (run.status, json.loads(run.out)["not_shown"]) == (0, 1)
    toml(club, "ignore = []\n")
    assert referee("check", game(club)).status == 1, "in one folder referee.toml goes first"


def test_a_pyproject_of_another_program_does_not_matter(club: Path) -> None:
    toml(club, "this is = not toml [", "pyproject.toml")
    assert referee("check", game(club)).status == 1


@pytest.mark.parametrize("where", ["record", "cwd", "named"])
def test_for_standard_input_they_are_found_from_where_one_stands(
    club: Path, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    toml(club, 'ignore = ["outcome"]\n')
    monkeypatch.chdir(club / "games" if where == "cwd" else "/")
    named = ["--stdin-filename", str(club / "games" / "x.lgn")] if where == "named" else []
    run = referee("check", *named, "-", stdin=RECORD)
    assert run.status == (1 if where == "record" else 0)


def test_the_command_line_goes_before_the_settings(club: Path) -> None:
    toml(club, 'ignore = ["outcome"]\nformat = "json"\non-violation = "stop"\n')
    run = referee("check", "--format", "text", "--ignore", "note", game(club))
    assert run.status == 1
    assert run.out.startswith(str(game(club)))
    found = json.loads(referee("check", "--on-violation", "undo", game(club)).out)
    assert found["policy"] == "undo"
    assert json.loads(referee("check", game(club)).out)["policy"] == "stop"
    assert referee("check", "--no-config", game(club)).status == 1
    other = toml(club, 'select = ["illegal"]\n', "other.toml")
    assert referee("check", "--config", other, game(club)).status == 0
    assert referee("check", "--config", club / "nowhere.toml", game(club)).status == 2


def test_options_in_doubt_hold_for_records_that_name_none(club: Path) -> None:
    game(club).write_text(POSITION, encoding="utf-8")
    assert [f["rule"] for f in found(game(club)) if f["kind"] != "note"] == ["7.4.2"]
    toml(club, 'options = ["disrupt-fewer"]\n')
    assert [f for f in found(game(club)) if f["kind"] != "note"] == []
    assert "options disrupt-fewer" in referee("check", game(club)).out
    assert "options disrupt-fewer" in referee("report", game(club), "-o", club / "x.html").out
    assert "options disrupt-fewer" in referee("was", f"{game(club)}:2").out.replace("\n", " ")
    game(club).write_text('[Options "opium-available"]\n' + POSITION, encoding="utf-8")
    assert [f["rule"] for f in found(game(club)) if f["kind"] != "note"] == ["7.4.2"]


def found(path: Path) -> list[dict[str, str]]:
    findings: list[dict[str, str]] = json.loads(referee("check", "--format", "json", path).out)["findings"]
    return findings


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('\nformt = "text"\n', ":2: “formt” is no setting; did you mean format?"),
        ("x = 1\n", ":1: “x” is no setting; there are options, "),
        ('format = "xml"\n', ":1: format is one of text, json, "),
        ("format = 3\n", ":1: format is one of "),
        ('ignore = "note"\n', ":1: ignore is a list of words"),
        ('# c\n\nignore = ["nte"]\n', ":3: “nte” is neither a kind"),
        ('options = ["x"]\n', ":1: “x” is no option; there are besieged-after-jihad"),
        ('on-violation = "shrug"\n', ":1: on-violation is one of as-played, undo, stop"),
        ('color = "blue"\n', ":1: color is one of auto, always, never"),
        ("format = \n", ":1:10: this is not TOML"),
        ("\udcff", ": this is not UTF-8 text"),
        ('"a\\u001b[31m" = 1\n', "is no setting"),
        ('output = "/etc/passwd"\n', "“output” is no setting"),
        ("[format]\na = 1\n", "format is one of"),
    ],
)
def test_what_is_wrong_in_the_settings_is_said_with_its_place(club: Path, text: str, said: str) -> None:
    path = club / "referee.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    for command in (["check"], ["report", "-o", str(club / "x.html")], ["check", "--format", "sarif"]):
        run = referee(*command, game(club))
        assert (run.status, run.out) == (2, "")
        assert run.err.startswith(str(path))
        assert said in run.err
        assert run.err.count("\n") == 1
        assert "\x1b" not in run.err
    assert not (club / "x.html").exists()


def test_the_line_of_a_setting_in_pyproject_is_that_of_its_table(club: Path) -> None:
    toml(club, '[tool.other]\nformat = "x"\n\n[tool.referee]\nformat = "x"\n', "pyproject.toml")
    run = referee("check", game(club))
    assert "pyproject.toml:5: format is one of" in run.err


def test_a_colour_of_the_club(club: Path) -> None:
    toml(club, 'color = "always"\n')
    assert "\x1b[" in referee("check", game(club)).out
    assert "\x1b[" not in referee("check", "--color", "never", game(club)).out


def test_a_check_with_settings_loads_nothing_heavy(club: Path) -> None:
    import subprocess
    import sys

    toml(club, 'on-violation = "undo"\n')
    code = (
        "import sys; sys.argv = ['referee', 'check', sys.argv[1]]\n"
        "from referee.cli.start import main\n"
        "try: main()\n"
        "except SystemExit: print(' '.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(game(club))], capture_output=True, text=True, check=True)
    assert not {"rich", "typer", "pydantic", "jinja2"} & set(done.stderr.split())


@pytest.mark.parametrize("name", ["x" * 5000, "x" * 5000 + "/y.lgn", "nowhere/at/all.lgn"])
def test_a_name_that_no_file_can_have_is_said_as_usual(name: str) -> None:
    run = referee("check", name)
    assert (run.status, run.err) == (2, "")
    assert "unreadable file" in run.out


def test_settings_that_cannot_be_read_are_named(club: Path) -> None:
    (club / "referee.toml").mkdir()
    assert program("check", game(club)).status == 1, "a folder of that name is no settings"
    big = club / "games" / "referee.toml"
    big.write_bytes(b"#" * (settings.MAX_BYTES + 1))
    run = referee("check", game(club))
    assert (run.status, "too large" in run.err) == (2, True)
