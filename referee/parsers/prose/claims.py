"""Claims in sentences on tracks, Posture and countries.

They are side by side in a sentence, or at the end of a turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from referee.parsers.prose.tokens import Words, at, main_words, symbols, texts
from referee.parsers.prose.vocabulary import Owners, meanings, pattern, state

MOST_ON_TRACK = 12
_MOST_DEALT = 12
STEPS = frozenset({"polarization", "polarisation", "attrition", "deal"})
"""Players' words after the tracks at a turn's end."""


def claims(found: Iterable[Words]) -> list[str]:
    """Statements of these sentences, the last for each subject."""
    statements: dict[str, str] = {}
    for sentence in found:
        for match in pattern("claim").finditer(symbols(main_words(sentence))):
            about, value = _claim(match)
            if value:
                statements.pop(about, None)
                statements[about] = f"{about} {value}"
    return list(statements.values())


def _claim(match: re.Match[str]) -> tuple[str, str]:
    """Subject and value of a statement, "" for none."""
    if match["track"]:
        track = meanings("tracks")[match["track"]]
        value = match["total"] or match["to"] or match["value"]
        if value:
            return track, value * (int(value) <= MOST_ON_TRACK)
        return track, match["change"] or f"{'+' if match['up'] else '-'}{match['by']}"
    if match["country"]:
        told = [known for word in match["state"].split() if (known := state(word)) is not None]
        kinds = [kind for kind, _ in told]
        sound = len(set(kinds)) == len(kinds) and ("posture" not in kinds or len(kinds) == 1)
        return match["country"].replace("_", " "), " ".join(word for _, word in told) * sound
    if match["us"]:
        return "US", match["us"].capitalize()
    return "world", (match["world"] or "0").capitalize().replace("#", "")


# -------------------------------------------------------------------- the end of a turn


def end_line(found: Sequence[Words]) -> str:
    """The line of the end of a turn, without dice.

    They are asked for.
    """
    before = next((n for n, s in enumerate(found) if not STEPS.isdisjoint(texts(s, 0, 3))), len(found))
    said = [c for c in claims(found[:before]) if c.split()[0] in ("prestige", "funding")]
    return f"end of turn => {', '.join(said)}" if said else "end of turn"


def deal_line(found: Sequence[Words], owners: Owners) -> str:
    """Numbers of dealt cards: "9 cards each", "9 to me", or "".

    Another example is "9 to me, 8 to B.".
    """
    by: dict[str, int] = {}
    for sentence in found:
        if each := deals_each(sentence):
            by = {"J": each, "US": each}
            break
        for i, t in enumerate(sentence):
            k = i + 1 + (at(sentence, i + 1).text == "cards")
            if t.kind == "num" and at(sentence, k).text in ("to", "for"):
                owner = next(filter(None, map(owners.of, texts(sentence, k + 1, k + 3))), "")
                by.setdefault(owner, t.value)
    counts = [by.get("J", 0), by.get("US", 0)]
    return f"deal J {counts[0]} US {counts[1]}" if all(1 <= n <= _MOST_DEALT for n in counts) else ""


def deals_each(found: Words) -> int:
    """Number of cards dealt each: "9 cards each", "9 each".

    It does not take "one sleeper each"; 0 is for no such words.
    """
    each = pattern("each").match(symbols(found[:6]))
    return int(each[1]) if each else 0
