"""Causes of changes, as paths of values.

A path goes from the line down to the card or the use of a card that acted. ``str`` of a cause is for reports and JSON
only; no code parses it.
"""

from __future__ import annotations

from enum import StrEnum

from referee.engine.state.plain import plain_dataclass


@plain_dataclass(frozen=True)
class LineCause:
    """A line of the record."""

    number: int

    def __str__(self) -> str:
        return f"line {self.number}"


@plain_dataclass(frozen=True)
class Event:
    """The event of a card."""

    card: int

    def __str__(self) -> str:
        return f"card {self.card}"


@plain_dataclass(frozen=True)
class Usage:
    """The use of a card or a line: an Operation, "resolve", "remove-cadre"."""

    name: str

    def __str__(self) -> str:
        return self.name


class Stage(StrEnum):
    """A stage of the game that needs no card."""

    SET_UP = "set-up"
    DEAL = "deal"
    END_OF_TURN = "end of turn"


Cause = LineCause | Event | Usage | Stage
Path = tuple[Cause, ...]
"""For example (AtLine(12), Event(86), Event(120)): events nest."""


def line_of(path: Path) -> int:
    """Return the line of the record that caused a change.

    Returns 0 for the set-up.
    """
    return path[0].number if path and isinstance(path[0], LineCause) else 0


def events_of(path: Path) -> tuple[int, ...]:
    """Return the cards whose events caused a change, the outermost first."""
    return tuple(part.card for part in path if isinstance(part, Event))
