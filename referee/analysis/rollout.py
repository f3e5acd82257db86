"""Rollouts: a position played on to its end by the choosers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from referee.analysis.choosers import ChooserTable, ReservesError, adds_as_needed, seated
from referee.analysis.dealing import SIDES, Dealing
from referee.editions.awakening import optional
from referee.editions.base import scenario_choices
from referee.editions.base.card_play import FIRST
from referee.editions.base.queries import Queries
from referee.engine.law.ask import Field
from referee.engine.law.line import LineHead
from referee.engine.law.play import Play
from referee.engine.law.table import DeadEnd
from referee.engine.law.tables.random import Cards
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.cause import LineCause
from referee.engine.state.hands import cards_of, pile_of
from referee.engine.state.journal import Journal

TRIES = 12
"""Most attempts at a card with one use, because of dead ends."""
MOST_TRIES = 120
"""Most attempts at a card in all."""
MOST_ACTIONS = 1_500
"""Most actions of a rollout, three times those of any game."""
Watch = Callable[[LineHead, ChooserTable], None]
"""The function to call with each played line."""


class End(NamedTuple):
    """The end of a rollout."""

    winner: str
    rule: str
    turn: int
    actions: int
    stuck: bool = False
    """Whether no play was possible, so that Resources decided at once."""

    @property
    def us(self) -> float:
        """The result for the US: win 1, loss 0, draw 0.5."""
        return 1.0 if self.winner == "US" else 0.0 if self.winner == "J" else 0.5


class Rollout:
    """One game played on by the choosers, on its own board.

    The same position, cards and seed give the same game on every machine.
    """

    def __init__(self, board: Board, cards: Cards, random: Random, watch: Watch | None = None) -> None:
        self.board, self.cards, self.random, self.watch = board, cards, random, watch
        board.rules = seated(board.rules)
        self.journal = Journal(board)
        self.actions = 0
        self.stuck = False

    def play(self, *, actions: int = MOST_ACTIONS) -> End:
        """Play to the end of the game."""
        while self.actions < actions and self.step():
            pass
        b = self.board
        if b.winner:
            return End(b.winner, b.victory_rule, b.turn, self.actions)
        winner, rule, _ = b.rules.at_the_end(b)
        return End(winner, rule, b.turn, self.actions, True)

    def step(self) -> bool:
        """Play one line; False if the game is over."""
        b = self.board
        if b.winner or b.stage == "over" or self.stuck:
            return False
        if b.recall(scenario_choices.DUE) is not None:
            self.surely(LineHead("choices"))
        elif b.stage == "plots":
            self.surely(LineHead("resolve"))
        elif b.stage == "end":
            self.end()
        else:
            self.turn_in()
            self.card()
        return True

    def end(self) -> None:
        """Play the end of a turn, and its deal."""
        self.surely(LineHead("end"))
        if not self.board.winner and any(0 in (cards_of(self.board, side) or ()) for side in SIDES):
            self.surely(LineHead("deal"))

    def turn_in(self) -> None:
        """Turn in a side's marker if its flowchart calls for it (option 1)."""
        rules = self.board.rules
        if "turn-in" in rules.any_time and optional.something_to_turn_in(self.board):
            owed = q.modified(Queries.TURN_IN_DUE, self.board, "", "")
            if owed and "turn-in" in rules.procedures:
                self.attempt(LineHead("turn-in", owed))

    def card(self) -> None:
        """Play one card of the acting side, else of the other side."""
        b = self.board
        other = "US" if b.side == "J" else "J"
        side = b.side if cards_of(b, b.side) else other
        hand = pile_of(b, side)
        if not hand:
            self.end()
            return
        n = b.rules.guides[side].together(b, hand) if side == b.side else 1
        for first in range(len(hand)):  # if nothing can be done with a card, the next one is tried
            if self.with_cards(side, hand[first : first + n] if first + n <= len(hand) else hand[first:]):
                return
            n = 1
        self.stuck = True

    def with_cards(self, side: str, cards: tuple[int, ...]) -> bool:
        """Play these cards by the flowchart.

        After a dead end, by the order of the fallback.
        """
        may_add = self.board.reserves(side) > 0 and not adds_as_needed(self.board, side) and len(cards) == 1
        without: frozenset[str] = frozenset()
        reserves, tries = False, 0
        for _ in range(MOST_TRIES):
            try:
                self.play_line(LineHead("card", side, cards, reserves), reserves=may_add, without=without)
            except ReservesError:
                reserves, may_add, tries = True, False, 0
            except _DeadEndError as dead:
                tries += 1
                if dead.use and FIRST in dead.order and FIRST not in without:
                    without |= {FIRST}
                elif dead.use and (tries >= TRIES or not dead.chosen):
                    without |= {dead.use}
                    tries = 0
                elif not dead.use and reserves:
                    reserves, without, tries = False, frozenset(), 0
                elif not dead.use:
                    return False
            else:
                return True
        return False

    def surely(self, line: LineHead) -> None:
        """Play a line that can always be played."""
        for _ in range(50):
            if self.attempt(line):
                return
        self.stuck = True

    def attempt(self, line: LineHead) -> bool:
        """Play a line; return False after a dead end, which is undone."""
        try:
            self.play_line(line)
        except _DeadEndError:
            return False
        return True

    def play_line(
        self, line: LineHead, *, reserves: bool = False, without: frozenset[str] = frozenset()
    ) -> ChooserTable:
        """Play a line; undo a dead end and raise it."""
        mark, kept = self.journal.mark(), self.cards.copy()
        table = ChooserTable(self.random, self.cards, self.board, reserves=reserves, without=without)
        play = Play(self.board, self.journal, table, (LineCause(self.actions + 1),), f"a{self.actions + 1}", 0)
        try:
            self.board.rules.procedures[line.kind](play, line)
        except DeadEnd as dead:
            self.journal.undo_to(mark)
            self.cards.deck, self.cards.waiting, self.cards.back = kept.deck, kept.waiting, kept.back
            if isinstance(dead, ReservesError):
                raise
            raise _DeadEndError(table) from None
        self.actions += 1
        if self.watch is not None:
            self.watch(line, table)
        return table


class _DeadEndError(Exception):
    """A dead end, with the card's use and other choices."""

    def __init__(self, table: ChooserTable) -> None:
        super().__init__()
        self.use = table.use
        self.order = [v for p in table.segments for a, v in p.answers if a.field is Field.ORDER]
        self.chosen = any(p.answers for p in table.segments if p.name not in ("card", "extra"))


def play_on(board: Board, seed: int | str, dealing: Dealing | None = None, watch: Watch | None = None) -> End:
    """Play on from a position with hidden cards dealt at random.

    The board does not change.
    """
    if board.winner:
        return End(board.winner, board.victory_rule, board.turn, 0)
    random = Random(f"rollout {seed}")
    made, cards = (dealing or Dealing(board)).deal(random)
    return Rollout(made, cards, random, watch).play()
