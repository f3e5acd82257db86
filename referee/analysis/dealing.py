"""The unseen cards, dealt at random: hidden hands, Draw Deck, face-down Plots."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from referee.engine.law.tables.random import Cards
from referee.engine.state import hands
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.data import Side
from referee.engine.state.hand import Hand, hand_of
from referee.engine.state.rewinder import twin

Lay = Callable[[list[int]], list[int]]
SIDES: tuple[Side, Side] = ("J", "US")


class Dealing:
    """The hidden cards of a position, prepared for many deals."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.known: dict[str, tuple[int, ...]] = {}
        """The cards of each hand, 0 for each hidden one."""
        for side in SIDES:
            size = board.hand(side)
            cards = hands.cards_of(board, side) or ()
            due = len(cards) if size is None and cards else q.hand_size(board, side) if size is None else size
            top = hands.pile_of(board, side) if len(cards) == due else cards
            self.known[side] = (*top, *(0,) * due)[:due]
        lies = {*board.discards, *board.removed, *board.lapsing, *board.boxed, *board.in_play}
        self.unseen = tuple(n for n in board.cards if n not in lies and all(n not in k for k in self.known.values()))
        self.may: dict[str, frozenset[int]] = {side: self._may_hold(side) for side in SIDES}

    def hold(self, side: str, cards: tuple[int, ...]) -> None:
        """Put these cards on a side's hand, in place of hidden ones."""
        rest = list(self.known[side])
        for card in cards:
            rest.remove(card if card in rest else 0 if 0 in rest else rest[-1])
        self.known[side] = (*cards, *rest)
        self.unseen = tuple(n for n in self.unseen if n not in cards)
        self.may = {who: found - set(cards) for who, found in self.may.items()}

    def _may_hold(self, side: str) -> frozenset[int]:
        """Return the unseen cards that a hidden hand can contain."""
        b = self.board
        if 0 not in self.known[side] or hands.held_by(b, side) is None:
            return frozenset(self.unseen)
        return frozenset(
            n for n in self.unseen if hands.may_hold(b, side, n) and hands.broken_obligation(b, side, n) is None
        )

    def deal(self, random: Random) -> tuple[Board, Cards]:
        """A separate board with full hands and Plot values, and its deck."""
        made = twin(self.board)
        made.unknown = frozenset()
        lay, again = self._laid(made)
        left = list(self.unseen)
        random.shuffle(left)
        if lay is not None:
            left = lay(left)
        n = min(max(made.deck, 0), len(left))
        made.hand_j, made.held_j = self._hand("J", left)
        made.hand_us, made.held_us = self._hand("US", left)
        made.obligations = ()
        if len(made.worlds) > 1:
            made.worlds = (made.worlds[random.randrange(len(made.worlds))],)
        deck, others = left[:n], left[n:]
        made.deck = len(deck)
        made.discards = tuple([n or (others.pop() if others else 0) for n in made.discards])
        return made, Cards(deck, lay=again)

    def _hand(self, side: str, left: list[int]) -> tuple[int, Hand]:
        """A hand completed from the top of the rest, if it suffices."""
        cards = []
        for card in self.known[side]:
            if not card and left:
                top = len(left) - 1
                at = next((i for i in range(top, -1, -1) if left[i] in self.may[side]), top)
                cards.append(left.pop(at))
            elif card:
                cards.append(card)
        return len(cards), hand_of(cards)

    def _laid(self, board: Board) -> tuple[Lay | None, Lay | None]:
        """Return the order of shuffled cards, now and after a reshuffle.

        The last card is on top.
        """
        restacked, cards = board.rules.restacked, board.rules.cards
        again = None if restacked is None else lambda shuffled: restacked(shuffled, cards)
        return (again if board.reshuffles else board.rules.stacked or again), again
