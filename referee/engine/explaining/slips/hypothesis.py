"""Hypotheses: possible meanings of lines near a suspicious one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine.explaining.slips.variants import CLOCK
from referee.engine.judging.game import Game
from referee.engine.judging.judged_lines import PendingLine
from referee.engine.record.findings import Edit, Finding, Respelling
from referee.engine.state.script import Action

AHEAD = 26
"""Most lines after a suspicious one that are examined."""
AT_LEAST = 16
"""Lines after it that are examined in any case.

The lines up to the next checkpoint come after them.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Hypothesis:
    """Replacement lines, and the slip that changed them."""

    slip: str
    """The id of the slip."""
    cost: float
    """Its cost, in findings."""
    first: int
    """Index of the first changed line."""
    last: int
    """Index after the last one; ``first`` if lines are only inserted."""
    entries: tuple[PendingLine, ...]
    """The lines as they were meant."""
    at: Action
    """The line of its finding."""
    see: tuple[int, ...] = ()
    """Numbers of other lines that belong to it."""
    edits: tuple[Edit | Respelling, ...] = ()
    """The correction of the record."""
    facts: dict[str, Any] = field(default_factory=dict)
    """The facts for its sentence."""
    clear: bool = False
    """Whether one finding is enough evidence: a mistake nobody plays and anybody writes."""
    unseen: str = ""
    """The side of the missing play; "" for none."""


@dataclass(slots=True)
class Scene:
    """A suspicious line of a game with its neighbouring lines."""

    game: Game
    """The game, with the suspicious line as its last one."""
    entries: Sequence[PendingLine]
    """The lines of the game as originally judged, and the following ones."""
    found: list[Finding]
    """The mistakes of the suspicious line."""
    clock: bool
    """Whether the clock or a count contradicts it, or a near line."""
    cards: bool
    """Whether a rule on cards contradicts it."""
    alone: bool = False
    """Whether no other line is wrong."""
    named: tuple[str, ...] = ()
    """The countries named by later wrong lines, each once."""
    late: int = 0
    """Index of the first line contradicted by the clock, else its own."""

    @property
    def at(self) -> int:
        """Index of the suspicious line."""
        return len(self.game.lines) - 1

    @property
    def untimely(self) -> bool:
        """Whether the suspicious line is wrong only in its time.

        No other card or die would correct that.
        """
        return all(f.rule in CLOCK and f.kind != "impossible" for f in self.found)

    @property
    def ahead(self) -> int:
        """Index after the last examined line."""
        end, last = len(self.entries), self.at
        for i in range(last + AT_LEAST, min(end, last + AHEAD)):
            if self.entries[i].action.kind == "board":
                return i + 1
        return min(end, last + AHEAD)

    def action(self, index: int) -> Action:
        """Return a line in its present judgement."""
        entry = self.entries[index]
        return (entry.treatment.action if entry.treatment is not None else None) or entry.action
