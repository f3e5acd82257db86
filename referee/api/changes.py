"""Changes of the board as values, independent of the board itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from referee.engine.state.data import CountryData
from referee.engine.state.journal import Change as EngineChange
from referee.engine.state.ruleset import Ruleset

_INSIDE = frozenset(
    {
        "worlds",
        "tokens",
        "sightings",
        "sighted",
        "memo",
        "obligations",
        "disputes",
        "unknown",
        "named",
        "one_shot",
        "muslim",
        "non_muslim",
        "shia_mix",
    }
)
"""Fields for the referee's own use: they are on no table."""


@dataclass(frozen=True, slots=True)
class Value:
    """One changed value."""

    place: str
    """The country, or "" for the tracks, boxes and piles."""
    name: str
    """The name of its field, such as ``troops`` or ``prestige``."""
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Change:
    """One change of the board with its rule and its cause."""

    kind: str
    """The kind of the change, such as ``move troops``."""
    subject: str
    """The changed country, track or card."""
    values: tuple[Value, ...]
    rule: str
    """The rule that decides, or the card whose event does: ``card 86``."""
    cause: tuple[str, ...]
    """The path from the line down to the rule that acted: ``("line 12", "card 86")``."""
    note: str = ""
    touches: str = ""
    """The paragraph on the thing that a card's event changed.

    It is "" for any other change.
    """


def _value(place: str, name: str, before: Any, after: Any) -> Value:
    if name.startswith("held_"):  # for a hand, the cards that are known to be there
        name = name.replace("held", "cards")
        before, after = (None if hand is None else hand.cards for hand in (before, after))
    if isinstance(before, CountryData):  # a mat that is turned over: its print belongs to the map
        name, before, after = "side", _side(before), _side(after)
    if isinstance(before, Ruleset):
        before, after = before.name, after.name
    return Value(place, name.replace("_", " "), before, after)


def _side(data: CountryData) -> str:
    return "Muslim" if data.muslim else "non-Muslim"


def public(changes: Iterable[EngineChange]) -> tuple[Change, ...]:
    """Return changes of the journal as values.

    One of the kind "told" has no values; its note explains a result.
    """
    return tuple(
        Change(
            str(c.kind),
            c.subject,
            tuple(_value(place, name, before, after) for place, name, before, after in c.writes if name not in _INSIDE),
            c.rule,
            tuple(str(part) for part in c.cause),
            c.note,
            c.touches,
        )
        for c in changes
        if c.writes or c.note
    )
