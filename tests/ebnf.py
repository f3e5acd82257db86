"""The grammar of docs/grammar.md as a regular expression: the notation nests nowhere, so one is enough.

The W3C's EBNF: ``A ::= 'word' | B C? ( D | E )* [a-z] #x20``. Rules in capitals are tokens; between the parts of others
there may be blanks.
"""

from __future__ import annotations

import re
from pathlib import Path

_TOKEN = re.compile(
    r"\s*(?:(?P<name>[A-Za-z][A-Za-z0-9]*)|'(?P<single>[^']*)'|\"(?P<double>[^\"]*)\"|(?P<set>\[(?:\\.|[^\]\\])*\])|#x(?P<code>[0-9A-Fa-f]+)|(?P<sign>[()|*+?-]))"
)
_RULE = re.compile(r"^([A-Za-z][A-Za-z0-9]*)\s*::=\s*(.*?)(?=^[A-Za-z][A-Za-z0-9]*\s*::=|\Z)", re.MULTILINE | re.DOTALL)
GAP = r"[^\S\n]*+"
WORD = "[a-z0-9_.'’&!/-]"
NO_WORD = r"(?![\w'’&!/-])"
ENDS = rf"(?:(?={GAP}(?:[,;]|=>|$)|[^\S\n]+/)|(?<=[^\S\n])(?=/))"
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


class Grammar:
    """Rules that turn into regular expressions, each once."""

    def __init__(self, page: Path, *, whole: frozenset[str] = frozenset()) -> None:
        """``whole`` are rules that end where an entry ends; what they matched once is not taken apart again."""
        self.rules, self.whole = rules(page), whole
        self.made: dict[str, str] = {}
        self.used: set[str] = set()

    def pattern(self, name: str) -> re.Pattern[str]:
        """What a rule accepts as a whole."""
        return re.compile(rf"{GAP}{self.rule(name)}{GAP}", re.IGNORECASE)

    def rule(self, name: str) -> str:
        """The regular expression of a rule."""
        self.used.add(name)
        if name not in self.made:
            self.made[name] = ""  # a rule within itself would be no regular one
            tokens = list(_TOKEN.finditer(self.rules[name].strip()))
            assert "".join(t[0] for t in tokens).split() == self.rules[name].split(), f"{name}: unreadable rule"
            reader = _Reader(self, tokens, lexical=name.isupper())
            text = reader.choice()
            assert reader.at == len(tokens), f"{name}: unbalanced"
            self.made[name] = f"(?>(?:{text}){ENDS})" if name in self.whole else f"(?:{text})"
        assert self.made[name], f"{name} holds itself"
        return self.made[name]


class _Reader:
    """Reads one rule."""

    def __init__(self, grammar: Grammar, tokens: list[re.Match[str]], *, lexical: bool) -> None:
        self.grammar, self.tokens, self.lexical, self.at = grammar, tokens, lexical, 0

    def sign(self) -> str:
        return (self.tokens[self.at]["sign"] or "") if self.at < len(self.tokens) else "end"

    def choice(self) -> str:
        found = [self.row()]
        while self.sign() == "|":
            self.at += 1
            found.append(self.row())
        return "|".join(found)

    def row(self) -> str:
        found: list[str] = []
        while self.sign() not in ("|", ")", "end"):
            found.append(self.repeated())
            if self.sign() == "-":
                self.at += 1
                found.append(rf"(?!{self.repeated()}{NO_WORD}){found.pop()}")
        return ("" if self.lexical else GAP).join(found)

    def repeated(self) -> str:
        one = self.single()
        sign = self.sign()
        if sign not in ("*", "+", "?") or not sign:
            return one
        self.at += 1
        if self.lexical and one == WORD:
            return f"{one}*+"  # a word is not cut short
        if self.lexical or sign == "?":
            return f"(?:{one}){sign}"
        return f"(?:{one}{GAP}){sign}"

    def single(self) -> str:
        token = self.tokens[self.at]
        self.at += 1
        if token["sign"] == "(":
            inner = self.choice()
            assert self.sign() == ")"
            self.at += 1
            return f"(?:{inner})"
        if token["name"]:
            return self.grammar.rule(token["name"])
        if token["set"]:
            return token["set"]
        if token["code"]:
            return re.escape(chr(int(token["code"], 16)))
        text = token["single"] if token["single"] is not None else token["double"]
        return re.escape(text) + (r"(?![\w])" if text[-1].isalpha() and not self.lexical else "")
