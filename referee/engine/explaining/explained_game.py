"""A game whose lines are judged in the light of one another."""

from __future__ import annotations

from referee.engine.explaining import misspelt
from referee.engine.explaining.hindsight import settle_gaps
from referee.engine.explaining.slips import follows
from referee.engine.judging.game import Game
from referee.engine.record.findings import Finding
from referee.engine.record.steps import JudgedStep


class ExplainedGame(Game):
    """A game that separates consequences of mistakes or gaps from other findings."""

    def look_back(self, as_played: JudgedStep | None) -> None:
        settle_gaps(self)
        follows.find_causes(self, as_played)

    @property
    def findings(self) -> list[Finding]:
        """Every finding, misspelt names included, in the order of the record."""
        written = [line for line in self.lines if not (line.treatment.inserted or line.treatment.skipped)]
        blocks = [(action, "") for action in self.blocks[0]]
        spelt = misspelt.findings_of([*blocks, *((line.action, line.step.id) for line in written)], self.board.rules)
        found = super().findings
        return sorted([*spelt, *found], key=lambda f: (f.place.line, f.place.column)) if spelt else found

    def keep_up(self, as_played: JudgedStep | None) -> None:
        if as_played is not None:
            follows.without_trials(self, as_played)
        elif self.corrected_game is not None:
            follows.keep_up(self, self.corrected_game)
