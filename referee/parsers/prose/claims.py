"""The claims in a game in sentences.

They are about tracks, Posture and the state of a country. Only what is side by side counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from referee.parsers.prose.clauses import main_words
from referee.parsers.prose.tokens import Token, Words, at
from referee.parsers.prose.vocabulary import group, meanings, state, words

# -------------------------------------------------------------------- behind a play


_COMING = "|".join(map(re.escape, sorted(group("coming"))))
_TRACK = re.compile(
    rf"%(\w+) (?:(?:{_COMING}) )*+(?:: (?=#))?"
    rf"(?:(?:by|from|loses|lost|gains|gained) #\d+ (?:, )?(?:and )?(?=(?:{_COMING}|->) )(?:(?:{_COMING}) )*+"
    r"|(?:-|\+) (?:(?:, )?(?:(?:stays?|on|at|still) )++|, |(?==|->))(?:(?:=|->) )?|(?:-|\+) (?:=|->) )?"
    r"(?:#\d+ (?:\S+ ){0,2}[-+] (?:\S+ ){0,3}?= #(?P<total>\d+) "
    r"|#(?P<value>\d+) (?:(?:->|to) #(?P<to>\d+) )?(?!#|/ #|(?:and|for) #|(?:roll|dice|die|->|=|or) |(?:\S+ ){0,2}[-+] ))"
)
"""What a track came to: "Prestige 7 -> 3", "funding drops by 2 to 7", "prestige 5, -1 = 4"."""
_POSTURES = re.compile(
    r"(?:world (?:(?:is|now|goes|to|at) )*+(?:(hard|soft) #([123])|#(0)) "
    r"|<us> (?:(?:goes|is|back|to|now|turns|set|went) )*+(hard|soft) (?=$|[^\w#%<@]))"
)
_NO_CLAIM = ("low", "high", "for", "of", "no")
"""Before these words the name of a track says nothing of where it is."""


def _symbol(t: Token) -> str:
    """A word as the patterns of claims know it."""
    match t.kind:
        case "num":
            return f"#{t.value}"
        case "us" | "country":
            return f"<{t.kind}>"
        case "mod":
            return t.text[0].replace("−", "-")
    return f"%{track}" if (track := meanings("tracks").get(t.text)) else t.text


def claims(found: Iterable[Words]) -> list[str]:
    """The statements of these sentences; of several about one thing the last."""
    said: dict[str, str] = {}
    for sentence in found:
        main = main_words(sentence)
        for i, t in enumerate(main):
            if t.kind != "us" and t.text != "world" and t.text not in meanings("tracks"):
                continue
            text = "".join(f"{_symbol(t)} " for t in main[i : i + 16])
            if (match := _TRACK.match(text)) and at(main, i - 1).text not in _NO_CLAIM:
                value = match["total"] or match["to"] or match["value"]
                if int(value) <= 12:
                    said.pop(match[1], None)
                    said[match[1]] = f"{match[1]} {value}"
            elif change := _change(main, i):
                said[change.split()[0]] = change
            elif match := _POSTURES.match(text):
                posture, number, none, us = match.groups()
                if us:
                    said["US"] = f"US {us.capitalize()}"
                else:
                    said["world"] = "world 0" if none else f"world {posture.capitalize()} {number}"
    return list(said.values())


def _change(main: Words, i: int) -> str:
    """By how much the track at a place changed, as a claim; "" where it is not said: "prestige loses 1"."""
    track, j = meanings("tracks").get(main[i].text, ""), i + 1
    while at(main, j).text in ("is", "goes", "went", "now", "by"):
        j += 1
    sign = 1 if at(main, j).of("rising") else -1 if at(main, j).of("falling") else 0
    j += sign != 0
    j += at(main, j).text == "by"
    n, behind = at(main, j), at(main, j + 1)
    if behind.text in ("to", "->", "=", "or") or not 0 < abs(n.value) <= 9 or not track:
        return ""
    if sign and n.kind == "num":
        return f"{track} {n.value * sign:+d}"
    return f"{track} {n.value:+d}" if n.kind == "mod" and j == i + 1 else ""


def states(found: Iterable[Words]) -> list[str]:
    """Countries with what is said of them right after their name: "Syria Fair Neutral", "Serbia soft"."""
    said: list[str] = []
    for sentence in found:
        main = main_words(sentence)
        for i, t in enumerate(main):
            told: dict[str, str] = {}
            j = i + 1
            while t.kind == "country" and at(main, j).of("becoming"):
                j += 1
            while t.kind == "country" and (one := state(at(main, j).text)) is not None and one[0] not in told:
                told[one[0]] = one[1]
                j += 1
            ends = j >= len(main) or main[j].text in (",", ":", "and", ")", "-", "now", "again")
            rolled = at(main, j).text == "," and at(main, j + 1).of("roll")
            if told and ends and ("posture" not in told or len(told) == 1) and not rolled:
                said.append(f"{t.name} {' '.join(told.values())}")
    return said


# -------------------------------------------------------------------- lines about the board


@cache
def _tracks() -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(pattern), form) for form, patterns in words()["track"].items() for pattern in patterns]


def board(found: Iterable[Words]) -> list[str]:
    """The tracks of a line about the board; its countries are left to the sentence above it."""
    made: list[str] = []
    for sentence in found:
        if any(t.kind == "country" for t in sentence):
            continue
        text = " ".join(t.text for t in sentence if t.kind != "sign" or t.text in ("/", "&"))
        for pattern, form in _tracks():
            if match := pattern.search(text):
                made.append(form.format(*(g.capitalize() for g in match.groups() if g)))
    return list(dict.fromkeys(made))
