"""The places in the engine and the cases of each rule."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from referee.engine.law.ask import Field, RollKind
from referee.engine.state.ruleset import Ruleset
from referee.rules import Rule, chapter_of, rulebook
from referee.rules.casefile import Case, cases

CarrierKind = Literal[
    "requirement", "change", "roll", "victory", "question", "reason", "step", "function", "statement", "claim"
]
"""The way in which a place of the engine carries a rule.

``function`` has it in its docstring; ``statement`` and ``claim`` only name the rule of a wrong statement by the
players, which proves nothing by itself.
"""
KINDS: tuple[CarrierKind, ...] = get_args(CarrierKind)
_WEAK = frozenset({"statement", "claim"})

_CALLS: dict[str, CarrierKind] = {
    "Requirement": "requirement",
    "condition": "requirement",
    "add": "requirement",
    "waive": "requirement",
    "require": "requirement",
    "remark": "requirement",
    "report": "requirement",
    "roll": "roll",
    "automatic": "roll",
    "posture_roll": "roll",
    "prestige_roll": "roll",
    "Roll": "roll",
    "ask": "question",
    "items": "question",
    "not_due": "reason",
    "declare": "victory",
}
_CLAIM_TABLES = frozenset({"RULE_OF_CLAIM", "TOUCHED", "RULE_OF_USE"})
_OF_FACTS = "facts"
"""A part of the path of every module with facts."""
_CITED = re.compile(r"\(([^()]*\d\.\d[^()]*)\)")
_NUMBER = re.compile(r"\d+(?:\.\d+)+(?:-[a-z]+)?")


@dataclass(frozen=True, slots=True)
class Carrier:
    """One place in the engine that carries the number of a rule."""

    rule: str
    kind: CarrierKind
    name: str
    file: str
    line: int

    @property
    def where(self) -> str:
        """File and line, ``operations/deploy.py:80``."""
        return f"{self.file}:{self.line}"


_ROOMS = ("editions", "engine")
"""Packages that enforce rules."""


@cache
def carriers() -> dict[str, tuple[Carrier, ...]]:
    """Return every place in the source that names a rule, by rule."""
    from referee.editions import rulesets
    from referee.engine.law.requirement import REQUIREMENTS

    rulesets.load_all()
    root = Path(__file__).resolve().parent.parent
    found: dict[str, list[Carrier]] = {}
    for path in sorted(p for room in _ROOMS for p in (root / room).rglob("*.py")):
        name = path.relative_to(root).as_posix()
        for carrier in _scan(ast.parse(path.read_text(encoding="utf-8")), name):
            found.setdefault(carrier.rule, []).append(carrier)
    for requirement in REQUIREMENTS.values():
        have = found.setdefault(requirement.rule, [])
        if not any(c.kind == "requirement" and c.name == requirement.id for c in have):
            have.append(Carrier(requirement.rule, "requirement", requirement.id, "", 0))
    return {rule: tuple(dict.fromkeys(places)) for rule, places in found.items()}


def _scan(tree: ast.Module, file: str) -> Iterator[Carrier]:
    """Yield the rule numbers among a module's string literals, with their context."""
    book = rulebook()
    nodes: list[ast.AST] = [tree]
    parents: dict[ast.AST, ast.AST] = {}
    for node in nodes:
        for child in ast.iter_child_nodes(node):
            parents[child] = node
            nodes.append(child)
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in book:
            kind, name = _around(node, parents, file)
            yield Carrier(node.value, kind, name, file, node.lineno)
        elif isinstance(node, ast.FunctionDef):
            for cited in _CITED.findall(ast.get_docstring(node) or ""):
                for number in _NUMBER.findall(cited):
                    if number in book:
                        yield Carrier(number, "function", node.name, file, node.lineno)


def _around(node: ast.AST, parents: dict[ast.AST, ast.AST], file: str) -> tuple[CarrierKind, str]:
    """Return the kind and name of a literal's context."""
    at: ast.AST | None = parents.get(node)
    while at is not None:
        if isinstance(at, ast.Call):
            called = at.func.attr if isinstance(at.func, ast.Attribute) else getattr(at.func, "id", "")
            if _OF_FACTS in file and called not in ("Bar", "Problem"):
                return "statement", _named(at)
            if called in _CALLS:
                kind = _CALLS[called]
                return kind, _label(at) if called in ("Requirement", "roll", "automatic", "ask", "items") else called
            if called not in ("append", "get", "Modifier", "tuple", "dict", "list", "sorted"):
                return ("change" if _is_change(called) else "step"), _label(at) if called == "write" else called
        if isinstance(at, ast.Assign | ast.AnnAssign):
            target = at.targets[0] if isinstance(at, ast.Assign) else at.target
            name = getattr(target, "id", "")
            if name in _CLAIM_TABLES:
                return "claim", name
        if isinstance(at, ast.FunctionDef):
            if file.endswith("/claims.py"):
                return "claim", at.name
            return ("change" if _is_change(at.name) else "step"), at.name
        at = parents.get(at)
    return "step", file


