"""Variants of a written play: another side, card, country, or other dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine.state.plain import replace
from referee.engine.state.script import Action, Dice, Part, Segment, Statement

OTHER = {"J": "US", "US": "J"}


def same_play(one: Action, other: Action) -> bool:
    """Return whether two lines have the same meaning, in any spelling."""
    return one is not other and _said(one) == _said(other)


def _said(action: Action) -> tuple[Any, ...]:
    return (
        action.kind,
        action.side,
        action.cards,
        action.reserves,
        action.use,
        [_of_segment(s) for s in action.segments],
        [_of_statement(s) for s in action.statements],
        {name: part.value for name, part in action.parts.items()},
    )


def _of_segment(s: Segment) -> tuple[Any, ...]:
    items = [({n: p.value for n, p in i.parts.items()}, [(d.label, d.values) for d in i.dice]) for i in s.items]
    return s.name, s.use, s.card, s.side, s.reserves, items, [_of_statement(c) for c in s.claims]


def _of_statement(s: Statement) -> tuple[str, str, Any]:
    return s.subject, s.field, s.value


def by_the_other_side(action: Action) -> Action:
    """Return the same play by the other side."""
    segments = [
        replace(s, side=OTHER[s.side]) if s.side == action.side and s.prefix != "side" else s for s in action.segments
    ]
    return replace(action, side=OTHER[action.side], segments=segments)


def with_card(action: Action, at: int, card: int) -> Action:
    """The same play with another card for the one at index ``at``."""
    old = action.cards[at]
    cards = (*action.cards[:at], card, *action.cards[at + 1 :])
    segments = [replace(s, card=card) if s.card == old else s for s in action.segments]
    return replace(action, cards=cards, segments=segments)


def all_dice(action: Action) -> list[tuple[Dice, int]]:
    """Return every die on a line, with its place in its brackets."""
    written = [dice for s in action.segments for item in s.items for dice in item.dice]
    return [(dice, n) for dice in written for n, value in enumerate(dice.values) if value is not None]


def with_dice(action: Action, dice: Dice, values: list[int | None]) -> Action:
    """Return the same play with other values in one pair of brackets."""
    misread = replace(dice, values=values)
    segments = [
        replace(s, items=[replace(i, dice=[misread if d is dice else d for d in i.dice]) for i in s.items])
        for s in action.segments
    ]
    return replace(action, segments=segments)


def with_die(action: Action, dice: Dice, n: int, value: int) -> Action:
    """Return the same play with one die changed."""
    return with_dice(action, dice, [*dice.values[:n], value, *dice.values[n + 1 :]])


def countries_of(action: Action) -> list[str]:
    """Return the countries named by a line, each once, three at most."""
    items = [*action.items, *(item for s in action.segments for item in s.items)]
    named = [name for item in items for name in item.countries()]
    return list(dict.fromkeys(n for n in (*named, *(s.subject for s in action.statements)) if n))[:3]


def elsewhere(action: Action, here: str, there: str) -> Action:
    """Return the same play with another country in place of one."""

    def other(part: Part) -> Part:
        return replace(part, value=there) if part.value == here else part

    segments = [
        replace(s, items=[replace(i, parts={f: other(p) for f, p in i.parts.items()}) for i in s.items])
        for s in action.segments
    ]
    return replace(action, segments=segments)


def elsewheres(action: Action, places: list[str]) -> Iterator[Action]:
    """Yield the same play with each of these countries for its own."""
    for there in places:
        for here in countries_of(action):
            if here != there:
                yield elsewhere(action, here, there)
