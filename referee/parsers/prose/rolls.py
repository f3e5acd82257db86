"""The dice that a sentence plainly tells.

They are after a word for rolling, in brackets, from a dice server, or right before a word that says what came of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from referee.parsers.prose.clauses import clauses, is_homeland, real
from referee.parsers.prose.tokens import Token, Words, at
from referee.parsers.prose.vocabulary import group

TEST, GOVERNANCE, PRESTIGE, POSTURE = "t", "gov", "prestige", "posture"
LONGEST_ROW = 32
"""Most words of a row of dice."""


def _any(*groups: str) -> str:
    """A pattern for the words of some groups."""
    return "|".join(re.escape(w) for name in groups for w in sorted(group(name), key=len, reverse=True))


_ANNOUNCED = re.compile(
    rf"(?<!not )(?:^|(?<= ))(?:(?P<of>{_any('test', 'governance')}|posture) )?(?P<word>{_any('roll', 'test', 'governance')}|posture) (?:(?:[:,]|<p>|<@>|{_any('between')}) ){{0,3}}$"
)
"""What comes before a die: "rolled a", "tested:"."""
_DECIDED = re.compile(rf"(?:[,:–—-] )*+(?:{_any('deciding')}|(?:= )?(?:hard|soft)) (?!#|<@>|{_any('counted')})")
"""What comes after a die: "5, works", "2 yes"."""
_LABELS = (("test", TEST), ("governance", GOVERNANCE))


@dataclass(slots=True)
class Roll:
    """Dice of a text: label, and country if known."""

    values: list[int]
    label: str = ""
    country: str = ""


def rolls(found: Sequence[Words]) -> list[Roll]:
    """The dice of these sentences, in order."""
    made: list[Roll] = []
    topic, tests = "", False
    for clause in (c for sentence in found for c in map(real, clauses(sentence))):
        tests = tests and any(t.kind == "dice" for t in clause[:2])
        prestige = False
        i = 0
        while i < len(clause):
            t, end = clause[i], i + 1
            prestige = prestige or t.text in ("prestige", "prest")
            tests = (tests or t.of("test")) and not t.of("roll")
            if t.kind == "country" or is_homeland(clause, i):
                topic = t.name or "United States"
            elif t.kind == "dice":
                made += _served(t, topic, tests=tests)
                tests = False
            elif t.is_die and t.is_digit and (label := _label(clause, i, tests=tests)) is not None:
                end = _row_end(clause, i)
                values = [x.value for x in clause[i:end] if x.kind == "num"]
                label = PRESTIGE if prestige and len(values) == 3 else label
                made.append(Roll(values, label, topic))
            i = end
    return made


def _served(t: Token, topic: str, *, tests: bool) -> list[Roll]:
    """The dice of a dice server, with what they were rolled for."""
    if not t.values or "random" in t.text.split():
        return []
    words = (("gov", GOVERNANCE), ("prestige", PRESTIGE), ("posture", POSTURE), ("test", TEST))
    label = next((label for word, label in words if word in t.text), TEST * tests)
    if len(t.names) > 1:
        each = zip(t.values, t.names, strict=True) if len(t.names) == len(t.values) else ()
        return [Roll([v], label, c) for v, c in each]
    return [Roll(list(t.values), label, t.names[0] if t.names else topic)]


def _label(clause: Words, i: int, *, tests: bool) -> str | None:
    """What a number from 1 to 6 was rolled for; None where nothing says that it is a die."""
    end = _row_end(clause, i)
    before, after = at(clause, i - 1), at(clause, end)
    if before.kind in ("us", "arrow", "mod") or after.of("counted"):
        return None
    if announced := _ANNOUNCED.search(_symbols(clause[max(0, i - 6) : i])):
        words = announced["of"] or announced["word"]
        return next((label for name, label in _LABELS if words in group(name)), POSTURE * (words == "posture"))
    if (before.text == "[" and after.text == "]") or (
        not before.of("named") and _DECIDED.match(_symbols(clause[end : end + 5]))
    ):
        return TEST if tests else ""
    return None


def _symbols(found: Words) -> str:
    """Words as the patterns of dice know them, each with a blank after it."""
    kinds = {"country": "<@>", "us": "<us>", "person": "<p>", "num": "#"}
    return "".join(f"{kinds.get(t.kind, t.text)} " for t in found)


def _row_end(clause: Words, i: int) -> int:
    """Where a row of numbers ends that begins at a place: "2 1", "3 and 5", "4, 3, 1"."""
    end = i + 1
    while end - i < LONGEST_ROW:
        joined = at(clause, end).text in ("and", "&", "+", ",", "/")
        t = at(clause, end + joined)
        if not t.is_die or not t.is_digit or (joined and at(clause, end + 2).of("counted")):
            return end
        end += joined + 1
    return end
