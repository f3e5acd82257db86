"""A made-up step of the end of a turn.

It rolls a die and asks a question.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from referee.engine.law.ask import Field, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import Requirement


@cache
def relief(rolls: str, asks: str) -> Callable[[Play], None]:
    """The step under these two rules.

    A 4 or more takes the Cell in Syria; then the US places Aid in a Muslim country.
    """
    muslim = Requirement(
        f"{asks}: a Muslim country for relief",
        asks,
        "{option} is not a Muslim country",
        lambda b, o, c: None if b[o].data.muslim else {},
    )

    def step(play: Play) -> None:
        if play.roll(RollKind.ATTRITION, lambda d: d[0] >= 4, subject="Syria", rule=rolls, needed="4 or more"):
            play.remove_cell("Syria", "s", cadre=False, rule=rolls)
        where = play.ask(Field.WHERE, play.board.names, muslim, side="US", rule=asks)
        play.aid(where, 1, rule=asks)

    return step
