"""Hints beside the lines.

They are results of rolls, and the tracks at the end of a turn.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.law.ask import RollKind
from referee.engine.law.rolls import Roll
from referee.engine.record.steps import JudgedStep
from referee.engine.state.board import Board
from referee.engine.state.rewinder import Rewinder
from referee.parsers.notation.tokens import split_comment
from referee.play.editing.document import Document
from referee.reports import describe, picture

MOST_ROLLS = 4
"""Most results that are shown beside one line; the others only count."""
_TRACKS = ("Prestige", "GWOT penalty", "Troops on the track", "Funding", "Cells on the track")


@dataclass(frozen=True, slots=True)
class Hint:
    """A word beside a line.

    Its column is after the line's text and before its comment.
    """

    line: int
    column: int
    text: str
    kind: str
    """roll or turn."""
    more: tuple[str, ...] = ()
    """The same in sentences."""


def hints(document: Document, first: int = 1, last: int = 0) -> list[Hint]:
    """The hints on the judged lines from ``first`` to ``last``.

    0 means to the end.
    """
    game = document.hearing.game
    rewinder = Rewinder(game.board, game.journal.changes)
    found: list[Hint] = []
    for n in range(len(game.lines) - 1, -1, -1):  # the rewinder is wound back once
        line = game.lines[n]
        at = line.action.place.line
        if at < first or (last and at > last):
            continue
        if line.turn != line.step.turn:
            after = game.lines[n + 1].mark if n + 1 < len(game.lines) else len(game.journal.changes)
            found.append(_turn(document, line.step, rewinder.show(after)))
        if rolls := [r for r in line.step.rolls if r.dice]:
            found.append(_rolls(document, line.step, rolls))
    return found[::-1]


def _turn(document: Document, step: JudgedStep, board: Board) -> Hint:
    facts = picture.facts_of(board)
    goals = {goal.title for goal in board.rules.goals if goal.count is not None}
    said = [f"{name} {value}" for name, value in facts if name in _TRACKS or name in goals]
    text = f"turn {board.turn}: {' · '.join(said)}"
    return Hint(*_end(document, step), text, "turn", tuple(f"{name}: {value}" for name, value in facts))


def _rolls(document: Document, step: JudgedStep, rolls: list[Roll]) -> Hint:
    said = [_short(r, named=len(rolls) > 1) for r in rolls[:MOST_ROLLS]]
    said += [f"{len(rolls) - MOST_ROLLS} more"] if len(rolls) > MOST_ROLLS else []
    sentences = (describe.sentence(step), *(r.explained for r in rolls))
    return Hint(*_end(document, step), "; ".join(said), "roll", sentences)


def _short(r: Roll, *, named: bool) -> str:
    """A roll in short: "4 + 1 = 5: success".

    With its country where a line has several.
    """
    subject = f"{r.subject} " if named and r.subject and r.kind not in (RollKind.PICK, RollKind.PRESTIGE) else ""
    return f"{subject}{'if ' if r.assumed else ''}{r.brief}"


def _end(document: Document, step: JudgedStep) -> tuple[int, int]:
    """The end of the last line of a play, before its comment."""
    line = step.action.numbers[-1]
    return line, len(split_comment(document.lines[line - 1])[0].rstrip()) + 1
