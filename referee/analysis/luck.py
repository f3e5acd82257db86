"""Luck and choice: the dice's part of a play's swing, the rest.

The luck of a roll is the value after its result less the expectation over all its results. Each result is tried by
playing the line again from the position before it: the other rolls of the line stay as recorded, and rolls that only
another result calls for are averaged. The value is the static estimate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from math import prod
from typing import Any

from referee.analysis.chances import static
from referee.engine.law.ask import Address, Ask, RollKind
from referee.engine.law.line import head_of
from referee.engine.law.play import Play
from referee.engine.law.rolls import MOST_DICE, Roll
from referee.engine.law.table import DeadEnd
from referee.engine.record.ledger import Ledger, Trial
from referee.engine.record.steps import JudgedStep, Judgement
from referee.engine.record.work import Work
from referee.engine.state.board import Board, differing, state
from referee.engine.state.cause import LineCause
from referee.engine.state.journal import Change, Journal
from referee.engine.state.plain import field, plain_dataclass
from referee.engine.state.rewinder import Rewinder
from referee.engine.state.script import Action

Value = Callable[[Board], float]
MOST_CASES = 64
"""Most distinguished cases of a roll.

No roll of the rules has as many.
"""
MOST_DEEP = 3
"""Most nested rolls with all results tried."""
_CHECKPOINTS = ("board", "check")


@plain_dataclass(frozen=True)
class RollLuck:
    """The luck of one roll, for the US."""

    name: str
    side: str
    """The side that rolled."""
    result: str
    luck: float


@plain_dataclass()
class Luck:
    """The luck of the rolls of one line, for the US."""

    rolls: list[RollLuck] = field(default_factory=list)
    unnoted: int = 0
    """The number of rolls with unnoted dice: their luck is unknown."""
    followed: bool = True
    """Whether the replay with its own dice succeeded; if not, luck is unknown."""

    @property
    def total(self) -> float:
        """The sum of their luck."""
        return sum([r.luck for r in self.rolls])


class MissingDiceError(Exception):
    """A roll without dice on the line."""

    def __init__(self, roll: Roll) -> None:
        super().__init__(roll.address)
        self.roll = roll


class ReplayLedger(Ledger):
    """A replay of a line with given dice, ignoring the written results."""

    def __init__(
        self, action: Action, board: Board, journal: Journal, thrown: Mapping[Address, tuple[int, ...]], trial: Trial
    ) -> None:
        super().__init__(action, board, journal, Work(), trial)
        self.thrown = thrown

    def dice(self, roll: Roll) -> tuple[int, ...]:
        """Return the given dice. Raises :class:`MissingDiceError` if there are none."""
        if roll.kind == RollKind.PICK:
            return super().dice(roll)
        dice = self.thrown.get(roll.address)
        if dice is None and roll.optional:
            return ()
        self.rolls.append((self.segment, roll))
        if dice is None or len(dice) != roll.n:
            raise MissingDiceError(roll)
        return dice

    def result(self, roll: Roll) -> Any:
        """Return the result of the dice."""
        return roll.outcome

    def number(self, field: Any, due: int, *about: Any, **more: Any) -> int:
        """Return the number due by the dice."""
        return due

    def beyond(self, *about: Any) -> Any:
        """Return None: only the rules bring anything."""
        return None

    def missing(self, ask: Ask) -> Any:
        """Return the settled answer of the line, else the first one.

        Another result may ask a question without an answer on the line.
        """
        if ask.address in self.trial.answers:
            return self.trial.use(ask.address)
        if ask.silence is not None:
            return ask.silence
        options = ask.within_reason()
        if options:
            return options[0]
        raise DeadEnd((), ask)

    def one_of(self, ask: Ask, meant: list[Any]) -> Any:
        """Return the settled answer, else the first possible one."""
        return self.trial.use(ask.address) if ask.address in self.trial.answers else meant[0]


class LineReplays:
    """The lines of a judged record, each ready for a replay."""

    def __init__(self, verdict: Judgement) -> None:
        self.verdict = verdict
        self.rewinder = Rewinder(verdict.board, verdict.journal.changes)
        self.changes: list[Change] = []
        """The changes before the last replayed line, copied once."""

    def before(self, at: int) -> Board:
        """Return the position before a step, valid until the next call."""
        return self.rewinder.show(self.verdict.mark_before(at))

    def after(self, at: int) -> Board:
        """Return the position after a step, valid until the next call."""
        return self.rewinder.show(self.verdict.mark_after(at))

    def play_again(
        self, at: int, thrown: Mapping[Address, tuple[int, ...]], look: Callable[[Board], Any], board: Board
    ) -> Any:
        """Play a step again, look at the board, and restore it.

        The step is played at the position before it. Raises :class:`MissingDiceError`.
        """
        verdict, step = self.verdict, self.verdict.steps[at]
        journal, mark = Journal(board), verdict.mark_before(at)
        del self.changes[mark:]
        self.changes += verdict.journal.changes[len(self.changes) : mark]
        journal.changes = self.changes
        try:
            for action in _actions(step, board):
                table = ReplayLedger(action, board, journal, thrown, Trial(step.assumed))
                line = action.place.line
                play = Play(board, journal, table, (LineCause(line),), step.id, line, action.side or "J")
                try:
                    written = head_of(action)
                    board.rules.procedures[written.kind](play, written)
                except DeadEnd:
                    pass
            return look(board)
        finally:
            journal.undo_to(mark)


def _actions(step: JudgedStep, board: Board) -> Iterator[Action]:
    """Yield the actions of a step, with an unwritten end of turn."""
    action = step.action
    untold = Action("end", action.place, "")
    if action.kind in _CHECKPOINTS:
        yield untold
        return
    if action.kind in board.rules.procedures:
        if action.kind != "end" and board.rules.owes_end(board, head_of(action)):
            yield untold
        yield action


def luck_of(lines: LineReplays, at: int, value: Value = static) -> Luck:
    """Return the luck of the rolls of a step."""
    step = lines.verdict.steps[at]
    rolled = [r for r in step.rolls if not r.automatic and r.kind != RollKind.PICK]
    found = Luck(unnoted=sum(r.assumed or not r.dice for r in rolled))
    known = [r for r in rolled if r.dice and not r.assumed and not r.moot]
    if not known:
        return found
    thrown = {r.address: r.dice for r in rolled if r.dice}
    after = state(lines.after(at))
    board = lines.before(at)
    own, same = _own(lines, at, thrown, board, after, value)
    if not same:
        return Luck(unnoted=found.unnoted, followed=False)
    for roll in known:
        expected = 0.0
        for dice, share in shares(roll):
            alike = repr(roll.read(dice)) == repr(roll.outcome)
            expected += share * (own if alike else _value(lines, at, {**thrown, roll.address: dice}, board, value))
        found.rolls.append(RollLuck(roll.name, roll.side, roll.brief, own - expected))
    return found


def _own(
    lines: LineReplays, at: int, thrown: Mapping[Address, tuple[int, ...]], board: Board, after: list[Any], value: Value
) -> tuple[float, bool]:
    """The value after a step's own dice, and whether the replay succeeded."""

    def look(b: Board) -> tuple[float, bool]:
        now = state(b)
        return value(b), now == after or all(at in _NOT_COMPARED for at in differing(after, now, b))

    try:
        found: tuple[float, bool] = lines.play_again(at, thrown, look, board)
    except MissingDiceError:
        return 0.0, False
    return found


