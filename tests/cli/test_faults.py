"""Ends of the program: findings, refusals of the system, own faults.

No input is ever written over.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli import start
from tests.helpers.commands import program, referee
from tests.helpers.paths import LOGS, ROOT

CLEAN = LOGS / "evening-1.lgn"
RECORD = '[Scenario "Let\'s Roll!"]\nJ 112 event\n'
unix = pytest.mark.skipif(sys.platform == "win32", reason="needs the streams of a Unix shell")


def shell(command: str, **env: str) -> tuple[int, str]:
    """Exit status and standard error of a shell's command.

    In it $REFEREE is the program.
    """
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
        timeout=60,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "REFEREE": f"{sys.executable} -m referee",
            "RECORD": str(CLEAN),
            **env,
        },
    )
    return done.returncode, done.stderr


@unix
@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("$REFEREE check $RECORD >/dev/full", 2, "No space left"),
        ("$REFEREE check --color never $RECORD >/dev/full", 2, "No space left"),
        ("$REFEREE explain 86 >/dev/full", 2, "No space left"),
        ("$REFEREE check $RECORD >&-", 2, "standard output is closed"),
        ("$REFEREE explain 86 >&-", 2, "standard output is closed"),
        ("$REFEREE fmt - <&-", 2, "standard input is closed"),
        ("$REFEREE check nowhere.lgn 2>&-", 2, ""),
    ],
)
def test_what_the_system_refuses_is_one_line_and_status_2(command: str, status: int, said: str) -> None:
    found, told = shell(command)
    assert found == status
    assert said in told
    assert told.count("\n") == bool(said)
    assert "Traceback" not in told


@unix
@pytest.mark.parametrize("command", ["check $RECORD", "check --color never $RECORD", "explain 86", "--help"])
def test_a_reader_that_goes_away_is_status_141(command: str, tmp_path: Path) -> None:
    kept = tmp_path / "status"
    told = shell(f"{{ $REFEREE {command}; echo $? >$KEPT; }} | true", KEPT=str(kept))[1]
    assert (kept.read_text(encoding="utf-8").strip(), told) == ("141", "")


def test_a_fault_of_the_program_is_status_3(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(arguments: list[str]) -> None:
        raise KeyError("\x1b[31mhold")

    monkeypatch.setattr(start, "_run", broken)
    with pytest.raises(SystemExit) as ended:
        start.main()
    assert ended.value.code == 3
    err = capsys.readouterr().err
    assert "KeyError" in err
    assert "fault of the referee itself" in err
    assert "\x1b" not in err


@unix
def test_ctrl_c_leaves_no_traceback() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "referee", "check", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        try:
            running.wait(2)  # it waits for its input
        except subprocess.TimeoutExpired:
            running.send_signal(signal.SIGINT)
        assert running.wait(30) in (130, -signal.SIGINT)
        assert b"Traceback" not in running.stderr.read()


def test_ctrl_c_while_modules_load_leaves_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(arguments: list[str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("referee.cli.commands.check.plain", broken_off)
    with pytest.raises(SystemExit) as ended:
        start.main()
    assert ended.value.code == 130


def test_games_go_into_a_folder_and_nowhere_else(tmp_path: Path) -> None:
    file = tmp_path / "afile"
    file.write_text("mine", encoding="utf-8")
    for place in (file, file / "below"):
        run = referee("play", "--games", "2", "--turns", "1", "-o", place)
        assert (run.status, run.out) == (2, "")
        assert "cannot be written there" in run.err
    assert file.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    "command",
    [
        ["report", "RECORD", "-o", "OUT"],
        ["convert", "RECORD", "-o", "OUT"],
        ["audit", "--no-cache", "RECORD", "-o", "OUT"],
        ["audit", "--no-cache", "FOLDER", "-o", "OUT"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("how", ["itself", "link", "other way"])
def test_no_record_is_written_over(command: list[str], how: str, tmp_path: Path) -> None:
    record = tmp_path / "g.lgn"
    record.write_text(RECORD, encoding="utf-8")
    out = record
    if how == "link":
        out = tmp_path / "link"
        try:
            out.symlink_to(record)
        except OSError:
            pytest.skip("needs links")
    elif how == "other way":
        (tmp_path / "deep").mkdir()
        out = tmp_path / "deep" / ".." / "g.lgn"
    names = {"RECORD": str(record), "OUT": str(out), "FOLDER": str(tmp_path)}
    run = referee(*(names.get(word, word) for word in command))
    assert (run.status, run.out) == (2, "")
    assert "this is the record itself" in run.err
    assert record.read_text(encoding="utf-8") == RECORD


def test_another_file_is_written_over_as_asked(tmp_path: Path) -> None:
    out = tmp_path / "x.json"
    out.write_text("old", encoding="utf-8")
    assert referee("convert", CLEAN, "-o", out).status == 0
    assert out.read_text(encoding="utf-8").startswith("{")
    assert referee("convert", "-", "-o", out, stdin=RECORD).status == 0


# ------------------------------------------------------------------------------------------- the command line itself


def test_the_version() -> None:
    from referee import __version__

    for option in ("-V", "--version"):
        run = referee(option)
        assert (run.status, run.out) == (0, f"referee {__version__}\n")


COMMANDS = [
    "check",
    "was",
    "convert",
    "fmt",
    "explain",
    "schema",
    "report",
    "play",
    "mutate",
    "rules",
    "cards",
    "board",
    "legal",
    "audit",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command: str) -> None:
    long, short = referee(command, "--help"), referee(command, "-h")
    assert long == short
    assert long.status == 0
    shown = long.out.split("Examples:\n")[1].split("\n\n")[0].splitlines()
    assert shown
    assert all(line.strip().startswith("referee ") and command in line for line in shown)


def test_exit_statuses_are_in_the_help() -> None:
    for arguments in (["--help"], ["check", "--help"], ["was", "--help"], ["fmt", "--help"], ["convert", "--help"]):
        assert "Exit status: 0" in referee(*arguments).out


@pytest.mark.parametrize(
    ("shell", "typed", "offered"),
    [("bash", "referee che", "check"), ("bash", "referee check --sel", "--select"), ("fish", "referee wa", "was")],
)
def test_the_shells_can_complete(shell: str, typed: str, offered: str) -> None:
    words = typed.split()
    env = {"_REFEREE_COMPLETE": f"complete_{shell}", "COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1)}
    env |= {"_TYPER_COMPLETE_ARGS": typed, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    run = program(env=env)
    assert offered in run.out
    shown = program("--help").out
    assert "--install-completion" in shown
    assert "--show-completion" in shown
