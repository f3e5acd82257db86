"""The claims in a game in sentences.

They are about tracks, Posture and the state of a country. Only what is side by side counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from referee.parsers.prose.clauses import main_words
from referee.parsers.prose.tokens import Token, Words, at, texts
from referee.parsers.prose.vocabulary import Vocabulary, meanings, state, words

# -------------------------------------------------------------------- behind a play


def claims(found: Iterable[Words]) -> list[str]:
    """The statements of these sentences; of several about one thing the last."""
    said: dict[str, str] = {}
    for sentence in found:
        main = main_words(sentence)
        for i, t in enumerate(main):
            track = meanings("tracks").get(t.text, "")
            if track and at(main, i - 1).text not in ("low", "high", "for", "of", "no"):
                value = _track(main, i + 1)
                if value is not None:
                    said.pop(track, None)
                    said[track] = f"{track} {value}"
            if t.text == "world" and (world := _world(main, i + 1)):
                said["world"] = world
            if t.kind == "us" and (posture := _us(main, i + 1)):
                said["US"] = posture
    return list(said.values())


def _track(main: Words, i: int) -> int | None:
    """What a track came to, if the words say nothing but that: "Prestige 7 -> 3", "funding to 9", "prestige 3"."""
    while at(main, i).of("coming") or at(main, i).text == ":":
        if main[i].text == ":" and at(main, i + 1).kind not in ("num", ""):
            return None
        i += 1
    if at(main, i).kind == "mod":
        begin = i = i + 1
        i += at(main, i).text == ","
        while at(main, i).text in ("stays", "on", "stay", "at", "still"):
            i += 1
        if at(main, i).text not in ("=", "->") and i == begin:
            return None
        i += at(main, i).text in ("=", "->")
    if not at(main, i).is_digit:
        return None
    value = main[i].value
    i += 1
    if at(main, i).text in ("->", "to") and at(main, i + 1).kind == "num":
        value, i = main[i + 1].value, i + 2
    behind, number = at(main, i), at(main, i + 1).kind == "num"
    if behind.text == "/" and number:
        return None
    if any(t.kind == "mod" for t in main[i : i + 3]):
        total = next(
            (j + 1 for j in range(i, len(main) - 1) if main[j].text == "=" and main[j + 1].kind == "num"), None
        )
        return main[total].value if total is not None and total <= i + 6 else None
    if behind.text in ("and", "for"):
        return None if number else value
    return value if value <= 12 and behind.text not in ("roll", "dice", "die", "->", "=", "or") else None


def _posture(t: Token) -> str:
    """The Posture that a word names, "" for none."""
    found = state(t.text)
    return found[1] if found is not None and found[0] == "posture" else ""


def _world(main: Words, i: int) -> str:
    """ "World Hard 2", "world is 0"."""
    while at(main, i).text in ("is", "now", "goes", "to", "at"):
        i += 1
    posture, number = _posture(at(main, i)), at(main, i + 1)
    if posture and number.kind == "num" and 1 <= number.value <= 3:
        return f"world {posture} {number.text}"
    return "world 0" if at(main, i).text == "0" else ""


def _us(main: Words, i: int) -> str:
    """ "US goes Soft"."""
    while at(main, i).text in ("goes", "is", "back", "to", "now", "turns", "set"):
        i += 1
    posture = _posture(at(main, i))
    return f"US {posture}" if posture and at(main, i + 1).kind in ("", "sign") else ""


def states(found: Iterable[Words]) -> list[str]:
    """Countries with what is said of them right after their name: "Syria Fair Neutral", "Serbia soft"."""
    said: list[str] = []
    for sentence in found:
        main = main_words(sentence)
        for i, t in enumerate(main):
            told: dict[str, str] = {}
            j = i + 1
            while t.kind == "country" and (one := state(at(main, j).text)) is not None and one[0] not in told:
                told[one[0]] = one[1]
                j += 1
            ends = j >= len(main) or main[j].text in (",", ":", "and", ")", "-", "now")
            rolled = at(main, j).text == "," and at(main, j + 1).of("roll")
            if told and ends and ("posture" not in told or len(told) == 1) and not rolled:
                said.append(f"{t.name} {' '.join(told.values())}")
    return said


# -------------------------------------------------------------------- lines about the board


@cache
def _tracks() -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(pattern), form) for form, patterns in words()["track"].items() for pattern in patterns]


def board(found: Iterable[Words], vocabulary: Vocabulary) -> list[str]:
    """The checkpoints that can be read; a country with a word that is not understood is left out."""
    made: list[str] = []
    for sentence in found:
        if any(t.kind == "country" for t in sentence):
            made += _countries([t for t in sentence if not t.aside], vocabulary)
            continue
        text = " ".join(t.text for t in sentence if t.kind != "sign" or t.text in ("/", "&"))
        for pattern, form in _tracks():
            match = pattern.search(text)
            if match is not None:
                made.append(form.format(*(g.capitalize() for g in match.groups() if g)))
    return list(dict.fromkeys(made))


def _countries(main: Words, vocabulary: Vocabulary) -> list[str]:
    """ "Syria, Egypt all Poor Neutral with 1 sleeper": each country with what is said of them together."""
    made: list[str] = []
    places: list[str] = []
    told: list[str] = []
    understood = True
    i = 0
    while i <= len(main):
        t = at(main, i)
        if t.kind in ("country", "") or (t.kind == "us" and at(main, i + 1).kind == "num"):
            if told or not understood or not t.kind:
                made += [f"{place} {' '.join(told)}" for place in places if understood and told]
                places, told, understood = [], [], True
            places.append(t.name or "United States")
            i += 1
            continue
        said, size = _said(main, i, vocabulary)
        told += [said] if said else []
        understood = understood and size > 0
        i += max(size, 1)
    return made


def _said(main: Words, i: int, vocabulary: Vocabulary) -> tuple[str, int]:
    """What is said of a country at a place, and in how many words; "" for words that say nothing, 0 for unknown ones."""
    t, thing = main[i], meanings("numbered").get(at(main, i + 1).text)
    found = state(t.text)
    if found is not None:
        return found[1], 1
    if t.kind == "num" and thing is not None:
        return f"{t.value} {thing.removesuffix('s') if t.value == 1 else thing}", 2
    phrases = [(n, " ".join(texts(main, i, i + n))) for n in (3, 2, 1) if i + n <= len(main)]
    for n, phrase in phrases:
        if (stated := meanings("stated").get(phrase)) is not None:
            return stated, n
    return next(((marker, n) for n, phrase in phrases if (marker := vocabulary.names.marker(phrase))), ("", 0))
