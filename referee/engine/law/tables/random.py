"""The random table: answers from a seeded generator, for a new record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from referee.engine.law.ask import Ask, Field, RollKind
from referee.engine.law.rolls import Roll
from referee.engine.law.table import UNKNOWN, DeadEnd
from referee.engine.law.tables.written import WrittenTable
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.hands import cards_of
from referee.engine.state.queries import Queries


@dataclass(slots=True)
class Cards:
    """The real Draw Deck; the hands are on the board."""

    deck: list[int]
    waiting: list[int] = field(default_factory=list)
    """Reshuffled cards, drawn when the deck is exhausted."""
    back: list[int] = field(default_factory=list)
    """Cards to put back into the deck after the dealt hands are taken up."""

    lay: Callable[[list[int]], list[int]] | None = None
    """The order of shuffled cards; None for a plain shuffle."""

    def copy(self) -> Cards:
        return Cards(list(self.deck), list(self.waiting), list(self.back), self.lay)

    def put_back(self) -> None:
        """Put the waiting cards face down near the middle of the deck."""
        for card in self.back:
            pile = self.deck if self.deck or not self.waiting else self.waiting
            pile.insert(len(pile) // 2, card)
        self.back = []

    def pop(self, random: Random) -> int:
        """Return the next card of the deck."""
        if not self.deck:
            self.deck, self.waiting = self.waiting, []
            random.shuffle(self.deck)
            if self.lay is not None:
                self.deck = self.lay(self.deck)
        return self.deck.pop()


class RandomTable(WrittenTable):
    """A table with random legal answers, kept by segment.

    A dead end raises :class:`DeadEnd`; the caller undoes the action and tries again.
    """

    def __init__(self, random: Random, cards: Cards, board: Board) -> None:
        super().__init__()
        self.random = random
        self.board = board
        self.cards = cards
        self.drew: list[tuple[str, int]] = []
        self.dealt: dict[str, list[int]] = {}
        self.overruled = 0
        """The number of answers allowed only by a card in force (6.2.2)."""
        self.focus = ""
        """The favourite country of this game's Jihadist, "" for none."""
        self.given: dict[Field, Any] = {}
        """Answers fixed beforehand, by field: the card and its use."""

    def answer(self, ask: Ask) -> Any:
        if ask.field in self.given and self.stack[-1].name == "card":
            choice = self.given[ask.field]
            if not ask.holds(choice):
                raise DeadEnd(ask.failures(choice), ask)
        else:
            options = ask.options()
            if not options and not ask.hidden:
                raise DeadEnd((), ask)
            choice = self.choose(ask, options) if options else UNKNOWN  # a card of an unknown hand
        self.stack[-1].answers.append((ask, choice))
        self.overruled += any(r.overruled(ask.board, choice, ask.context) for r in ask.requirements)
        return choice

    def choose(self, ask: Ask, options: list[Any]) -> Any:
        """Return a legal option, with some preference for rare turns."""
        if self.focus and ask.side == "J" and self.focus in options and self.random.random() < 0.6:
            return self.focus
        if self.focus and ask.field == Field.MAJOR and True in options:
            return True
        if self.focus and ask.field == Field.MARKER and "W" in options:
            return "W"
        if self.focus and ask.field == Field.COUNT and ask.side == "J":
            return options[-1]
        return options[self.random.randrange(len(options))]

    def more(self, ask: Ask, so_far: int) -> bool:
        if ask.due is not None:
            return ask.due
        return bool(ask.options()) and self.random.random() < 0.6

    def dice(self, roll: Roll) -> tuple[int, ...]:
        self.note_roll(roll)
        if roll.leads is not None:
            return self._leading(roll)
        if roll.kind == RollKind.PICK and roll.n == 1:
            width = 6 // len(roll.among)
            return (roll.among.index(roll.chosen) * width + self.random.randint(1, width),)
        return tuple(self.random.randint(1, 6) for _ in range(roll.n))

    def _leading(self, roll: Roll) -> tuple[int, ...]:
        """Dice that lead to the chosen candidate; any dice if none do."""
        dice = tuple(self.random.randint(1, 6) for _ in range(roll.n))
        for _ in range(500):
            if roll.leads is None or roll.chosen in roll.leads(dice):
                break
            dice = tuple(self.random.randint(1, 6) for _ in range(roll.n))
        return dice

    def hand(self, side: str) -> list[Any]:
        return list(cards_of(self.board, side) or ())

    def drawn(self, side: str) -> int:
        card = self.cards.pop(self.random)
        self.drew.append((side, card))
        return card

    def new_cards(self, side: str, n: int) -> tuple[int, ...]:
        """Return the cards dealt to a side.

        Both hands are dealt at once, alternately, so that the old deck is used up first.
        """
        if not self.dealt:
            due = {s: (cards_of(self.board, s) or ()).count(0) for s in ("J", "US")}
            self.dealt = {s: [] for s in due}
            alternately = [s for i in range(max(due.values())) for s, count in due.items() if i < count]
            whole = [s for s, count in due.items() for _ in range(count)]
            for s in whole if q.modified(Queries.A_WHOLE_HAND_AT_ONCE, self.board, "", False) else alternately:
                self.dealt[s].append(self.cards.pop(self.random))
            self.cards.put_back()
        return tuple(self.dealt[side][:n])

    def reshuffled(self, cards: list[int]) -> None:
        self.cards.waiting = [c for c in cards if c]

    def put_back(self, card: int) -> None:
        cards = self.cards
        cards.back.append(card)
        if len(cards.deck) + len(cards.waiting) <= self.board.deck:  # no hand is still to be taken up
            cards.put_back()
