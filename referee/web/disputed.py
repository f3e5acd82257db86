"""One play and the position that it is made in: what Check and Write hand to Ask."""

from __future__ import annotations

from collections.abc import Iterable

from referee.editions.rulesets import tags_of
from referee.engine.board import Board
from referee.parsers.notation.position import block


def disputed(board: Board, play: Iterable[str]) -> dict[str, str]:
    """A position as a record that begins there, and the lines of a play."""
    return {"setup": "\n".join([*tags_of(board), block(board)]), "play": "\n".join(play)}
