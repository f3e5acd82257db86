"""The kinds of small wrong changes of scripts/measure/mutants.py.

Each changes one node of a module's syntax tree.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

Change = Callable[[], ast.AST | None]
"""Changes a node in place, or gives the node that comes instead of it."""

_COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_TEXTS = frozenset({"help", "why", "message", "sentence", "see", "hint", "item"})
"""Keywords of a call that hold words for a reader, or where on the line something stands."""
_BOUNDS = ("MOST_", "FEW_", "MAX_", "FARTHEST", "CREDIT")
"""How the names of constants begin that bound an effort."""
_SEARCHES = ("engine/judging", "engine/explaining")
"""Rooms in which every constant that is a number bounds an effort: answers, lines, plays and countries that are tried."""
_SPENT = frozenset({"credit", "looked", "searches", "spent"})
"""What counts an effort."""
_OF_EFFORT = frozenset({"engine/record/work.py"})
"""Modules that only bound the effort."""
_COUNTED = frozenset({"required", "cited"})
"""Lists of rules that were looked at: nothing is decided by them, they are counted over many games."""
_NO_RULE = frozenset({"sentence", "words", "phrase", "noted", "changed", "shown", "show_reading", "overruled"})
"""Functions that only word something for a reader, or tell self-play what to count."""
WORDS = {
    "engine/judging/gaps.py": {"_missing", "_to_write", "_fitting", "_each", "_summed_up", "gap_name", "_is_plain"},
    "engine/law/answers.py": {"question", "answer"},
    "engine/law/derivations.py": {"in_words", "after_words"},
    "engine/law/forms.py": {"plural"},
    "engine/law/guidance.py": {"answer_words", "reason", "called"},
    "engine/law/question.py": {"titled", "_at", "_which"},
    "engine/law/rolls.py": {
        "result_words",
        "chances",
        "against",
        "explained",
        "_came",
        "brief",
        "sought",
        "name",
        "_sum",
    },
    "engine/record/table/leftovers.py": {"_title"},
    "engine/record/table/offers.py": {"_answer", "_listed", "_no_way", "_no_answer", "_place", "_mistaken"},
    "engine/state/differences.py": {"in_words", "replaced", "_alone", "_group"},
    "engine/state/facts/cards.py": {"_whose"},
    "engine/state/facts/clock.py": {"apart"},
    "engine/state/facts/states.py": {"apart", "_where"},
    "engine/state/words.py": {
        *("agree", "plural", "a", "one_or", "capital", "small", "the_side", "percent", "words", "cells_in_words"),
        *("pieces_in_words", "count_word", "runs", "span", "spanned", "stopped", "sentence", "sentences", "listed"),
    },
    "editions/awakening/civil_war.py": {"_counted", "_forces", "_result", "_left_over", "us_pieces"},
    "editions/awakening/popular.py": {"in_words", "census_words", "census_of_country"},
}
"""The same by module: titles of questions and rolls, sentences of a finding or its help, names of places and things."""
_TEXT_CALLS = frozenset({"plural", "describe", "capitalize", "join", "sentence"})


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one node.

    The node is the n-th of the module in the order of ``ast.walk``; the change has a number among those of the node.
    """

    file: str
    line: int
    what: str
    function: int
    """First line of the function around it, as its code object has it; 0 for none."""
    node: int
    variant: int
    source: str
    """Digest of the source."""

    @property
    def id(self) -> str:
        """A name that another source does not have."""
        return f"{self.file}:{self.source}:{self.node}.{self.variant}"


def mutants_of(path: Path, root: Path) -> Iterator[Mutant]:
    """Every mutant of a module."""
    text = path.read_text(encoding="utf-8")
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    tree = ast.parse(text)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    file = path.relative_to(root).as_posix()
    if file in _OF_EFFORT:
        return
    words = _NO_RULE.union(WORDS.get(file, ()))
    limits = _limits(root) if file.startswith(_SEARCHES) else frozenset()
    for number, node in enumerate(ast.walk(tree)):
        if not hasattr(node, "lineno") or _no_rule(node, parents, words, limits):
            continue
        for variant, (what, _) in enumerate(_changes(node, parents)):
            line = int(node.lineno)
            yield Mutant(file, line, what, _function(node, parents), number, variant, digest)


def tree_of(mutant: Mutant, root: Path) -> ast.Module:
    """The module with the change made."""
    tree = ast.parse((root / mutant.file).read_text(encoding="utf-8"))
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    node = next(n for i, n in enumerate(ast.walk(tree)) if i == mutant.node)
    _, change = list(_changes(node, parents))[mutant.variant]
    instead = change()
    if instead is not None:
        _put(parents[node], node, instead)
    return ast.fix_missing_locations(tree)


