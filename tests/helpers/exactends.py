"""Exact values of positions shortly before the end.

Each die and each choice of the flowcharts is enumerated.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from random import Random
from typing import Any

from referee.analysis.choosers import GOES_ON
from referee.analysis.dealing import Dealing
from referee.analysis.rollout import Rollout
from referee.engine.law.play import Play
from referee.engine.law.tables.random import Cards, RandomTable
from referee.engine.record.setup import start
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.cause import Stage
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, POOR
from referee.engine.state.hand import hand_of
from referee.engine.state.hands import cards_of
from referee.engine.state.journal import Journal
from referee.engine.state.rewinder import twin
from referee.trials.games import setup_for


class TooManyError(Exception):
    """More ways than are worth the time."""


class Branches(Random):
    """A substitute for a generator, with a fork at each draw.

    A script takes one way at each fork.
    """

    def __init__(self, script: list[int]) -> None:
        super().__init__(0)
        self.script = script
        self.forks: list[tuple[float, ...]] = []

    def _fork(self, weights: tuple[float, ...]) -> int:
        at = len(self.forks)
        self.forks.append(weights)
        if at == len(self.script):
            self.script.append(0)
        return self.script[at]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        n = start if stop is None else stop - start
        return (0 if stop is None else start) + (self._fork((1 / n,) * n) if n > 1 else 0)

    def randint(self, a: int, b: int) -> int:
        return self.randrange(a, b + 1)

    def random(self) -> float:
        return (0.0, 1.0)[self._fork((GOES_ON, 1 - GOES_ON))]

    def shuffle(self, x: Any) -> None:
        """The deck is spent: no order of it matters any more."""

    @property
    def weight(self) -> float:
        return prod(weights[way] for weights, way in zip(self.forks, self.script, strict=True))

    def next(self) -> list[int] | None:
        """The script of the next way; None after the last."""
        script = self.script[: len(self.forks)]
        while script and script[-1] + 1 == len(self.forks[len(script) - 1]):
            script.pop()
        if not script:
            return None
        script[-1] += 1
        return script


def exact(board: Board, cards: Cards, most: list[int]) -> float:
    """The chance of the US.

    ``most`` is the number of ways that may be looked at. Raises :class:`TooManyError`.
    """
    ways: dict[Any, tuple[float, Rollout | None]] = {}
    script: list[int] | None = []
    value = 0.0
    while script is not None:
        most[0] -= 1
        if most[0] < 0:
            raise TooManyError
        branches = Branches(script)
        game = Rollout(twin(board), cards.copy(), branches)
        goes_on = game.step()
        if not goes_on or game.stuck:
            value += branches.weight * game.play().us
        else:
            key = (game.journal.net(0), tuple(game.cards.deck))
            before = ways[key][0] if key in ways else 0.0
            ways[key] = before + branches.weight, game
        script = branches.next()
    return value + sum(w * exact(game.board, game.cards, most) for w, game in ways.values() if game is not None)


def beginning(name: str, decks: int, seed: int, way: str = "") -> tuple[Board, Cards]:
    """A scenario with its cards shuffled and dealt."""
    setup = setup_for(name, decks, None, way, seed)
    board = setup.board()
    cards = Cards([n for n in board.cards if n not in board.removed])
    table = RandomTable(Random(seed), cards, board)
    start(Play(board, Journal(board), table, (Stage.SET_UP,)), setup, [], None)
    return board, cards


@lru_cache(maxsize=8)
def _midway(name: str, seed: int) -> tuple[Board, list[int]]:
    """A position with a card to play, and the deck's cards.

    It comes from a chooser's game.
    """
    board, _ = beginning(name, 1, seed)
    random = Random(f"last {seed}")
    made, cards = Dealing(board).deal(random)
    game = Rollout(made, cards, random)
    n = random.randrange(20, 60)
    while game.actions < n and game.step():
        pass
    while not (game.board.stage == "action" and cards_of(game.board, game.board.side)) and game.step():
        pass
    return game.board, game.cards.deck


def last_moments(name: str, seed: int) -> tuple[Board, Cards]:
    """A position with one card in one hand, and a short deck.

    The deck has too few cards for another turn.
    """
    board, deck = _midway(name, seed // A_GAME)
    random = Random(f"last {name} {seed}")
    b, deck = twin(board), list(deck)
    random.shuffle(deck)
    one = (deck.pop(),)
    hands = (one, ()) if b.side == "J" else ((), one)
    b.hand_j, b.hand_us = map(len, hands)
    b.held_j, b.held_us = map(hand_of, hands)
    b.discards, b.deck = (*b.discards, *deck[LEFT_IN_DECK:]), LEFT_IN_DECK
    _even(b, random)
    return b, Cards(deck[:LEFT_IN_DECK])


A_GAME = 20
"""Positions that are made of one game."""


def _even(b: Board, random: Random) -> None:
    """Change Governance until Resources are close to the decisive number.

    These are Good and Islamist Resources.
    """
    names = [n for n in b.muslim if b[n].governance]
    for _ in range(500):
        good, islamist = q.good_resources(b), q.islamist_resources(b)
        if 0 < good < 10 and 2 * islamist - 1 <= good <= 2 * islamist + 2:
            return
        c = b[random.choice(names)]
        c.governance = random.choice(
            (GOOD, FAIR, FAIR, POOR, POOR) if islamist > 1 else (GOOD, FAIR, POOR, ISLAMIST_RULE)
        )


LEFT_IN_DECK = 3
