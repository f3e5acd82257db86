"""Common parts of the guides of all systems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from referee.editions.solo.flowchart.chart import EventAnswers
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
    """A guide that plays single cards without advice."""

    def answer(self, play: Play, ask: Ask) -> Guidance | None:
        """The due answer, or None where the side is free."""
        return None

    def together(self, board: Board, hand: tuple[int, ...]) -> int:
        """The number of cards played as one."""
        return 1

    def goes_on_by(self, play: Play, ask: Ask, so_far: int) -> str | None:
        """The rule that continues a list where a record ends it."""
        return None

    def must_go_on(self, play: Play, ask: Ask) -> bool:
        """Whether a list certainly goes on, for any next entry."""
        return False

    def more(self, play: Play, ask: Ask, so_far: int) -> bool | None:
        """Whether a list goes on; None where it is open."""
        return None


def event_of(play: Play, events: Mapping[int, EventAnswers]) -> EventAnswers | None:
    """The instructions for the current event."""
    cards = events_of(play.cause)
    return events.get(cards[-1]) if cards else None


def left_out(
    play: Play, name: str, rule: str, points: int, words: str, step: str, countries: Iterable[str] = ()
) -> None:
    """Report that ``points`` of a card are unused in segment ``name``.

    The next thing due has its ``words``, its ``step`` on a line and its ``countries``. Where the card was used against
    the chart, that is reported already, and its rest is no mistake of its own.
    """
    if UNGUIDED in play.board.options:
        return
    are = f"{plural(points, 'point')} of the card's value {agree(points, 'is', 'are')}"
    left = LEFT_OVER[name]
    why = f"{are} left for {left.title}, which the line leaves out; next comes {words}"
    astray = any(f.side == left.side and not f.guidance.passes(f.answer) for f in play.trails)
    play.table.left_out(rule, "" if astray else why, f"add “/ {name} {step} …” to it", countries)


class System(NamedTuple):
    """One solitaire system: sources, guide, and changes of rules."""

    sources: frozenset[Source]
    guide: Guide
    wrap: Callable[[Ruleset], Ruleset]
