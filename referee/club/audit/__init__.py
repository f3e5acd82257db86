"""The audit of a tournament: many records, one table, totals, dice.

``run`` judges the records, over several processes if asked, and skips what has not changed; ``forms`` and ``html`` put
the result into words. Nothing here knows a rule: a game's row is read off its verdict.
"""

from referee.club.audit.rows import Audit, DiceRow, GameRow, PlayerRow, RuleRow
from referee.club.audit.runner import run

__all__ = ["Audit", "DiceRow", "GameRow", "PlayerRow", "RuleRow", "run"]
