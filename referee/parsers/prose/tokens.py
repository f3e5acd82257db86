"""Meaningful words of sentences: countries, cards, numbers and signs.

It also finds the part of a sentence that really happened.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from referee.engine.state.titles import LONGEST, Title
from referee.parsers.prose.vocabulary import Vocabulary, group, meanings, pattern

MOST_IN_HAND = 12
"""Most cards of a phase or a hand.

"card 1" with such a number counts them.
"""
_FURTHEST = 40
"""Most words between a denial and its use."""
MAX_LINE = 2000
"""Most characters of a line to read."""
_SPELLED = "zero one two three four five six seven eight nine ten eleven twelve"
NUMBERS = {word: n for n, word in enumerate(_SPELLED.split())}


@dataclass(slots=True)
class SentenceWord:
    """A word of a sentence.

    ``kind`` is word, num, mod, range, country, card, title, us, person, arrow or sign.
    """

    kind: str
    text: str
    value: int = 0
    """Number of a number, modifier or card; 0 if unsure."""
    name: str = ""
    """The name of a country."""
    values: list[int] = field(default_factory=list)
    """Numbers of a title's cards."""
    spelled: bool = False
    aside: int = 0
    """Depth in brackets; 1 before the clause with a card."""
    unreal: bool = False
    """Whether it is about something unreal."""

    def of(self, *groups: str) -> bool:
        """Whether it is a word of these kinds."""
        return any(self.text in group(name) for name in groups)

    @property
    def is_digit(self) -> bool:
        """Whether it is a number in digits."""
        return self.kind == "num" and not self.spelled

    @property
    def is_die(self) -> bool:
        """Whether it is a number that a die can show."""
        return self.kind == "num" and 1 <= self.value <= 6


NOTHING = SentenceWord("", "")
"""The word outside of a sentence."""
Words = Sequence[SentenceWord]


def at(found: Words, i: int) -> SentenceWord:
    """The word at this place, :data:`NOTHING` outside of the sentence."""
    return found[i] if 0 <= i < len(found) else NOTHING


def span(found: Words, start: int, end: int) -> Words:
    """Words between two places, even outside the sentence."""
    return found[max(0, start) : max(0, end)]


def texts(found: Words, start: int = 0, end: int | None = None) -> list[str]:
    """The words between two places as text."""
    return [t.text for t in span(found, start, len(found) if end is None else end)]


def symbols(found: Words) -> str:
    """Words in the form of the vocabulary's patterns.

    A blank follows each.
    """
    return "".join(f"{_symbol(t)} " for t in found)


def _symbol(t: SentenceWord) -> str:
    match t.kind:
        case "num":
            return f"#{t.value}"
        case "mod":
            return f"{t.value:+d}"
        case "country":
            return f"<{t.name.replace(' ', '_')}>"
        case "word" | "sign" | "arrow":
            return t.text
    return f"<{t.kind}>"


def country_in(found: Words) -> str:
    """The first country among some words, or ""."""
    return next((t.name for t in found if t.kind == "country"), "")


def marker(found: Words, i: int) -> int:
    """Number of the Plot marker at a place: "a 2".

    It is 0 for none, as in "plot 2 off".
    """
    named = found[i].is_digit and 1 <= found[i].value <= 3 and at(found, i - 1).text in ("a", "the")
    thrown = at(found, i - 2).of("roll") or at(found, i - 2).text in ("with", "on")
    return found[i].value if named and not thrown and not at(found, i + 1).of("counted") else 0


# -------------------------------------------------------------------- scanning

