"""The terms under which an operation is carried out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms that a card, or the event that calls for it, gives an operation.

    ``value`` is the Operations value, 1 to 3, Reserves included.
    """

    value: int
