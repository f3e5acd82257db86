"""The line before the cursor, played to find what the rules ask for next.

A blank fills the gap: a name that no record has. It is read where a country may be written, and the question that it
would answer is the one that is open at the cursor.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import lru_cache
from typing import Any

from referee.editions.base.alternatives import advance
from referee.engine.explaining.explained_game import ExplainedGame
from referee.engine.law.ask import Ask, Field, RollKind
from referee.engine.law.line import head_of
from referee.engine.law.play import UNKNOWN, DeadEnd, Play
from referee.engine.law.question import Choice, Question, made_for, target
from referee.engine.law.rolls import Roll
from referee.engine.law.tables.probe import ProbeTable
from referee.engine.record.findings import Finding
from referee.engine.record.ledger import Ledger
from referee.engine.record.ledger import dice as written_dice
from referee.engine.record.work import Spent, Work
from referee.engine.state.board import Board
from referee.engine.state.cause import LineCause
from referee.engine.state.journal import Journal
from referee.engine.state.names import Names
from referee.engine.state.script import UNCOUNTED, Action, Item, Part, Record
from referee.parsers.faults import LineError
from referee.parsers.notation import reader
from referee.play.editing.document import Document

BLANK = "qqblankqq"
"""The name in the gap."""
MOST_ASKED = 400
"""Most questions and rolls of one line."""
MOST_WORK = 60_000
"""Units of work to judge one line; a line that needs more is not judged."""
_STATEMENTS = UNCOUNTED - {"unread"}


class _Enough(Exception):
    """The open question or roll is found."""


class LineProbe(Ledger):
    """A trial play of the text before the cursor.

    The first legal answer fills what the text leaves open.
    """

    def __init__(
        self, action: Action, board: Board, journal: Journal, put: Any, forbidden: Callable[[Any], bool] | None
    ) -> None:
        super().__init__(action, board, journal, Work())
        self.put = put
        """The answer in the place of the blank; None to find its question."""
        self.forbidden = forbidden
        """Which refused answers are wanted with their reasons; None for none."""
        self.gap: Question | None = None
        """The question that the blank answers."""
        self.gaps: list[Question] = []
        """Questions that the last entry leaves open."""
        self.due: list[Roll] = []
        """Rolls of the last entry without written dice."""
        self.another = False
        """Whether another entry may follow."""
        self.unrolled = False
        """Whether dice are missing, so that the result of the line is not known."""
        self.rolls_made: list[Roll] = []
        self.over = False
        """Whether the line was played to its end."""
        self._left = MOST_ASKED
        self._filled: Ask | None = None
        """The question that the answer in the place of the blank answers."""

    # ------------------------------------------------------------ answers

    def answer(self, ask: Ask) -> Any:
        """The answer on the line."""
        self._spend()
        return super().answer(ask)

    def unknown(self, ask: Ask, part: Part) -> Any:
        """The answer in the place of the blank, or its question."""
        if part.place.end - part.place.column < len(BLANK):  # a sign of the line itself: nothing else is as wide
            return super().unknown(ask, part)
        if self.put is None:
            self.gap = _question(ask, self.forbidden)
            raise _Enough
        self._filled = ask
        return self.put

    def missing(self, ask: Ask) -> Any:
        """Note the question and go on with the first legal answer."""
        if self.put is None and self._of_last_entry(ask.item, ask.subject, ask.field):
            self.gaps.append(_question(ask, None))
        if ask.silence is not None and ask.holds(ask.silence):
            return ask.silence
        first = next((o for o in ask.domain() if o != UNKNOWN and ask.holds(o)), None)
        if first is None:
            if ask.hidden:
                return UNKNOWN
            raise DeadEnd((), ask)
        return first

    def more(self, ask: Ask, so_far: int) -> bool:
        """Whether the line has another entry; note whether it could have one."""
        self._spend()
        found = super().more(ask, so_far)
        if not found and self._in_last():
            self.another = self.another or any(ask.holds(o) for o in ask.domain())
        return found

    def dice(self, roll: Roll) -> tuple[int, ...]:
        """The written dice; any others, once the roll is noted."""
        self._spend()
        if roll.kind == RollKind.PICK:
            return (1,) * roll.n
        found = written_dice.take(self, roll)
        if found is not None and None not in found:
            return tuple(d for d in found if d is not None)
        self.unrolled = self.unrolled or not roll.moot
        if self._filled is not None and made_for(roll, self._filled, (target(self._filled, self.put),)):
            self.due.append(roll)
            raise _Enough
        if self.put is None and self._of_last_entry(roll.item, roll.subject, None):
            self.due.append(roll)
        return roll.cases()[0]

    def _spend(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise _Enough

    # ------------------------------------------------------------ the entry before the cursor

    def _in_last(self) -> bool:
        segments = self.action.segments
        return self.segment is None or not segments or self.segment is segments[-1]

    def _of_last_entry(self, item: int | None, subject: str, field: Field | None) -> bool:
        """Whether a question belongs to the entry before the cursor, or to the line as a whole."""
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


def _question(ask: Ask, forbidden: Callable[[Any], bool] | None) -> Question:
    """The question with its answers on the board as it is now."""
    legal = ask.options()
    refused = []
    if forbidden is not None:
        known = {repr(o) for o in legal}
        for option in ask.domain():
            if repr(option) not in known and forbidden(option):
                failures = tuple(f for f in ask.failures(option) if f.kind != "note")
                refused += [Choice(option, failures=failures)] if failures else []
    if ask.hidden and UNKNOWN not in legal:
        legal.append(UNKNOWN)
    return Question(choices=[Choice(o) for o in legal], refused=refused, ask=ask)


# -------------------------------------------------------------------- lines


@lru_cache(maxsize=8)
def with_blank(names: Names) -> Names:
    """The names of a record, the blank among them."""
    made = copy(names)
    made.exact = {**names.exact, BLANK: UNKNOWN}
    made._places = {}
    made.pieces = {}
    return made


def read(lines: Iterable[tuple[int, str]], names: Names) -> Action | None:
    """The last play of some numbered lines; None if they are not notation."""
    record = Record("")
    current: Action | None = None
    try:
        for number, raw in lines:
            current = reader.read_line(record, raw, number, current, names)
    except LineError:
        return None
    return record.actions[-1] if record.actions else None


def play(
    action: Action, journal: Journal, put: Any = None, forbidden: Callable[[Any], bool] | None = None
) -> LineProbe:
    """Play a line as far as it is written; the caller undoes its changes."""
    board = journal.board
    table = LineProbe(action, board, journal, put, forbidden)
    line = head_of(action)
    trial = Play(board, journal, table, (LineCause(action.place.line),), "", action.place.line, action.side or "J")
    table.rolls_made = trial.rolls
    try:
        board.rules.procedures[line.kind](trial, line)
        table.over = True
    except (_Enough, DeadEnd):
        pass
    return table


def last_entry(action: Action) -> Item | None:
    """The entry before the cursor."""
    items = action.segments[-1].items if action.segments else []
    return items[-1] if items else None


def judged(
    document: Document, first: int, lines: Sequence[tuple[int, str]], *, work: float = MOST_WORK
) -> list[Finding] | None:
    """The findings of a play that is written on these lines, at the position before line ``first``.

    None for lines that are no notation, no play and no statement, or that cost more ``work``.
    """
    action = read(lines, document.names)
    if action is None:
        return None
    game = ExplainedGame(document.setup, work=Work(work), board=document.board_before(first))
    try:
        return game.push(action).findings
    except (Exception, Spent):  # too much work, or a position of its own that cannot be judged further
        return None


_WORD_END = re.compile(r"[^\s/]*\Z")


class Cursor:
    """A place in a line.

    It has the text before it, and the position before that line.
    """

    def __init__(self, document: Document, line: int, before: str) -> None:
        self.document, self.line, self.before = document, line, before
        self.above = self._above() if before.lstrip().startswith("+") else []
        """The lines of the play that a ``+`` line continues, with their numbers."""
        self.first = self.above[0][0] if self.above else line
        self.board = document.board_before(self.first)
        self.journal = Journal(self.board)

    def _above(self) -> list[tuple[int, str]]:
        plays = [a for a in self.document.record.actions if a.place.line < self.line and a.kind not in _STATEMENTS]
        lines = plays[-1].numbers if plays else []
        return [(n, self.document.lines[n - 1]) for n in lines if n < self.line]

    def advance(self, side: str = "") -> Play:
        """Let what comes by itself before the line come; return the game at that point."""
        play = Play(self.board, self.journal, ProbeTable([]), side=side)
        advance(play)
        self.journal.changes.clear()
        return play

    def read(self, front: str, *, blank: bool = False) -> Action | None:
        """The play with the line written as ``front``, with a blank after it or without."""
        names = self.document.names
        names = with_blank(names) if blank else names
        return read([*self.above, (self.line, front + BLANK if blank else front)], names)

    @contextmanager
    def played(
        self, action: Action, put: Any = None, forbidden: Callable[[Any], bool] | None = None
    ) -> Iterator[LineProbe]:
        """Play a line, and undo it at the end of the block."""
        mark = self.journal.mark()
        try:
            yield play(action, self.journal, put, forbidden)
        finally:
            self.journal.undo_to(mark)

    def judged(self, text: str | None, work: float) -> list[Finding] | None:
        """The findings of the play with the line written as ``text``, or of the lines above alone."""
        rows = self.above if text is None else [*self.above, (self.line, text)]
        return judged(self.document, self.first, rows, work=work)

    @property
    def head(self) -> str:
        """The text before the word at the cursor."""
        return _WORD_END.sub("", self.before)
