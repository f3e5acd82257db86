"""Card plays of the usual shape, read by one pattern.

The tokenizer reads every other line, and doubtful ones. ``J 95 recruit Iraq 2 [3 5], Iran 1 [2] => Iran cells +1`` is a
side, a card, its use, entries with their dice, and claims. The part of an entry beside its dice is read by the
tokenizer once and kept: the same few occur in every record.
"""

from __future__ import annotations

import re
from typing import Any

from referee.engine.law import forms
from referee.engine.law.forms import CONVERGENCE
from referee.engine.law.rolls import PICK
from referee.engine.state.names import Names, keep
from referee.engine.state.script import Action, Dice, Item, Part, Place, Segment
from referee.parsers import entries, plays
from referee.parsers.faults import LineError
from referee.parsers.notation import items, statements, words
from referee.parsers.notation.cursor import Cursor
from referee.parsers.notation.tokens import LABELS, MAX_LINE, tokenize

_PLAY = re.compile(r"(J|US) ([1-9]\d{0,2})(\+R)? (?=[a-z])(.*)", re.ASCII)
_SEGMENT = re.compile(r"[a-z][a-z-]*(?= |$)", re.ASCII)
_DICE = re.compile(r"(?<![^ ])([a-z]*)\[([1-6](?: [1-6])*)\]", re.ASCII)
_NO_EVENT = "no event"
_BY_THEMSELVES = frozenset({CONVERGENCE.name, PICK})
"""Labels of dice that bring an entry or candidates of their own."""

EntryHead = tuple[tuple[tuple[str, Any, int, int], ...], int, int]
"""Parts of an entry, and columns of its outer words.

They count from the beginning of the entry.
"""


def play(body: str, number: int, names: Names) -> Action | None:
    """The card play of a line, or None for the tokenizer.

    The line is without its comment.
    """
    match = _PLAY.fullmatch(body) if len(body) <= MAX_LINE else None
    if match is None or not body.isascii() or body.endswith("."):
        return None
    side, card, reserves, rest = match.groups()
    text = body.rstrip()
    action = Action("card", Place(number, 1, len(text) + 1), text, side=side, cards=(int(card),))
    of_card, added = Place(number, match.start(2) + 1, match.end(2) + 1), None
    if reserves:
        action.reserves, added = True, Place(number, match.start(3) + 1, match.end(3) + 1)
    last = of_card if added is None else Place(number, added.end - 1, added.end)
    action.parts["card"] = Part(action.cards, Place(number, of_card.column, last.end))
    at = match.start(4)
    for piece in rest.split(" / "):
        segment = _segment(piece, at, number, side, names)
        if segment is None:
            return None
        action.segments.append(segment)
        at += len(piece) + 3
    if len(action.segments) > plays.MAX_SEGMENTS or plays.finish(action, last, added) is not None:
        return None
    return action


def _segment(text: str, before: int, number: int, side: str, names: Names) -> Segment | None:
    """One segment, after ``before`` characters of its line."""
    if text == _NO_EVENT:
        return Segment(_NO_EVENT, "event", Place(number, before + 1, before + 3), side=side)
    match = _SEGMENT.match(text)
    use = match[0] if match is not None else ""
    if not use or words.use_of(use, side) != use or use in words.LEFT_OVER or use in words.EMPTY_AFTER:
        return None
    place = Place(number, before + 1, before + 1 + len(use))
    segment = Segment("event" if use == "event" else "op", use, place, side=side)
    written, arrow, claims = text[len(use) :].partition("=>")
    if written.lstrip().startswith(":"):
        return None
    if written.strip():
        at = before + len(use)
        for piece in written.split(","):
            item = _item(piece, at, number, use, names)
            if item is None:
                return None
            segment.items.append(item)
            at += len(piece) + 1
        if len(segment.items) > items.MAX_ITEMS:
            return None
        segment.items = entries.normal(use, segment.items)
    if arrow:
        stated = statements.plain(claims, number, before + len(text) - len(claims), names)
        if stated is None:
            return None
        segment.claims = stated
        plays.add_claimed_marker(segment)
    return segment


def _item(text: str, before: int, number: int, use: str, names: Names) -> Item | None:
    """One entry, after ``before`` characters of its line."""
    dice: list[Dice] = []
    for match in _DICE.finditer(text):
        label = LABELS.get(match[1])
        if label is None or label in _BY_THEMSELVES:
            return None
        place = Place(number, before + match.start(1) + 1, before + match.end() + 1)
        dice.append(Dice(label, [int(die) for die in match[2].split(" ")], place))
    if dice:
        if text.find(">", match.end()) >= 0:
            return None
        text = _DICE.sub(_blank, text)
    item = Item(Place(number, 0, 0), dice=dice)
    if text.strip():
        key = (use, text)
        try:
            head = names.pieces[key]
        except KeyError:
            head = _head(text, use, names)
            keep(names.pieces, key, head)
        if head is None:
            return None
        parts, first, last = head
        for name, value, column, behind in parts:
            item.parts[name] = Part(
                [*value] if type(value) is list else value, Place(number, before + column, before + behind)
            )
        first, last = before + first, before + last
    elif dice:
        first = last = dice[0].place.column
    else:
        return None
    if dice:
        if dice[0].place.column < first:  # a later part may be an entry of its own
            return None
        last = max(last, dice[-1].place.end)
    item.place = Place(number, first, last)
    plays.derive(forms.of(use), item)
    return item


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _head(text: str, use: str, names: Names) -> EntryHead | None:
    """An entry without dice, by the tokenizer; None for others.

    It has blanks for the dice. None is for more or less than one entry.
    """
    try:
        tokens = tokenize(text)
        cursor = Cursor(tokens, 0, len(text), names)
        found = items.one(cursor, use, ("slash", "arrow"))
    except LineError:
        return None
    if not cursor.done() or len(found) != 1 or found[0].dice or found[0].place.column != tokens[0].column:
        return None
    own = tuple((n, p.value, p.place.column, p.place.end) for n, p in found[0].parts.items() if not p.derived)
    if any(isinstance(value, (dict, set)) for _, value, _, _ in own):
        return None
    return own, tokens[0].column, tokens[-1].end
