"""Text of ours in pieces.

The pieces are plain words, words in code, and links to the rules and cards in the text.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from referee.api.search.words import SMALL
from referee.editions import rulesets
from referee.engine.state.words import folded
from referee.rules import rulebook
from referee.web.addresses import rule_address

Runs = str | list[Any]
"""A text, or a list of texts and marked pieces.

The pieces are ``["c", "code"]``, ``["b", "bold"]``, ``["i", "words"]``, ``["a", "words", "address"]``.
"""
ELSEWHERE = {
    "events.md": "cards",
    "rulings.md": "rulings",
    "notation.md": "notation",
    "findings.md": "findings",
    "flowcharts.md": "flowcharts",
}
"""Targets in Learn of our documents' links; others are plain words."""


def weighty(words: str, without: frozenset[str] = frozenset()) -> str:
    """The significant words of a text, each once, for searches."""
    return " ".join(w for w in dict.fromkeys(folded(words).split()) if w not in SMALL and w not in without)


@cache
def _pattern() -> re.Pattern[str]:
    rulesets.load_all()
    names = sorted((c.name for c in rulesets.whole().cards.values()), key=len, reverse=True)
    return re.compile(
        r"`(?P<code>[^`]+)`"
        r"|\*\*(?P<bold>\S(?:.*?\S)?)\*\*"
        r"|\*(?P<slanted>\S(?:[^*]*?\S)?)\*"
        r"|\[(?P<words>[^\]]+)\]\((?P<to>[^)\s]+)\)"
        rf"|(?<![\w.])(?P<name>{'|'.join(map(re.escape, names))})(?!\w)"
        r"|(?<![\w.])(?:card (?P<card>\d{1,3}))(?![\w.]*\d)"
        r"|(?<![\w.])(?P<rule>\d{1,2}(?:\.\d+)+(?:-[a-z]+)?|option \d)(?![\w-]|\.\d)"
    )


def runs(text: str, page: str = "") -> Runs:
    """A text in pieces, without links to its own ``page``."""
    out: list[Any] = []
    at = 0
    for m in _pattern().finditer(text):
        piece = _piece(m, page)
        if piece is None:
            continue
        if m.start() > at:
            out.append(text[at : m.start()])
        out.append(piece)
        at = m.end()
    if at < len(text):
        out.append(text[at:])
    return text if out == [text] else out


def _piece(m: re.Match[str], page: str) -> list[str] | None:
    for kind, group in (("c", "code"), ("b", "bold"), ("i", "slanted")):
        if m[group] is not None:
            return [kind, m[group]]
    if m["words"] is not None:
        to = ELSEWHERE.get(m["to"].partition("#")[0].rpartition("/")[2], "")
        if m["to"].startswith("#"):
            to = f"notation/{m['to'][1:]}"
        return ["a", m["words"], to] if to else ["i", m["words"]]
    if m["rule"] is not None:
        to = rule_address(m["rule"]) if m["rule"] in rulebook() else ""
    else:
        number = int(m["card"] or m["name"].split()[0])
        to = f"card/{number}" if number in rulesets.whole().cards else ""
    return ["a", m[0], to] if to and to != page else None


def plain(text: Runs) -> str:
    """Such a text without its pieces."""
    return text if isinstance(text, str) else "".join(r if isinstance(r, str) else r[1] for r in text)
