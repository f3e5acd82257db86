"""The probe table, for trials of a procedure that are undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from referee.engine.law.ask import Ask
from referee.engine.law.rolls import Roll
from referee.engine.law.table import DeadEnd
from referee.engine.law.tables.simple import SimpleTable

if TYPE_CHECKING:
    from referee.engine.law.play import Play

BOUND = 400
"""Most ways tried before the probe gives up and says yes."""


class ProbeTable(SimpleTable):
    """A table with a script of answers.

    A question beyond the script gets the first legal answer. ``before`` is the table of the way before: as far as the
    script, the same questions come at the same boards, and their answers need no second search.
    """

    def __init__(self, script: Sequence[int], face: int = 1, before: ProbeTable | None = None) -> None:
        self.script = script
        self.face = face
        """The face that every die shows."""
        self.known = before.options[: len(script)] if before is not None else []
        self.options: list[list[Any]] = []
        """The legal answers of each question so far."""

    def answer(self, ask: Ask) -> Any:
        at = len(self.options)
        options = self.known[at] if at < len(self.known) else ask.options()
        if not options:
            raise DeadEnd(ask=ask)
        self.options.append(options)
        return options[self.script[at] if at < len(self.script) else 0]

    def next_script(self) -> list[int]:
        """The choices to try after these; [] after the last."""
        return next_script(self.script, [len(options) for options in self.options])

    def more(self, ask: Ask, so_far: int) -> bool:
        return bool(ask.due)

    def dice(self, roll: Roll) -> tuple[int, ...]:
        """Return the same face; for repeated rolls, the next faces in order."""
        if roll.repeats is None:
            return (self.face,) * roll.n
        return tuple(1 + roll.address.number // 6**i % 6 for i in range(roll.n))


def probe(
    play: Play,
    procedure: Callable[[Play], None],
    ways: int = 0,
    found: Callable[[Play], bool] | None = None,
    *,
    unguided: bool = False,
    face: int = 1,
) -> bool:
    """Whether some answers carry ``procedure`` to an end, one where ``found`` holds.

    ``ways`` is the most tries before it says no; 0: :data:`BOUND`, and yes beyond it. ``unguided`` also tries answers
    that a flowchart leaves out; ``face`` is the face of every die.
    """
    table = ProbeTable([], face)
    for _ in range(ways or BOUND):
        mark = play.journal.mark()
        trial = type(play)(
            play.board,
            play.journal,
            table,
            play.cause,
            play.action,
            play.line,
            play.side,
            play.here,
            play.rule,
            unguided=unguided,
        )
        try:
            procedure(trial)
            if found is None or found(trial):
                return True
        except DeadEnd:
            pass
        finally:
            play.journal.undo_to(mark)
        script = table.next_script()
        if not script:
            return False
        table = ProbeTable(script, face, table)
    return not ways


def next_script(script: Sequence[int], counts: Sequence[int]) -> list[int]:
    """The choices to try after those of ``script``; [] after the last.

    ``counts`` are the numbers of options of each choice.
    """
    found = [*script, *[0] * len(counts)][: len(counts)]
    while found and found[-1] + 1 >= counts[len(found) - 1]:
        found.pop()
    if found:
        found[-1] += 1
    return found
