"""Mistakes with the cards in the hands."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from referee.editions.base import events
from referee.engine.board import Board
from referee.trials.mutation.model import Mistake, movable, mutator, plain

PLACES_A_MARKER = (57, 58)
"""Jihadist cards whose event puts down a marker and does nothing to Prestige."""


@mutator("two cards where one is played")
def two_cards(b: Board, r: Random) -> Iterator[Mistake]:
    for first in plain(b, "US", 1, 2):
        for second in plain(b, "US", 1):
            if first != second and movable(b):
                yield Mistake((f"US {first}+{second} reserves",), "illegal", "5.2.2.1")


@mutator("one card twice for a Reassessment")
def card_twice(b: Board, r: Random) -> Iterator[Mistake]:
    if b.played == 0 and (b.hand_us or 0) > 1:
        for card in plain(b, "US", 3):
            yield Mistake((f"US {card}+{card} reassess",), "impossible", "4.10.3")


@mutator("a card out of the other hand")
def foreign_hand(b: Board, r: Random) -> Iterator[Mistake]:
    if b.stage != "action" or b.side != "J" or not plain(b, "J", 1, 2) or (b.hand_j or 0) < 2:
        return
    for card in b.cards_us or ():
        if b.cards[card].side in ("J", None) and not b.cards[card].auto and b.cards[card].ops < 3:
            yield Mistake((f"J {card} reserves",), "impossible", "5.3.2")


@mutator("Prestige misread after an event that was triggered")
def claim_behind_event(b: Board, r: Random) -> Iterator[Mistake]:
    if b.stage != "action" or b.side != "US" or not b["Philippines"].marked:
        return
    for card in b.cards_us or ():
        if card in PLACES_A_MARKER and b.cards[card].ops < 3 and not events.refusals(b, card, "J", False):
            wrong = b.prestige + (1 if b.prestige < 12 else -1)
            yield Mistake((f"US {card} reserves / event => prestige {wrong}",), "outcome", "4.7.1")