def _put(parent: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for name, value in ast.iter_fields(parent):
        if value is old:
            setattr(parent, name, new)
        elif isinstance(value, list) and any(v is old for v in value):
            setattr(parent, name, [new if v is old else v for v in value])


def _function(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> int:
    at: ast.AST | None = node
    while at is not None:
        parent = parents.get(at)
        if isinstance(parent, ast.Lambda) and at is parent.body:
            return parent.lineno
        if isinstance(parent, ast.FunctionDef) and at in parent.body:
            return min([parent.lineno, *(d.lineno for d in parent.decorator_list)])
        at = parent
    return 0


@cache
def _limits(root: Path) -> frozenset[str]:
    """The constants of the searches that are numbers."""
    files = (p for room in _SEARCHES for p in (root / room).rglob("*.py"))
    assigned = (s for p in files for s in ast.parse(p.read_text(encoding="utf-8")).body if isinstance(s, ast.Assign))
    numbers = (s for s in assigned if isinstance(s.value, ast.Constant) and isinstance(s.value.value, int))
    return frozenset([t.id for s in numbers for t in s.targets if isinstance(t, ast.Name)])


def _no_rule(node: ast.AST, parents: dict[ast.AST, ast.AST], words: frozenset[str], limits: frozenset[str]) -> bool:
    """Whether a change of a node says nothing about a rule.

    Such a node is part of words, types or the like.

    ``words`` are functions that only word something, ``limits`` constants that bound an effort.
    """
    if _for_types(node):
        return True
    at, child = parents.get(node), node
    while at is not None:
        if isinstance(at, ast.JoinedStr | ast.FormattedValue | ast.Raise | ast.Assert | ast.Import | ast.ImportFrom):
            return True
        if isinstance(at, ast.AnnAssign | ast.arg) and child is at.annotation:
            return True
        if isinstance(at, ast.FunctionDef | ast.ClassDef) and child in at.decorator_list:
            return True
        if isinstance(at, ast.FunctionDef) and (child is at.returns or at.name in words):
            return True
        if isinstance(at, ast.keyword) and at.arg in _TEXTS:
            return True
        if isinstance(at, ast.Assign) and any(getattr(t, "id", "") == "message" for t in at.targets):
            return True
        if isinstance(at, ast.Call) and getattr(at.func, "attr", getattr(at.func, "id", "")) in _TEXT_CALLS:
            return True
        if _for_types(at):
            return True
        if child is node and _cards_own(node, parents) and _names_source(at, node):
            return True
        if isinstance(at, ast.Dict) and child in at.values and _facts(at, parents):
            return True
        if isinstance(at, ast.If) and child is at.test and not at.orelse and all(_rule_looked_at(s) for s in at.body):
            return True
        if isinstance(node, ast.Constant) and _position(at, child):
            return True
        if isinstance(at, ast.AugAssign) and (_target(at) in _COUNTED or _effort(at, parents, limits)):
            return True
        child, at = at, parents.get(at)
    return _rule_looked_at(node) or _effort(node, parents, limits)


def _for_types(node: ast.AST) -> bool:
    """Whether a branch is for the type checker alone."""
    return isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"


def _effort(node: ast.AST, parents: dict[ast.AST, ast.AST], limits: frozenset[str]) -> bool:
    """Whether a node bounds the effort of a search: no rule."""
    if isinstance(node, ast.Constant):
        around = parents.get(node)
        if isinstance(around, ast.Assign):
            return any(isinstance(t, ast.Name) and (t.id.startswith(_BOUNDS) or t.id in limits) for t in around.targets)
        return isinstance(around, ast.AugAssign | ast.expr) and _effort(around, parents, limits)
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    members = {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)}
    bounds = any(name.startswith(_BOUNDS) or name in limits for name in names) or bool((names | members) & _SPENT)
    least = isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("min", "max")
    return bounds and (least or isinstance(node, ast.Compare | ast.BoolOp | ast.BinOp | ast.AugAssign | ast.If))


def _position(at: ast.AST, child: ast.AST) -> bool:
    """Whether a number is a place in a list or a depth.

    Such a depth says how far a choice is offered before requirements test it.
    """
    if isinstance(at, ast.Subscript):
        return child is at.slice
    return isinstance(at, ast.Call) and getattr(at.func, "id", "") == "range"


def _facts(table: ast.Dict, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a dictionary is the answer of a requirement's test.

    It has the values for the sentence.
    """
    around: ast.AST | None = parents.get(table)
    while isinstance(around, ast.IfExp):
        around = parents.get(around)
    return isinstance(around, ast.Return | ast.Lambda)


def _target(node: ast.AugAssign) -> str:
    return str(getattr(node.target, "attr", getattr(node.target, "id", "")))


def _rule_looked_at(node: ast.AST) -> bool:
    """Whether a statement only notes that a rule was looked at."""
    if isinstance(node, ast.AugAssign):
        return _target(node) in _COUNTED
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and ast.unparse(call.func).endswith(tuple(f"{name}.append" for name in _COUNTED))


def _cards_own(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a number is that of the event's own card.

    It names the source and decides nothing.
    """
    if not (isinstance(node, ast.Constant) and type(node.value) is int):
        return False
    at: ast.AST = node
    while at in parents:
        at = parents[at]
    marked = (d for f in ast.walk(at) if isinstance(f, ast.FunctionDef) for d in f.decorator_list)
    calls = [d for d in marked if isinstance(d, ast.Call) and getattr(d.func, "id", "") == "event"]
    return any(isinstance(a, ast.Constant) and a.value == node.value for d in calls for a in d.args)


def _names_source(at: ast.AST, node: ast.AST) -> bool:
    """Whether a number is an argument of its own, or ``card=``."""
    return (isinstance(at, ast.Call) and node in at.args) or (isinstance(at, ast.keyword) and at.arg == "card")


def _changes(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> Iterator[tuple[str, Change]]:
    """The changes of one node, each with its words."""
    if isinstance(node, ast.Compare):
        yield from _compare(node)
    elif isinstance(node, ast.BoolOp):
        yield from _bool_op(node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield _words(node, node.operand), lambda: node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC and not _text(node.left) | _text(node.right):
        other = ast.BinOp(node.left, _ARITHMETIC[type(node.op)](), node.right)
        yield _words(node, other), lambda: other
    elif isinstance(node, ast.AugAssign) and type(node.op) in _ARITHMETIC:
        less = ast.AugAssign(node.target, _ARITHMETIC[type(node.op)](), node.value)
        yield _words(node, less), lambda: less
    elif isinstance(node, ast.Constant):
        yield from _constant(node, parents.get(node))
    elif isinstance(node, ast.If | ast.IfExp | ast.While) and _plain(node.test):
        yield _negated(node, "test")
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in _CALLS:
        call = ast.Call(ast.Name(_CALLS[node.func.id], ast.Load()), node.args, node.keywords)  # type: ignore[attr-defined]
        yield _words(node, call), lambda: call
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom):
        yield f"without {_short(node)}", ast.Pass
    elif isinstance(node, ast.Continue):
        yield "break instead of continue", ast.Break
    if isinstance(node, ast.expr):
        parent = parents.get(node)
        if isinstance(parent, ast.comprehension) and node in parent.ifs and _plain(node):
            yield f"not {_short(node)}", lambda: ast.UnaryOp(ast.Not(), node)


def _compare(node: ast.Compare) -> Iterator[tuple[str, Change]]:
    for i, op in enumerate(node.ops):
        order = isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE)
        if order and isinstance(node.comparators[i], ast.Constant):
            continue  # the number moved by one is the same change
        if type(op) in _COMPARE:
            other = ast.Compare(node.left, [*node.ops], node.comparators)
            other.ops[i] = _COMPARE[type(op)]()
            yield _words(node, other), lambda other=other: other  # type: ignore[misc]


def _bool_op(node: ast.BoolOp) -> Iterator[tuple[str, Change]]:
    other = ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    yield _words(node, other), lambda: other
    for i, value in enumerate(node.values):
        if _guard(value):
            continue
        rest = [v for j, v in enumerate(node.values) if j != i]
        fewer: ast.expr = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        yield _words(node, fewer), lambda fewer=fewer: fewer  # type: ignore[misc]


def _guard(condition: ast.expr) -> bool:
    """Whether a condition only guards other tests against a failure.

    It asks for the type of a thing so that the others can be asked.
    """
    if isinstance(condition, ast.Compare):
        return isinstance(condition.ops[0], ast.Is | ast.IsNot | ast.In | ast.NotIn)
    return isinstance(condition, ast.Name | ast.Attribute | ast.Subscript | ast.Constant) or (
        isinstance(condition, ast.Call) and getattr(condition.func, "id", "") in ("isinstance", "len")
    )


def _constant(node: ast.Constant, parent: ast.AST | None) -> Iterator[tuple[str, Change]]:
    """Another number.

    There is none for a placeholder, and never a count below nought.
    """
    if isinstance(parent, ast.BoolOp):
        return
    if isinstance(parent, ast.keyword) and parent.arg == "default":
        return
    if isinstance(node.value, bool):
        yield _words(node, ast.Constant(not node.value)), lambda: ast.Constant(not node.value)
    elif isinstance(node.value, int):
        for value in (node.value + 1, node.value - 1) if node.value else (1,):
            yield f"{node.value} -> {value}", lambda value=value: ast.Constant(value)  # type: ignore[misc]


def _negated(node: ast.If | ast.IfExp | ast.While, field: str) -> tuple[str, Change]:
    def change() -> None:
        setattr(node, field, ast.UnaryOp(ast.Not(), node.test))

    return f"if not {_short(node.test)}", change


def _plain(test: ast.expr) -> bool:
    """Whether no other change turns this condition round."""
    return not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant)


def _text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _words(old: ast.AST, new: ast.AST) -> str:
    return f"{_short(old)} -> {_short(new)}"


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 90 else text[:87] + "..."
