"""The arrows of the house run one way: what each room may import, read from the source."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest
from commands import ROOT

from referee.rulesets import whole

MAY_IMPORT = {
    "rules": {"rules"},
    "engine": {"engine"},
    "parsers": {"parsers", "engine"},
    "editions": {"editions", "engine", "rules"},
    "reports": {"reports", "engine", "rules"},
    "api": {"api", "reports", "parsers", "editions", "engine", "rules", "inputs", "reading", "rulesets"},
    "editing": {
        *("editing", "recording", "reports", "parsers", "editions", "engine", "rules", "inputs", "reading"),
        "rulesets",
    },
    "lsp": {"lsp", "editing", "reports", "parsers", "engine", "formats", "settings", "log", "__version__"},
}
"""Rooms of the package and the rooms that they may import; the commands at the top may import all."""
BASE_MAY_IMPORT = {"base"}
"""The base game builds on no other edition."""
IN_A_BROWSER = {"jinja2", "markupsafe", "referee"}
"""What the desk of the page may import besides Python's own library: all of it is loaded on a phone."""
AT_THE_TERMINAL = {"parsers/json/model.py": "pydantic"}
"""What the page does without: it reads JSON by ``plainly.py``."""


def modules(room: str) -> list[Path]:
    return sorted((ROOT / "referee" / room).rglob("*.py"))


def imported(path: Path) -> set[tuple[str, ...]]:
    """Every module of the package that a file imports, inside functions as well, as its path below the package."""
    found: set[tuple[str, ...]] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [(*node.module.split("."), alias.name) for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [tuple(alias.name.split(".")) for alias in node.names]
        else:
            continue
        found |= {name[1:] for name in names if name[0] == "referee" and len(name) > 1}
    return found


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_lies_below_it(room: str) -> None:
    assert modules(room)
    wrong = {
        f"{path.relative_to(ROOT)}: {'.'.join(name)}"
        for path in modules(room)
        for name in imported(path)
        if name[0] not in MAY_IMPORT[room]
    }
    assert not wrong


def test_an_edition_imports_only_what_it_builds_on() -> None:
    wrong = {
        f"{path.relative_to(ROOT)}: {'.'.join(name)}"
        for path in modules("editions/base")
        for name in imported(path)
        if name[0] == "editions" and len(name) > 1 and name[1] not in BASE_MAY_IMPORT
    }
    assert not wrong


def test_what_runs_in_the_page_needs_next_to_nothing() -> None:
    wrong = {
        f"{path.relative_to(ROOT)}: {name}"
        for room in ("web", "editing", "recording", "engine", "editions", "parsers")
        for path in modules(room)
        for name in top_level(path)
        if name not in IN_A_BROWSER | sys.stdlib_module_names
        and AT_THE_TERMINAL.get(path.relative_to(ROOT / "referee").as_posix()) != name
    }
    assert not wrong


def test_the_desk_of_the_page_does_not_need_what_builds_it() -> None:
    desk = [path for path in modules("web") if path.parent.name == "web"]
    assert not {path.name for path in desk for name in imported(path) if name[:2] == ("web", "pages")}


def top_level(path: Path) -> set[str]:
    """The libraries that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
    return found


SCRIPTS = sorted((ROOT / "web" / "src").rglob("*.js"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda p: p.relative_to(ROOT / "web" / "src").as_posix())
def test_no_script_of_the_page_knows_the_game(path: Path) -> None:
    """They come from the referee as words and values; a script that named one would decide by it. Hints give examples."""
    text = "\n".join(
        line
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.lstrip().startswith(("*", "/*", "//")) and "hint" not in line
    )
    cards = {card.title for card in whole().cards.values()}
    named = {name for name in (*whole().countries, *cards) if re.search(rf"\b{re.escape(name)}\b", text)}
    assert not named
    assert not re.search(r"\b[2-9]\.\d\.\d", text), "a number of a rule"
