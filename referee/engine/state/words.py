"""Answers in words, as written in a record."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.engine.state.data import SIDE_NAMES

LEGAL_HERE = "Legal here"
"""The lead of answers that would have been legal."""
WRITE = "Write"
"""The lead of a whole line that a player should write."""
_PLURALS = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go"}
"""Verbs whose plural is more than the singular without its s."""
CELLS = {"s": "Sleeper", "a": "Active"}
"""Cells by their letters in an answer."""
PIECES = {"t": "Troop", "m": "Militia", "s": "Sleeper", "a": "Active Cell"}
"""Pieces that are lost, by their letters in an answer."""
_BETWEEN = r"(?:(?<!\d)\.|\.(?!\d)|[^\w.]|_)+"
"""The separators of words that are looked up.

A point within a number is none.
"""


UNCHANGED = frozenset({"Militia"})
"""Nouns with the same form for one and for several."""


def agree(n: int, one: str, many: str = "") -> str:
    """The form of a noun or a verb after a number.

    ``many`` is needed if it is not ``one`` with an s.
    """
    return one if n == 1 or (not many and one in UNCHANGED) else many or f"{one}s"


def plural(n: int, one: str, many: str = "", none: str = "") -> str:
    """A number with its noun: "1 mistake", "2,000 mistakes".

    ``none`` is the word for 0, such as "no".
    """
    return f"{none or 0 if not n else f'{n:,}'} {agree(n, one, many)}"


def a(noun: str) -> str:
    """One thing: "a Cell", "an Ally"."""
    return f"{'an' if noun[:1] in 'AEIOaeio' else 'a'} {noun}"


def one_or(n: int, noun: str) -> str:
    """ "a line", "3 lines"."""
    return a(noun) if n == 1 else plural(n, noun)


def capital(text: str) -> str:
    """A text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """A text with a small letter at its beginning."""
    return text[:1].lower() + text[1:]


def the_side(side: str, neither: str = "nobody") -> str:
    """A side in a sentence: "the Jihadist", "the US"."""
    return f"the {SIDE_NAMES[side]}" if side in SIDE_NAMES else neither


def percent(p: float) -> str:
    """A chance in hundredths: "33 %"."""
    return f"{p * 100:.0f} %"


