"""The limit on the work for a record.

Its units do not depend on the speed of a machine. A unit is an answer or a roll of one reading of one line, some 40
microseconds. So the same record gives the same verdict everywhere, and none keeps a machine busy for long.

Every line is judged. What is limited is the search: for what a line leaves open, for what it says of the lines before it,
for slips of the pen. All searches of a record draw on one pool, which grows with its lines; each takes at most so much,
and stops where it is. A line always has a little, so that no other one keeps it from being looked at.
"""

from __future__ import annotations

import gc
import math

BASE = 15_000
"""Units of the pool before the first line: three times what the busiest record of the tests takes, about half a second."""
PER_LINE = 50
"""Units more with each line: one that leaves nothing open takes five to twenty."""
A_LINE = 10_000
"""Units that the search for what one line leaves open may take, so that something is left for the others."""
A_TRIAL = 1_000
"""The same where a line is only tried another way."""
A_LOOK = 25_000
"""Units that a line may take for what it says of others."""
LEAST = 100
"""Units that every line has for what it leaves open, whatever the lines before it took."""
GUIDED = 8
"""What a question costs besides to which a flowchart has the answer: it looks at the whole map."""
BY_FLOWCHART = 2
"""So much more may a record cost in which a flowchart has to be asked at every turn."""
ATTEMPT = 3
"""What every reading of a line costs besides its answers."""


OF_PYTHON = (700, 2_000)
"""New objects after which Python by itself looks for garbage, in its older and its newer versions."""
COLLECT_AFTER = 50_000
"""New objects after which Python looks for garbage: what is judged is kept, and looking at it costs up to a fifth."""


def collect_seldom() -> None:
    """Raise the collector's threshold, unless the calling program has set its own.

    It stays so: to put it back after a record would have all of it looked at once, at a tenth of the record's cost.
    """
    usual = gc.get_threshold()
    if usual[0] in OF_PYTHON:
        gc.set_threshold(COLLECT_AFTER, *usual[1:])


class Spent(BaseException):
    """The work that may be done is done.

    No :class:`Exception`: it ends all that is under way, where a fault of the referee costs one line.
    """


class Work:
    """The units that may be spent, and those that were."""

    __slots__ = ("a_line", "most", "pool", "spent", "supposed")

    def __init__(self, units: float = math.inf) -> None:
        self.most = units
        """Units after which :class:`Spent` is raised."""
        self.pool = math.inf
        """Units after which nothing is searched for any more."""
        self.spent = 0
        self.a_line = A_LINE
        self.supposed = 0
        """The units that were spent on suppositions about what is unknown, which are counted apart."""

    def of_line(self) -> float:
        """The units that the search for what a line leaves open may take."""
        return max(LEAST, min(self.a_line, self.pool - self.spent))

    def of_look(self) -> float:
        """The units that a line may take for what it says of others."""
        return max(0, min(A_LOOK, self.pool - self.spent))

    def spend(self, units: int) -> None:
        """Take units off. Raises :class:`Spent` when there are none."""
        self.spent += units
        if self.spent > self.most:
            raise Spent


def pool(lines: int, *, guided: bool = False) -> int:
    """The units that a record has when so many lines are judged; more if a side is ``guided`` by a flowchart."""
    return (BASE + PER_LINE * lines) * (BY_FLOWCHART if guided else 1)