_NOT_COMPARED = frozenset(
    ("", name) for name in ("held_j", "held_us", "sighted", "obligations", "memo", "tokens", "worlds", "sightings")
)
"""Fields for statements about cards and face-down Plots, which are no results of dice."""


def _value(
    lines: LineReplays, at: int, thrown: Mapping[Address, tuple[int, ...]], board: Board, value: Value, deep: int = 0
) -> float:
    """Return the value after a step with other dice.

    Rolls that only they call for are averaged.
    """
    try:
        found: float = lines.play_again(at, thrown, value, board)
    except MissingDiceError as unthrown:
        cases = list(shares(unthrown.roll))
        if deep >= MOST_DEEP:
            cases = [(max(cases, key=lambda c: c[1])[0], 1.0)]
        address = unthrown.roll.address
        return sum(
            [share * _value(lines, at, {**thrown, address: dice}, board, value, deep + 1) for dice, share in cases]
        )
    return found


def shares(roll: Roll) -> list[tuple[tuple[int, ...], float]]:
    """Return dice for each result of a roll, with its chance."""
    cases = roll.cases()[:MOST_CASES]
    if roll.each:
        each = Counter(repr(roll.read((face,) * roll.n)[0]) for face in range(1, 7))
        weights = [float(prod([each[repr(one)] for one in roll.read(dice)])) for dice in cases]
    elif roll.n <= MOST_DICE:
        fallen = Counter(repr(roll.read(dice)) for dice in product(range(1, 7), repeat=roll.n))
        weights = [float(fallen[repr(roll.read(dice))]) for dice in cases]
    else:
        weights = [1.0] * len(cases)
    total = sum(weights)
    return [(dice, weight / total) for dice, weight in zip(cases, weights, strict=True)]