def _label(call: ast.Call) -> str:
    """The first argument of a call if it is a plain string.

    It is the name of a requirement, a roll or a question.
    """
    first = call.args[0] if call.args else None
    if isinstance(first, ast.Constant) and isinstance(first.value, str):
        return first.value
    if isinstance(first, ast.Attribute) and getattr(first.value, "id", "") in ("Field", "RollKind"):
        return str((Field if getattr(first.value, "id", "") == "Field" else RollKind)[first.attr])
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def _named(call: ast.Call) -> str:
    """Return the name of the fact that a call makes."""
    given = next((k.value for k in call.keywords if k.arg == "name"), call.args[0] if call.args else None)
    return str(given.value) if isinstance(given, ast.Constant) else getattr(call.func, "id", "")


@cache
def _changes() -> frozenset[str]:
    from referee.engine.state.changes import Changes

    own = [vars(c) for c in Changes.__mro__ if c is not object]
    return frozenset(n for names in own for n in names if not n.startswith("__")) | {"record"}


def _is_change(name: str) -> bool:
    return name in _changes()


# -------------------------------------------------------------------- coverage


@dataclass(frozen=True, slots=True)
class RuleCoverage:
    """The carriers of one rule, and its cases."""

    rule: Rule
    carriers: tuple[Carrier, ...]
    passing: tuple[Case, ...]
    caught: tuple[Case, ...]

    @property
    def holes(self) -> list[str]:
        """The parts that an enforced rule still lacks."""
        if self.rule.hold != "enforced":
            return []
        lacks = []
        if all(c.kind in _WEAK for c in self.carriers):
            lacks.append("no requirement, change, roll or step carries it")
        if not self.passing:
            lacks.append("no case passes")
        if not self.caught:
            lacks.append("no case is caught")
        return lacks


@cache
def _cases_by_rule() -> tuple[dict[str, list[Case]], dict[str, list[Case]]]:
    """The clean cases of each rule, and those that catch its breach.

    Each also counts for the heading of its rule.
    """
    clean: dict[str, list[Case]] = {}
    caught: dict[str, list[Case]] = {}
    for case in cases():
        for number in case.about_all() if case.clean else ():
            clean.setdefault(number, []).append(case)
        for number in case.catches_all():
            caught.setdefault(number, []).append(case)
    return clean, caught


def coverage_of(rule: Rule) -> RuleCoverage:
    """Return the coverage of one rule."""
    number = rule.number
    clean, caught = _cases_by_rule()
    passing = clean.get(number.replace(" ", "-"), ())
    return RuleCoverage(rule, carriers().get(number, ()), tuple(passing), tuple(caught.get(number, ())))


def coverage(*rulesets: Ruleset) -> list[RuleCoverage]:
    """Return the coverage of every enforced rule of some rulesets."""
    options = [option for rules in rulesets for option in rules.options.values()]
    chapters = {chapter for rules in rulesets for chapter in rules.chapters}
    chapters |= {chapter_of(option.rule) for option in options if option.arms is not None}
    read = {option.rule for option in options}
    in_force = (r for r in rulebook().values() if chapter_of(r.number) in chapters or r.number in read)
    return [coverage_of(r) for r in in_force if r.hold == "enforced"]


def seams(card: int) -> list[str]:
    """Return a card's changes to other rules through the seams.

    They change requirements and queries, and act at moments.
    """
    from referee.editions.base import events
    from referee.engine.law.requirement import REQUIREMENTS
    from referee.engine.state.seams import AMENDMENTS, MOMENTS, QUERIES

    events.load_all()
    found = [
        f"requirement “{name}” ({REQUIREMENTS[name].rule}): {amendment.why}"
        for name, amendment in AMENDMENTS.of(card)
        if name in REQUIREMENTS
    ]
    found += [f"the answer to “{query}”" for query in dict(QUERIES.of(card))]
    found += [f"acts at the moment “{moment}”" for moment in dict(MOMENTS.of(card))]
    return found
