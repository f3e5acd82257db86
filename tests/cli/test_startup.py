"""Quick starts of the commands, by the modules that they load.

No test looks at a clock.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.cli import start
from referee.cli.app import app
from referee.cli.commands import check
from tests.helpers.paths import LOGS

RECORD = LOGS / "evening-2.lgn"
SHOW = "print(' '.join(sorted(sys.modules)), file=sys.stderr)"
PROGRAM = f"""
import sys
sys.argv = ["referee", *sys.argv[1:]]
from referee.cli.start import main
try:
    main()
except SystemExit:
    {SHOW}
"""
CHECK = f"""
import sys
from referee.inputs.judging import judge_path
from referee.reports import text
print(text.render(judge_path(sys.argv[1]), sys.argv[1]))
{SHOW}
"""
CHECK_JSON = f"""
import json
import sys
from referee.inputs.judging import judge_path
from referee.reports import data

print(json.dumps(data.of(judge_path(sys.argv[1]))))
{SHOW}
"""


def loaded(code: str, *arguments: str) -> set[str]:
    """Every module that a program has loaded at its end."""
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    assert done.stdout.strip()
    return set(done.stderr.split())


OWN = {
    "jinja2",
    "rich",
    "structlog",
    "tomllib",
    "referee.engine.law",
    "referee.engine.record",
    "referee.engine.state.board",
    "referee.rules",
    "referee.inputs.judging",
    "referee.reports.text",
    "referee.reports.wording",
}


def test_help_loads_no_rules_and_no_heavy_packages() -> None:
    modules = loaded(PROGRAM, "--help")
    assert "typer" in modules
    assert not (OWN | {"pydantic"}) & modules


@pytest.mark.parametrize("command", ["check", "report", "audit", "legal"])
def test_help_of_a_command_loads_no_rules(command: str) -> None:
    """Arguments without pydantic.

    Newer versions of typer read arguments with pydantic, those before a command included.
    """
    assert not OWN & loaded(PROGRAM, command, "--help")


@pytest.mark.parametrize("code", [CHECK, CHECK_JSON], ids=["text", "json"])
def test_a_check_loads_no_heavy_packages(code: str) -> None:
    """The packages of a check for text and for JSON.

    The reading of the arguments is typer's own affair.
    """
    modules = loaded(code, str(RECORD))
    assert "referee.editions.base.events" in modules
    assert not {"pydantic", "jinja2", "rich", "structlog", "typer", "referee.rules", "referee.reports.html"} & modules


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_plain_check_from_the_shell_loads_no_heavy_packages(form: str) -> None:
    modules = loaded(PROGRAM, "check", str(RECORD), "--format", form)
    assert "referee.editions.base.events" in modules
    assert not {"pydantic", "jinja2", "rich", "structlog", "typer", "referee.cli.app"} & modules


def test_a_plain_check_from_the_shell_loads_none_of_the_large_modules_of_python(tmp_path: Path) -> None:
    """The modules of Python that took a fifth of a check's start."""
    record = tmp_path / "game.lgn"
    record.write_bytes((LOGS / "evening-1.lgn").read_bytes())  # below no settings
    loaded(PROGRAM, "check", str(record))  # keeps what it reads
    if not sys.dont_write_bytecode:
        assert "tomllib" not in loaded(PROGRAM, "check", str(record))
    assert not {"dataclasses", "inspect", "pathlib", "urllib.parse", "pkgutil"} & loaded(PROGRAM, "check", str(record))


@pytest.mark.parametrize(
    ("arguments", "straight"),
    [
        (["a.lgn"], True),
        (["a.lgn", "-", "b.lgn"], True),
        (["--format", "json", "a.lgn"], True),
        (["a.lgn", "--on-violation", "undo", "--format", "markdown"], True),
        (["a.lgn", "--format", "text", "--format", "annotated", "b.lgn"], True),
        ([""], False),
        ([], False),
        (["a.lgn", "--format"], False),
        (["a.lgn", "--format", "xml"], False),
        (["a.lgn", "--format=json"], False),
        (["--", "-a.lgn"], False),
        (["a.lgn", "--help"], False),
        (["a.lgn", "-v"], False),
        (["--format", "json"], False),
        (["a.lgn", "--on-violation", "as_played"], False),
    ],
)
def test_a_plain_check_is_read_as_any_command_line_is(
    arguments: list[str], straight: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plain checks with the results of the command line.

    Arguments that are not plain do not go there directly.
    """
    asked: list[object] = []
    monkeypatch.setattr(check, "run", lambda *given: asked.append(given) or 0)
    CliRunner().invoke(app, ["check", *arguments])
    found = check.plain(["check", *arguments])
    assert (found is not None) == straight
    if straight:
        assert asked == [found]


@pytest.mark.parametrize("option", ["--format", "--format=text"])
def test_a_check_that_is_broken_off_ends_in_silence(option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the plain check and in the command line's.

    Both end with the same status.
    """

    def broken_off(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(check, "run", broken_off)
    monkeypatch.setattr(sys, "argv", ["referee", "check", "a.lgn", *([option] if "=" in option else [option, "text"])])
    usual = gc.get_threshold()
    try:
        with pytest.raises(SystemExit) as ended:
            start.main()
    finally:
        gc.set_threshold(*usual)
    assert ended.value.code == 130


def test_events_are_loaded_once() -> None:
    from referee.editions.base import events

    events.load_all()
    before = {
        name: id(module) for name, module in sys.modules.items() if name.startswith("referee.editions.base.events")
    }
    assert len(before) > 3
    events.load_all()
    after = {
        name: id(module) for name, module in sys.modules.items() if name.startswith("referee.editions.base.events")
    }
    assert after == before
