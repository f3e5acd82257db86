"""Victory without a play: in a set-up block or a correction (2.1, 2.2).

During play each change is tested for a victory. Here the whole position is tested once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from referee.engine.law.play import Play
from referee.engine.state.board import Board
from referee.engine.state.goals import reached_goals
from referee.engine.state.journal import Change, Kind
from referee.engine.state.moments import Moments
from referee.engine.state.ruleset import Goal

WON = "won without a play"
"""Name of the note of a victory without a play, with its line."""
WHOLE, PART = "the whole position", "a position in part"
"""The subject of a test of a position."""
ReachedGoal = tuple[Goal, str]
"""A reached goal, with the reason."""


def of_set_up(play: Play, given: Collection[str], *, scenario: bool) -> None:
    """Declare the victory of a set-up position, if there is one.

    ``given`` are the fields of its statements. Without a ``scenario`` a goal that rests on more than the map counts
    only if the block states it.
    """
    needed = {field for goal in play.board.rules.goals for field in goal.stated}
    look = _look(WHOLE if scenario or needed <= set(given) else PART)
    _declare(play, reached_goals(play.board, look), look)


def before_correction(board: Board) -> list[ReachedGoal]:
    """Return the goals reached before a correction."""
    return reached_goals(board, _look(WHOLE))


def of_correction(play: Play, before: Sequence[ReachedGoal]) -> None:
    """Undo a victory, or declare one, after a correction.

    ``before`` are the goals that were reached before it.
    """
    b = play.board
    look = _look(WHOLE)
    now = reached_goals(b, look)
    if _rested_on(b, before) and not _rested_on(b, now):
        take_back(play)
    known = [goal for goal, _ in before]
    _declare(play, [(goal, why) for goal, why in now if goal not in known], look)


def take_back(play: Play) -> None:
    """Undo a victory: the game goes on."""
    b = play.board
    stage = "action" if b.stage == "over" else b.stage
    play.write(Kind.CORRECTION, "clock", "5.1", (b, "winner", ""), (b, "victory_rule", ""), (b, "stage", stage))
    play.remember(WON, None, rule="5.1")


def _look(about: str) -> Change:
    return Change(Kind.SET_UP, about, (), "3.2", ())


def _rested_on(board: Board, goals: Sequence[ReachedGoal]) -> bool:
    """Return whether the declared victory is by one of these goals."""
    return any(board.winner == goal.side and board.victory_rule in (goal.rule, "2.2") for goal, _ in goals)


def _declare(play: Play, goals: Sequence[ReachedGoal], look: Change) -> None:
    """Declare the first goal, or none if both sides reach one (2.2).

    Then it is unknown which side was first.
    """
    if not goals or play.board.winner:
        return
    if len({goal.side for goal, _ in goals}) > 1:
        play.moment(Moments.VICTORY, "", "2.2", look)
        return
    goal, why = goals[0]
    play.declare(goal.side, goal.rule, why, change=look)
    if play.journal.changes[-1].kind is Kind.VICTORY:  # a game by points goes on
        play.remember(WON, play.line, rule=goal.rule)
