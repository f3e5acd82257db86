"""The words of the notation (``words.toml``).

It says what each word means, and what each use of a card means.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from referee.engine.law import forms

with (Path(__file__).parent / "words.toml").open("rb") as _file:
    _DATA: dict[str, Any] = tomllib.load(_file)


def _meant(section: dict[str, list[str]]) -> dict[str, str]:
    """What each form of a section stands for."""
    return {form: meant for meant, found in section.items() for form in found}


GROUPS: dict[str, frozenset[str]] = {name: frozenset(found) for name, found in _DATA["groups"].items()}
"""Words of one kind."""
USES = _meant(_DATA["uses"])
"""Uses of a card as they may be written, with their canonical form."""
OF_ONE_SIDE: dict[str, dict[str, str]] = {side: _meant(found) for side, found in _DATA["of_one_side"].items()}
SEVERAL_WORDS: dict[tuple[str, ...], str] = {tuple(said.split()): use for use, said in _DATA["several_words"].items()}
LEFT_OVER = _meant(_DATA["left_over"])
OWN_STEPS = _meant(_DATA["own_steps"])
BEHIND = {"cancelled": GROUPS["behind_cancelled"]}
"""Words that may follow a use and say nothing more."""
AFTER_A_CARD = frozenset({"no", *LEFT_OVER, *GROUPS["says_nothing"]})
"""Words other than uses that may follow a card."""
STEPS = frozenset(step for left in forms.LEFT_OVER.values() for step in left.steps)
"""What may follow a word for what is left of a card."""
MEANT = _meant(_DATA["meant"])
COUNTERS = _meant(_DATA["counters"])
MEANINGS: dict[str, dict[str, str]] = _DATA["meanings"]
"""The uses that a side has for a card, each with what it means."""
OPENERS: list[str] = _DATA["groups"]["openers"]
NUMBERS = {word: number for number, word in enumerate(_DATA["groups"]["numbers"], 1)}


def use_of(word: str, side: str) -> str:
    """The use that a word means in a play of this side; "" if none."""
    return USES.get(word) or OF_ONE_SIDE.get(side, {}).get(word, "")


def step_of(word: str, side: str) -> str:
    """The step of what is left over that a word means; "" if none."""
    step = OWN_STEPS.get(word) or use_of(word, side)
    return step if step in STEPS else ""


def listed(side: str) -> str:
    """What a side can use a card for: "recruit (place Cells), travel (move Cells) ..."."""
    return ", ".join(f"{use} ({meaning})" for use, meaning in MEANINGS[side].items())


def meaning(word: str) -> str:
    """What a use means in a few words; "" for another word."""
    return next((of_side[word] for of_side in MEANINGS.values() if word in of_side), "")
