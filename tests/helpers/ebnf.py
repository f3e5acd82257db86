"""Reads lines by the grammar of docs/reference/grammar.md.

The W3C's EBNF: ``A ::= 'word' | B C? ( D | E )* [a-z] #x20``. Rules in capitals are tokens, a regular expression each;
between the parts of others there may be blanks. What holds many parts is not made one expression, which would have
millions of characters: of a part it is found out where in the line it can end, once for each place where it can begin.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from itertools import chain
from pathlib import Path

_TOKEN = re.compile(
    r"\s*(?:(?P<name>[A-Za-z][A-Za-z0-9]*)|'(?P<single>[^']*)'|\"(?P<double>[^\"]*)\"|(?P<set>\[(?:\\.|[^\]\\])*\])|#x(?P<code>[0-9A-Fa-f]+)|(?P<sign>[()|*+?-]))"
)
_RULE = re.compile(r"^([A-Za-z][A-Za-z0-9]*)\s*::=\s*(.*?)(?=^[A-Za-z][A-Za-z0-9]*\s*::=|\Z)", re.MULTILINE | re.DOTALL)
GAP = re.compile(r"[^\S\n]*")
WORD = "[a-z0-9_.'’&!/-]"
NO_WORD = r"(?![\w'’&!/-])"
ENDS = re.compile(r"(?=[^\S\n]*(?:[,;]|=>|$)|[^\S\n]+/)|(?<=[^\S\n])(?=/)")
"""What follows an entry or a statement; a slash without a blank belongs to a name, such as Kenya/Tanzania."""


def rules(page: Path) -> dict[str, str]:
    """The rules of a page, by name."""
    blocks = re.findall(r"^```ebnf\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    found: dict[str, str] = {}
    for block in blocks:
        for name, body in _RULE.findall(block):
            assert name not in found, f"{name} is defined twice"
            found[name] = body
    return found


class Text:
    """A text that is read, and what is known of it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.known: dict[tuple[str, int], list[int]] = {}

    def gap(self, at: int) -> int:
        """The end of the blanks at a place."""
        found = GAP.match(self.text, at)
        assert found is not None
        return found.end()

    def first(self, at: int) -> str:
        """The character at a place."""
        return self.text[at : at + 1].lower()


class Part(ABC):
    """A part of a rule.

    ``begins`` are the characters that it may begin with, None for any or for an empty part.
    """

    begins: frozenset[str] | None = None

    @abstractmethod
    def ends(self, text: Text, at: int) -> list[int]:
        """The ends of a match that begins at a place.

        They are in the order of a greedy reader.
        """


class Expression(Part):
    """A token or a word: it has one end."""

    def __init__(self, pattern: str, begins: str = "") -> None:
        self.pattern = re.compile(pattern, re.IGNORECASE)
        self.begins = frozenset(begins.lower()) or None

    def ends(self, text: Text, at: int) -> list[int]:
        found = self.pattern.match(text.text, at)
        return [found.end()] if found else []


class Row(Part):
    """Parts one after the other, with blanks between them."""

    def __init__(self, parts: list[Part]) -> None:
        self.parts = parts
        self.begins = parts[0].begins

    def ends(self, text: Text, at: int) -> list[int]:
        places = self.parts[0].ends(text, at)
        for part in self.parts[1:]:
            if not places:
                break
            found = [part.ends(text, text.gap(place)) for place in places]
            places = _once(found)
        return places


class OneOf(Part):
    """One of several parts."""

    def __init__(self, parts: list[Part]) -> None:
        self.parts = parts
        begins = [part.begins for part in parts if part.begins is not None]
        self.begins = frozenset().union(*begins) if len(begins) == len(parts) else None
        self.by_first: dict[str, list[Part]] = {}

    def ends(self, text: Text, at: int) -> list[int]:
        first = text.first(at)
        if first not in self.by_first:
            self.by_first[first] = [part for part in self.parts if part.begins is None or first in part.begins]
        return _once([part.ends(text, at) for part in self.by_first[first]])


class Repeated(Part):
    """An optional part, or one with any number of repetitions."""

    def __init__(self, part: Part, sign: str) -> None:
        self.part, self.sign = part, sign
        self.begins = part.begins if sign == "+" else None

    def ends(self, text: Text, at: int) -> list[int]:
        if self.sign == "?":
            return _once([self.part.ends(text, at), [at]])
        further = [self._more(text, text.gap(end)) for end in self.part.ends(text, at) if end > at]
        return _once(further if self.sign == "+" else [*further, [at]])

    def _more(self, text: Text, at: int) -> list[int]:
        return _once([*(self._more(text, text.gap(end)) for end in self.part.ends(text, at) if end > at), [at]])


