"""Who knows the flowcharts of the US Bot."""

from __future__ import annotations

from referee.engine.ask import Ask
from referee.engine.board import Board
from referee.engine.guidance import Guidance
from referee.engine.play import Play


class GuideOf:
    """Says what is due at each question of its side."""

    def __init__(self, options: tuple[str, ...]) -> None:
        self.options = options

    def answer(self, play: Play, ask: Ask) -> Guidance | None:
        """What is due; None where the side is free."""
        return None

    def together(self, board: Board, hand: tuple[int, ...]) -> int:
        """One card at a time."""
        return 1

    def more(self, play: Play, ask: Ask, so_far: int) -> bool | None:
        """Whether a list goes on; None where nothing says."""
        return None
