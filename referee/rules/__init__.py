"""The rulebook as data, with table answers, disputes and the rule cases."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from referee.engine.state.plain import plain_dataclass
from referee.engine.state.tables import read_toml

__all__ = ["Hold", "Rule", "chapter_of", "rule", "rulebook", "sort_key"]

Hold = Literal["enforced", "defines", "advises", "later"]
"""The treatment of a paragraph by the referee."""

_HEADINGS = ("victory", "funding", "posture", "prestige", "governance", "marker")
"""The unnumbered headings inside 8.5.6, in the order of the book."""

_NUMBERED = re.compile(r"(\d+(?:\.\d+)*)((?:-\w+)*)", re.ASCII)
_OPTION = re.compile(r"option[ -](\d+)((?:-\w+)*)", re.ASCII)
_CARD = re.compile(r"card[ -](\d+)((?:-\w+)*)", re.ASCII)
_CHAPTER = re.compile(r"chapter(\d+)\.toml", re.ASCII)


@plain_dataclass(frozen=True)
class Rule:
    """One numbered paragraph of the rulebook, or an optional rule: "option 1"."""

    number: str
    title: str
    summary: str
    hold: Hold
    see: tuple[str, ...] = ()
    where: str = ""
    """The place of the terms that a `defines` paragraph gives.

    It is empty for the others.
    """


def _read(entry: dict[str, Any]) -> Rule:
    """Turn one TOML table into a rule."""
    read = Rule(**{**entry, "see": tuple(entry.get("see", ()))})
    if read.hold not in get_args(Hold):
        raise ValueError(f"rule {read.number}: hold is {read.hold!r}, not one of {', '.join(get_args(Hold))}")
    return read


@cache
def rulebook() -> dict[str, Rule]:
    """All rules by number in book order, optional rules last.

    They are read once; do not change them.
    """
    here = Path(__file__).parent
    chapters = {int(match[1]): file for file in here.iterdir() if (match := _CHAPTER.fullmatch(file.name)) is not None}
    book: dict[str, Rule] = {}
    for file in [*(chapters[n] for n in sorted(chapters)), here / "options.toml"]:
        for entry in read_toml(file)["rule"]:
            read = _read(entry)
            if read.number in book:
                raise ValueError(f"rule {read.number} is in the rulebook twice")
            book[read.number] = read
    return book


def rule(number: str) -> Rule:
    """Return the rule with a number: "7.3.3", "8.5.6-funding" or "option 1".

    Raises :class:`KeyError` if there is none.
    """
    try:
        return rulebook()[number]
    except KeyError:
        raise KeyError(f"the rulebook has no rule {number!r}") from None


def chapter_of(number: str) -> int:
    """Return the chapter of a rule.

    Returns 0 for an optional one, which has none.
    """
    return 0 if _OPTION.fullmatch(number) is not None else int(number.partition(".")[0])


def sort_key(number: str) -> tuple[int, tuple[int, ...], tuple[tuple[int, str], ...]]:
    """Return the key for the order of the book.

    Rules by number, suffixes after their rule, then options, cards, and the rest.
    """
    for kind, form in enumerate((_NUMBERED, _OPTION, _CARD)):
        if (match := form.fullmatch(number)) is not None:
            numbers = tuple(int(part) for part in match[1].split("."))
            return kind, numbers, tuple(_suffix_key(part) for part in match[2].split("-")[1:])
    return 3, (), ((0, number),)


def _suffix_key(suffix: str) -> tuple[int, str]:
    """Return the key of a suffix.

    The headings of 8.5.6 in the order of the book, then other suffixes by the alphabet.
    """
    return (_HEADINGS.index(suffix), "") if suffix in _HEADINGS else (len(_HEADINGS), suffix)
