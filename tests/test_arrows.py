"""The arrows of the house run one way: what each room may import, read from the source."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from commands import ROOT

MAY_IMPORT = {
    "rules": {"rules"},
    "engine": {"engine"},
    "parsers": {"parsers", "engine"},
    "editions": {"editions", "engine", "rules"},
    "reports": {"reports", "engine", "rules"},
    "api": {"api", "reports", "parsers", "editions", "engine", "rules", "inputs", "reading", "rulesets"},
}
"""Rooms of the package and the rooms that they may import; the commands at the top may import all."""
BASE_MAY_IMPORT = {"base"}
"""The base game builds on no other edition."""


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
