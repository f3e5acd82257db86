"""What may stand at a place of a record: what is legal there, and its chance.

The line in front of the place is played (:mod:`referee.play.editing.lookout`), so that what is offered is what the rules ask for
next, at the position in front of that line.
"""

from __future__ import annotations

import re

from referee.engine import forms
from referee.parsers.notation import remarks, words
from referee.parsers.notation.cursor import FIRST_SIDES, SIDES
from referee.parsers.notation.tokens import MAX_LINE, typed
from referee.play.editing import begun, entries, stating, tagged
from referee.play.editing.document import Document
from referee.play.editing.offers import Completion, Offer, ordered

__all__ = ["Completion", "complete"]

_STATED = re.compile(r"\s*(board|set|setup|set-up)\s*:", re.IGNORECASE)
_CHECKED = re.compile(r"\s*(turn|phase)\s", re.IGNORECASE)
_SIDE = re.compile(r"\s*(?P<plus>\+\s*)?(?P<side>[A-Za-z.]+)\s+")
_CARD = re.compile(r"(?P<cards>(?:\d{1,3}|\?)(?:\s*\+\s*\d{1,3})?(?:\s*\+\s*R)?)\s+", re.IGNORECASE)
_STANDING = re.compile(r"(?:resolves?|remove-cadre|set-up|turn-in)\s", re.IGNORECASE)
_CARDS = re.compile(r"\b(?:discard|draw|take|give|show)\s+(?:[\d?]+\s+)*\d*$", re.IGNORECASE)
"""Where the number of a card stands among the choices of an event."""
_ENDS = re.compile(r"\s*end of turn\s", re.IGNORECASE)
_PARTED = re.compile(r"\s/\s")
MOST_OFFERED = 120


def complete(document: Document, line: int, column: int) -> list[Completion]:
    """What may stand at a column of a line, the best first; both are counted from 1.

    What a rule forbids is offered behind everything else, and only where its beginning is written. Never raises.
    """
    if not (1 <= line <= len(document.lines) and column >= 1):
        return []
    raw = document.lines[line - 1]
    before = typed(raw[: column - 1])
    try:
        found = _offers(document, line, before)
    except Exception:  # help while typing is no place to fail: the line itself is judged elsewhere
        return []
    return ordered(found, before, column, raw[column - 1 :])[:MOST_OFFERED]


def _offers(document: Document, line: int, before: str) -> list[Offer]:
    if ";" in before or remarks.begins_variation(before) or len(before) > MAX_LINE:
        return []
    if before.lstrip().startswith("["):
        return tagged.offers(before)
    if before.rfind("[") > before.rfind("]"):  # dice are as they lay on the table
        return []
    if (stated := _STATED.match(before)) is not None:
        return stating.statements(document, line, before[stated.end() :], set_up="set" in stated[1].casefold())
    if _CHECKED.match(before):
        return stating.clock(document, line)
    if "=>" in _PARTED.split(before)[-1]:
        return stating.claims(document, line, before)
    if _ENDS.match(before):
        return entries.offers(document, line, before)
    head = _SIDE.match(before)
    side = FIRST_SIDES.get(head["side"].casefold(), "") if head is not None else ""
    if head is None or not side:
        word = " ".join(before.casefold().split())
        return begun.lines(document, line, before) if " " not in word or "end of turn".startswith(word) else []
    rest = before[head.end() :]
    if head["plus"]:
        return _segment(document, line, before, side, ())
    if rest.casefold().startswith("turn-in "):
        return [Offer(word, "word", "the marker that is turned in") for word in forms.COUNTER.words]
    if _CARDS.search(rest):
        return begun.numbers(document, line, side)
    if _STANDING.match(rest):
        return entries.offers(document, line, before)
    card = _CARD.match(rest)
    if card is None:
        return begun.cards(document, line, side)
    numbers = tuple(0 if n == "?" else int(n) for n in re.findall(r"\d+|\?", card["cards"]))
    use = rest[card.end() :]
    if _PARTED.search(rest) is None and not _begun(use) and use.split(" ", 1)[0].casefold() not in words.LEFT_OVER:
        return begun.uses(document, line, side, numbers, reserves="r" in card["cards"].casefold())
    return _segment(document, line, before, side, numbers)


def _segment(document: Document, line: int, before: str, side: str, numbers: tuple[int, ...]) -> list[Offer]:
    """What may stand in the last part of a line: its use, or what the use asks for."""
    part = _PARTED.split(before)[-1].lstrip("+ ")
    said = part.split()
    if said and said[0].casefold() in SIDES and (len(said) > 1 or part.endswith(" ")):
        side = SIDES[said[0].casefold()]
        part = part.lstrip()[len(said[0]) :].lstrip()
    card = _CARD.match(part)
    if card is not None and not any(ch in part[: card.end()] for ch in ",>"):
        part = part[card.end() :]
    left = words.LEFT_OVER.get(part.split(" ", 1)[0].casefold(), "")
    if left and " " in part and " " not in part.split(" ", 1)[1]:
        return begun.steps(document, line, left)
    if not _begun(part):
        return begun.parts(document, line, before, side)
    return entries.offers(document, line, before)


def _begun(part: str) -> bool:
    """Whether the use stands there, with a blank behind it."""
    first, _, rest = part.lstrip().partition(" ")
    known = first.casefold() in words.USES or first.casefold() in words.LEFT_OVER or bool(words.use_of(first, "J"))
    return bool(rest or part.endswith(" ")) and (known or bool(rest))
