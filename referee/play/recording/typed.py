"""Typed answers: their words, and their possible meanings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from referee.engine.law.question import Choice, fitting
from referee.engine.state.names import plain

CARD = re.compile(r"(\d{1,3}|\?|x)((?:\+\d{1,3})?)(\+r)?", re.IGNORECASE)
WHOLE = re.compile(
    r"\s*(?:;|\{|\+|(?:board|setup|set)\s*:|(?:deal|draw|turn|phase)\b|(?:us\s+)?no plots\b|end of turn\b"
    r"|(?:j|us|jihadist)\b[\s:]+(?:(?P<card>[\d?][\d+?r]*)\s+(?P<use>[a-z-]+)"
    r"|(?:resolve|remove-cadre|set-up|turn-in|hold|zakat|strong|end-truce)\b))",
    re.IGNORECASE,
)
"""The beginning of a line of the notation."""
SIGNS = re.compile(r"[>\[]|=>|\s/\s|:\s*[sa?\d]")
"""Signs of lines of the notation that hardly any answer has."""
HIDDEN = frozenset({"?", "x", "hidden", "unknown"})
FACES = frozenset("123456")
_GLUED = re.compile(r"(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)", re.IGNORECASE)
"""The seam of a number and a word without a blank between them: 43w, pak4."""
_BLANKS = str.maketrans(dict.fromkeys(",[]>:;", " "))
_MOST_NAMED = 4
"""Most words of a name."""


def split(text: str) -> list[str]:
    """The words of the typed text.

    A number needs no blank beside a word.
    """
    found: list[str] = []
    for word in text.translate(_BLANKS).split():
        found += [word] if "#" in word else [part for part in _GLUED.split(word) if part]
    return found


def match(choices: Sequence[Choice], tokens: Sequence[str]) -> tuple[int, list[Choice]]:
    """The possible answers of the first words, and their number of words.

    The most words with a single meaning are taken.
    """
    if len(tokens) > 1 and tokens[1].isdecimal():  # a Plot: egypt 2
        found = [c for c in choices if _is_plot(c.value, tokens[0], int(tokens[1]))]
        if len(found) == 1:
            return 2, found
    for n in range(min(_MOST_NAMED, len(tokens)), 1, -1):
        found = [c for c in choices if _is_name(c.label, tokens[:n])]
        if len(found) == 1:
            return n, found
    found = fitting(choices, tokens[0])
    return (1, found) if found else (0, [])


def _is_name(label: str, typed: Sequence[str]) -> bool:
    """Whether several words begin the words of a name.

    "sau ar" for Saudi Arabia.
    """
    parts = label.replace("/", " ").split()
    if len(typed) > len(parts) or any(len(plain(t)) < 2 for t in typed):
        return False
    return all(plain(part).startswith(plain(t)) for part, t in zip(parts, typed, strict=False))


def _is_plot(value: Any, name: str, number: int) -> bool:
    """Whether a word and a number mean this marker.

    "egy 2" for Egypt#2.
    """
    match value:
        case (str(country), int(k)):
            return k == number and plain(country).startswith(plain(name))
    return False