_SERVED = re.compile(
    r"(?:\[[^\]\n]{0,40}\]\s*)?\b(\d{1,2})[dD](\d{1,3})\b\s*(?:[\"“]([^\"”\n]{0,120})[\"”]\s*)?"
    r"(?:->|→|=>|=|:)\s*(\d{1,3}(?:\s*[ ,+]\s*\d{1,3})*)"
)
"""A server's dice with label: `[roller 88211] 1d6 "KSA" -> 2`."""
_REST = re.compile(
    r"(?P<arrow>->|→|-->|=>|>)"
    r"|(?P<range>\d{1,2}[-–]\d{1,2}(?![\w]))"
    r"|(?P<mod>(?:(?<=[\s(,=:])|^)[-+−]\s?\d+\b)"
    r"|(?P<number>\d+(?![\w]))"
    r"|(?P<person>\b[A-Z]\.(?=[\s,):;’']|$))"
    r"|(?P<word>[x×]\d+\b|[^\W\d_]+(?:[-’'.&][^\W\d_]+)*|\d+[^\W_]+)"
    r"|(?P<sign>\S)"
)


def tokens(text: str, vocabulary: Vocabulary) -> list[SentenceWord]:
    """The words of a line; cards are joined with their titles."""
    found = list(_scan(_SERVED.sub(lambda m: _served(m, vocabulary), text[:MAX_LINE]), vocabulary))
    depth = 0
    for i, t in enumerate(found):
        if (
            t.name in vocabulary.initials
            and t.kind == "word"
            and pattern("going").search(symbols(span(found, i - 2, i)))
        ):
            t.kind, t.name = "country", vocabulary.initials[t.name]
        depth += t.text == "("
        t.aside = depth
        depth = max(0, depth - (t.text == ")"))
    return _cards(found, vocabulary)


def _scan(text: str, vocabulary: Vocabulary) -> Iterator[SentenceWord]:
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
        elif country := vocabulary.countries.match(text, place):
            yield SentenceWord("country", country[0], name=vocabulary.country(country[0]))
            place = country.end() + 2 * (text[country.end() : country.end() + 2] in ("'s", "’s"))
        else:
            match = _REST.match(text, place)
            assert match is not None  # the last branch of the pattern takes any sign
            yield _token(match.lastgroup or "sign", match[0], vocabulary)
            place = match.end()


def _token(kind: str, text: str, vocabulary: Vocabulary) -> SentenceWord:
    low = text.casefold().replace("’", "'")
    match kind:
        case "number":
            return SentenceWord("num", low, int(low[:6]))
        case "mod":
            return SentenceWord("mod", low, int(low[1:].strip()[:4]) * (1 if low[0] == "+" else -1))
        case "word" if text == "STOP":  # as telegrams end a sentence
            return SentenceWord("sign", ".")
        case "word" if low in NUMBERS:
            return SentenceWord("num", low, NUMBERS[low], spelled=True)
        case "word" if meanings("sides").get(low) == "US":
            return SentenceWord("us", low)
        case "word":
            country = vocabulary.beginning(low.removesuffix("'s"))
            return (
                SentenceWord("country", low, name=country)
                if country is not None
                else SentenceWord("word", low, name=text)
            )
        case "arrow":
            return SentenceWord("arrow", "->")
    return SentenceWord(kind, low)


def _served(match: re.Match[str], vocabulary: Vocabulary) -> str:
    """A server's dice as text, after their subject, or "".

    "" is for unclear ones.
    """
    count, faces, label = int(match[1]), match[2], match[3] or ""
    values = [int(v) for v in re.findall(r"\d+", match[4])][:count]
    sound = faces == "6" and len(values) == count and all(1 <= v <= 6 for v in values)
    plain = "random" not in label.casefold() and len(vocabulary.countries.findall(label)) < 2
    return f"{label} [{' '.join(map(str, values))}]" if sound and plain else ""


# -------------------------------------------------------------------- cards

_BREAKS = frozenset(".,:;()=")


def titles_at(found: Words, i: int, vocabulary: Vocabulary) -> Iterator[tuple[Title, int]]:
    """Titles that begin at a place, with ends, the likeliest first."""
    end = i
    while end < min(len(found), i + LONGEST) and found[end].kind not in ("arrow", "mod"):
        if found[end].text in _BREAKS or (found[end].kind == "sign" and end == i):
            break
        end += 1
    for title in vocabulary.titles_at(tuple([t.text.removesuffix("'s") for t in found[i:end]])):
        yield title, i + title.words


