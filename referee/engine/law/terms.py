"""The terms under which an operation is carried out."""

from __future__ import annotations

from referee.engine.state.plain import plain_dataclass


@plain_dataclass(frozen=True)
class Terms:
    """The terms of an operation, from a card or an event.

    ``value`` is the Operations value, 1 to 3, Reserves included.
    """

    value: int
    least: int = 3
    """The least value that it may have; below ``value`` only if a card is not named."""
