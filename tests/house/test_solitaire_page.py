"""docs/solitaire.md: its lines are readable, its commands and options exist."""

from __future__ import annotations

import re
from pathlib import Path

from referee.editions.solo import options
from referee.inputs.records import read_text
from referee.trials.games import WAYS
from tests.helpers.commands import referee
from tests.helpers.paths import ROOT

PAGE = (ROOT / "docs" / "solitaire.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL)


def test_every_line_of_the_page_is_notation() -> None:
    for kind, text in BLOCKS:
        if kind == "lgn":
            assert read_text(text).unreadable == []
    assert sum(kind == "lgn" for kind, _ in BLOCKS) == 3


def test_the_commands_of_the_page_exist(tmp_path: Path) -> None:
    commands = [line for kind, text in BLOCKS if kind == "sh" for line in text.strip().split("\n")]
    for line in commands:
        words = line.split("#")[0].split()
        assert words[0] == "referee"
        told = " ".join(referee(words[1], "--help").out.split())
        for option in words[2:]:
            assert option in told or not option.startswith("--"), option
    for way in WAYS:
        assert way in PAGE


def test_every_option_is_named_on_the_page() -> None:
    for name in (*options.IDEOLOGIES, *options.RESOLVES, options.JIHADIST_BOT, options.US_BOT, options.ACTIVITIES):
        assert f"`{name}`" in PAGE
