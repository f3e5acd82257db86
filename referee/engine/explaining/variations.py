"""Variations of a record: other plays judged on the position before one.

They have a game of their own, so nothing of them is in the verdict on the record.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.explaining.explained_game import ExplainedGame
from referee.engine.record.findings import Finding
from referee.engine.record.setup import Setup
from referee.engine.record.steps import JudgedStep, Judgement
from referee.engine.record.work import Spent, Work
from referee.engine.state.board import Board
from referee.engine.state.plain import field, plain_dataclass
from referee.engine.state.rewinder import position_before
from referee.engine.state.script import Remark

MOST = 60
"""Most lines of variations in a record that are judged."""
MOST_WORK = 60_000
"""Units of work for a variation."""
SHOWN_WITH = frozenset({"board", "check", "deal", "draw", "set", "setup"})
"""Kinds of line that a variation keeps: it replaces the play before."""


@plain_dataclass()
class Variation:
    """A line of a variation with its step."""

    remark: Remark
    instead_of: JudgedStep
    """The step of the record that it replaces."""
    step: JudgedStep
    goes_on: bool
    """Whether it continues the previous variation."""
    board: Board = field(repr=False)
    """The position after it."""

    @property
    def findings(self) -> list[Finding]:
        """Its findings, notes included."""
        return self.step.findings


def variations(verdict: Judgement) -> list[Variation]:
    """Return the variations of a record that are plays, in order."""
    return list(_judged(verdict))


def _judged(verdict: Judgement) -> Iterator[Variation]:
    said = [r for r in verdict.record.remarks if r.play is not None]
    starts = [i for i, s in enumerate(verdict.steps) if s.action.kind not in SHOWN_WITH]
    game: ExplainedGame | None = None
    before = -1
    for remark in said[:MOST]:
        assert remark.play is not None
        at = max((i for i in starts if verdict.steps[i].action.place.line < remark.line), default=None)
        if at is None:
            continue
        goes_on = remark.goes_on and game is not None and before == at
        if remark.goes_on and not goes_on:
            continue  # the previous line could not be judged
        if not goes_on:
            board = position_before(verdict, at)
            game = ExplainedGame(Setup(board.rules), verdict.policy, work=Work(MOST_WORK), board=board)
        assert game is not None
        before = at
        try:
            step = game.push(remark.play)
        except (Exception, Spent):  # a position that cannot be judged further
            game = None
            continue
        yield Variation(remark, verdict.steps[at], step, goes_on, game.board)
