"""The choices and rolls of a set-up (3.2).

They are procedures that ask the table, like any play.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.engine.law.ask import Field, Purpose
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Failure, Requirement, TestResult
from referee.engine.state.board import US, Board
from referee.engine.state.cause import Usage

DUE = "set-up choices"
"""Key of the note of choices still owed, with their kind."""
OPEN = "set-up choices open"
"""Key of the note that choices may be made.

A set-up block changed the scenario, and may have stated them already.
"""
PLACES = 3
"""Number of Cells placed by the Jihadist in Anaconda."""


def _owed(board: Board, option: Any, c: Context) -> TestResult:
    kind = board.recall(DUE)
    return {"what": KINDS[kind][1]} if kind is not None else None


MADE = Requirement(
    "set-up: choices made", "3.2", "the set-up of this scenario is not finished: {what}", _owed, "incomplete"
)
EXPECTED = Requirement(
    "set-up: choices due",
    "3.2",
    "this set-up leaves nothing to choose, or it was chosen already",
    lambda b, o, c: None if b.recall(DUE) is not None or b.recall(OPEN) is not None else {},
)
JIHADIST = Requirement(
    "set-up: the Jihadist chooses",
    "3.2",
    "the Jihadist side makes the choices of this set-up",
    lambda b, o, c: None if c["player"] == "J" else {},
)
NOT_US = Requirement(
    "set-up: not the United States",
    "3.2",
    "the Cells of this set-up go to countries other than the United States",
    lambda b, o, c: {} if o == US else None,
)
DIFFERENT = Requirement(
    "set-up: different countries",
    "3.2",
    "{option:is} named twice; each of these countries comes once",
    lambda b, o, c: {} if o in c["named"] else None,
)
THREE = Requirement(
    "set-up: three Cells",
    "3.2",
    "this set-up places three Cells, not {n}",
    lambda b, o, c: {"n": len(c["named"]) + 1} if len(c["named"]) >= PLACES else None,
)
IN_SCHENGEN = Requirement(
    "set-up: a Schengen country",
    "3.2",
    "{option:is} not a Schengen country; only the seven of them are rolled",
    lambda b, o, c: None if o in b.schengen else {},
)
ONE_REROLL = Requirement(
    "set-up: one reroll",
    "3.2",
    "one of the seven Postures is rolled again, not {n}",
    lambda b, o, c: {"n": len(c["again"]) + 1} if c["again"] else None,
)


def place_three(play: Play) -> None:
    """Place a Sleeper in three countries, then test them (Anaconda).

    The Tests are those of unmarked countries.
    """
    named: list[str] = []
    asked = (NOT_US, DIFFERENT, THREE)
    for i in play.items(
        Field.WHERE, play.board.names, *asked, least=PLACES, purpose=Purpose.PLACE_CELL, rule="3.2", named=named
    ):
        where = play.ask(
            Field.WHERE, play.board.names, *asked, item=i, purpose=Purpose.PLACE_CELL, named=tuple(named), rule="3.2"
        )
        play.place_cells(where, 1, rule="3.2")
        named.append(where)
    for i, where in enumerate(named):
        play.test(where, item=i)


def schengen_rolls(play: Play) -> None:
    """Roll the Posture of Schengen countries (Mission Accomplished?).

    Between two players one of them is rolled again.
    """
    named: list[str] = []
    results: dict[str, str] = {}
    asked = (IN_SCHENGEN, DIFFERENT)
    for i in play.items(
        Field.WHERE,
        play.board.names,
        *asked,
        least=len(play.board.schengen),
        purpose=Purpose.ROLL_POSTURE,
        rule="3.2",
        named=named,
    ):
        where = play.ask(
            Field.WHERE, play.board.names, *asked, item=i, purpose=Purpose.ROLL_POSTURE, named=tuple(named), rule="3.2"
        )
        named.append(where)
        results[where] = play.posture_roll(where, item=i, rule="3.2")
    again: list[str] = []
    for k in play.items(Field.AGAIN, play.board.schengen, ONE_REROLL, least=0, rule="3.2", again=again):
        at = len(named) + k
        where = play.ask(
            Field.AGAIN, play.board.names, IN_SCHENGEN, ONE_REROLL, item=at, again=tuple(again), rule="3.2"
        )
        again.append(where)
        results[where] = play.posture_roll(where, label="reroll", item=at, rule="3.2")
    for where, result in results.items():
        play.posture(where, result, rule="3.2")


KINDS: dict[str, tuple[Callable[[Play], None], str]] = {
    "place-3": (place_three, "the Jihadist places three Cells, such as “J set-up Yemen t[3], Iran, France t[5]”"),
    "schengen-rolls": (
        schengen_rolls,
        "the Jihadist rolls the Posture of the Schengen countries, such as "
        "“J set-up Scandinavia [3], …, reroll Spain [2]”",
    ),
}
"""Procedures of choices, by their kind in a scenario's file.

Each has the owed choices in words.
"""


def owe(play: Play, kind: str, changed: bool = False) -> None:
    """Note that a scenario begins with choices.

    Where a set-up block changed it they may be made already.
    """
    if kind not in KINDS:
        raise ValueError(f"a scenario has choices of the kind {kind!r}; known are {', '.join(KINDS)}")
    play.remember(OPEN if changed else DUE, kind, rule="3.2")


def choose(play: Play, side: str = "J") -> None:
    """Make the due choices."""
    if not play.require(EXPECTED):
        return
    kind = play.board.recall(DUE) or play.board.recall(OPEN)
    play.remember(DUE, None, rule="3.2")
    play.remember(OPEN, None, rule="3.2")
    with play.segment("op", side="J", cause=Usage("set-up choices"), rule="3.2"):
        play.require(JIHADIST, player=side)
        KINDS[kind][0](play)


def missing(play: Play) -> None:
    """Report once that a play comes before owed choices.

    The game goes on without them.
    """
    failure = MADE.failure(play.board, None, {})
    if isinstance(failure, Failure):
        play.remember(DUE, None, rule="3.2")
        play.table.remark(failure.kind, failure.rule, failure.message, (), requirement=failure.id)
