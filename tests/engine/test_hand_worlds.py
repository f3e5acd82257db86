"""The knowledge of hands, compared with all courses of small games."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.editions.base import turn
from referee.editions.base.ruleset import BASE
from referee.engine.law.play import Play
from referee.engine.law.tables.probe import ProbeTable
from referee.engine.state import hands
from referee.engine.state import queries as q
from referee.engine.state.board import empty_board
from referee.engine.state.card_changes import DECK
from referee.engine.state.hand import hand_of
from referee.engine.state.journal import Journal
from tests.helpers.hunting import examples

SIDES = ("J", "US")
World = tuple[str, ...]
"""The place of each named card.

It is a side, ``deck``, ``pile``, or a place in the middle of a trade.
"""
Step = tuple[str, str, int]
"""What happens, a side, and a pick among its possible cards."""


class Worlds:
    """A small game on a board, and all its courses that fit.

    Some cards have names, the others never show theirs.
    """

    def __init__(self, named: int, others: int) -> None:
        self.cards = range(1, named + 1)
        b = empty_board(BASE)
        b.hand_j = b.hand_us = 0
        b.held_j = b.held_us = hand_of(())
        b.deck = named + others
        b.removed = tuple(n for n in b.cards if n > b.deck)
        self.play = Play(b, Journal(b), ProbeTable([]))
        self.number = {"deck": b.deck, "pile": 0, "J": 0, "US": 0, "J gives": 0, "US gives": 0}
        self.worlds: set[World] = {("deck",) * named}
        self.counts = False
        """Whether the number of cards in the deck can tell more than the board knows."""

    # ------------------------------------------------------------ what may be

    def possible(self, side: str) -> list[int]:
        """The cards that the hand holds in some course."""
        return [card for card in self.cards if any(w[card - 1] == side for w in self.worlds)]

    def certain(self, side: str) -> set[int]:
        """The cards that the hand holds in every course."""
        return {card for card in self.cards if all(w[card - 1] == side for w in self.worlds)}

    def allowed(self, side: str) -> list[int]:
        """The cards that the board lets the side play."""
        b = self.play.board
        there = (card for card in self.cards if hands.place_of(b, card) in ("", side))
        return [card for card in there if hands.may_hold(b, side, card)]

    def known(self, side: str) -> set[int]:
        """The cards that the board is certain of."""
        return {card for card in hands.cards_of(self.play.board, side) or () if card}

    # ------------------------------------------------------------ what happens

    def _move(self, origin: str, to: str, card: int = 0) -> None:
        """Move a card, 0 for an unnamed one, in every way."""
        self.worlds = {new for world in self.worlds for new in self._moved(world, origin, to, card)}
        self.number[origin] -= 1
        self.number[to] += 1

    def _moved(self, world: World, origin: str, to: str, card: int) -> Iterator[World]:
        for n in (card,) if card else self.cards:
            if world[n - 1] == origin:
                yield (*world[: n - 1], to, *world[n:])
        if not card and self.number[origin] > world.count(origin):
            yield world

    def _from_deck(self, side: str) -> None:
        if not self.number["deck"]:
            self.counts = True
            self.worlds = {tuple("deck" if place == "pile" else place for place in world) for world in self.worlds}
            self.number["deck"], self.number["pile"] = self.number["pile"], 0
        self.counts |= any(world.count("deck") == self.number["deck"] for world in self.worlds)
        self._move("deck", side)

    def draw(self, side: str) -> None:
        b = self.play.board
        b.decks = b.reshuffles + 2  # the game goes on
        if self.number["deck"] or self.number["pile"]:
            turn.draw(self.play, side)
            self._from_deck(side)

    def leave(self, side: str, card: int = 0, to: str = "pile") -> None:
        self.play.hand_loses(side, card)
        self.play.put_card(card, "discards" if to == "pile" else DECK)
        self._move(side, to, card)

    def name(self, side: str, card: int) -> None:
        self.play.name_cards(side, (card,))
        self.worlds = {world for world in self.worlds if world[card - 1] == side}

    def trade(self, side: str, card: int) -> None:
        """Exchange a card, 0 for an unnamed one, for an unnamed one."""
        other = "J" if side == "US" else "US"
        given, taken = self.play.hand_loses(side, card), self.play.hand_loses(other)
        self.play.hand_gains(other, (given,))
        self.play.hand_gains(side, (taken,))
        self._move(side, f"{side} gives", card)
        self._move(other, f"{other} gives")
        self._move(f"{side} gives", other, card)
        self._move(f"{other} gives", side)

    def turn(self) -> None:
        """Discard both hands unnamed, and deal the next ones."""
        b = self.play.board
        for side in SIDES:
            while self.number[side]:
                self.leave(side)
        b.decks = b.reshuffles + 2
        most = {side: q.hand_size(b, side) for side in SIDES}
        turn.deal(self.play)
        while any(self.number[side] < most[side] for side in SIDES):
            for side in SIDES:
                if self.number[side] < most[side]:
                    self._from_deck(side)

    def step(self, what: str, side: str, pick: int) -> None:
        """Take one step, if it is possible."""
        cards = self.possible(side)
        card = cards[pick % len(cards)] if cards else 0
        if what == "deal":
            self.turn()
        elif what == "draw" or not self.number[side]:
            self.draw(side)
        elif what == "leave unnamed":
            self.leave(side)
        elif what == "trade":
            if all(self.number[one] for one in SIDES):
                self.trade(side, card if pick % 3 == 0 else 0)
        elif card and what == "leave":
            self.leave(side, card)
        elif card and what == "name":
            self.name(side, card)
        elif card and what == "put back":
            self.leave(side, card, "deck")


USUAL = ("draw", "draw", "draw", "leave", "leave unnamed", "leave unnamed", "name")


def steps(*what: str, most: int) -> st.SearchStrategy[list[Step]]:
    step = st.tuples(st.sampled_from(what), st.sampled_from(SIDES), st.integers(0, 99))
    return st.lists(step, min_size=most // 2, max_size=most)


def played(game: Worlds, taken: list[Step]) -> Iterator[str]:
    """Take the steps one by one, and give each side after it."""
    for step in taken:
        game.step(*step)
        assert game.worlds
        yield from SIDES


@settings(max_examples=examples(60))
@given(steps(*USUAL, most=60))
def test_what_is_known_of_hands_is_all_that_can_be_known(taken: list[Step]) -> None:
    """In the first deck nothing else is allowed."""
    game = Worlds(4, 8)
    for side in played(game, taken):
        assert set(game.possible(side)) <= set(game.allowed(side))
        assert game.counts or game.allowed(side) == game.possible(side)


@settings(max_examples=examples(100))
@given(steps(*USUAL, "put back", "trade", most=50))
def test_no_course_of_a_game_with_trades_is_refused(taken: list[Step]) -> None:
    game = Worlds(5, 3)
    for side in played(game, taken):
        assert set(game.possible(side)) <= set(game.allowed(side))
        assert game.known(side) <= game.certain(side)


@settings(max_examples=examples(30), deadline=None)
@given(steps(*USUAL, "put back", "trade", "deal", "deal", most=12))
def test_no_course_of_a_game_of_several_turns_is_refused(taken: list[Step]) -> None:
    """The deck runs out in the middle of some deals."""
    game = Worlds(4, 20)
    for side in played(game, taken):
        assert set(game.possible(side)) <= set(game.allowed(side))
        assert game.known(side) <= game.certain(side)