def _cards(found: list[SentenceWord], vocabulary: Vocabulary) -> list[SentenceWord]:
    """The same words with cards joined.

    Each number beside its title is one card, and so is each whole title of several words.
    """
    made: list[SentenceWord] = []
    i = 0
    while i < len(found):
        t = found[i]
        if t.is_digit and t.value in vocabulary.sides:
            card, end = _numbered(found, i, made, vocabulary)
        else:
            card, end = _titled(found, i, made, vocabulary)
        made.append(card)
        i = end
    return made


def card(of: Words, number: int, among: Sequence[int] = ()) -> SentenceWord:
    """Some words as a card, 0 for one ``among`` several."""
    return SentenceWord("card", " ".join(texts(of)), number, values=list(among), aside=of[0].aside)


def _numbered(
    found: list[SentenceWord], i: int, made: list[SentenceWord], vocabulary: Vocabulary
) -> tuple[SentenceWord, int]:
    """A number with its card's title, and the next place."""
    t, start = found[i], i + 1
    while at(found, start).of("joining", "article"):
        start += 1
    for title, end in titles_at(found, start, vocabulary):
        if t.value in title.cards:
            return card(found[i:end], t.value), end
    if made and (made[-1].text == "#" or (made[-1].text == "card" and t.value > MOST_IN_HAND)):
        made.pop()
        return card([t], t.value), i + 1
    unsure = _untitled(found, i) if not made else None
    return (t, i + 1) if unsure is None else (card([t], t.value if unsure == i + 1 else 0), unsure)


def _titled(
    found: list[SentenceWord], i: int, made: list[SentenceWord], vocabulary: Vocabulary
) -> tuple[SentenceWord, int]:
    """A word or title, and the next place.

    A title before its number is a card, after another number it is not certain.
    """
    for title, end in titles_at(found, i, vocabulary):
        k = end
        while at(found, k).text in ("(", "#", '"', "”", "card"):
            k += 1
        if at(found, k).is_digit and found[k].value in title.cards:
            closed = at(found, k - 1).text == "(" and at(found, k + 1).text == ")"
            quoted = made and made[-1].text in ('"', "“") and made.pop()
            return card([quoted or found[i], *found[i:k]], found[k].value), k + 1 + closed
        if title.whole and end > i + 1:  # Militia and Iran are words before they are cards
            if len(made) == 1 and made[0].is_digit:
                return card([made.pop(), *found[i:end]], 0), end
            one = title.cards[0] if len(title.cards) == 1 else 0
            return SentenceWord("title", " ".join(texts(found, i, end)), one, aside=found[i].aside), end
    return found[i], i + 1


def _untitled(found: list[SentenceWord], i: int) -> int | None:
    """The next place after a played number without its title.

    The number begins the line. "113 ops" is a card without its title; "113 Saddam, ops" is one with another's, and may
    be either.
    """
    uses = group("ops") | group("event")
    begins = uses | {"for", "as"}
    j = i + 1
    while j < min(len(found), i + 6) and found[j].kind in ("word", "country", "us") and found[j].text not in begins:
        j += 1
    if j > i + 1 and found[j - 1].of("counted"):
        return None
    k = j + (at(found, j).text in (",", ":"))
    if at(found, k).text not in begins or not (j > i + 1 or found[i].value > 12):
        return None
    return j if found[k].text in uses or any(t in uses for t in texts(found, k + 1, k + 4)) else None


# -------------------------------------------------------------------- sentences


def sentences(found: Words) -> list[list[SentenceWord]]:
    """Sentences of a line, without end signs and questions."""
    made: list[list[SentenceWord]] = []
    for ends, group_of in groupby(
        found, key=lambda t: t.kind == "sign" and t.text in (".", "!", "?", ";") and not t.aside
    ):
        words = list(group_of)
        if ends:
            if words[0].text == "?" and made and made[-1][0].text != "or":  # "or was it ops?" takes back
                made[-1:] = [told] if (told := _before_question(made[-1])) else []
        else:
            places = [t for t in made[-1] if t.kind == "country"] if made else []
            if places and pattern("corrects").match(symbols(words)):
                places[-1].kind = "word"
            made.append(words)
    for clause in (c for sentence in made for c in clauses(sentence)):
        _mark(clause)
    return made


