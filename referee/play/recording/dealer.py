"""The deck and the chances of a table that the referee keeps.

Everything comes from the seed that the deal of the record shows, so that whoever has the record can deal it again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from referee.editions.base.turn import back_to_the_deck
from referee.engine.judging.game import Game
from referee.engine.law.ask import Field
from referee.engine.law.question import GivenAnswer, InputKind, Question
from referee.engine.law.table import UNKNOWN
from referee.engine.state.board import Board
from referee.engine.state.hands import cards_of, place_of
from referee.engine.state.hidden import supply
from referee.engine.state.journal import Kind as ChangeKind
from referee.engine.state.rewinder import Rewinder

DEALT = re.compile(r"cards dealt by the referee: seed (\d{1,18})")
"""The remark on the first deal of a record whose deck the referee keeps."""


def remark(seed: int) -> str:
    """The remark on that deal."""
    return f"cards dealt by the referee: seed {seed}"


class Dealer:
    """The Draw Deck of a game, and its other random choices."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed = game, seed

    # ------------------------------------------------------------ the deck

    def deal(self, due: list[tuple[str, int]]) -> dict[str, list[int]]:
        """The cards that a deal brings each side, in its order.

        Fewer where no card is left.
        """
        cards = self._next(self.game.board)
        return {side: [card for _, card in zip(range(n), cards, strict=False)] for side, n in due}

    def draw(self, n: int) -> list[int]:
        """The next cards of the deck; fewer where no card is left."""
        return [card for _, card in zip(range(n), self._next(self.game.board), strict=False)]

    def top(self, board: Board) -> int | None:
        """The card that is drawn next; None if there is none."""
        return next(self._next(board), None)

    def _next(self, board: Board) -> Iterator[int]:
        """The cards in their order.

        Those of older decks, of the last one, and of a reshuffle.
        """
        decks = self._decks(board)
        last = set(decks[-1])
        left = [n for n in board.cards if not place_of(board, n)]
        yield from (n for deck in decks[:-1] for n in deck if n in left and n not in last)
        yield from (n for n in decks[-1] if n in left)
        yield from self._shuffled(board, [n for n in back_to_the_deck(board) if n], len(decks))

    def _decks(self, board: Board) -> list[list[int]]:
        """The Draw Decks at their beginning, top card first.

        The one of the start, and one for each reshuffle.
        """
        changes = self.game.journal.changes
        start = self.game.lines[0].mark if self.game.lines else len(changes)
        first = Rewinder(board, changes).show(start)
        found = [self._shuffled(board, [n for n in first.cards if not place_of(first, n)], 0)]
        for at, change in enumerate(changes[start:], start):
            if change.kind is ChangeKind.RESHUFFLE:
                taken = back_to_the_deck(Rewinder(board, changes).show(at))
                found.append(self._shuffled(board, [n for n in taken if n], len(found)))
        return found

    def _shuffled(self, board: Board, cards: list[int], nth: int) -> list[int]:
        """Cards as the ``nth`` shuffle lays them, the top card first."""
        deck = sorted(cards)
        Random(f"{self.seed} deck {nth}").shuffle(deck)
        rules = board.rules
        if not nth and rules.stacked is not None:
            deck = rules.stacked(deck)
        elif rules.restacked is not None:
            deck = rules.restacked(deck, rules.cards)
        return deck[::-1]

    # ------------------------------------------------------------ what nobody chooses

    def answer(self, q: Question) -> GivenAnswer | None:
        """The answer to a question of chance.

        None where a player decides.
        """
        ask = q.ask
        if ask is None or q.kind != InputKind.ANSWER:
            return None
        if ask.field is Field.DRAW:
            card = self.top(ask.board)
            return GivenAnswer(card, itself=True) if card is not None and ask.holds(card) else None
        b = ask.board
        if ask.field is Field.VALUE and "J" in b.rules.guides:  # a Bot's markers were drawn unseen
            left = supply(b)
            options = [v for v in ask.options() for _ in range(left.get(v, 0))]
        elif ask.context.get("random"):
            held = [n for n in cards_of(b, ask.side) or () if n and ask.holds(n)]
            options = held or [o for o in ask.options() if o != UNKNOWN]
        else:
            return None
        if not options:
            return None
        lot = Random(f"{self.seed} lot {len(self.game.journal.changes)} {ask.address}")
        return GivenAnswer(options[lot.randrange(len(options))], itself=True)


def seed_of(lines: list[str]) -> int | None:
    """The seed of the deck of a record.

    None where the players keep the deck.
    """
    found = next((m for line in lines if line.startswith("deal") and (m := DEALT.search(line))), None)
    return int(found[1]) if found else None
