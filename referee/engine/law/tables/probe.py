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

    A question beyond the script gets the first legal answer.
    """

    def __init__(self, script: list[int], face: int = 1) -> None:
        self.script = script
        self.face = face
        """The face that every die shows."""
        self.counts: list[int] = []

    def answer(self, ask: Ask) -> Any:
        options = ask.options()
        if not options:
            raise DeadEnd(ask=ask)
        at = len(self.counts)
        self.counts.append(len(options))
        return options[self.script[at] if at < len(self.script) else 0]

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
    script: list[int] = []
    for _ in range(ways or BOUND):
        mark = play.journal.mark()
        table = ProbeTable(script, face)
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
            counts = table.counts
        except DeadEnd:
            counts = table.counts
        finally:
            play.journal.undo_to(mark)
        script = next_script(script, counts)
        if not script:
            return False
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
