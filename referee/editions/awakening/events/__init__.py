"""The events of cards 121 to 240, one function a card.

They are registered like those of the base game (6.2, 11.3.11). Steps of several events are in
:mod:`~referee.editions.awakening.events.steps`, beside the steps of the base game.
"""

from __future__ import annotations

from referee.editions.base.events import load


def load_all() -> None:
    """Import every event, so that requirements and amendments are complete."""
    load(__name__, __path__)
