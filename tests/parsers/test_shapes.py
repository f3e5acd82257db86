"""Card plays of the usual shape, read by one pattern.

The tree is the one that the tokenizer makes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.editions.rulesets import names_for, whole
from referee.parsers.faults import LineError
from referee.parsers.notation import lines, shapes
from referee.parsers.notation.cursor import Cursor
from referee.parsers.notation.tokens import split_comment, tokenize_line
from tests.helpers.paths import ROOT

NAMES = names_for(whole())
FILES = sorted([*(ROOT / "fixtures").rglob("*.lgn"), *(ROOT / "tests" / "rules").glob("*.case")])
LEAST = 0.7
"""The share of the card plays of our records that the pattern reads."""


def tree(value: Any) -> Any:
    """All that a reader can see of a tree, places included."""
    if isinstance(value, list | tuple):
        return [type(value), *map(tree, value)]
    if isinstance(value, dict):
        return [(key, tree(v)) for key, v in value.items()]
    if hasattr(value, "__slots__") and not isinstance(value, str | int):
        return [type(value), *((name, tree(getattr(value, name))) for name in value.__slots__)]
    return value


def by_tokens(body: str) -> Any:
    """The line by the tokenizer; None if it is unreadable."""
    try:
        return tree(lines.read(Cursor(tokenize_line(body), 7, len(body.rstrip()), NAMES), body.strip()))
    except LineError:
        return None


def plays() -> Iterator[str]:
    """Every line of our records and cases that begins a play."""
    seen = set()
    for path in FILES:
        for line in path.read_text(encoding="utf-8", errors="replace").split("\n"):
            body = split_comment(line)[0].rstrip()
            if body.startswith(("J ", "US ")) and body not in seen:
                seen.add(body)
                yield body


@pytest.mark.long
def test_every_line_of_our_records_is_the_same_tree() -> None:
    taken = of_all = 0
    for body in plays():
        found = shapes.play(body, 7, NAMES)
        of_all += 1
        if found is not None:
            taken += 1
            assert tree(found) == by_tokens(body), body
    assert taken > LEAST * of_all > 10_000


WORDS = st.sampled_from(
    [
        "Iraq",
        "Iran",
        "Egypt",
        "Saudi-Arabia",
        "recruit",
        "travel",
        "plot",
        "woi",
        "deploy",
        "event",
        "alert",
        "jihad",
        "track",
        ">",
        ":",
        "s",
        "ss",
        "a",
        "1",
        "2",
        "3",
        "[1]",
        "[3",
        "5]",
        "t[2]",
        "gov[6]",
        "pick[1]",
        "convergence[3]",
        "no",
        "take",
        "capital",
        "marker",
        "Sadr",
        "cadre",
        "aid",
        ",",
        "/",
        "=>",
        "Ally",
        "+R",
        "#1",
        "?",
        "prestige",
        "7",
        "(",
        ")",
        ".",
        "86",
        "'",
    ]
)


@given(st.sampled_from(["J 95 ", "US 43 ", "J 7+R ", "US 120 "]), st.lists(WORDS, max_size=9), st.booleans())
def test_any_words_are_read_alike_or_left_to_the_tokenizer(start: str, words: list[str], tight: bool) -> None:
    body = start + ("" if tight else " ").join(words)
    found = shapes.play(body.rstrip(), 7, NAMES)
    if found is not None:
        assert tree(found) == by_tokens(body.rstrip())


@pytest.mark.parametrize(
    "body",
    [
        "J 95 recruit Iraq 2 [3 5], Iran 1 [2] => Iran 1 cells",
        "US 43+R deploy track > Pakistan 2 / no event",
        "J 53 plot Somalia:s 1 [2]: 1",
    ],
)
def test_a_play_of_the_usual_shape_needs_no_tokenizer(body: str) -> None:
    assert shapes.play(body, 1, NAMES) is not None