def words(value: Any) -> str:
    """Return an answer in words: ``('Egypt', 2)`` is ``Egypt#2``, ``sa`` is ``sa``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], int):
        return f"{value[0]}#{value[1]}"
    if isinstance(value, (tuple, list)):
        return " ".join(words(v) for v in value)
    return str(value).replace("_", "-")


def cells_in_words(letters: str) -> str:
    """Cells by their letters: "2 Sleepers and 1 Active"."""
    return listed([plural(n, word) for letter, word in CELLS.items() if (n := letters.count(letter))])


def pieces_in_words(value: str) -> str:
    """Pieces that are lost: "1 Troop and 2 Militia", "nothing"."""
    letters, *markers = value.split("+")
    counts = [plural(n, word) for letter, word in PIECES.items() if (n := letters.count(letter))]
    return listed([*counts, *markers]) or "nothing"


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def count_word(n: int) -> str:
    """Return a small number in words, a larger one in figures."""
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def runs(numbers: Iterable[int], names: Mapping[int, str] | None = None) -> list[str]:
    """Return numbers with their runs joined: "1 to 5", "7".

    ``names`` are the words for some of them.
    """
    found: list[list[int]] = []
    for n in sorted(numbers):
        if found and n == found[-1][-1] + 1:
            found[-1].append(n)
        else:
            found.append([n])
    said = names or {n: str(n) for r in found for n in r}
    return [
        part for r in found for part in ([f"{said[r[0]]} to {said[r[-1]]}"] if len(r) > 2 else [said[n] for n in r])
    ]


def counts(numbers: Iterable[int], one: str, many: str = "") -> str:
    """Several numbers with their noun: "1 to 3 or 6 Sleepers"."""
    found = set(numbers)
    return f"{listed(runs(found), 'or')} {agree(max(found), one, many)}"


def span(least: int, most: int) -> str:
    """The numbers from ``least`` to ``most``: "2", "1 or 2"."""
    return str(least) if least == most else f"{least} {'or' if most == least + 1 else 'to'} {most}"


def spanned(least: int, most: int, noun: str) -> str:
    """The same with what is counted: "2 Cells", "0 or 1 Cell"."""
    return f"{span(least, most)} {agree(most, noun)}"


class PlaceName(str):
    """A country, or another thing, in a sentence: "the Gulf States", "Egypt".

    With a verb behind a colon it is the subject: ``{where:has}`` is "the Gulf States have", ``{where:never needs}``
    "Egypt never needs".
    """

    __slots__ = ("bare", "several")
    bare: str
    """The name without its article."""
    several: bool

    @staticmethod
    def takes(spec: str) -> bool:
        """Whether the part after a colon is a verb, not a noun."""
        return spec.endswith("s")

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        *before, verb = spec.split(" ")
        return " ".join([self, *before, self._agree(verb)])

    def _agree(self, verb: str) -> str:
        return _PLURALS.get(verb) or verb.removesuffix("s") if self.several else verb

    def with_predicate(self, predicate: str) -> str:
        """A clause about it.

        The first word of ``predicate`` is its verb, in the singular.
        """
        verb, _, rest = predicate.partition(" ")
        return f"{self:{verb}} {rest}"


def named(name: str, article: str = "", several: bool = False) -> PlaceName:
    """A thing with its article as a sentence has it."""
    made = PlaceName(f"{article} {name}" if article else name)
    made.bare, made.several = name, several
    return made


def stopped(text: str) -> str:
    """A text with a full stop at its end, if missing."""
    return text if text[-1:] in ("", ".", "!", "?", "…") else f"{text}."


def sentence(text: str) -> str:
    """A text as a sentence, with capital letter and full stop."""
    return text if isinstance(text, Sentences) else stopped(capital(text.strip()))


def clause(text: str) -> str:
    """A sentence as a part of another one, without its full stop."""
    return text.removesuffix(".")


class Sentences(str):
    """Several texts as sentences, without repetitions, with each of them."""

    __slots__ = ("parts",)
    parts: tuple[str, ...]

    def __new__(cls, parts: Iterable[str]) -> Sentences:
        """Join the parts."""
        found = tuple(dict.fromkeys(one for p in parts if p.strip() for one in parts_of(p)))
        made = super().__new__(cls, " ".join(found))
        made.parts = found
        return made

    def __reduce__(self) -> tuple[type[Sentences], tuple[tuple[str, ...]]]:
        return Sentences, (self.parts,)


def parts_of(text: str) -> tuple[str, ...]:
    """The sentences of which a text was made."""
    return text.parts if isinstance(text, Sentences) else (sentence(text),)


def sentences(parts: Iterable[str]) -> Sentences:
    """Join texts as sentences, without repetitions."""
    return Sentences(parts)


class Help(str):
    """The help of a finding, with its parts.

    These are the legal answers, the advice and the line to write. The line ends as it is, so that it can be copied.
    """

    __slots__ = ("advice", "legal", "write")
    advice: str
    legal: str
    write: str

    def __new__(cls, advice: str = "", legal: str = "", write: str = "") -> Help:
        """Join the parts; ``legal`` and ``write`` get their leads."""
        legal = stopped(legal)
        parts = (f"{LEGAL_HERE}: {legal}" if legal else "", advice, f"{WRITE}: {write}" if write else "")
        made = super().__new__(cls, " ".join(filter(None, parts)))
        made.advice, made.legal, made.write = advice, legal, write
        return made

    def __reduce__(self) -> tuple[type[Help], tuple[str, str, str]]:
        return Help, (self.advice, self.legal, self.write)

    @property
    def without_lead(self) -> str:
        """The same without the lead of the legal answers."""
        return " ".join(filter(None, (self.legal, self.advice))) if self.legal else str(self)

    def and_also(self, advice: str) -> Help:
        """The help with more advice."""
        return Help(sentences([self.advice, advice]), self.legal, self.write)

    def after(self, advice: str) -> Help:
        """The help with other advice first, and no list of legal answers."""
        rest = str(Help(self.advice, self.legal))
        return Help(sentences([advice, rest]), write=self.write)


_PART = r"(?<=\d)-[a-z]+$"


def numbered(rule: str) -> str:
    """Return a rule's printed number, without an internal suffix ("8.5.6-funding")."""
    return re.sub(_PART, "", rule)


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Return a list in words: "Italy, Spain and France"."""
    return f" {last} ".join(p for p in (", ".join(parts[:-1]), parts[-1]) if p) if parts else ""


def folded(text: str) -> str:
    """Return words in the form for look-ups.

    Small letters without accents; points stay within numbers.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
        text = "".join(ch for ch in text if not unicodedata.combining(ch))
    return " ".join(re.sub(_BETWEEN, " ", text.lower().replace("'", "").replace("’", "")).split())
