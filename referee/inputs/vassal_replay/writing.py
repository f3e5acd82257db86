"""The record that is made of a VASSAL log: its lines with the steps that they come from, comments, corrections."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.engine.script import Origin
from referee.engine.setup import Setup
from referee.engine.steps import Step
from referee.engine.work import Work
from referee.inputs.drafting import Drafting
from referee.inputs.vassal_replay.search import Way
from referee.inputs.vassal_replay.target import Target
from referee.inputs.vassal_replay.timeline import Timeline
from referee.parsers.notation.reader import saved_play

_WORK, _WORK_A_STEP = 500_000, 1_500
"""What working out the plays of a log may cost."""
MAX_COMMENT = 300
"""Most characters of a comment."""


@dataclass(slots=True)
class Written:
    """A line of the record and where it stands in the log."""

    text: str
    low: int
    high: int
    play: bool = False


@dataclass(slots=True)
class Outcome:
    """What was counted on the way."""

    plays: int = 0
    exact: int = 0
    """Plays of which one line alone fits."""
    typed: int = 0
    """Plays that were typed as they stand."""
    open: int = 0
    """Plays that leave a choice open."""
    near: int = 0
    """Plays that no line fits, written as the one that comes nearest."""
    unknown: int = 0
    """Plays of which nothing but the card is known."""
    corrections: int = 0


class Writing(Drafting):
    """A record that grows, and the game that goes with it."""

    def __init__(self, timeline: Timeline, setup: Setup) -> None:
        super().__init__(setup, Work(_WORK + _WORK_A_STEP * len(timeline.happenings)))
        self.timeline = timeline
        self.lines: list[Written] = []
        self.outcome = Outcome()
        self.said: set[int] = set()
        """Indices of chat that has been told."""
        self.at = 0
        self.nearest: Way | None = None
        """Of the last search that found nothing: the way that came nearest."""

    # ------------------------------------------------------------ writing

    def write(self, text: str, low: int, high: int, *, play: bool = False) -> None:
        """Add a line that stands between two moments of the log."""
        self.lines.append(Written(text, low, high, play))

    def comment(self, text: str, low: int, high: int) -> None:
        """Add a comment; nothing in it can be read as notation."""
        plain = " ".join("".join(ch if ch.isprintable() else " " for ch in text).split())[:MAX_COMMENT]
        if plain:
            self.write(f"; {plain}", low, high)

    def chatter(self, low: int, high: int) -> None:
        """What was said between two moments, as comments; and rolls that were taken back."""
        for i in range(low, high):
            h = self.timeline.happenings[i]
            if h.kind == "chat" and h.chat == "typed" and i not in self.said:
                self.said.add(i)
                who = f"{h.who}: " if h.who else ""
                self.comment(f"{who}{h.text}", i, i + 1)
        for at, h in self.timeline.undone_dice:
            if low <= at < high:
                self.comment(f"a roll was taken back: {' '.join(map(str, h.dice))}", at, at + 1)

    def keep(self, text: str, low: int, high: int, *, play: bool = False) -> Step | None:
        """Write a line and play it."""
        action = self.action(text) or saved_play(text, len(self.game.lines) + 1, self.names)
        if action is None:
            self.comment(text, low, high)
            return None
        self.write(text, low, high, play=play)
        return self.push(action)

    def put_right(self, low: int, high: int, why: str = "") -> bool:
        """State what was seen otherwise than the board has it; True if there was anything."""
        board = self.game.board
        target = Target(board, self.timeline.sight(high))
        wrong = target.wrong(board)
        said = list(target.statements(board, wrong))
        if not said:
            return False
        line = self.correction(said)
        if self.action(line) is None:
            self.comment(line, low, high)
            return False
        if why:
            self.comment(why, low, high)
        self.keep(line, low, high)
        self.outcome.corrections += 1
        return True


def origin(timeline: Timeline, line: Written, step: Callable[[int], str]) -> Origin:
    """Where a line of the record stands in the log: the steps of it."""
    hs = timeline.happenings[line.low : max(line.low + 1, line.high)]
    if not hs:
        return Origin("the start")
    first, last = hs[0].step, hs[-1].step
    who = next((h.who for h in hs if h.who), "")
    if first == last:
        return Origin(step(first), about=who)
    begin, end = step(first), step(last)
    if begin.startswith("step "):
        return Origin(f"steps {first}-{last}", about=who)
    return Origin(f"{begin} to {end}", about=who)
