"""The audit of a tournament: many records, one table, totals, dice.

``run`` judges the records, over several processes if asked, and skips what has not changed; ``forms`` and ``html`` put
the result into words. Nothing here knows a rule: a game's row is read off its verdict.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.club.audit.rows import Audit, DiceRow, GameRow, PlayerRow, RuleRow

if TYPE_CHECKING:
    from referee.club.audit.runner import run

__all__ = ["Audit", "DiceRow", "GameRow", "PlayerRow", "RuleRow", "run"]


def __getattr__(name: str) -> Any:
    """Load the run on first use.

    A browser has the tables, and no processes.
    """
    if name == "run":
        from referee.club.audit import runner

        return runner.run
    raise AttributeError(name)
