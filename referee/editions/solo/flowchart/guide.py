"""What the guides of all systems have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from referee.editions.solo.flowchart.chart import Event
from referee.editions.solo.options import UNGUIDED
from referee.engine.law.ask import Ask
from referee.engine.law.forms import LEFT_OVER
from referee.engine.law.guidance import Guidance, Guide
from referee.engine.law.play import Play
from referee.engine.state.board import Board
from referee.engine.state.cause import events_of
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.seams import Source
from referee.engine.state.words import agree, plural


class SoloGuide:
    """A guide that plays single cards and says nothing."""

    def answer(self, play: Play, ask: Ask) -> Guidance | None:
        """The answer that is due; None where the side is free, or nothing says."""
        return None

    def together(self, board: Board, hand: tuple[int, ...]) -> int:
        """The number of cards that are played as one."""
        return 1

    def goes_on_by(self, play: Play, ask: Ask, so_far: int) -> str | None:
        """The rule by which a list that a record ends goes on."""
        return None

    def must_go_on(self, play: Play, ask: Ask) -> bool:
        """Whether a list certainly goes on, whatever comes next."""
        return False

    def more(self, play: Play, ask: Ask, so_far: int) -> bool | None:
        """Whether a list goes on; None where nothing says."""
        return None


def event_of(play: Play, events: Mapping[int, Event]) -> Event | None:
    """The instructions for the event that is carried out."""
    cards = events_of(play.cause)
    return events.get(cards[-1]) if cards else None


def left_out(play: Play, name: str, rule: str, points: int, words: str, step: str) -> None:
    """Report that ``points`` of a card's value are not used up in the segment ``name``.

    What comes next is given by its ``words`` and by its ``step`` on a line. Where the card was used against the chart,
    that is reported already, and what it left over is no mistake of its own.
    """
    if UNGUIDED in play.board.options:
        return
    are = f"{plural(points, 'point')} of the card's value {agree(points, 'is', 'are')}"
    left = LEFT_OVER[name]
    why = f"{are} left for {left.title}, which the line leaves out; next comes {words}"
    astray = any(f.side == left.side and not f.guidance.passes(f.answer) for f in play.trails)
    play.table.left_out(rule, "" if astray else why, f"add “/ {name} {step} …” to it")


class System(NamedTuple):
    """One solitaire system: its sources, its guide, and further changes of the rules."""

    sources: frozenset[Source]
    guide: Guide
    wrap: Callable[[Ruleset], Ruleset]
