"""The ledger and its reporter: small classes, each with its own attributes."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT

RECORD = ROOT / "referee" / "engine" / "record"
CLASSES = {
    "Ledger": "ledger/ledger.py",
    "Reporter": "table/reporter.py",
    "RecordTable": "table/table.py",
    "AlternativesTable": "table/table.py",
    "LeftOvers": "table/leftovers.py",
    "Claims": "claims.py",
}
MOST_ATTRIBUTES = 25
ABOUT_FINDINGS = {("engine", "record", "findings"), ("engine", "record", "claims"), ("engine", "record", "table")}
"""What the ledger knows nothing of."""
NAMES = {"ledger": "Ledger", "reporter": "Reporter", "table": "RecordTable"}
"""What functions call them."""
GIVEN = {"play"}
"""What is given to a record table from outside."""


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def written(node: ast.AST, name: str) -> set[str]:
    """The attributes of ``name`` to which some source assigns."""
    return {
        n.attr
        for n in ast.walk(node)
        if isinstance(n, ast.Attribute)
        and isinstance(n.ctx, ast.Store)
        and isinstance(n.value, ast.Name)
        and n.value.id == name
    }


def attributes(name: str) -> set[str]:
    """The attributes of a class, with those of its bases."""
    found = next(n for n in tree(RECORD / CLASSES[name]).body if isinstance(n, ast.ClassDef) and n.name == name)
    bases = [base.id for base in found.bases if isinstance(base, ast.Name) and base.id in CLASSES]
    return written(found, "self").union(*map(attributes, bases))


@pytest.mark.parametrize("name", CLASSES)
def test_no_class_keeps_too_much(name: str) -> None:
    assert 0 < len(attributes(name)) <= MOST_ATTRIBUTES


def test_the_ledger_knows_no_findings() -> None:
    modules = sorted((RECORD / "ledger").glob("*.py"))
    wrong = {
        f"{path.name}: {'.'.join(name)}"
        for path in modules
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ImportFrom) and node.module
        for name in [(*node.module.split(".")[1:], alias.name) for alias in node.names]
        if name[:3] in ABOUT_FINDINGS
    }
    assert len(modules) > 4
    assert not wrong


def test_nobody_else_writes_to_their_attributes() -> None:
    own = {name: attributes(cls) - GIVEN for name, cls in NAMES.items()}
    wrong = {
        f"{path.relative_to(ROOT)}: {name}.{attribute}"
        for path in sorted((ROOT / "referee").rglob("*.py"))
        for name in NAMES
        for attribute in written(tree(path), name) & own[name]
    }
    assert not wrong
