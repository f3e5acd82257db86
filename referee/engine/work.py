"""How much work a record may cost, in units that do not depend on the speed of a machine.

A unit is an answer or a roll of one reading of one line, some 40 microseconds. So the same record gives the same verdict
everywhere, and none keeps a machine busy for long.
"""

from __future__ import annotations

import math

BASE = 50_000
"""Units that every record has: more than ten times what the busiest record of the tests takes."""
PER_LINE = 50
"""Units more for each of its lines: a line that leaves nothing open takes five to twenty."""
A_LINE = 25_000
"""Units that one line may take, so that it does not keep the rest from being judged."""
GUIDED = 8
"""What a question costs besides to which a flowchart has the answer: it looks at the whole map."""
BY_FLOWCHART = 3
"""So much more may a record cost in which a flowchart has to be asked at every turn."""
ATTEMPT = 3
"""What every reading of a line costs besides its answers."""


class Spent(BaseException):
    """The work that a record may cost is done, and the record is not at its end.

    No :class:`Exception`: it ends the whole run, where a fault of the referee costs one line.
    """


class Work:
    """The units that may be spent, and those that were."""

    __slots__ = ("most", "spent")

    def __init__(self, units: float = math.inf) -> None:
        self.most = units
        self.spent = 0

    def spend(self, units: int) -> None:
        """Take units off. Raises :class:`Spent` when there are none."""
        self.spent += units
        if self.spent > self.most:
            raise Spent


def for_record(lines: int, *, guided: bool = False) -> Work:
    """The work that a record of so many lines may cost; more if a side is ``guided`` by a flowchart."""
    return Work((BASE + PER_LINE * lines) * (BY_FLOWCHART if guided else 1))
