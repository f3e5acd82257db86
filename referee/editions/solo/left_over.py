"""Radicalization or Homeland Security that a line does not have: what the flowcharts have in common."""

from __future__ import annotations

from referee.engine.forms import LEFT_OVER
from referee.engine.play import Play


def left_out(play: Play, name: str, rule: str, points: int, words: str, step: str) -> None:
    """Tell that ``points`` of a card's value are not used up in the segment ``name``.

    What comes next is given by its ``words`` and by its ``step`` on a line.

    Where the card was used otherwise than the chart has it, that is told already, and what it left over is no mistake of
    its own.
    """
    are = f"{points} points of the card's value are" if points != 1 else "1 point of the card's value is"
    left = LEFT_OVER[name]
    why = f"{are} left for {left.title}, which the line does not have; next comes {words}"
    play.table.left_out(rule, "" if _went_astray(play, left.side) else why, f"add “/ {name} {step} …” to it")


def _went_astray(play: Play, side: str) -> bool:
    return any(
        f.side == side and f.answer not in f.guidance.due and all(f.answer != o for o, _ in f.guidance.readings)
        for f in play.trails
    )
