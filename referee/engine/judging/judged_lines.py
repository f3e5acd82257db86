"""The judged lines of a game, with enough data to undo them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from referee.engine.judging.gaps import Gap, Gaps
from referee.engine.record.checkpoints import SettledMarks
from referee.engine.record.findings import Finding, Fix
from referee.engine.record.steps import JudgedStep, Reading
from referee.engine.state.journal import Change
from referee.engine.state.plain import NamedTuple, field, plain_dataclass, replace
from referee.engine.state.script import Action, Place, Statement

if TYPE_CHECKING:
    from referee.engine.judging.game import Game
    from referee.engine.state.board import Board
    from referee.engine.state.journal import Journal

FARTHEST_GAP = 40
"""Most lines from a gap to its checkpoint: more than a turn has."""


class Playable(Protocol):
    """A play without a line in the record."""

    def carry_out(self, board: Board, journal: Journal) -> bool:
        """Play it on a board.

        Returns False, with the board unchanged, if it is illegal there.
        """


class NewValue(NamedTuple):
    """An absolute value before a line; a plain number is a difference."""

    value: Any


Adjustment = tuple[str, str, Any]
"""A supposed change: country ("" for tracks), thing, amount or :class:`NewValue`."""


class Advice(NamedTuple):
    """A slip of the pen as explanation, without further evidence."""

    help: str
    instead: Fix | None
    first: bool = False
    """Whether its fix comes before another one that is only possible."""


@plain_dataclass(frozen=True)
class Treatment:
    """The way to judge a line: as written, or under a hypothesis."""

    reading: Reading = field(default_factory=dict)
    """Settled answers to its open questions."""
    undo: bool = False
    """Whether the changes of its illegal segments are undone."""
    action: Action | None = None
    """The line to play in its place."""
    skipped: bool = False
    """Whether it is skipped as if unwritten."""
    first: tuple[Action, ...] = ()
    """Lines to play before it."""
    moved: tuple[Adjustment, ...] = ()
    """Supposed changes before it."""
    because: Mapping[tuple[str, str, int, int], int] = field(default_factory=dict)
    """Findings on it, by their key, that follow from a line, by its number."""
    advice: Mapping[tuple[str, str, int, int], Advice] = field(default_factory=dict)
    """Other possible meanings for the findings on it, by their key."""
    off: Mapping[str, int] = field(default_factory=dict)
    """Tracks miscounted by it and all later lines, with the excess."""
    mistake: int = 0
    """The number of the line with the finding that it explains, 0 for none."""
    inserted: bool = False
    """Whether it is a supposed line, without findings of its own."""
    play: Playable | None = None
    """The play supposed to be missing there.

    It is None if only its card is used.
    """
    slip: Finding | None = None
    """The slip of the pen corrected here."""


class PendingLine(NamedTuple):
    """A line to judge, as written or as corrected."""

    action: Action
    treatment: Treatment | None = None
    """The way to judge it; None for as written."""


_NOTHING: Mapping[Any, Any] = MappingProxyType({})


class HiddenCards(NamedTuple):
    """The cards from hidden hands: place of the first, and number."""

    first: Place
    cards: int


class Memory(NamedTuple):
    """The referee's memory in addition to the board.

    It is replaced, never changed, so that a line can be undone.
    """

    number: int = 0
    """The number of actions so far."""
    unseen: HiddenCards | None = None
    """The last turn in which a card came out of a hidden hand."""
    settled: SettledMarks = _NOTHING
    """The last time when each thing was stated by a checkpoint."""
    over: bool = False
    """Whether the end of the game was reported (5.1), which happens once."""
    gap: int = 0
    """The line after a missing play with unknown effect; 0 for none."""
    off: Mapping[str, int] = _NOTHING
    """Tracks miscounted by the record, as :attr:`Treatment.off`."""

    def counting(self, off: Mapping[str, int]) -> Memory:
        """Return the same with other miscounted tracks from here on."""
        return self._replace(off={**self.off, **{name: self.off.get(name, 0) + n for name, n in off.items()}})

    def counted(self) -> Memory:
        """Return the same with one more action."""
        return self._replace(number=self.number + 1)


@plain_dataclass(eq=False)
class Snapshot:
    """A game before a line was pushed, to be restored."""

    first: int
    """The number of its first lines that were not judged again since."""
    mark: int
    """Length of the journal after them."""
    memory: Memory
    spent: int
    """The used units of work."""
    credit: int
    examined: int
    treatments: Mapping[int, Treatment]
    undecided_gaps: frozenset[Gap]
    corrected_game: Game | None
    of_corrected_game: Snapshot | None
    """The corrected game at that moment, if there was one."""
    lines: list[JudgedLine] = field(default_factory=list)
    """Its other lines, in their earlier state."""
    changes: list[Change] = field(default_factory=list)
    """The changes of those lines."""


@plain_dataclass(eq=False)
class JudgedLine:
    """One line of a game as it was judged."""

    action: Action
    mark: int
    """Length of the journal before it."""
    before: Memory
    treatment: Treatment
    step: JudgedStep
    gaps: Gaps
    turn: int
    """The turn in which it was judged."""
    snapshot: Snapshot | None = None
    """The game before it was pushed.

    It is None for a line that was judged in another way.
    """

    @property
    def ends_unsaid(self) -> bool:
        """Whether a turn without an end-of-turn line has ended before it."""
        return self.action.kind != "end" and self.step.turn > self.turn

    @property
    def suspect(self) -> bool:
        """Whether it may cause later findings: gap, mistake or unreadable line."""
        told = not self.treatment.inserted and (self.step.counted or self.action.guesses)
        return bool(self.gaps.undecided or told)


@plain_dataclass(frozen=True)
class Correction:
    """A slip with its correction.

    ``entries`` take the place of the lines from ``first`` to before ``last``.
    """

    first: int
    last: int
    entries: tuple[PendingLine, ...]


def recount(action: Action, off: Mapping[str, int]) -> Action:
    """The same line with its counts of some tracks corrected."""

    def put_right(stated: list[Statement]) -> list[Statement]:
        more = [0 if s.subject or type(s.value) is not int else off.get(s.field, 0) for s in stated]
        return [replace(s, value=s.value + n) if n else s for s, n in zip(stated, more, strict=True)]

    segments = [replace(s, claims=put_right(s.claims)) if s.claims else s for s in action.segments]
    return replace(action, statements=put_right(action.statements), segments=segments)
