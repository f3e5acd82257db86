"""A game whose lines are judged in the light of one another."""

from __future__ import annotations

from referee.engine.explaining import misspelt
from referee.engine.judging.game import Game
from referee.engine.judging.judged_lines import FARTHEST_GAP
from referee.engine.record.findings import Finding
from referee.engine.record.steps import JudgedStep


class ExplainedGame(Game):
    """A game that separates consequences of mistakes or gaps from other findings.

    What does that is loaded for the first line that needs it: a clean record has none.
    """

    def look_back(self, as_played: JudgedStep | None) -> None:
        if self._may_settle():
            from referee.engine.explaining.hindsight import settle_gaps

            settle_gaps(self)
        if self._is_in_doubt() or self.corrected_game is not None:
            from referee.engine.explaining.slips import follows

            follows.find_causes(self, as_played)

    def _is_in_doubt(self) -> bool:
        """Whether the last line has findings other than notes."""
        return any(f.kind != "note" for f in self.lines[-1].step.findings)

    def _may_settle(self) -> bool:
        """Whether the last line is mistaken, or states something after earlier gaps."""
        line = self.lines[-1]
        states = line.action.kind in ("board", "check", "resolve")
        return line.step.mistakes > 0 or (states and any(e.gaps.found for e in self.lines[-FARTHEST_GAP - 1 :]))

    @property
    def findings(self) -> list[Finding]:
        """Every finding, misspelt names included, in the order of the record."""
        written = [line for line in self.lines if not (line.treatment.inserted or line.treatment.skipped)]
        blocks = [(action, "") for action in self.blocks[0]]
        spelt = misspelt.findings_of([*blocks, *((line.action, line.step.id) for line in written)], self.board.rules)
        found = super().findings
        return sorted([*spelt, *found], key=lambda f: (f.place.line, f.place.column)) if spelt else found

    def keep_up(self, as_played: JudgedStep | None) -> None:
        if as_played is None and self.corrected_game is None:
            return
        from referee.engine.explaining.slips import follows

        if as_played is not None:
            follows.without_trials(self, as_played)
        elif self.corrected_game is not None:
            follows.keep_up(self, self.corrected_game)
