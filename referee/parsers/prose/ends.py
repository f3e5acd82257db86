"""The end of a turn in sentences: the tracks, and how many cards are dealt. Its dice are asked for."""

from __future__ import annotations

from collections.abc import Sequence

from referee.parsers.prose.claims import claims
from referee.parsers.prose.tokens import Token, Words, at, texts
from referee.parsers.prose.vocabulary import Owners

STEPS = frozenset({"polarization", "polarisation", "attrition", "deal"})
"""The words with which players begin what comes after the tracks."""
_MOST_DEALT = 12


def ended(found: Sequence[list[Token]]) -> str:
    """The line of the end of a turn."""
    before = next((n for n, s in enumerate(found) if not STEPS.isdisjoint(texts(s, 0, 3))), len(found))
    said = [c for c in claims(found[:before]) if c.split()[0] in ("prestige", "funding")]
    return f"end of turn => {', '.join(said)}" if said else "end of turn"


def dealt(found: Sequence[list[Token]], owners: Owners) -> str:
    """How many cards both sides were dealt: "9 cards each", "9 to me, 8 to B."; "" if that is not told."""
    each = next((n for s in found if (n := deals_each(s))), 0)
    if each:
        return f"deal J {each} US {each}" if each <= _MOST_DEALT else ""
    by: dict[str, int] = {}
    for sentence in found:
        who = ""
        for i, t in enumerate(sentence):
            who = owners.of(t) or who
            if t.kind != "num" or not 1 <= t.value <= _MOST_DEALT:
                continue
            k = i + 1 + (at(sentence, i + 1).text == "cards")
            given = at(sentence, k).text in ("to", "for") and next(
                filter(None, map(owners.of, sentence[k + 1 : k + 3])), ""
            )
            taken = who if k > i + 1 or at(sentence, i - 1).text in ("get", "gets", "draw", "draws", "draws") else ""
            if given or taken:
                by.setdefault(given or taken, t.value)
    return f"deal J {by['J']} US {by['US']}" if len(by) == 2 else ""


def deals_each(found: Words) -> int:
    """How many cards both were dealt: "9 cards each", "9 each", and not "one sleeper each"; 0 for no such words."""
    low = texts(found, 0, 6)
    each = (["each"], ["cards", "each"])
    said = (
        t.value
        for i, t in enumerate(found[:3])
        if t.kind == "num" and (low[i + 1 : i + 2] in each or low[i + 1 : i + 3] in each)
    )
    return next(said, 0)
