"""The dice that a sentence plainly tells.

They are after a word for rolling, in brackets, or right before a word that says what came of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.parsers.prose.clauses import clauses
from referee.parsers.prose.tokens import Words, at
from referee.parsers.prose.vocabulary import any_of, group, meanings

TEST, GOVERNANCE, PRESTIGE, POSTURE = "t", "gov", "prestige", "posture"
LONGEST_ROW = 32
"""Most words of a row of dice."""


_ANNOUNCED = re.compile(
    rf"(?<!not )(?:^|(?<= ))(?:(?P<of>{any_of('test', 'governance')}|posture) )?"
    rf"(?P<word>{any_of('roll', 'test', 'governance')}|posture) (?:(?:[:,[]|<p>|<@>|{any_of('between')}) ){{0,3}}$"
)
"""What comes before a die: "rolled a", "tested:"."""
_DECIDED = re.compile(rf"(?:[,:–—-] )*+(?:{any_of('deciding')}|(?:= )?(?:hard|soft)) (?!#|<@>|{any_of('counted')})")
"""What comes after a die: "5, works", "2 yes"."""
_LABELS = (("test", TEST), ("governance", GOVERNANCE))


@dataclass(slots=True)
class Roll:
    """Dice of a text: label, and country if known."""

    values: list[int]
    label: str = ""
    country: str = ""


def bracket(roll: Roll) -> str:
    """Dice as a line has them."""
    return f" {roll.label}[{' '.join(map(str, roll.values))}]"


def plain(found: Iterable[Roll]) -> str:
    """Those dice that are the only ones with their label, as a line has them."""
    among = list(found)
    labels = [r.label for r in among]
    return "".join(bracket(r) for r in among if labels.count(r.label) == 1)


def rolls(found: Sequence[Words]) -> list[Roll]:
    """The dice of these sentences, in order."""
    made: list[Roll] = []
    topic, tests = "", False
    for words in (c for sentence in found for c in clauses(sentence)):
        clause = [t for t in words if not t.unreal]
        tests = tests and at(clause, 0).text == "["
        prestige = False
        i = 0
        while i < len(clause):
            t, end = clause[i], i + 1
            prestige = prestige or meanings("tracks").get(t.text) == "prestige"
            tests = (tests or t.of("test")) and not t.of("roll")
            if t.kind == "country":
                topic = t.name
            elif t.is_die and t.is_digit and (label := _label(clause, i, tests=tests)) is not None:
                end = _row_end(clause, i)
                values = [x.value for x in clause[i:end] if x.kind == "num"]
                made.append(Roll(values, PRESTIGE if prestige and len(values) == 3 else label, topic))
            i = end
    return made


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
