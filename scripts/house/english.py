"""Check patterns of names and docstrings: ``python scripts/house/english.py``.

It prints a line for each that is broken (file, line, what is wrong) and exits with status 1 if there is one.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("referee", "tests", "scripts", "benchmarks", "web")
MOST_WORDS = 12
"""Most words of a docstring's first line, without the rules that it cites."""
CITATION = re.compile(r"\((?:[\d.]+|[a-z]+ \d+)(?:, (?:[\d.]+|[a-z]+ \d+))*\)")
NO_BEGINNING = frozenset({"As", "How", "Of", "That", "What", "Whatever", "Where", "Who", "Whoever", "Whom", "Whose"})
"""Words that begin a clause where a noun phrase or an imperative belongs."""
NO_NAMES = frozenset(
    {
        "anew",
        "behind",
        "beside",
        "besides",
        "for_good",
        "further",
        "lent",
        "otherwise",
        "said",
        "stood",
        "told",
        "whatever",
    }
)
"""Adverbs and participles that name nothing, as attributes and parameters."""
PARTICIPLE = re.compile(
    r"(?:[a-z](?:ed|own|aken|itten|oken|iven|osen)|Said|Told|Heard|Stood|Lost|Found|Left|Kept|Made|Read|Seen|Unread|Unseen)$"
)
NOUNS = frozenset({"Seed", "Speed", "Feed", "Town", "Crown", "Token"})
"""Things whose names only look like participles."""
ALIASES = frozenset({"behind"})
"""Names that stay until 2.0 for users of the library."""
SHARED = frozenset(
    {"Change", "Country", "Game", "Moments", "Position", "Queries", "Reply", "Result", "Source", "Table", "Terms"}
)
"""Class names of more than one room: the library's view of the engine's, an edition's addition to a list."""


class Problem(NamedTuple):
    """One broken pattern."""

    path: Path
    line: int
    text: str


def main() -> int:
    """Print every problem; the exit status."""
    found = [problem for folder in FOLDERS for problem in of_folder(ROOT / folder)]
    for problem in found:
        print(f"{problem.path.relative_to(ROOT)}:{problem.line}: {problem.text}")
    return 1 if found else 0


def of_folder(folder: Path) -> Iterator[Problem]:
    """The problems of the Python files in a folder.

    In ``referee`` also names that two classes share.
    """
    homes: dict[str, Path] = {}
    for path in sorted(folder.rglob("*.py")):
        if "node_modules" in path.parts:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        yield from _of_docstrings(path, tree)
        if folder.name != "referee":
            continue
        yield from _of_names(path, tree)
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                if node.name in homes and node.name not in SHARED:
                    yield Problem(
                        path, node.lineno, f"{node.name} is also a class of {homes[node.name].relative_to(folder)}"
                    )
                homes.setdefault(node.name, path)


def _of_docstrings(path: Path, tree: ast.Module) -> Iterator[Problem]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        text = ast.get_docstring(node)
        if not text:
            continue
        line = node.body[0].lineno
        words = CITATION.sub("", text.splitlines()[0]).replace(" .", "").split() or [""]
        if words[0].strip(",.:;") in NO_BEGINNING:
            yield Problem(path, line, f"the docstring begins with {words[0]}; a noun phrase or an imperative is due")
        if len(words) > MOST_WORDS:
            yield Problem(path, line, f"the first line of the docstring has {len(words)} words, over {MOST_WORDS}")


def _of_names(path: Path, tree: ast.Module) -> Iterator[Problem]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and PARTICIPLE.search(node.name) and node.name not in NOUNS:
            yield Problem(path, node.lineno, f"{node.name} is a participle; a class has the name of a thing")
        name = _attribute(node)
        if name in NO_NAMES - ALIASES:
            yield Problem(path, getattr(node, "lineno", 1), f"{name} names nothing; a noun or a verb is due")


def _attribute(node: ast.AST) -> str:
    """The name of a field, an attribute or a function.

    It is "" for other nodes, and for attributes that are only read.
    """
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        return node.attr
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return node.name
    return ""


if __name__ == "__main__":
    sys.exit(main())
