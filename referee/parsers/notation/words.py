"""The words of the notation (``words.toml``).

It has the meaning of each word, and of each use of a card.
"""

from __future__ import annotations

import os
from typing import Any

from referee.engine.law import forms
from referee.engine.state.tables import read_toml

_DATA: dict[str, Any] = read_toml(os.path.join(os.path.dirname(__file__), "words.toml"))


def _meant(section: dict[str, list[str]]) -> dict[str, str]:
    """Meanings of the forms of a section."""
    return {form: meant for meant, found in section.items() for form in found}


GROUPS: dict[str, frozenset[str]] = {name: frozenset(found) for name, found in _DATA["groups"].items()}
"""Words of one kind."""
USES = _meant(_DATA["uses"])
"""Written uses of a card, with their canonical form."""
OF_ONE_SIDE: dict[str, dict[str, str]] = {side: _meant(found) for side, found in _DATA["of_one_side"].items()}
SEVERAL_WORDS: dict[tuple[str, ...], str] = {tuple(said.split()): use for use, said in _DATA["several_words"].items()}
LEFT_OVER = _meant(_DATA["left_over"])
OWN_STEPS = _meant(_DATA["own_steps"])
EMPTY_AFTER = {"cancelled": GROUPS["behind_cancelled"]}
"""Empty words that may follow a use."""
AFTER_A_CARD = frozenset({"no", *LEFT_OVER, *GROUPS["says_nothing"]})
"""Words other than uses that may follow a card."""
STEPS = frozenset(step for left in forms.LEFT_OVER.values() for step in left.steps)
"""Words that may follow a word for leftover Operations."""
MEANT = _meant(_DATA["meant"])
COUNTERS = _meant(_DATA["counters"])
MEANINGS: dict[str, dict[str, str]] = _DATA["meanings"]
"""Uses of a card for a side, each with its meaning."""
OPENERS: list[str] = _DATA["groups"]["openers"]
NUMBERS = {word: number for number, word in enumerate(_DATA["groups"]["numbers"], 1)}


def use_of(word: str, side: str) -> str:
    """The use of a word in this side's play, or ""."""
    return USES.get(word) or OF_ONE_SIDE.get(side, {}).get(word, "")


def step_of(word: str, side: str) -> str:
    """The leftover step of a word, or ""."""
    step = OWN_STEPS.get(word) or use_of(word, side)
    return step if step in STEPS else ""


def listed(side: str) -> str:
    """A side's uses: "recruit (place Cells), travel (move Cells) ..."."""
    return ", ".join(f"{use} ({meaning})" for use, meaning in MEANINGS[side].items())


def meaning(word: str) -> str:
    """The meaning of a use in few words, or ""."""
    return next((of_side[word] for of_side in MEANINGS.values() if word in of_side), "")
