"""A game whose lines are judged in the light of one another."""

from __future__ import annotations

from referee.engine.explaining.hindsight import settle_gaps
from referee.engine.explaining.slips import follows
from referee.engine.judging.game import Game
from referee.engine.record.steps import Step


class ExplainedGame(Game):
    """A game that separates what follows from an earlier mistake or gap from what does not."""

    def look_back(self, beside: Step | None) -> None:
        settle_gaps(self)
        follows.find_causes(self, beside)

    def keep_up(self, beside: Step | None) -> None:
        if beside is not None:
            follows.without_trials(self, beside)
        elif self.corrected is not None:
            follows.keep_up(self, self.corrected)
