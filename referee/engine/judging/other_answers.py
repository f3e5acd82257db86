"""A line with other answers to its questions: can it succeed?

The line is played as written up to the question, then with any legal answers. So a hint is judged before a player reads
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.judging.solver import Solver
from referee.engine.law.ask import Address, Ask
from referee.engine.law.line import head_of
from referee.engine.law.table import DeadEnd
from referee.engine.law.tables.probe import ProbeTable
from referee.engine.record.ledger import OpenQuestionSignal
from referee.engine.record.table import RecordTable
from referee.engine.record.work import Spent

WAYS = 24
"""Most ways to continue that are tried after the other answer."""


class OtherTable(RecordTable):
    """A record table with other answers to some questions.

    Then any legal answer will do.
    """

    others: dict[Address, Any]
    rest: ProbeTable
    """The table for the part after the last of those questions."""
    changed = False
    """Whether an answer differs from the written one."""
    reached = False
    """Whether the line came to that part."""

    def answer(self, ask: Ask) -> Any:
        if ask.address not in self.others:
            written = super().answer(ask)
            if self.changed and self.questions.answered and not ask.holds(written):
                raise DeadEnd(ask=ask)
            return written
        value, self.changed = self.others.pop(ask.address), True
        if not self.others and self.play is not None:
            self.play.table, self.reached = self.rest, True
        if not ask.holds(value):
            raise DeadEnd(ask=ask)
        return value


def carried_out(solver: Solver, others: Mapping[Address, Any]) -> bool:
    """Return whether the line can be carried out with these answers.

    Returns False if unknown.
    """
    rest = ProbeTable([])
    for _ in range(WAYS):
        succeeded, reached = _attempt(solver, others, rest)
        if succeeded or not reached:
            return succeeded
        script = rest.next_script()
        if not script:
            return False
        rest = ProbeTable(script, before=rest)
    return False


def _attempt(solver: Solver, others: Mapping[Address, Any], rest: ProbeTable) -> tuple[bool, bool]:
    """Return whether the line succeeds, and whether it reaches ``rest``."""
    mark = solver.journal.mark()
    made: list[OtherTable] = []

    def table_of(*given: Any, **named: Any) -> OtherTable:
        table = OtherTable(*given, **named)
        table.others, table.rest = dict(others), rest
        made.append(table)
        return table

    solver.table_of = table_of
    table = solver.table()
    play = table.play = solver.begin(table)
    try:
        written = head_of(solver.action)
        solver.board.rules.procedures[written.kind](play, written)
    except (DeadEnd, OpenQuestionSignal, Spent):
        return False, made[0].reached
    finally:
        solver.journal.undo_to(mark)
    return made[0].reached, made[0].reached
