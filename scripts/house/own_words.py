"""Check that no code reads its own sentences: ``python scripts/house/own_words.py``.

A sentence, a label or a title is made for people. What a program has to know of it is data where the sentence arises.
The check prints a line for each place that looks for words in one, and exits with status 1 if there is one. Parsers read
what others wrote and are left out.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "referee"
LEFT_OUT = frozenset({"parsers"})
"""Rooms whose texts come from elsewhere."""
READS = frozenset(
    {
        "count",
        "endswith",
        "find",
        "index",
        "partition",
        "removeprefix",
        "removesuffix",
        "rfind",
        "rindex",
        "rpartition",
        "startswith",
    }
)
"""Methods that look for words in a text."""
SENTENCES = frozenset(
    {
        "advice",
        "detail",
        "explained",
        "heading",
        "help",
        "hint",
        "label",
        "message",
        "note",
        "question",
        "reason",
        "sentence",
        "sought",
        "summary",
        "why",
        "words",
    }
)
"""Attributes with words for people."""
MAKERS = frozenset(
    {
        "because",
        "capital",
        "card_name",
        "clause",
        "describe_modifiers",
        "in_words",
        "listed",
        "named",
        "phrase",
        "plural",
        "sentence",
        "sentences",
        "stopped",
    }
)
"""Functions that make words for people."""


class Reading(NamedTuple):
    """One place that looks for words in a sentence."""

    path: Path
    line: int
    code: str


def main() -> int:
    """Print the readings; return 1 if there is one."""
    found = list(of_folder(FOLDER))
    for reading in found:
        print(
            f"{reading.path.relative_to(ROOT)}:{reading.line}: {reading.code} reads a sentence; hold the fact as data"
        )
    return bool(found)


def of_folder(folder: Path) -> Iterator[Reading]:
    """The readings in the modules of a folder."""
    for path in sorted(folder.rglob("*.py")):
        if LEFT_OUT.isdisjoint(path.relative_to(folder).parts):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if any(map(is_sentence, _read(node))):
                    yield Reading(path, node.lineno, ast.unparse(node))  # type: ignore[attr-defined]


def _read(node: ast.AST) -> list[ast.expr]:
    """The texts in which an expression looks for words."""
    match node:
        case ast.Call(ast.Attribute(ast.Name("re"), _), [_, *texts]):
            return texts
        case ast.Call(ast.Attribute(text, name)) if name in READS:
            return [text]
        case ast.Compare(ast.Constant(str()), [ast.In() | ast.NotIn()], [text]):
            return [text]
    return []


def is_sentence(node: ast.expr) -> bool:
    """Whether an expression has words for people, by its name."""
    match node:
        case ast.Attribute(_, name):
            return name in SENTENCES
        case ast.Call(ast.Name(name) | ast.Attribute(_, name)):
            return name in MAKERS
    return False


if __name__ == "__main__":
    sys.exit(main())
