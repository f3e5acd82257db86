"""A record in progress, written line by line.

A line is tried at the board, taken back or kept, and the board can be corrected. The converters of games in other forms
are built on it.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.editions.rulesets import names_for
from referee.engine.explaining.explained_game import ExplainedGame
from referee.engine.record.setup import Setup
from referee.engine.record.steps import JudgedStep
from referee.engine.record.work import Work
from referee.engine.state.names import Names
from referee.engine.state.script import Action, Statement
from referee.parsers.notation import position as written
from referee.parsers.notation.reader import alone


class GameDraft:
    """A game written line by line."""

    def __init__(self, setup: Setup, work: Work) -> None:
        self.game = ExplainedGame(setup, work=work)

    @property
    def names(self) -> Names:
        """The names written by players of these rules."""
        return names_for(self.game.board.rules)

    def action(self, line: str) -> Action | None:
        """A line as read, or None if it is not notation."""
        found = alone(line, len(self.game.lines) + 1, self.names).content
        return found if isinstance(found, Action) else None

    def push(self, action: Action) -> JudgedStep:
        """Judge a line by itself.

        Its relation to earlier ones is for the check of the record.
        """
        return self.game.add(action, self.game.usual).step

    def pop(self) -> None:
        """Take the last line back."""
        self.game.drop()

    def correction(self, wrong: Iterable[Statement]) -> str:
        """The ``set:`` line that corrects these things."""
        facts = self.game.board.rules.facts
        return "set: " + ", ".join(p for _, p in written.phrases(facts, wrong))
