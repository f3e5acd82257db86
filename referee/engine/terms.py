"""The terms under which an operation is carried out."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Terms:
    """What a card, or the event that calls for it, gives an operation.

    ``value`` is 1 to 3, Reserves included. ``waived`` names requirements that do not apply, ``why`` the card or rule
    that lifts them. ``free`` marks an operation made by an event, which spends no card and needs no value.
    """

    value: int
    side: str
    waived: frozenset[str] = field(default_factory=frozenset)
    why: str = ""
    free: bool = False
    card: int = 0
