"""Hands as slots in time.

Real events are never impossible, and certain consequences are known.
"""

from __future__ import annotations

from random import Random

import pytest

from referee.editions.base.ruleset import BASE
from referee.engine.law.play import Play
from referee.engine.law.tables.probe import ProbeTable
from referee.engine.state import hands
from referee.engine.state.board import Board, empty_board
from referee.engine.state.hand import Sightings, hand_of
from referee.engine.state.journal import Journal
from tests.helpers.hunting import examples

CARDS = range(1, 13)


class Truth:
    """A small deck with visible cards.

    The board beside it has only the known facts.
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.deck = self.random.sample(CARDS, len(CARDS))
        self.hands: dict[str, list[int]] = {"J": [], "US": []}
        self.pile: list[int] = []
        board: Board = empty_board(BASE)
        board.hand_j = board.hand_us = 0
        board.held_j = board.held_us = hand_of(())
        self.play = Play(board, Journal(board), ProbeTable([]))

    def told(self, card: int, often: float = 0.5) -> int:
        return card if self.random.random() < often else 0

    def reshuffle(self) -> None:
        b = self.play.board
        seen = hands.sightings_after(b, b.discards, self.play.journal.mark() + 1)
        self.play.write("reshuffle", "", "5.3.1", (b, "discards", ()), (b, "decks", b.decks + 1), (b, "sighted", seen))  # type: ignore[arg-type]
        self.deck, self.pile = self.random.sample(self.pile, len(self.pile)), []

    def draw(self, side: str) -> None:
        if not self.deck:
            self.reshuffle()
        if self.deck:
            card = self.deck.pop()
            self.hands[side].append(card)
            self.play.hand_gains(side)
            if self.random.random() < 0.4:
                self.name(side, card)

    def name(self, side: str, card: int) -> None:
        """Name a card of a hand, with no objection."""
        b = self.play.board
        assert hands.place_of(b, card) in ("", side)
        known = hands.held_by(b, side)
        assert known is not None
        assert known.naming((card,), b.sighted, 0, 0) is not None
        self.play.name_cards(side, (card,))
        assert card in (hands.cards_of(b, side) or ())

    def leaves(self, side: str, card: int, told: int) -> None:
        b = self.play.board
        self.hands[side].remove(card)
        if told:
            assert hands.place_of(b, card) in ("", side)
            assert hands.may_hold(b, side, card)

    def discard(self, side: str) -> None:
        card = self.random.choice(self.hands[side])
        told = self.told(card)
        self.leaves(side, card, told)
        self.play.hand_loses(side, told)
        self.play.put_card(told, "discards")
        self.pile.append(card)

    def trade(self) -> None:
        given = {side: self.random.choice(self.hands[side]) for side in ("J", "US")}
        told = {side: self.told(card, 0.3) for side, card in given.items()}
        for side, card in given.items():
            self.leaves(side, card, told[side])
        slots = {side: self.play.hand_loses(side, told[side]) for side in ("J", "US")}
        for side, other in (("J", "US"), ("US", "J")):
            self.play.hand_gains(side, (slots[other],))
            self.hands[side].append(given[other])

    def holds(self) -> None:
        """The truth of certain facts, and of the sizes."""
        for side, real in self.hands.items():
            known = hands.cards_of(self.play.board, side)
            assert known is not None
            assert len(known) == len(real)
            assert {n for n in known if n} <= set(real)


@pytest.mark.parametrize("seed", range(examples(100)))
def test_what_really_happened_is_never_impossible(seed: int) -> None:
    truth = Truth(seed)
    for _ in range(60):
        side = truth.random.choice(("J", "US"))
        what = truth.random.random()
        if what < 0.4 or not truth.hands[side]:
            truth.draw(side)
        elif what < 0.8:
            truth.discard(side)
        elif what < 0.9 and all(truth.hands.values()):
            truth.trade()
        else:
            truth.name(side, truth.random.choice(truth.hands[side]))
        truth.holds()


def test_the_last_known_card_is_found_out() -> None:
    hand = hand_of((60, 62, 64)).loses(0, Sightings(), 5)
    assert hand is not None
    assert hand.cards == (0, 0)
    hand = hand.loses(60, Sightings(), 6)
    assert hand is not None
    hand = hand.loses(62, Sightings(), 7)
    assert hand is not None
    assert (hand.size, hand.found_out, hand.loses(64, Sightings(), 8)) == (0, ((64, 5),), None)


def test_two_unnamed_cards_of_three_leave_one() -> None:
    hand = hand_of((60, 62, 64)).loses(0, Sightings(), 5)
    assert hand is not None
    hand = hand.loses(0, Sightings(), 6)
    assert hand is not None
    assert hand.cards == (0,)
    for card in (60, 62, 64):
        assert hand.loses(card, Sightings(), 7) is not None
    assert hand.loses(66, Sightings(), 7) is None
