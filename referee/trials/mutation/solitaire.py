"""Mistakes with a flowchart: Bot plays that their sheet forbids."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from referee.engine.law.ask import Ask, Field
from referee.engine.law.guidance import GUIDED
from referee.engine.law.line import LineHead
from referee.engine.law.play import Play
from referee.engine.law.table import DeadEnd
from referee.engine.law.tables.random import Cards, RandomTable
from referee.engine.state.board import Board
from referee.engine.state.cause import LineCause
from referee.engine.state.journal import Journal
from referee.parsers.notation import compose
from referee.trials.mutation.model import SOLITAIRE, Lines, Mistake, in_hand, mutator

ATTEMPTS = 6
"""The attempts at one position to find a play outside its flowchart."""


class StrayTable(RandomTable):
    """A random table with one stray from its flowchart.

    The stray is a legal answer that the flowchart does not allow, where the sheet is certain.
    """

    def __init__(self, random: Random, board: Board, fields: frozenset[Field], skip: int) -> None:
        super().__init__(random, Cards([n for n in board.cards if n not in board.discards]), board)
        self.fields, self.skip = fields, skip
        self.strayed = ""
        """The rule that the answer which left the flowchart is against."""

    def choose(self, ask: Ask, options: list[Any]) -> Any:
        """Choose by the flowchart, with one exception."""
        guidance = ask.guidance
        if not self.strayed and guidance is not None and guidance.sure and ask.field in self.fields:
            others = [o for o in self._without(ask) if not guidance.passes(o)]
            if others and self.skip == 0:
                option = others[self.random.randrange(len(others))]
                self.strayed = guidance.rule_of(option)
                return option
            self.skip -= bool(others)
        return super().choose(ask, options)

    def _without(self, ask: Ask) -> list[Any]:
        """The options that are legal without the flowchart."""
        rules = [r for r in ask.requirements if r not in GUIDED]
        return [o for o in ask.domain() if all(r.holds(ask.board, o, ask.context) for r in rules)]


def _strays(b: Board, r: Random, fields: tuple[Field, ...]) -> Iterator[Lines]:
    """Bot plays of the top card that violate some flowchart questions."""
    guide = b.rules.guides.get(b.side)
    hand = tuple(n for n in in_hand(b, b.side) if n)
    if guide is None or b.stage != "action" or b.winner or not hand:
        return
    side, cards = b.side, hand[: guide.together(b, hand)]
    for _ in range(ATTEMPTS):
        journal = Journal(b)
        table = StrayTable(r, b, frozenset(fields), r.randrange(3))
        play = Play(b, journal, table, (LineCause(0),), side=side)
        try:
            b.rules.procedures["card"](play, LineHead("card", side, cards))
            won = bool(b.winner)
        except DeadEnd:
            continue
        finally:
            journal.undo_to(0)
        if table.strayed and not table.drew and not won:
            yield Mistake((compose.written(LineHead("card", side, cards), table.segments),), "illegal", table.strayed)
            return


def declare(name: str, *fields: Field) -> None:
    """Declare a Bot's mistake at some questions.

    Each one names the rule that it breaks.
    """
    mutator(name, "illegal", "", among=SOLITAIRE)(partial(_strays, fields=fields))


LEFT_OVER = "Homeland Security out of its order"
"""Findings of the US Bot alone: the Jihadist Bot's rest follows no chart, and 9.4.3 is a requirement of its own."""
declare("a Bot's card used otherwise than its chart says", Field.USE)
declare("a Bot that acts elsewhere than its priorities say", Field.WHERE, Field.FROM, Field.TO)
declare("a Bot that uses fewer Operations or Troops than it has", Field.COUNT, Field.TROOPS)
declare(LEFT_OVER, Field.STEP)
