"""The limit on the work for a record.

Its units do not depend on the speed of a machine. A unit is an answer or a roll of one reading of one line, some 40
microseconds. So the same record gets the same verdict everywhere, and none occupies a machine for long.

Every line is judged. Only the searches are limited: for open questions of a line, for its evidence on earlier lines,
for slips of the pen. All searches of a record draw on one pool, which grows with its lines; each has a limit of its
own. Every line has a minimum, so that no other line prevents its search.
"""

from __future__ import annotations

import gc
import math

BASE = 15_000
"""Units of the pool before the first line, about half a second."""
PER_LINE = 50
"""Further units for each line: one without open questions takes five to twenty."""
A_LINE = 10_000
"""Most units for the open questions of one line."""
A_TRIAL = 1_000
"""Most units for the open questions of a line in a trial."""
A_LOOK = 25_000
"""Most units for a line's evidence on other lines."""
LEAST = 100
"""Minimum units of every line for its open questions."""
GUIDED = 8
"""The additional cost of a question to a flowchart."""
BY_FLOWCHART = 2
"""The factor on the limits of a record with a flowchart at every turn."""
ATTEMPT = 3
"""The cost of every reading of a line besides its answers."""


OF_PYTHON = (700, 2_000)
"""New objects between garbage collections by default, in older and newer versions of Python."""
COLLECT_AFTER = 50_000
"""New objects between garbage collections here, where most objects are kept."""


def collect_seldom() -> None:
    """Raise the collector's threshold, unless the calling program has set its own.

    It stays raised: resetting it after a record would scan all of its objects at once, at a tenth of the record's cost.
    """
    usual = gc.get_threshold()
    if usual[0] in OF_PYTHON:
        gc.set_threshold(COLLECT_AFTER, *usual[1:])


class Spent(BaseException):
    """The exhaustion of the allowed work.

    No :class:`Exception`: it ends everything in progress, while a fault of the referee costs one line.
    """


class Work:
    """The allowed and the used units of work."""

    __slots__ = ("a_line", "most", "pool", "spent", "supposed")

    def __init__(self, units: float = math.inf) -> None:
        self.most = units
        """Units after which :class:`Spent` is raised."""
        self.pool = math.inf
        """Units after which all searches stop."""
        self.spent = 0
        self.a_line = A_LINE
        self.supposed = 0
        """The units used for suppositions about unknown facts, counted separately."""

    def of_line(self) -> float:
        """Return the most units for the open questions of a line."""
        return max(LEAST, min(self.a_line, self.pool - self.spent))

    def of_look(self) -> float:
        """Return the most units for a line's evidence on others."""
        return max(0, min(A_LOOK, self.pool - self.spent))

    def spend(self, units: int) -> None:
        """Use units of work. Raises :class:`Spent` if none are left."""
        self.spent += units
        if self.spent > self.most:
            raise Spent


def pool(lines: int, *, guided: bool = False) -> int:
    """Return the units of a record with so many lines.

    More with a ``guided`` side.
    """
    return (BASE + PER_LINE * lines) * (BY_FLOWCHART if guided else 1)
