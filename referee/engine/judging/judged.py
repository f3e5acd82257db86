"""The judged lines of a game.

What is kept of them suffices to take them back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from referee.engine.judging.gaps import Gap, Gaps
from referee.engine.record.checkpoints import Settled
from referee.engine.record.findings import Finding, Instead
from referee.engine.record.steps import Reading, Step
from referee.engine.state.journal import Change
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.script import Action, Place, Statement

if TYPE_CHECKING:
    from referee.engine.judging.game import Game
    from referee.engine.state.board import Board
    from referee.engine.state.journal import Journal


class Playable(Protocol):
    """A play that no line of the record has."""

    def carry_out(self, board: Board, journal: Journal) -> bool:
        """Play it on a board; False, and nothing done, where it is not legal there."""


class Value(NamedTuple):
    """A different value before a line.

    Where a number is given instead, it is the difference.
    """

    value: Any


Moved = tuple[str, str, Any]
"""What is otherwise before a line: the country ("" for the tracks), which thing, by how much or :class:`Value`."""


class Advice(NamedTuple):
    """A slip of the pen that may explain a finding, without further evidence."""

    help: str
    instead: Instead | None
    first: bool = False
    """Whether its fix comes before another one that is no more than possible."""


@plain_dataclass(frozen=True)
class Treatment:
    """How a line is judged: as written, or under a hypothesis."""

    reading: Reading = field(default_factory=dict)
    """Answers to what it leaves open, where they are settled."""
    undo: bool = False
    """Whether the changes of its illegal segments are taken back."""
    action: Action | None = None
    """The line to be played in its place."""
    skipped: bool = False
    """Whether it is passed over as if it had not been written."""
    first: tuple[Action, ...] = ()
    """Lines that are played before it."""
    moved: tuple[Moved, ...] = ()
    """What is otherwise before it."""
    because: Mapping[tuple[str, str, int, int], int] = field(default_factory=dict)
    """Findings on it, by their key, that follow from a line, by its number."""
    advice: Mapping[tuple[str, str, int, int], Advice] = field(default_factory=dict)
    """What else the players may have meant where a finding on it is, by its key."""
    off: Mapping[str, int] = field(default_factory=dict)
    """Tracks that it and all later lines count otherwise than they are, and by how much they are more."""
    mistake: int = 0
    """The number of the line whose finding is explained by it, 0 for none."""
    inserted: bool = False
    """Whether the line is in no record: it is supposed to be missing there, and what is found on it is not told."""
    play: Playable | None = None
    """The play that is supposed to be missing there; None where only its card is spent."""
    slip: Finding | None = None
    """The slip of the pen that is corrected here."""


class Entry(NamedTuple):
    """A line to judge.

    It is as the record has it, or as a slip of the pen is corrected.
    """

    action: Action
    treatment: Treatment | None = None
    """How it is judged; None for as it is written."""


_NOTHING: Mapping[Any, Any] = MappingProxyType({})


class Unseen(NamedTuple):
    """The cards from hidden hands: the place of the first, and their number."""

    first: Place
    cards: int


class Memory(NamedTuple):
    """The referee's memory in addition to the board.

    It is replaced, never changed, so that a line can be undone.
    """

    number: int = 0
    """Actions so far."""
    unseen: Unseen | None = None
    """The last turn in which a card came out of a hidden hand."""
    settled: Settled = _NOTHING
    """When each thing was last stated by a checkpoint."""
    over: bool = False
    """Whether a line was told that the game is over (5.1); it is told once."""
    gap: int = 0
    """The line before which a play is missing of which nobody knows what it did; 0 for none."""
    off: Mapping[str, int] = _NOTHING
    """Tracks that the record counts otherwise than they are, as :attr:`Treatment.off`."""

    def counting(self, off: Mapping[str, int]) -> Memory:
        """The same with tracks that the record counts otherwise from here on."""
        return self._replace(off={**self.off, **{name: self.off.get(name, 0) + n for name, n in off.items()}})

    def counted(self) -> Memory:
        """The same with one action more."""
        return self._replace(number=self.number + 1)


@plain_dataclass(eq=False)
class Earlier:
    """A game before a line was pushed, as far as going back there takes it."""

    first: int
    """How many lines of it were not judged again since."""
    mark: int
    """Length of the journal after them."""
    memory: Memory
    spent: int
    """The units of work."""
    credit: int
    looks: int
    treated: Mapping[int, Treatment]
    tested: frozenset[Gap]
    corrected: Game | None
    of_corrected: Earlier | None
    """The corrected game at that moment, if there was one."""
    lines: list[Line] = field(default_factory=list)
    """Its other lines, as they were."""
    changes: list[Change] = field(default_factory=list)
    """The changes of those lines."""


@plain_dataclass(eq=False)
class Line:
    """One line of a game as it was judged."""

    action: Action
    mark: int
    """Length of the journal before it."""
    before: Memory
    treatment: Treatment
    step: Step
    gaps: Gaps
    turn: int
    """The turn in which it was judged."""
    earlier: Earlier | None = None
    """The game before it was pushed; None for a line that was judged in another way."""

    @property
    def ends_unsaid(self) -> bool:
        """Whether a turn has ended before it that the record has no line for."""
        return self.action.kind != "end" and self.step.turn > self.turn

    @property
    def suspect(self) -> bool:
        """Whether it may be the cause of something later: it has a gap or a mistake, or could not be read."""
        told = not self.treatment.inserted and (self.step.counted or self.action.guesses)
        return bool(self.gaps.undecided or told)


@plain_dataclass(frozen=True)
class Correction:
    """A slip with its correction.

    ``entries`` take the place of the lines from ``first`` to before ``last``.
    """

    first: int
    last: int
    entries: tuple[Entry, ...]


def recounted(action: Action, off: Mapping[str, int]) -> Action:
    """The same line with each count of some tracks more by so much."""

    def put_right(stated: list[Statement]) -> list[Statement]:
        more = [0 if s.subject or type(s.value) is not int else off.get(s.field, 0) for s in stated]
        return [replace(s, value=s.value + n) if n else s for s, n in zip(stated, more, strict=True)]

    segments = [replace(s, claims=put_right(s.claims)) if s.claims else s for s in action.segments]
    return replace(action, statements=put_right(action.statements), segments=segments)