def _before_question(asked: list[SentenceWord]) -> list[SentenceWord]:
    """The statement before a sentence's question: "WoI in Yemen, lucky?".

    Another example is "ops: disrupt in Yemen?".
    """
    cuts = [k for k, t in enumerate(asked) if t.text in (",", ":")]
    open_ = asked[cuts[-1] + 1 :] if cuts else asked
    if any(t.kind not in ("word", "sign") or t.text in meanings("uses") for t in open_):
        cuts = [k for k in cuts if asked[k].text == ":"]
    return asked[: cuts[-1]] if cuts else []


def clauses(found: Words) -> list[list[SentenceWord]]:
    """Words of a sentence outside brackets, then each bracket."""
    inside = [list(words) for aside, words in groupby(found, key=lambda t: bool(t.aside)) if aside]
    brackets = [[t for t in words if t.text not in ("(", ")")] for words in inside]
    return [c for c in ([t for t in found if not t.aside], *brackets) if c]


def place_homeland(sentence: Words) -> None:
    """Make the United States a country where it is no side."""
    for i, t in enumerate(sentence):
        if t.kind == "us" and pattern("homeland").fullmatch(symbols(span(sentence, i - 2, i + 3))):
            t.kind, t.name = "country", "United States"


def _mark(clause: Words) -> None:
    """Mark the unreal part: from "would" or "if" on.

    It begins after the comma before, and ends at a "so" or with the clause.
    """
    lost = False
    last: Words = ()
    for piece in comma_pieces(clause):
        said = [t for t in piece if t.text not in (",", ":")]
        lost = (lost and at(said, 0).text not in ("so", "but", "then")) or any(t.of("unreal") for t in said)
        placed_here = any(t.kind in ("country", "us") for t in said)
        unreal: Words = piece if lost else ()
        if at(said, 0).of("absent"):  # "no target so ops"
            turn = next((k for k, t in enumerate(piece) if t.text in ("so", "but")), 0)
            unreal = unreal or piece[: turn or placed_here * len(piece)]
        if len(said) > 1 and said[0].text == "or" and placed_here and last:
            unreal, lost = [*last, *piece], True  # one or the other
        for t in unreal:
            t.unreal = True
        last = () if unreal else piece
    for before, t, behind in zip(clause, clause[1:], clause[2:], strict=False):
        if t.text == "or" and before.kind == behind.kind == "country":  # "in Iraq or Syria"
            before.unreal = t.unreal = behind.unreal = True


def comma_pieces(clause: Words) -> list[list[SentenceWord]]:
    """Pieces of a clause between its commas and colons."""
    made: list[list[SentenceWord]] = [[]]
    for t in clause:
        made[-1].append(t)
        if t.text in (",", ":"):
            made.append([])
    return made


def main_words(sentence: Words) -> list[SentenceWord]:
    """Real words of a sentence, without its brackets."""
    return [t for t in sentence if not t.aside and not t.unreal]


def negated(sentence: Words, i: int) -> bool:
    """Whether a word is denied: "no event", "event is ignored".

    Other examples are "event can't happen", "event no".
    """
    piece = next((k + 1 for k in range(i - 1, -1, -1) if sentence[k].text in (",", ":")), 0)
    answer = 2 * (texts(sentence, 0, 2) == ["no", ","])  # "no, 3 ops"
    lead, near = (
        symbols(span(sentence, max(i - _FURTHEST, piece), i)),
        symbols(span(sentence, max(i - 5, answer), i + 1)),
    )
    denied = pattern("nothing").search(lead) or pattern("denied").search(near)
    return bool(denied or pattern("ruled out").match(symbols(span(sentence, i, i + 5))))


def doubtful(found: Iterable[Words]) -> bool:
    """Whether the writer is unsure or takes something back."""
    text = " ".join(t.text for s in found for t in s if t.text not in ",;")
    return any(f" {w} " in f" {text} " for w in group("doubt"))
