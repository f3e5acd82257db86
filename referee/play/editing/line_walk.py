"""The walk through the line before the cursor, to the next question.

The text answers as far as it goes. The question at the cursor is the one that a name written there
would answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from referee.editions.base.alternatives import advance
from referee.engine.explaining.explained_game import ExplainedGame
from referee.engine.law.ask import Ask, Field, RollKind, SegmentId
from referee.engine.law.line import head_of
from referee.engine.law.play import Play
from referee.engine.law.question import Choice, GivenAnswer, Outlook, Question
from referee.engine.law.rolls import Roll
from referee.engine.law.table import UNKNOWN, DeadEnd
from referee.engine.law.tables.probe import ProbeTable
from referee.engine.law.tables.prompt import PromptTable
from referee.engine.law.walk import Walk
from referee.engine.record.findings import Finding
from referee.engine.record.ledger import Ledger
from referee.engine.record.ledger import dice as written_dice
from referee.engine.record.work import Spent, Work
from referee.engine.state.board import Board
from referee.engine.state.cause import LineCause
from referee.engine.state.journal import Journal
from referee.engine.state.names import Names
from referee.engine.state.script import UNCOUNTED, Action, Item, Part, Place, Record
from referee.parsers.faults import LineError
from referee.parsers.notation import reader
from referee.play.editing.document import Document

MOST_ASKED = 4_000
"""Most units of work for one look at a line."""
MOST_WORK = 60_000
"""Units of work to judge one line; a line that needs more is not judged."""
_STATEMENTS = UNCOUNTED - {"unread"}


class LineTable(Ledger):
    """A written line, with a prompt where it asks for more.

    The prompt answers for the name that is not written yet, at the place ``blank``. The first legal answer fills what
    else the text leaves open.
    """

    def __init__(
        self, action: Action, board: Board, journal: Journal, prompt: PromptTable, blank: Place | None = None
    ) -> None:
        super().__init__(action, board, journal, Work(MOST_ASKED))
        self.prompt = prompt
        self.blank = blank
        self.open_questions: list[Question] = []
        """Questions that the last entry leaves open."""
        self.due: list[Roll] = []
        """Rolls of the last entry without written dice."""
        self.may_go_on = False
        """Whether another entry may follow."""
        self.lacks_dice = False
        """Whether dice are missing, so that the result of the line is not known."""

    def enter(self, segment: SegmentId) -> None:
        """Begin a segment for the prompt, too."""
        super().enter(segment)
        self.prompt.enter(segment)

    def leave(self, segment: SegmentId) -> None:
        """End a segment for the prompt, too."""
        super().leave(segment)
        self.prompt.leave(segment)

    def unknown(self, ask: Ask, part: Part) -> Any:
        """The answer of the prompt at the blank."""
        return self.prompt.answer(ask) if part.place == self.blank else super().unknown(ask, part)

    def missing(self, ask: Ask) -> Any:
        """Note the question and go on with the first legal answer."""
        if self._of_last_entry(ask.item, ask.subject, ask.field):
            self.open_questions.append(question_of(ask))
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
        self.work.spend(1)
        found = super().more(ask, so_far)
        if not found and self._in_last():
            self.may_go_on = self.may_go_on or any(ask.holds(o) for o in ask.domain())
        return found

    def dice(self, roll: Roll) -> tuple[int, ...]:
        """The written dice, else those of the prompt after its answer.

        Any other roll is noted.
        """
        self.work.spend(1)
        if roll.kind == RollKind.PICK:
            return (1,) * roll.n
        found = written_dice.take(self, roll)
        if found is not None and None not in found:
            return tuple(d for d in found if d is not None)
        self.lacks_dice = self.lacks_dice or not roll.moot
        if self.prompt.taken:
            return self.prompt.dice(roll)
        if self._of_last_entry(roll.item, roll.subject, None):
            self.due.append(roll)
        return roll.cases()[0]

    # ------------------------------------------------------------ the entry before the cursor

    def _in_last(self) -> bool:
        segments = self.action.segments
        return self.segment is None or not segments or self.segment is segments[-1]

    def _of_last_entry(self, item: int | None, subject: str, field: Field | None) -> bool:
        """Whether a question belongs to the entry before the cursor.

        Else to the line as a whole.
        """
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


class LineWalk(Walk):
    """A walk that begins with a written line.

    Its text answers first. What is given goes on at the ``blank``, for the name that is not written yet.
    """

    table: LineTable
    """The table of the last look."""
    rolls: list[Roll]
    """The rolls of the last look."""

    def __init__(self, action: Action, journal: Journal, names: Names, blank: Place | None = None) -> None:
        super().__init__(journal.board, journal, head_of(action), names)
        self.action, self.blank = action, blank

    def _looked(self, play: Callable[[], Outlook]) -> Outlook:
        try:
            return super()._looked(play)
        except Spent:
            return Outlook()

    def _played(self, table: PromptTable) -> Outlook:
        self.table = LineTable(self.action, self.board, self.journal, table, self.blank)
        at, side = self.action.place.line, self.action.side or "J"
        play = Play(self.board, self.journal, self.table, (LineCause(at),), "", at, side)
        self.rolls = play.rolls
        self.board.rules.procedures[self.line.kind](play, self.line)
        return Outlook(done=True)

    def roll_of(self, value: Any) -> Roll | None:
        """The roll made for an answer at the blank, automatic ones included."""
        found = self.roll_ahead(GivenAnswer(value))
        return found or next((r for r in reversed(self.rolls) if r.automatic and r.subject == value), None)


def question_of(ask: Ask) -> Question:
    """The question with its present legal answers."""
    legal = ask.options()
    if ask.hidden and UNKNOWN not in legal:
        legal.append(UNKNOWN)
    return Question(choices=[Choice(o) for o in legal], ask=ask)


# -------------------------------------------------------------------- lines


def read(lines: Sequence[tuple[int, str]], names: Names, blank: int = 0) -> Action | None:
    """The last play of some numbered lines, or None.

    None if they are not notation. At the column ``blank`` of the last one a name is still to be written, 0 for nowhere.
    """
    record = Record("")
    current: Action | None = None
    try:
        for number, raw in lines[:-1]:
            current = reader.read_line(record, raw, number, current, names)
        number, raw = lines[-1]
        reader.read_line(record, raw, number, current, names, blank)
    except LineError:
        return None
    return record.actions[-1] if record.actions else None


def walk(lines: Sequence[tuple[int, str]], journal: Journal, names: Names, blank: int = 0) -> LineWalk | None:
    """The walk through the last play of some numbered lines, or None.

    None if they are not notation. A name is still to be written at the column ``blank`` of the last one, 0 for nowhere.
    """
    action = read(lines, names, blank)
    return LineWalk(action, journal, names, Place(lines[-1][0], blank, blank) if blank else None) if action else None


def last_entry(action: Action) -> Item | None:
    """The entry before the cursor."""
    items = action.segments[-1].items if action.segments else []
    return items[-1] if items else None


def judged(
    document: Document, first: int, lines: Sequence[tuple[int, str]], *, work: float = MOST_WORK
) -> list[Finding] | None:
    """The findings of a play on these lines, judged before line ``first``.

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


class LineCursor:
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
        """Play the automatic events before the line.

        Return the game at that point.
        """
        play = Play(self.board, self.journal, ProbeTable([]), side=side)
        advance(play)
        self.journal.changes.clear()
        return play

    def walk(self, front: str, *, blank: bool = False) -> LineWalk | None:
        """The walk through the line written as ``front``, or None.

        None for a line that is no notation. With a ``blank`` a name is still to come after it.
        """
        return walk(
            [*self.above, (self.line, front)], self.journal, self.document.names, len(front) + 1 if blank else 0
        )

    def judged(self, text: str | None, work: float) -> list[Finding] | None:
        """The findings of the play with ``text`` as the line.

        Or those of the lines above alone.
        """
        rows = self.above if text is None else [*self.above, (self.line, text)]
        return judged(self.document, self.first, rows, work=work)

    @property
    def head(self) -> str:
        """The text before the word at the cursor."""
        return _WORD_END.sub("", self.before)
