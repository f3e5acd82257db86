"""Hypotheses: possible meanings of lines near a suspicious one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine.explaining.slips.variants import CLOCK
from referee.engine.judging.game import Game
from referee.engine.judging.judged import Entry
from referee.engine.record.findings import Edit, Finding, Respelling
from referee.engine.state.script import Action

AHEAD = 26
"""Most lines after a suspicious one that are looked at."""
AT_LEAST = 16
"""Lines after it that are looked at in any case; then down to the next checkpoint."""


@dataclass(frozen=True, slots=True, eq=False)
class Hypothesis:
    """Replacement lines, and the slip that changed them."""

    slip: str
    """The id of the slip."""
    cost: float
    """What it takes to believe in it, in findings."""
    first: int
    """Index of the first line that it changes."""
    last: int
    """Index after the last one; ``first`` where lines are only inserted."""
    entries: tuple[Entry, ...]
    """What was meant instead of them."""
    at: Action
    """The line that its finding points to."""
    see: tuple[int, ...] = ()
    """Numbers of other lines that belong to it."""
    edits: tuple[Edit | Respelling, ...] = ()
    """How the record is corrected."""
    facts: dict[str, Any] = field(default_factory=dict)
    """For its sentence."""
    clear: bool = False
    """Whether it needs no second finding to be believed: nobody plays so, and anybody writes so."""
    unseen: str = ""
    """The side whose play is missing; "" where none is."""


@dataclass(slots=True)
class Scene:
    """A suspicious line of a game with the lines before and after it."""

    game: Game
    """Its last line is the suspicious one."""
    entries: Sequence[Entry]
    """The lines of the game as they were to be judged, and those after them."""
    found: list[Finding]
    """What is wrong with the suspicious line."""
    clock: bool
    """Whether the clock or a count of cards is against it, or against a line soon after it."""
    cards: bool
    """Whether it is against a card."""
    alone: bool = False
    """Whether no other line is wrong."""
    named: tuple[str, ...] = ()
    """The countries that later wrong lines name, each once."""
    late: int = 0
    """Index of the first line from it on that the clock is against; its own if none is."""

    @property
    def at(self) -> int:
        """Index of the suspicious line."""
        return len(self.game.lines) - 1

    @property
    def untimely(self) -> bool:
        """Whether nothing is wrong with the suspicious line but its time: no other card or die would put that right."""
        return all(f.rule in CLOCK and f.kind != "impossible" for f in self.found)

    @property
    def ahead(self) -> int:
        """Index after the last line that is looked at."""
        end, last = len(self.entries), self.at
        for i in range(last + AT_LEAST, min(end, last + AHEAD)):
            if self.entries[i].action.kind == "board":
                return i + 1
        return min(end, last + AHEAD)

    def action(self, index: int) -> Action:
        """A line as it is judged now."""
        entry = self.entries[index]
        return (entry.treatment.action if entry.treatment is not None else None) or entry.action
