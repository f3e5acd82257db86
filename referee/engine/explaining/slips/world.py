"""A world for trials: a fork to judge lines on, and undo."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from referee.engine.explaining.slips.missing import WantedChanges, suspect, want
from referee.engine.judging.game import Game
from referee.engine.judging.judged_lines import JudgedLine, PendingLine
from referee.engine.record.work import Spent

WEIGHTS = {"illegal": 1.0, "outcome": 1.0, "impossible": 1.0, "incomplete": 0.5, "unsupported": 3.0}
"""The weight of a finding, by its kind."""


@dataclass(frozen=True, slots=True)
class TrialLines:
    """Lines as they were judged in a trial."""

    weight: float
    lines: list[JudgedLine]
    entries: Sequence[PendingLine]
    """The entries that were judged."""


class World:
    """The position before a line of a game, on its own board."""

    def __init__(self, game: Game, first: int) -> None:
        self.game = game.fork(first)
        self.first = first
        self.mark = self.game.journal.mark()
        self.memory = self.game.memory

    def judge(
        self,
        entries: Sequence[PendingLine],
        most: float = math.inf,
        *,
        keys: frozenset[object] = frozenset(),
        clean: int = 0,
        against: Sequence[float] = (),
        goal: WantedChanges | None = None,
    ) -> TrialLines | None:
        """Judge lines, and go back.

        Returns None if they weigh more than ``most``, or the work is used up. The first ``clean`` of them must have no mistake,
        ``keys`` are findings that must not recur, and ``against`` are the most that each line may weigh. The
        differences that the lines show go into ``goal``.
        """
        game, total = self.game, 0.0
        try:
            for n, entry in enumerate(entries, 1):
                if goal is not None:
                    want(goal, game.board, entry.action)
                line = game.add(entry.action, game.treatment_of(entry.treatment))
                if goal is not None and not line.treatment.inserted:
                    suspect(goal, game.board, line)
                total += weight(line)
                if (
                    total > most
                    or (against and weight(line) > against[n - 1])
                    or (total and n <= clean)
                    or (keys and any(f.key in keys and f.counted for f in line.step.findings))
                ):
                    return None
            return TrialLines(total, game.lines[self.first :], entries)
        except Spent:
            return None
        finally:
            game.journal.undo_to(self.mark)
            del game.lines[self.first :]
            game.memory = self.memory


def weight(line: JudgedLine) -> float:
    """Return the weight of a line's findings.

    Gaps of a missing line weigh nothing.
    """
    found = [f for f in line.step.findings if f.kind not in ("note", "slip") and not f.follows]
    return sum(WEIGHTS.get(f.kind, 1.0) for f in found if f.kind != "incomplete" or not line.treatment.inserted)
