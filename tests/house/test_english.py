"""The checker of names and docstrings (scripts/house/english.py)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts" / "house"))

import english

LONG = " ".join(["word"] * 13)


def problems(folder: Path, *texts: str) -> list[str]:
    """The problems in modules with these texts."""
    for number, text in enumerate(texts):
        (folder / f"module{number}.py").write_text(text, encoding="utf-8")
    return [problem.text for problem in english.of_folder(folder)]


@pytest.fixture
def referee(tmp_path: Path) -> Path:
    """A folder of that name, where names are looked at as well."""
    folder = tmp_path / "referee"
    folder.mkdir()
    return folder


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"""What a record says."""', "the docstring begins with What; a noun phrase or an imperative is due"),
        ('"""Of each layer its level."""', "the docstring begins with Of; a noun phrase or an imperative is due"),
        (f'"""{LONG}"""', "the first line of the docstring has 13 words, over 12"),
        ("class Told:\n    pass", "Told is a participle; a class has the name of a thing"),
        ("class Line:\n    lent: int", "lent names nothing; a noun or a verb is due"),
    ],
)
def test_a_broken_pattern_is_named(referee: Path, text: str, found: str) -> None:
    assert problems(referee, text) == [found]


def test_a_rule_number_counts_as_no_word(referee: Path) -> None:
    assert problems(referee, f'"""{" ".join(["word"] * 12)} (7.3.3, 8.5.6)."""') == []


def test_a_name_has_one_class(referee: Path) -> None:
    assert problems(referee, "class Entry:\n    pass", "class Entry:\n    pass") == [
        "Entry is also a class of module0.py"
    ]
