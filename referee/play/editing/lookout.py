"""What the rules want where the cursor stands: the line in front of it is played, and a blank stands in the gap.

The blank is a name that no record has. It is read where a country may stand, and the question that it would answer is the
one that is open at the cursor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from referee.engine.ask import Ask, Field, RollKind
from referee.engine.board import Board
from referee.engine.cause import AtLine
from referee.engine.journal import Journal
from referee.engine.line import line_of
from referee.engine.names import Names
from referee.engine.play import UNKNOWN, DeadEnd, Play
from referee.engine.requirement import Failure
from referee.engine.rolls import Roll
from referee.engine.script import Action, Item, Part, Record
from referee.engine.tables.record import RecordTable
from referee.engine.tables.record import dice as written_dice
from referee.engine.work import Work
from referee.parsers.faults import LineError
from referee.parsers.notation import reader

BLANK = "qqblankqq"
"""The name that stands in the gap."""
MOST_ASKED = 400
"""Most questions and rolls of one play that is looked at."""


@dataclass(slots=True)
class Gap:
    """A question that is open at the cursor, with its answers as the board stands when it is asked."""

    field: Field
    rule: str
    side: str
    legal: list[Any]
    refused: list[tuple[Any, tuple[Failure, ...]]]
    optional: bool = False
    """Whether nothing need be written."""
    subject: str = ""
    card: int = 0
    item: int | None = None


class _Enough(Exception):
    """What was sought is found."""


class Lookout(RecordTable):
    """Plays what stands in front of the cursor; answers what it leaves open with the first answer that is legal."""

    for_good = False

    def __init__(
        self,
        action: Action,
        board: Board,
        journal: Journal,
        *,
        put: Any = None,
        forbidden: Callable[[Any], bool] | None = None,
    ) -> None:
        super().__init__(action, {}, lambda *_: None, journal, board.rules, board=board, work=Work())
        self.put = put
        """What the blank stands for; None where the question is sought."""
        self.forbidden = forbidden
        """Of which answers that a rule forbids the reasons are wanted; None for none."""
        self.gap: Gap | None = None
        """The question that the blank answers."""
        self.gaps: list[Gap] = []
        """Questions that the last entry leaves open."""
        self.due: list[Roll] = []
        """Rolls of the last entry whose dice are not written."""
        self.another = False
        """Whether another entry may follow."""
        self.unrolled = False
        """Whether dice of the line are missing, so that what it brings is not known."""
        self.left = MOST_ASKED
        self.item: int | None = None
        self.reached = False

    # ------------------------------------------------------------ answers

    def answer(self, ask: Ask) -> Any:
        """What the line answers."""
        self._spend()
        return super().answer(ask)

    def unknown(self, ask: Ask, part: Part) -> Any:
        """What the blank stands for, or the question that it would answer."""
        if not _is_blank(part):
            return super().unknown(ask, part)
        if self.put is None:
            self.gap = _gap(ask, self.forbidden)
            raise _Enough
        self.reached, self.item = True, ask.item
        return self.put

    def missing(self, ask: Ask) -> Any:
        """Note the question and go on with the first legal answer."""
        if self.put is None and self._of_last_entry(ask.item, ask.subject, ask.field):
            self.gaps.append(_gap(ask, None))
        if ask.silence is not None and ask.holds(ask.silence):
            return ask.silence
        first = next((o for o in ask.domain() if o != UNKNOWN and ask.holds(o)), None)
        if first is None:
            if ask.hidden:
                return UNKNOWN
            raise DeadEnd((), ask)
        return first

    def more(self, ask: Ask, so_far: int) -> bool:
        """Whether the line has another entry; whether it could have one is noted."""
        self._spend()
        found = super().more(ask, so_far)
        if not found and self._in_last():
            self.another = self.another or any(ask.holds(o) for o in ask.domain())
        return found

    def dice(self, roll: Roll) -> tuple[int, ...]:
        """The dice that are written; for others any, once the roll is noted."""
        self._spend()
        if roll.kind == RollKind.PICK:
            return (1,) * roll.n
        found = written_dice.take(self, roll)
        if found is not None and None not in found:
            return tuple(d for d in found if d is not None)
        self.unrolled = self.unrolled or not roll.moot
        if self.put is not None and self.reached and (roll.subject == self.put or roll.item == self.item):
            self.due.append(roll)
            raise _Enough
        if self.put is None and self._of_last_entry(roll.item, roll.subject, None):
            self.due.append(roll)
        return roll.cases()[0]

    def _spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise _Enough

    # ------------------------------------------------------------ where the cursor stands

    def _in_last(self) -> bool:
        segments = self.action.segments
        return self.segment is None or not segments or self.segment is segments[-1]

    def _of_last_entry(self, item: int | None, subject: str, field: Field | None) -> bool:
        """Whether a question belongs to the entry in front of the cursor, or to the line as a whole."""
        if not self._in_last():
            return False
        if self.segment is None and self.action.segments:  # a part that the line does not have
            return field in (Field.ORDER, Field.USE)
        items = self.segment.items if self.segment is not None else []
        if field in (Field.ORDER, Field.USE) or not items or (self.segment is not None and self.segment.loose):
            return True
        if item is not None:
            return item >= len(items) - 1
        return not subject or subject in items[-1].countries()

    # ------------------------------------------------------------ what a line would have to be reported for

    def report(self, *_: Any, **__: Any) -> Any:
        """Nothing: this line is only looked at."""
        from referee.engine.findings import Finding

        return Finding("note", "notation", "", self.action.place)


def _is_blank(part: Part) -> bool:
    """Whether an unknown answer is the blank, and not a sign of the line itself: nothing else is as wide."""
    return part.place.end - part.place.column >= len(BLANK)


def _gap(ask: Ask, forbidden: Callable[[Any], bool] | None) -> Gap:
    legal = ask.options()
    refused = []
    if forbidden is not None:
        known = {repr(o) for o in legal}
        for option in ask.domain():
            if repr(option) not in known and forbidden(option):
                failures = tuple(f for f in ask.failures(option) if f.kind != "note")
                refused += [(option, failures)] if failures else []
    if ask.hidden and UNKNOWN not in legal:
        legal.append(UNKNOWN)
    optional = ask.silence is not None
    return Gap(ask.field, ask.rule, ask.side, legal, refused, optional, ask.subject, ask.address.card, ask.item)


# -------------------------------------------------------------------- playing


@lru_cache(maxsize=8)
def with_blank(names: Names) -> Names:
    """The names of a record, the blank among them."""
    made = copy(names)
    made.exact = {**names.exact, BLANK: UNKNOWN}
    made._places = {}
    made.pieces = {}
    return made


def read(lines: Iterable[tuple[int, str]], names: Names) -> Action | None:
    """The last play of some lines with their numbers; None if they are not notation."""
    record = Record("")
    current: Action | None = None
    try:
        for number, raw in lines:
            current = reader.read_line(record, raw, number, current, names)
    except LineError:
        return None
    return record.actions[-1] if record.actions else None


@dataclass(slots=True)
class Seen:
    """What a play of the line has shown."""

    table: Lookout
    rolls: list[Roll] = field(default_factory=list)
    over: bool = False
    """Whether it came to its end."""


def play(
    action: Action,
    board: Board,
    journal: Journal,
    *,
    put: Any = None,
    forbidden: Callable[[Any], bool] | None = None,
) -> Seen:
    """Play a line at a lookout; the changes stand in the journal, and whoever calls takes them back."""
    table = Lookout(action, board, journal, put=put, forbidden=forbidden)
    line = line_of(action)
    trial = Play(board, journal, table, (AtLine(action.place.line),), "", action.place.line, action.side or "J")
    seen = Seen(table, trial.rolls)
    try:
        board.rules.procedures[line.kind](trial, line)
        seen.over = True
    except (_Enough, DeadEnd):
        pass
    return seen


def last_entry(action: Action) -> Item | None:
    """The entry in front of the cursor."""
    items = action.segments[-1].items if action.segments else []
    return items[-1] if items else None
