"""docs/commands.md and the README: complete commands, existing options.

Every command is there, and the commands shown exist with their options.
"""

from __future__ import annotations

import re
import shlex

import pytest
from typer.main import get_command

from referee.cli.app import app
from tests.helpers.commands import referee
from tests.helpers.paths import ROOT

PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = sorted(
    {line.split("#")[0].strip() for page in (PAGE, README) for line in re.findall(r"^referee .*", page, re.M)}
)


def test_the_page_has_every_command() -> None:
    names = set(vars(get_command(app))["commands"])
    assert {line.split()[1] for line in SHOWN} == names


@pytest.mark.parametrize("line", SHOWN)
def test_each_command_has_the_options_that_are_shown(line: str) -> None:
    _, *words = shlex.split(line)
    command = words[:2] if words[0] in ("vassal", "cases") else words[:1]
    help = referee(*command, "--help")
    assert help.status == 0
    known = set(re.findall(r"(?<![\w-])--?[\w-]+", help.out))
    assert {word for word in words if word.startswith("-") and word != "-"} <= known


def test_the_readme_leads_each_reader_to_a_command_and_a_page() -> None:
    begin = README.split("## Where to begin\n")[1].split("\n## ")[0]
    ways = re.findall(r"^\*\*.*?\n```sh\n(.*?)\n```", begin, re.M | re.S)
    assert len(ways) == 5
    for page in re.findall(r"\]\((docs/[\w/.-]+\.md)", begin):
        assert (ROOT / page).is_file()


@pytest.mark.parametrize("group", [(), ("vassal",)])
def test_no_summary_of_a_command_is_cut_off(group: tuple[str, ...]) -> None:
    listed = referee(*group, "--help").out.split("Commands:\n")[1].split("\n\n")[0]
    assert "..." not in listed
