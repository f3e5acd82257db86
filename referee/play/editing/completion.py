"""Legal completions at a place of a record, with their chances.

The line before the place is played (:mod:`referee.play.editing.line_walk`), so that the completions are what the rules
ask for next at that position.
"""

from __future__ import annotations

import re

from referee.engine.law import forms
from referee.parsers.notation import remarks, words
from referee.parsers.notation.cursor import FIRST_SIDES, SIDES
from referee.parsers.notation.tokens import MAX_LINE, plain_signs
from referee.play.editing import beginnings, statements
from referee.play.editing.document import Document
from referee.play.editing.entries import entries
from referee.play.editing.line_walk import LineCursor
from referee.play.editing.ordering import Completion, ordered

__all__ = ["Completion", "complete"]

_STATED = re.compile(r"\s*(board|set|setup|set-up)\s*:", re.IGNORECASE)
_CHECKED = re.compile(r"\s*(turn|phase)\s", re.IGNORECASE)
_SIDE = re.compile(r"\s*(?P<plus>\+\s*)?(?P<side>[A-Za-z.]+)\s+")
_CARD = re.compile(r"(?P<cards>(?:\d{1,3}|\?)(?:\s*\+\s*\d{1,3})?(?:\s*\+\s*R)?)\s+", re.IGNORECASE)
_WITHOUT_CARD = re.compile(r"(?:resolves?|remove-cadre|set-up|turn-in)\s", re.IGNORECASE)
_CARDS = re.compile(r"\b(?:discard|draw|take|give|show)\s+(?:[\d?]+\s+)*\d*$", re.IGNORECASE)
"""Before the number of a card among the choices of an event."""
_ENDS = re.compile(r"\s*end of turn\s", re.IGNORECASE)
_PARTED = re.compile(r"\s/\s")
MOST_OFFERED = 120


def complete(document: Document, line: int, column: int) -> list[Completion]:
    """The completions at a column of a line, the best first.

    Both are counted from 1.

    What a rule forbids comes last, and only where its beginning is written. Never raises.
    """
    if not (1 <= line <= len(document.lines) and column >= 1):
        return []
    raw = document.lines[line - 1]
    before = plain_signs(raw[: column - 1])
    try:
        found = _completions(document, line, before)
    except Exception:  # help while typing is no place to fail: the line itself is judged elsewhere
        return []
    return ordered(found, before, column, raw[column - 1 :])[:MOST_OFFERED]


def _completions(document: Document, line: int, before: str) -> list[Completion]:
    if ";" in before or remarks.begins_variation(before) or len(before) > MAX_LINE:
        return []
    if before.lstrip().startswith("["):
        return beginnings.tags(before)
    if before.rfind("[") > before.rfind("]"):  # dice are as they lay on the table
        return []
    at = LineCursor(document, line, before)
    if (stated := _STATED.match(before)) is not None:
        return statements.position(at, before[stated.end() :])
    if _CHECKED.match(before):
        return statements.clock(at)
    if "=>" in _PARTED.split(before)[-1]:
        return statements.claims(at)
    if _ENDS.match(before):
        return entries(at)
    head = _SIDE.match(before)
    side = FIRST_SIDES.get(head["side"].casefold(), "") if head is not None else ""
    if head is None or not side:
        word = " ".join(before.casefold().split())
        return beginnings.lines(at) if " " not in word or "end of turn".startswith(word) else []
    rest = before[head.end() :]
    return _last_part(at, side) if head["plus"] else _of_a_side(at, side, rest)


def _of_a_side(at: LineCursor, side: str, rest: str) -> list[Completion]:
    """The completions after the side of a line.

    Its card, the use of the card, the entries of the use.
    """
    if rest.casefold().startswith("turn-in "):
        return [Completion(word, "word", "the marker that is turned in") for word in forms.COUNTER.words]
    if _CARDS.search(rest):
        return beginnings.card_numbers(at, side)
    if _WITHOUT_CARD.match(rest):
        return entries(at)
    card = _CARD.match(rest)
    if card is None:
        return beginnings.cards(at, side)
    use = rest[card.end() :]
    left_over = use.split(" ", 1)[0].casefold() in words.LEFT_OVER
    if _PARTED.search(rest) is None and not _has_use(use) and not left_over:
        numbers = tuple(0 if n == "?" else int(n) for n in re.findall(r"\d+|\?", card["cards"]))
        return beginnings.uses(at, side, numbers, reserves="r" in card["cards"].casefold())
    return _last_part(at, side)


def _last_part(at: LineCursor, side: str) -> list[Completion]:
    """The completions in the last part of a line.

    Its use, or the entries of the use.
    """
    part = _PARTED.split(at.before)[-1].lstrip("+ ")
    written = part.split()
    if written and written[0].casefold() in SIDES and (len(written) > 1 or part.endswith(" ")):
        side = SIDES[written[0].casefold()]
        part = part.lstrip()[len(written[0]) :].lstrip()
    card = _CARD.match(part)
    if card is not None:
        part = part[card.end() :]
    word, _, rest = part.partition(" ")
    left = words.LEFT_OVER.get(word.casefold(), "")
    if left and " " in part and " " not in rest:
        return beginnings.steps(at, left)
    return entries(at) if _has_use(part) else beginnings.parts(at, side)


def _has_use(part: str) -> bool:
    """Whether the use is written, with a blank after it."""
    first, _, rest = part.lstrip().partition(" ")
    known = first.casefold() in words.USES or first.casefold() in words.LEFT_OVER or bool(words.use_of(first, "J"))
    return bool(rest) or (part.endswith(" ") and known)
