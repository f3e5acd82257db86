"""The text of a record that changes under the hand: what was judged before a change stays judged."""

from __future__ import annotations

from collections.abc import Sequence

from referee import inputs
from referee.engine.board import Board
from referee.engine.film import Film, twin
from referee.engine.findings import Finding
from referee.engine.game import Game
from referee.engine.script import Action, Record
from referee.engine.setup import Setup
from referee.engine.steps import Step
from referee.parsers.names import Names
from referee.parsers.notation.reader import split_lines
from referee.reading import read_text
from referee.rulesets import names_of


class Document:
    """A record in the notation that is being written.

    After :meth:`judge` has gone through to the end, :attr:`findings` are those of ``referee check``.
    """

    def __init__(self, text: str = "", name: str = "record") -> None:
        self.name = name
        self.lines: list[str] = split_lines(text)
        self.version = 0
        """How often it was changed."""
        self.judged = 0
        """How many lines from the top are judged as they stand now."""
        self._read()

    # ------------------------------------------------------------ the text

    @property
    def text(self) -> str:
        """The whole text, its lines ended by a line feed."""
        return "\n".join(self.lines)

    def change(self, first: int, last: int, lines: Sequence[str]) -> None:
        """Put ``lines`` in the place of those from ``first`` to ``last``, both counted from 1 and taken along.

        ``last`` is ``first - 1`` where lines are only put in, in front of ``first``.
        """
        self.lines[first - 1 : last] = lines
        self.version += 1
        self._read()

    def set_text(self, text: str) -> None:
        """Take another text: only the lines that differ are changed."""
        new, old = split_lines(text), self.lines
        top = 0
        while top < min(len(new), len(old)) and new[top] == old[top]:
            top += 1
        end = 0
        while end < min(len(new), len(old)) - top and new[-1 - end] == old[-1 - end]:
            end += 1
        if len(new) != len(old) or top < len(old):
            self.change(top + 1, len(old) - end, new[top : len(new) - end])

    # ------------------------------------------------------------ judging

    def judge(self, through: int = 0, *, seconds: float = 0) -> bool:
        """Judge on, down to line ``through`` (0: to the end), for about ``seconds`` (0: as long as it takes).

        Whether it got there.
        """
        verdict = inputs.judge(self.record)
        self._findings = verdict.findings
        self._steps = {line: s for s in verdict.steps for line in (s.action.lines or [s.action.place.line])}
        self._verdict = verdict
        self.judged = len(self.lines)
        return True

    def _read(self) -> None:
        self.judged = 0
        self.record: Record = read_text(self.text, self.name)
        self.names: Names = names_of(self.record.tags)
        self.setup: Setup = inputs.setup_of(self.record)[0]
        self._findings: list[Finding] = []
        self._steps: dict[int, Step] = {}
        self._verdict = None

    # ------------------------------------------------------------ what stands

    @property
    def findings(self) -> list[Finding]:
        """What is wrong in the lines that are judged, in their order; notes and mere consequences included."""
        return self._findings

    def action_on(self, line: int) -> Action | None:
        """What stands on a line, as it was read; the play that it goes on with for a ``+`` line."""
        return next((a for a in self.record.actions if line in (a.lines or [a.place.line])), None)

    def step_on(self, line: int) -> Step | None:
        """The step of what stands on a line; None for a line that has none or is not judged yet."""
        return self._steps.get(line)

    def board_after(self, line: int) -> Board:
        """A board of its own with the position behind a line; before the first play, that of the set-up.

        Lines that are not judged yet are judged first.
        """
        if self.judged < line:
            self.judge(line)
        verdict = self._verdict
        assert verdict is not None
        film = Film(verdict.board, verdict.journal.changes)
        steps = [s for s in verdict.steps if s.action.place.line <= line]
        behind = [s for s in verdict.steps if s.action.place.line > line]
        at = len(verdict.journal.changes) - sum(len(s.changes) for s in behind)
        del steps
        return twin(film.show(at))

    def board_before(self, line: int) -> Board:
        """The same in front of the play that stands on a line."""
        action = self.action_on(line)
        return self.board_after((action.place.line if action is not None else line) - 1)


__all__ = ["Document", "Game"]
