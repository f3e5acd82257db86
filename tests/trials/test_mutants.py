"""The mutants of scripts/measure/mutants.py.

Each is one change, and each can be made.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts" / "measure"))

import mutant_kinds

ROOT = Path(__file__).resolve().parents[2]

SOURCE = '''"""Words."""

LIMIT = 5

TEST = Requirement("a: b", "7.4", "{have} of 2", lambda b, o, c: None if o >= 2 and not c["x"] and b else {"have": o})


@event(14)
def fourteen(play: Play, least: int = 1) -> None:
    if play.ready:
        play.ask("where", 14)
    for n in min(play.names, least):
        if n == 0 or play.names[0] is None:
            continue
        play.required.append("4.7")
        play.cited += ["4.7"] * 2
        play.credit -= 1
        looked += n < 2
        message = "one" if looked else "none"
        raise ValueError(f"{n + 1}")


def sentence(play: Play) -> str:
    return "none" if play.left == 0 else "some"
'''


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "module.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def test_what_is_changed(module: Path) -> None:
    found = {(m.line, m.what) for m in mutant_kinds.mutants_of(module, module.parent)}
    call = "min(play.names, least)"
    condition = "o >= 2 and (not c['x']) and b"
    assert found == {
        (3, "5 -> 6"),
        (3, "5 -> 4"),
        (5, f"{condition} -> o >= 2 or not c['x'] or b"),
        (5, f"{condition} -> o >= 2 and b"),
        (5, f"{condition} -> not c['x'] and b"),
        (5, "2 -> 3"),
        (5, "2 -> 1"),
        (5, "not c['x'] -> c['x']"),
        (9, "1 -> 2"),
        (9, "1 -> 0"),
        (10, "if not play.ready"),
        (11, "without play.ask('where', 14)"),
        (12, f"{call} -> max(play.names, least)"),
        (13, "n == 0 or play.names[0] is None -> n == 0 and play.names[0] is None"),
        (13, "n == 0 or play.names[0] is None -> play.names[0] is None"),
        (13, "n == 0 -> n != 0"),
        (13, "play.names[0] is None -> play.names[0] is not None"),
        (13, "0 -> 1"),
        (14, "break instead of continue"),
    }


def test_each_change_can_be_made_and_changes_something(module: Path) -> None:
    before = ast.unparse(ast.parse(SOURCE))
    after = [
        ast.unparse(mutant_kinds.tree_of(m, module.parent)) for m in mutant_kinds.mutants_of(module, module.parent)
    ]
    assert before not in after
    assert len(set(after)) == len(after)
    for text in after:
        compile(text, "module.py", "exec")


def test_the_functions_that_only_word_something_are_there() -> None:
    for file, names in mutant_kinds.WORDS.items():
        tree = ast.parse((ROOT / "referee" / file).read_text(encoding="utf-8"))
        assert names <= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}, file


def test_words_of_a_module_are_not_changed() -> None:
    file = ROOT / "referee" / "engine" / "judging" / "gaps.py"
    lines = file.read_text(encoding="utf-8").split("\n")
    changed = {lines[m.function - 1] for m in mutant_kinds.mutants_of(file, ROOT / "referee")}
    assert changed
    assert not any(line.startswith("def gap_name(") for line in changed)
