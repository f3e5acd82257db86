"""Conclusions from the parts of a play.

They are drawn after the reading of the parts, in any form of writing. They are the use of a card, the numbers of
further cards, the order of event and Operation, the continuation of a play above, and implied answers: the number of
rolls from the dice, a marker from a claim.
"""

from __future__ import annotations

from typing import Any

from referee.engine.law import forms
from referee.engine.law.forms import CELLS, COUNT, SADR, WHERE, EntryForms
from referee.engine.state.plain import NamedTuple
from referee.engine.state.script import Action, Item, Part, Place, Segment
from referee.parsers import entries, faults
from referee.parsers.faults import Fault, LineError

BOARD_KINDS = ("board", "setup", "set", "check")
"""Kinds of lines of statements, which a continuation may follow."""
MAX_SEGMENTS = 100
"""Most parts of one action: Operations, events, resolved Plots."""
MAX_LINES = 60
"""Most lines of one action, with its continuations."""


class Misuse(NamedTuple):
    """An impossible combination of parts."""

    place: Place
    error: LineError


def _misuse(fault: Fault, place: Place, *, write: str = "", **facts: Any) -> Misuse:
    return Misuse(place, LineError(fault, place.column, place.end, write=write, **facts))


def derive(use: EntryForms, item: Item) -> None:
    """Add implied answers: the number of rolls, and a reroll."""
    parts = item.parts
    for form in use.labels:
        if any(d.label == form.name for d in item.dice):
            parts[form.name] = Part(True, item.place, derived=True)
    if use.rolls and WHERE.name in parts and COUNT.name not in parts:
        cells = parts.get(CELLS.name)
        loose = sum(len(d.values) for d in item.dice if not d.label)
        if loose:
            parts[COUNT.name] = Part(loose, item.place, derived=True)
        elif cells is not None and isinstance(cells.value, str):
            n = len(cells.value.removesuffix(SADR)) + cells.value.endswith(SADR)
            parts[COUNT.name] = Part(n, item.place, derived=True)


def add_claimed_marker(segment: Segment) -> None:
    """Add the marker of an Alert that only a claim names."""
    if segment.use == "alert" and segment.items:
        for claim in segment.claims:
            if claim.field == "plot":
                segment.items[0].parts.setdefault("value", Part(claim.value, claim.place, derived=True))


def rolled_again(item: Item) -> bool:
    """Whether a set-up roll is made again; those come last."""
    return "again" in item.parts


def held_error(segments: list[Segment]) -> Misuse | None:
    """Error of a held last card beside something else."""
    found = next((s for s in segments if s.use == "hold"), None)
    return _misuse(faults.HELD_ALONE, found.place, write="US hold") if found else None


def finish(action: Action, last: Place, added: Place | None) -> Misuse | None:
    """Set the use of a card play; return an impossible one.

    ``last`` is the place of its last card, ``added`` that of Reserves added to it.
    """
    if (len(action.segments) > 1 or action.segments[0].prefix) and (misuse := held_error(action.segments)) is not None:
        return misuse
    if len(action.cards) == 2 and 0 < action.cards[1] < 3 and all(s.use != "reassess" for s in action.segments):
        first, second = action.cards
        return _misuse(faults.TWO_CARDS, last, first=first, second=second)
    _name_use(action)
    used = action.parts["use"]
    if added is not None and action.use in (action.segments[0].use, action.segments[0].name):
        if added.line == used.place.line:  # Reserves are part of how the card is used
            used = Part(used.value, Place(added.line, added.column, max(added.end, used.place.end)))
        action.parts["use"] = used
    for before, s in zip(action.segments, action.segments[1:], strict=False):
        if s.name == "no event":  # nothing happened in between: its claims belong to the segment before
            before.claims, s.claims = [*before.claims, *s.claims], []
    return None


def _further_cards(action: Action) -> None:
    """Set the card numbers of further segments and first events."""
    card: int | None = None
    whose = ""
    used = further_card = False
    """Whether the first card has its Operation.

    A later one of its side is none of a further card.
    """
    for s in action.segments:
        if s.prefix:
            further_card = further_card or s.prefix == "card"
            card, whose = (s.card, s.side) if s.prefix == "card" else (None, "")
        elif card is not None and s.name == "op" and not used and whose != action.side:
            card = None
        elif card is not None and s.card is None:
            s.card = card
        used = used or (s.name == "op" and s.prefix != "card" and s.side == action.side and s.card is None)
    if further_card and len(action.cards) == 1:
        for s in action.segments:
            if s.name in ("event", "no event") and s.card is None:
                s.card = action.cards[0]


def _name_use(action: Action) -> None:
    """Set the card's use: operation, event, or leftover."""
    _further_cards(action)
    own = [s for s in action.segments if s.prefix != "card" and s.side == action.side]
    operation = next((s for s in own if s.name == "op" and s.card is None), None)
    chosen = operation or next((s for s in action.segments if s.name != "no event"), action.segments[0])
    action.use = chosen.name if chosen.name in forms.LEFT_OVER else chosen.use
    action.parts["use"] = Part(action.use, chosen.place)
    seen_op = False
    for s in action.segments:
        if s.name == "op":
            seen_op = seen_op or s is chosen
        elif chosen.name == "op":
            order = "after" if seen_op else "first"
            key = f"order.{s.card}" if s.card else "order"
            action.parts.setdefault(key, Part(order, s.place))
    if chosen.name == "op":
        for n in action.cards:
            if "order" in action.parts:
                action.parts.setdefault(f"order.{n}", action.parts["order"])


def join(action: Action, segments: list[Segment]) -> None:
    """Attach segments to their action."""
    for s in segments:
        action.misspelt.extend(s.misspelt)
        s.misspelt = []
        if s.name == "more" and action.segments:
            last = action.segments[-1]
            last.claims.extend(s.claims)
            add_claimed_marker(last)
            continue
        same = next((x for x in action.segments if x.name == s.name == "event" and x.card == s.card), None)
        if same is not None:
            same.items.extend(s.items)
            same.claims.extend(s.claims)
        elif s.name == "op" and action.segments and _same_play(action.segments[-1], s):
            last = action.segments[-1]
            last.items = entries.normal(last.use, [*last.items, *s.items])
            last.claims.extend(s.claims)
        else:
            action.segments.append(s)
            if s.name in ("event", "no event") and action.use not in ("event", ""):
                for n in action.cards:
                    action.parts.setdefault(f"order.{n}", Part("after", s.place))
    _further_cards(action)


def _same_play(before: Segment, s: Segment) -> bool:
    """Whether an operation's own line continues the one above."""
    return (before.name, before.use, before.side) == (s.name, s.use, s.side) and s.prefix != "card"
