"""The words of players: small words, synonyms, and forms of questions."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from referee.engine.state.tables import read_toml
from referee.engine.state.words import folded

_READ: dict[str, Any] = read_toml(Path(__file__).with_name("words.toml"))
SMALL = frozenset(_READ["small"].split())
"""Words without a subject."""
TERMS: tuple[str, ...] = tuple(_READ["terms"])
"""Terms of several words, looked up as one."""
MEANT: dict[str, str] = _READ["meant"]
"""Words of players with those of the rulebook."""
ASKED: dict[str, str] = _READ["asked"]
"""Further words in players' questions about a rule or a card."""
_ENDINGS = (
    (4, re.compile(r"ies$"), "y"),
    (4, re.compile(r"(s|x|z|ch|sh)es$"), r"\1"),
    (4, re.compile(r"(?<![sui])s$"), ""),
    (8, re.compile(r"ment$"), ""),
    (6, re.compile(r"(?:ing|ed)$"), ""),
    (5, re.compile(r"([b-df-hj-np-tv-z])\1$"), r"\1"),
    (5, re.compile(r"e$"), ""),
)
"""Endings to cut off in order, with the least length of a word."""
_TERM = re.compile(rf"\b(?:{'|'.join(sorted(TERMS, key=len, reverse=True))})(?![\w])")


@cache
def stem(word: str) -> str:
    """A word without its ending, so that its forms match each other."""
    if len(word) < 4 or any(ch.isdigit() for ch in word):
        return word
    for least, ending, instead in _ENDINGS:
        if len(word) >= least:
            word = ending.sub(instead, word)
    return word


def joined(text: str) -> list[str]:
    """Return the words of a folded text, each term as one."""
    return _TERM.sub(lambda m: m[0].replace(" ", ""), text).split()


def stems(text: str) -> list[str]:
    """Return the words of a text in the form for comparing."""
    return [stem(word) for word in joined(folded(text))]
