"""Sentences as words that mean something: countries, cards, numbers, signs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.parsers.prose.vocabulary import Vocabulary, group

MAX_LINE = 2000
"""Most characters of a line that are looked at."""
NUMBERS = {
    w: n
    for n, w in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    )
}


@dataclass(slots=True)
class Token:
    """A word of a sentence. ``kind`` is word, num, mod, range, country, card, title, person, dice, arrow or sign."""

    kind: str
    text: str
    value: int | str = 0
    values: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """Of dice: the countries that their label names."""
    spelled: bool = False
    aside: int = 0
    """How deep in brackets it stands."""

    def is_(self, *words: str) -> bool:
        return self.text in words


_ROLLER = re.compile(
    r"(?:\[[^\]\n]{0,40}\]\s*)?\b(\d{1,2})[dD](\d{1,3})\b\s*(?:[\"“]([^\"”\n]{0,120})[\"”]\s*)?(?:->|→|=>|=|:)\s*"
    r"(\d{1,3}(?:\s*[ ,+]\s*\d{1,3})*)"
)
_ROLLER_PLAIN = re.compile(r"\[[^\]\n]{0,40}\]\s*(\d{1,2})[dD](\d{1,3})\b")
_REST = re.compile(
    r"(?P<arrow>->|→|-->|=>|>)"
    r"|(?P<range>\d{1,2}[-–]\d{1,2}(?![\w]))"
    r"|(?P<ordinal>\d+(?:st|nd|rd|th)\b)"
    r"|(?P<times>[x×]\d+\b)"
    r"|(?P<mod>(?:(?<=[\s(,=:])|^)[-+−]\s?\d+\b)"
    r"|(?P<number>\d+(?![\w]))"
    r"|(?P<person>\b[A-Z]\.(?=[\s,):;’']|$))"
    r"|(?P<word>[^\W\d_]+(?:[-’'.&][^\W\d_]+)*|\d+[^\W_]+)"
    r"|(?P<sign>\S)"
)


def tokens(text: str, vocabulary: Vocabulary) -> list[Token]:
    """The words of a line; cards are joined with their titles."""
    found = list(_scan(text[:MAX_LINE], vocabulary))
    depth = 0
    for t in found:
        if t.text == "(":
            depth += 1
        t.aside = depth
        if t.text == ")":
            depth = max(0, depth - 1)
    return cards(found, vocabulary)


def _scan(text: str, vocabulary: Vocabulary) -> Iterator[Token]:
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        roller = _ROLLER.match(text, at) or _ROLLER_PLAIN.match(text, at)
        if roller is not None:
            yield _rolled(roller, vocabulary)
            at = roller.end()
            continue
        country = vocabulary.countries.match(text, at)
        if country is not None:
            yield Token("country", country.group(), vocabulary.country(country.group()))
            at = country.end() + (2 if text[country.end() : country.end() + 2] in ("'s", "’s") else 0)
            continue
        match = _REST.match(text, at)
        if match is None:  # pragma: no cover - the last branch takes any sign
            at += 1
            continue
        at = match.end()
        kind = match.lastgroup or "sign"
        yield _token(kind, match.group(), vocabulary)


def _token(kind: str, text: str, vocabulary: Vocabulary) -> Token:
    low = text.casefold().replace("’", "'")
    if kind == "number":
        return Token("num", low, int(low[:6]))
    if kind == "mod":
        return Token("mod", low, int(low[1:].strip()[:4]) * (1 if low[0] == "+" else -1))
    if kind == "word":
        if low in NUMBERS:
            return Token("num", low, NUMBERS[low], spelled=True)
        if low in group("sides", "US"):
            return Token("us", low, "US")
        base = low.removesuffix("'s")
        country = vocabulary.beginning(base)
        if country is not None:
            return Token("country", low, country)
        return Token("word", low, text)
    if kind == "arrow":
        return Token("arrow", "->")
    if kind == "range":
        return Token("range", low, values=[int(n) for n in re.findall(r"\d+", low)])
    if kind == "person":
        return Token("person", text)
    return Token("word" if kind in ("ordinal", "times") else "sign", low)


def _rolled(match: re.Match[str], vocabulary: Vocabulary) -> Token:
    groups = match.groups()
    count, faces = int(groups[0]), int(groups[1])
    values = [int(v) for v in re.findall(r"\d+", groups[3])][:count] if len(groups) > 2 else []
    label = (groups[2] or "").casefold() if len(groups) > 2 else ""
    named = [vocabulary.country(m.group()) for m in vocabulary.countries.finditer(label)]
    token = Token("dice", label, faces, values, list(dict.fromkeys(named)))
    if faces != 6 or len(values) != count or any(not 1 <= v <= 6 for v in values):
        token.values = []
    return token


def cards(found: list[Token], vocabulary: Vocabulary) -> list[Token]:
    """The same words, each number that stands beside its title as one card."""
    made: list[Token] = []
    i = 0
    while i < len(found):
        t = found[i]
        if t.kind == "num" and not t.spelled and int(t.value) in vocabulary.titles:
            number = int(t.value)
            end = _title_behind(found, i + 1, number, vocabulary)
            if end > i + 1:
                made.append(Token("card", " ".join(x.text for x in found[i:end]), number, aside=t.aside))
                i = end
                continue
            back, forward = _title_before(made, number, vocabulary), i + 1
            if back:
                if made[-1].text in ("(", "#") and forward < len(found) and found[forward].text == ")":
                    forward += 1
                title = " ".join(x.text for x in made[-back:])
                aside = made[-back].aside
                del made[-back:]
                made.append(Token("card", title, number, aside=aside))
                i = forward
                continue
            if made and made[-1].text in ("card", "#") and not run_of_cards(found, i):
                made[-1] = Token("card", t.text, number, aside=t.aside)
                i += 1
                continue
        if not made and t.kind == "num" and not t.spelled and int(t.value) in vocabulary.titles:
            unsure = _untitled(found, i)
            if unsure is not None:
                made.append(Token("card", t.text, int(t.value) if unsure == i + 1 else 0, aside=t.aside))
                i = unsure
                continue
        run = _full_title(found, i, vocabulary)
        if run and made and made[-1].kind == "num" and not made[-1].spelled and not made[-2:-1]:
            made[-1] = Token(
                "card", f"{made[-1].text} {run[1]}", 0, aside=t.aside
            )  # a number with another card's title
            i = run[0]
            continue
        if run:
            end, numbers = run
            made.append(Token("title", " ".join(x.text for x in found[i:end]), values=numbers, aside=t.aside))
            i = end
            continue
        made.append(t)
        i += 1
    return made


def _untitled(found: list[Token], i: int) -> int | None:
    """Where the words go on behind a number that begins a line and is played, with no title of its own behind it.

    "113 ops" is a card without its title; "113 Saddam, ops" is one with another's, and may be either.
    """
    uses = group("play", "ops") | group("play", "event") | {"for", "as"}
    j = i + 1
    while (
        j < len(found)
        and j < i + 6
        and found[j].kind in ("word", "country", "title", "us")
        and found[j].text not in uses
    ):
        j += 1
    if j > i + 1 and found[j - 1].text in group("pieces", "counted"):
        return None
    k = j + (j < len(found) and found[j].text in (",", ":"))
    if k < len(found) and found[k].text in uses and (j > i + 1 or int(found[i].value) > 12):
        if found[k].text in ("for", "as") and not any(t.text in uses - {"for", "as"} for t in found[k + 1 : k + 4]):
            return None
        return j
    return None


def run_of_cards(found: list[Token], i: int) -> bool:
    """Whether a title stands behind the number that is not its own."""
    return i + 1 < len(found) and found[i + 1].kind == "title"


_JOINING = frozenset({"/", "&", "-", "'", '"', "“", "”", "!", "#", "."})


def _title_behind(found: list[Token], start: int, number: int, vocabulary: Vocabulary) -> int:
    """Where the title of a card ends that begins at ``start``; ``start`` if it does not stand there."""
    at, end, fits = start, start, False
    while at < len(found) and at < start + 9:
        t = found[at]
        if t.kind == "sign" and t.text in _JOINING and t.text not in (".", "!"):
            at += 1
            continue
        parts = re.split(r"[-&/'.]", t.text)
        if t.kind in ("word", "country", "us", "num", "person") and all(
            vocabulary.belongs(number, p) for p in parts if p
        ):
            fits = fits or any(vocabulary.fits(number, p) for p in parts if p)
            at += 1
            end = at
            continue
        if (at == start and t.kind == "word" and t.text in ("the", "a")) or (
            t.kind in ("word", "country") and any(vocabulary.fits(number, p) for p in parts if p)
        ):
            fits = fits or t.text not in ("the", "a")
            at += 1
            end = at
            continue
        break
    return end if fits else start


def _title_before(made: list[Token], number: int, vocabulary: Vocabulary) -> int:
    """How many words before a number are the title of its card."""
    n = 0
    if made and made[-1].text in ("(", "#"):
        n = 1
    taken = fits = 0
    for t in reversed(made[: len(made) - n]):
        parts = re.split(r"[-&/'.]", t.text)
        if t.kind in ("word", "country", "us", "num", "title", "person") and (
            number in t.values or all(vocabulary.belongs(number, p) for p in parts if p)
        ):
            taken += 1
            fits += number in t.values or any(vocabulary.fits(number, p) for p in parts if p)
            continue
        if t.kind == "sign" and t.text in ("/", "&", '"', "“", "”"):
            taken += 1
            continue
        break
    while taken and made[len(made) - n - taken].kind == "sign":
        taken -= 1
    return n + taken if taken and fits else 0


def _full_title(found: list[Token], i: int, vocabulary: Vocabulary) -> tuple[int, list[int]] | None:
    """The longest run of words from ``i`` that is the whole title of a card."""
    best = None
    text = ""
    for end in range(i + 1, min(len(found), i + 8) + 1):
        t = found[end - 1]
        if t.kind in ("card", "dice", "arrow", "mod") or t.text in (".", ",", ":", ";", "(", ")", "="):
            break
        text += t.text if isinstance(t.value, int) or t.kind != "word" else str(t.value)
        numbers = vocabulary.titled(text.removesuffix("'s"))
        if numbers:
            best = end, list(numbers)
    return best if best is not None and best[0] > i + 1 else None  # Militia and Iran are words before they are cards


def sentences(found: list[Token]) -> list[list[Token]]:
    """The words of a line, sentence by sentence; the sign that ends one is left out of it."""
    made: list[list[Token]] = [[]]
    for t in found:
        if t.kind == "sign" and t.text in (".", "!", "?", ";") and not t.aside:
            if made[-1]:
                made.append([])
            continue
        made[-1].append(t)
    return [s for s in made if s]


def clauses(found: list[Token]) -> list[list[Token]]:
    """The words of a sentence without what stands in brackets, then each bracket for itself."""
    main = [t for t in found if not t.aside]
    made: list[list[Token]] = [[]]
    inside: list[list[Token]] = []
    open_ = False
    for t in found:
        if t.aside and not open_:
            inside.append([])
        open_ = bool(t.aside)
        if t.aside and t.text not in ("(", ")"):
            inside[-1].append(t)
    made[0] = main
    return [c for c in (*made, *inside) if c]
