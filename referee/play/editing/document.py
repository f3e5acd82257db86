"""The changing text of a record.

Lines above a change stay judged.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from time import perf_counter

from referee.editions.rulesets import names_of
from referee.engine.explaining.referee import Hearing
from referee.engine.record.corrected_record import SupposedEdit
from referee.engine.record.findings import Finding
from referee.engine.record.setup import Setup
from referee.engine.record.steps import JudgedStep, Judgement
from referee.engine.state.board import Board
from referee.engine.state.names import Names
from referee.engine.state.rewinder import Rewinder, twin
from referee.engine.state.script import Action, Record
from referee.inputs import games
from referee.inputs import judging as inputs
from referee.inputs.preparing import prepare
from referee.inputs.records import read_text
from referee.parsers.notation.reader import split_lines
from referee.parsers.notation.rereading import Rereader

TYPED = 150
"""Units of work that a line may take while it is typed: some 15 milliseconds."""


class Document:
    """A record in the notation that is being written.

    After :meth:`judge` has gone through to the end, :attr:`findings` are those of ``referee check``. A change is read at
    once; the lines above the first changed play stay judged.
    """

    def __init__(self, text: str = "", name: str = "record", *, options: Sequence[str] = ()) -> None:
        self.name, self.options = name, tuple(options)
        self.version = 0
        """The number of changes."""
        self._reader = Rereader(names_of, name, split_lines(text))
        self._hearing: Hearing | None = None
        self._game = ""
        """The game that follows from the record, where no tag names it."""
        self._read()

    # ------------------------------------------------------------ the text

    @property
    def lines(self) -> list[str]:
        """The lines of the text; only :meth:`change` changes them."""
        return self._reader.lines

    @property
    def text(self) -> str:
        """The whole text, its lines ended by a line feed."""
        return "\n".join(self.lines)

    def change(self, first: int, last: int, lines: Sequence[str]) -> None:
        """Replace the lines from ``first`` to ``last`` with ``lines``.

        Both are counted from 1 and included.

        With ``last = first - 1`` lines are only inserted, before ``first``.
        """
        self._reader.change(first, last, lines)
        self.version += 1
        self._read()

    def set_text(self, text: str) -> None:
        """Take another text: only the lines that differ change."""
        new, old = split_lines(text), self.lines
        top = 0
        while top < min(len(new), len(old)) and new[top] == old[top]:
            top += 1
        end = 0
        while end < min(len(new), len(old)) - top and new[-1 - end] == old[-1 - end]:
            end += 1
        if len(new) != len(old) or top < len(old):
            self.change(top + 1, len(old) - end, new[top : len(new) - end])

    def _read(self) -> None:
        """Read the changed lines, and keep the judged ones that still hold."""
        read = self._reader.record()
        game = "" if not self._game and games.fits(read) else read_text(self.text, self.name).inferred
        if game != self._game:
            self._game, self._reader.names_of = game, games.names_by(game)
            read = self._reader.record()
        read = games.retitled(read, game)
        self._prepared = prepare(read, self.options)
        self.record: Record = self._prepared.record
        setup = self._prepared.setup
        self.names: Names = self._reader.names
        hearing = self._hearing
        if hearing is None or hearing.setup != setup:
            hearing = self._hearing = Hearing(setup)
        self.setup: Setup = hearing.setup
        hearing.take(self.record.actions)
        self._starts = [a.place.line for a in self.record.actions]
        self._on = {line: i for i, a in enumerate(self.record.actions) for line in a.numbers}
        self._findings: list[Finding] | None = None

    # ------------------------------------------------------------ judging

    @property
    def hearing(self) -> Hearing:
        """The judged lines, and the game after them."""
        assert self._hearing is not None
        return self._hearing

    def judge(self, through: int = 0, *, seconds: float = 0, units: float = 0) -> bool:
        """Judge on, down to line ``through``, for about ``seconds``.

        0 means to the end, or without a limit of time.

        Returns whether it got there. No line is broken off for the time: one that leaves much open may take longer.
        With ``units`` of work for a line (:data:`TYPED` while it is typed) such a line is judged alone, without the
        lines before it (:attr:`provisional`), or if that is too much, too, not at all: the answer is False, and the
        next call without a limit judges it.
        """
        hearing = self.hearing
        until = bisect_right(self._starts, through) if through else len(self._starts)
        end = perf_counter() + seconds
        while not self._reached(until, full=not units):
            self._findings = None
            if not hearing.go_on(units) or (seconds and perf_counter() >= end):
                break
        return self._reached(until, full=not units)

    def _reached(self, until: int, *, full: bool) -> bool:
        hearing = self.hearing
        if full and hearing.provisional is not None and hearing.provisional < until:
            return False
        return hearing.done >= until or hearing.over

    @property
    def judged(self) -> int:
        """Number of judged lines from the top, the provisional ones included."""
        hearing = self.hearing
        return len(self.lines) if hearing.over else self._starts[hearing.done] - 1

    @property
    def stale(self) -> bool:
        """Whether lines wait to be judged."""
        return not self.hearing.over or self.hearing.provisional is not None

    @property
    def provisional(self) -> int:
        """The first provisional line; 0 for none.

        It was judged alone, since its consequences would have taken too long.

        Findings from there on may change when it is judged in full: one may follow from an earlier mistake, a gap above
        may be settled.
        """
        at = self.hearing.provisional
        return 0 if at is None else self._starts[at]

    # ------------------------------------------------------------ results

    @property
    def findings(self) -> list[Finding]:
        """The findings in the order of the lines.

        Notes and mere consequences are included.

        Unreadable lines are found everywhere, everything else in the judged lines.
        """
        if self._findings is None:
            self._findings = inputs.collect(self._prepared, self.hearing.findings(self.record))
        return self._findings

    @property
    def verdict(self) -> Judgement:
        """The verdict on the judged lines, until the next change."""
        found = self.hearing.verdict(self.record)
        found.findings = self.findings
        found.supposed = self.supposed
        found.empty_map_line = self._prepared.empty_map_line
        return found

    @property
    def supposed(self) -> tuple[SupposedEdit, ...]:
        """The assumptions of the judged lines about slips of the pen."""
        return inputs.suppositions(self.record, self.findings, self.setup.rules.facts)

    def action_on(self, line: int) -> Action | None:
        """The action on a line.

        For a ``+`` line the play that it continues.
        """
        at = self._on.get(line)
        return None if at is None else self.record.actions[at]

    def step_on(self, line: int) -> JudgedStep | None:
        """The step of a line.

        None for a line without one, or not judged yet.
        """
        at = self._on.get(line)
        return None if at is None else self.hearing.step(at)

    def board_after(self, line: int) -> Board:
        """A copy of the board after a line.

        Before the first play, that of the set-up.
        """
        self.judge(max(line, 1))
        return self._board(bisect_left(self._starts, line + 1))

    def board_at_start(self) -> Board:
        """A copy of the board before the first play."""
        return self._board(0)

    def _board(self, plays: int) -> Board:
        game = self.hearing.game
        return twin(Rewinder(game.board, game.journal.changes).show(self.hearing.mark(plays)))

    def board_before(self, line: int) -> Board:
        """A copy of the board before the play on a line."""
        action = self.action_on(line)
        return self.board_after((action.place.line if action is not None else line) - 1)


__all__ = ["TYPED", "Document"]
