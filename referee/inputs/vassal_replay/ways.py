"""Ways of playing a line.

A way makes a line; several ways have a line in common.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee.engine.law.ask import Field, RollKind
from referee.engine.law.line import LineHead
from referee.engine.law.rolls import Roll
from referee.engine.law.tables.written import PlayedSegment
from referee.parsers.notation import compose

MAY_FAIL = frozenset({RollKind.RECRUIT, RollKind.TRAVEL, RollKind.JIHAD, RollKind.PLOT, RollKind.WAR_OF_IDEAS})
"""Rolls with traceless failures."""
_SHOWN = frozenset({RollKind.TEST, RollKind.GOVERNANCE, RollKind.POSTURE, RollKind.PRESTIGE, RollKind.PLOT_EFFECT})
_NOTHING_CAME = 3
"""The lowest result of the War of Ideas table."""


@dataclass
class Way:
    """A way of playing a line to the seen position."""

    line: LineHead
    segments: list[PlayedSegment]
    visible_changes: frozenset[str] = frozenset()
    """The countries with a visible change."""

    def __post_init__(self) -> None:
        self.text = compose.written(self.line, self.segments)

    @cached_property
    def key(self) -> Any:
        """Identity of a play, without order of parts and dice.

        It does not matter which die fell for which part.
        """
        bare = re.sub(r"\s*\w*\[[^\]]*\]", "", self.text)
        side, _, bare = bare.partition(" ")
        head, _, rest = bare.partition(" ")
        if not head[:1].isdigit():
            return side, head, _entries(rest)
        uses = (part.strip().partition(" ") for part in rest.split(" / "))
        return side, head, tuple(sorted((use, _entries(entries)) for use, _, entries in uses))

    @property
    def answers(self) -> list[tuple[Any, Any]]:
        """The asks of all segments with their answers."""
        return [pair for played in self.segments for pair in played.answers]

    @property
    def untraced(self) -> bool:
        """Whether a roll without trace may be from elsewhere."""
        rolls = [roll for played in self.segments for roll in played.rolls]
        about = [roll.subject for roll in rolls if roll.subject]
        if len(set(about)) < len(about) or not self.visible_changes.issuperset(about):
            return True
        return any(roll.kind not in _SHOWN and (roll.kind not in MAY_FAIL or _failed(roll)) for roll in rolls)


def _entries(text: str) -> tuple[str, ...]:
    return tuple(sorted(entry.strip() for entry in text.split(",")))


def _failed(roll: Roll) -> bool:
    """Whether a roll, or one of its dice, brought nothing."""
    if roll.kind == RollKind.WAR_OF_IDEAS:
        return bool(roll.outcome == _NOTHING_CAME)
    return not all(roll.outcome) if isinstance(roll.outcome, tuple) else not roll.outcome


def use_of(segments: list[PlayedSegment]) -> str:
    """The use of the card; "" before its choice."""
    return next((str(v) for p in segments for ask, v in p.answers if ask.field == Field.USE), "")


# -------------------------------------------------------------------- several ways


def common_lines(ways: list[Way]) -> Iterator[str]:
    """Common lines of these ways, fullest first, card last."""
    first = ways[0]
    line, use = first.line, use_of(first.segments)
    marked = _marked(ways)
    if marked:
        yield marked
    cards = f"{line.side} {'+'.join(map(str, line.cards))}"
    if use and all(use_of(w.segments) == use and w.line == line for w in ways):
        yield f"{cards}{'+R' if line.reserves else ''} {use}"
    yield cards if line.kind == "card" else first.text


def _marked(ways: list[Way]) -> str:
    """The first way with ``?`` for differing countries, or ""."""
    first = ways[0]
    if any(_shape(w) != _shape(first) or w.line != first.line for w in ways):
        return ""
    segments: list[PlayedSegment] = []
    renamed: dict[str, str] = {}
    for i, played in enumerate(first.segments):
        made = PlayedSegment(played.id, [], list(played.rolls), list(played.before))
        for k, (ask, value) in enumerate(played.answers):
            is_open = any(repr(w.segments[i].answers[k][1]) != repr(value) for w in ways)
            if is_open and not isinstance(value, str):
                return ""
            if is_open:
                renamed[value] = "?"
            made.answers.append((ask, "?" if is_open else value))
        segments.append(made)
    for played in segments:
        for n, roll in enumerate(played.rolls):
            played.rolls[n] = made_roll = copy(roll)
            made_roll.address = roll.address._replace(subject=renamed.get(roll.subject, roll.subject))
    try:
        return compose.written(first.line, segments)
    except (KeyError, ValueError, StopIteration, TypeError, AttributeError):
        return ""


def _shape(way: Way) -> list[object]:
    return [(p.id, [(ask.field, ask.item) for ask, _ in p.answers]) for p in way.segments]