class Rule(Part):
    """A rule of the page.

    A ``whole`` rule ends at the end of an entry, and has no other end.
    """

    def __init__(self, name: str, part: Part, *, whole: bool) -> None:
        self.name, self.part, self.whole = name, part, whole
        self.begins = part.begins

    def ends(self, text: Text, at: int) -> list[int]:
        key = self.name, at
        if key not in text.known:
            found = self.part.ends(text, at)
            text.known[key] = [end for end in found if ENDS.match(text.text, end)][:1] if self.whole else found
        return text.known[key]


def _once(found: list[list[int]]) -> list[int]:
    """The places of several lists, each once."""
    some = [places for places in found if places]
    return some[0] if len(some) == 1 else list(dict.fromkeys(chain.from_iterable(some)))


class Grammar:
    """Rules that turn into parts, each once."""

    def __init__(self, page: Path, *, whole: frozenset[str] = frozenset()) -> None:
        """``whole`` are rules that end at the end of an entry.

        Their matches are kept and are not taken apart again.
        """
        self.rules, self.whole = rules(page), whole
        self.made: dict[str, Part] = {}
        self.used: set[str] = set()
        self.making: list[str] = []

    def fits(self, name: str, text: str) -> bool:
        """Whether a rule accepts a text as a whole."""
        read = Text(text)
        return any(read.gap(end) == len(text) for end in self.rule(name).ends(read, read.gap(0)))

    def rule(self, name: str) -> Part:
        """The texts that a rule accepts."""
        if name not in self.made:
            self._begun(name)
            part = Expression(self._tokens(name).pattern()) if name.isupper() else self._tokens(name).choice()
            self.made[name] = Rule(name, part, whole=name in self.whole)
            self.making.pop()
        return self.made[name]

    def token(self, name: str) -> str:
        """The regular expression of a token."""
        self._begun(name)
        found = self._tokens(name).pattern()
        self.making.pop()
        return f"(?:{found})"

    def _begun(self, name: str) -> None:
        assert name not in self.making, f"{name} holds itself"
        self.making.append(name)
        self.used.add(name)

    def _tokens(self, name: str) -> _Reader:
        tokens = list(_TOKEN.finditer(self.rules[name].strip()))
        assert "".join(t[0] for t in tokens).split() == self.rules[name].split(), f"{name}: unreadable rule"
        return _Reader(self, name, tokens)


class _Reader:
    """A reader of one rule.

    It reads it as parts; for a token, as a regular expression.
    """

    def __init__(self, grammar: Grammar, name: str, tokens: list[re.Match[str]]) -> None:
        self.grammar, self.name, self.tokens, self.at = grammar, name, tokens, 0

    def sign(self) -> str:
        return (self.tokens[self.at]["sign"] or "") if self.at < len(self.tokens) else "end"

    def next(self) -> re.Match[str]:
        self.at += 1
        return self.tokens[self.at - 1]

    def closed(self) -> None:
        assert self.next()["sign"] == ")", f"{self.name}: unbalanced"

    def choice(self, *, inner: bool = False) -> Part:
        """A rule, or the contents of brackets, as parts."""
        found = [self.row()]
        while self.sign() == "|":
            self.next()
            found.append(self.row())
        assert inner or self.at == len(self.tokens), f"{self.name}: unbalanced"
        return found[0] if len(found) == 1 else OneOf(found)

    def row(self) -> Part:
        found: list[Part] = []
        while self.sign() not in ("|", ")", "end"):
            part = self.single()
            found.append(Repeated(part, self.next()["sign"]) if self.sign() in ("*", "+", "?") else part)
        return found[0] if len(found) == 1 else Row(found)

    def single(self) -> Part:
        token = self.next()
        if token["sign"] == "(":
            part = self.choice(inner=True)
            self.closed()
            return part
        if token["name"]:
            return self.grammar.rule(token["name"])
        text = _literal(token)
        assert text, f"{self.name}: {token[0]} belongs into a token"
        return Expression(re.escape(text) + (r"(?!\w)" if text[-1].isalpha() else ""), text[0])

    def pattern(self, *, inner: bool = False) -> str:
        """A rule, or the contents of brackets, as a regular expression."""
        found = ""
        while self.sign() != "end" and not (inner and self.sign() == ")"):
            if self.sign() == "|":
                found += self.next()[0].strip()
                continue
            one = self.repeated()
            if self.sign() == "-":
                self.next()
                one = f"(?!{self.repeated()}{NO_WORD}){one}"
            found += one
        return found

    def repeated(self) -> str:
        token = self.next()
        if token["sign"] == "(":
            one = f"(?:{self.pattern(inner=True)})"
            self.closed()
        else:
            one = self.grammar.token(token["name"]) if token["name"] else token["set"] or re.escape(_literal(token))
        if self.sign() not in ("*", "+", "?"):
            return one
        sign = self.next()["sign"]
        return f"{one}*+" if one == WORD and sign == "*" else f"(?:{one}){sign}"  # a word is not cut short


def _literal(token: re.Match[str]) -> str:
    """The text of a literal in quotation marks, or by its number.

    "" for no literal.
    """
    return chr(int(token["code"], 16)) if token["code"] else token["single"] or token["double"] or ""
