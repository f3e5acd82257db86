"""One line judged by itself at its position: whether another wording of it would be without a finding."""

from __future__ import annotations

from collections.abc import Sequence

from referee.editing import lookout
from referee.editing.document import Document
from referee.engine.findings import Finding
from referee.engine.game import Game
from referee.engine.work import Spent, Work

MOST_WORK = 60_000
"""What judging one line may cost here; a line that needs more is not tried."""


def judged(document: Document, first: int, lines: Sequence[tuple[int, str]]) -> list[Finding] | None:
    """The findings of a play that is written on these lines, at the position in front of line ``first``.

    None if the lines are not notation, or are no play and no statement.
    """
    action = lookout.read(lines, document.names)
    if action is None:
        return None
    game = Game(document.setup, work=Work(MOST_WORK))
    game.board = document.board_before(first)
    try:
        return game.push(action).findings
    except (Exception, Spent):  # too much work, or a position of its own that cannot be judged further
        return None


def same(f: Finding, g: Finding) -> bool:
    """Whether two findings say the same of a line, wherever on it; by which rule may hang on the lines before."""
    return (f.kind, f.message) == (g.kind, g.message)
