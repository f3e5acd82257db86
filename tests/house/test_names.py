"""Names that are written in two places.

One that only one of them has would fail nothing else.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache

import pytest

from referee.editions import rulesets
from referee.engine.law.ask import Field, Purpose, RollKind
from referee.engine.law.rolls import TEST
from referee.engine.state.journal import Kind
from referee.engine.state.ruleset import Ruleset
from tests.helpers.paths import ROOT

GENERATED = {"findings.md", "grammar.md"}
"""Pages that show every name anyhow, and explain none."""
ELSEWHERE = {"MIDWAY", "PUT_BACK"}
"""Notes that a change of their own writes."""


@cache
def trees() -> list[ast.Module]:
    return [ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "referee").rglob("*.py"))]


def calls(*names: str) -> Iterator[ast.Call]:
    """Every call of a function or method of one of these names."""
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                function = node.func
                called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
                if called in names:
                    yield node


def texts(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def all_rulesets() -> list[Ruleset]:
    rulesets.load_all()
    return [make() for make, _ in rulesets.RULESETS.values()]


@pytest.mark.parametrize("closed", [Field, Purpose, RollKind, Kind], ids=lambda c: c.__name__)
def test_every_member_of_a_closed_list_is_used(closed: type[StrEnum]) -> None:
    used = {
        node.attr
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == closed.__name__
    }
    assert set(closed.__members__) - used == set()


def test_every_option_is_explained_on_a_page() -> None:
    pages = "\n".join(
        page.read_text(encoding="utf-8") for page in (ROOT / "docs").rglob("*.md") if page.name not in GENERATED
    )
    options = {name for rules in all_rulesets() for name in rules.options}
    assert {name for name in options if not re.search(rf"\b{re.escape(name)}\b", pages)} == set()


def notes(function: str) -> set[str]:
    """The notes that a method writes or reads.

    Constants by their name, texts with a star for a varying part.
    """
    found = set()
    for call in calls(function):
        for node in ast.walk(call.args[0]) if call.args else ():
            if isinstance(node, ast.Name | ast.Attribute):
                found.add(node.attr if isinstance(node, ast.Attribute) else node.id)
            elif isinstance(node, ast.JoinedStr):
                found.add("".join(p.value if isinstance(p, ast.Constant) else "*" for p in node.values).split("*")[0])
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(re.sub(r"(US|J)$", "", node.value))
    return {name for name in found if name.isupper() or " " in name}


def test_every_note_is_written_and_read() -> None:
    """Notes with equal names in both places.

    A note under another name is simply not there.
    """
    assert notes("recall") - notes("remember") == ELSEWHERE
    assert notes("remember") - notes("recall") == set()


def test_every_marker_that_code_names_is_one() -> None:
    rules = all_rulesets()
    markers = {m for r in rules for m in r.markers}
    known = markers | {name for r in rules for name in (*r.countries, *(fact.name for fact in r.facts))}
    named = {t for call in calls("has_marker", "place_marker", "remove_marker") for a in call.args for t in texts(a)}
    assert named & markers
    assert named - known == set()
    within = {
        text
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn)
        if isinstance(where := node.comparators[0], ast.Attribute) and where.attr == "markers"
        for text in texts(node.left)
    }
    assert within - markers == set()


def test_every_rule_of_a_wrong_claim_is_about_a_thing_of_the_game() -> None:
    for rules in all_rulesets():
        things = {fact.name for fact in rules.facts}
        assert {field for _, field in rules.claims.by_use} <= things, rules.name


def test_every_reason_is_about_something_that_a_line_can_write() -> None:
    facts = {fact.name for rules in all_rulesets() for fact in rules.facts}
    fields = {text for call in calls("not_due") for text in texts(call.args[0])}
    assert fields - {*Field, *RollKind, *facts, TEST, ""} == set()
