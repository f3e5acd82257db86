"""Goals reached by a change, as far as the position is known (2.1)."""

from __future__ import annotations

from referee.engine.state.board import Board
from referee.engine.state.journal import Change
from referee.engine.state.ruleset import Goal
from referee.engine.state.unknown import elsewhere
from referee.engine.state.watching import watching


def reached_goals(board: Board, change: Change) -> list[tuple[Goal, str]]:
    """Return the goals brought about by ``change``, each with its reason.

    Unknown facts never count.
    """
    found = [(goal, why) for goal in board.rules.goals if (why := goal.reached(board, change))]
    if found and board.unknown:
        found = [(goal, why) for goal, why in found if not _rests_on_the_unknown(goal, board, change)]
    return found


def victory(board: Board, change: Change, player: str) -> tuple[str, str, str] | None:
    """The victory brought about by ``change``, if any (2.1).

    Returns the winner, the rule and the reason. If both sides reach a goal at once ``player`` wins, the side that played the event (2.2).
    """
    won: dict[str, tuple[str, str, str]] = {}
    for goal, why in reached_goals(board, change):
        won.setdefault(goal.side, (goal.side, goal.rule, why))
    if len(won) == 2:
        winner = "US" if player == "US" else "J"
        by = "US" if player == "US" else "Jihadist"
        return winner, "2.2", f"both sides reach their goal; {by} played it"
    return next(iter(won.values()), None)


def _rests_on_the_unknown(goal: Goal, board: Board, change: Change) -> bool:
    """Return whether reaching a goal depends on an unstated fact."""
    with watching(board) as reads:
        goal.reached(board, change)
    open_ = reads.fields & board.unknown
    if goal.count is not None:  # a change that adds nothing cannot have reached it
        open_ = {(where, name) for where, name in open_ if getattr(board[where] if where else board, name, True)}
    if goal.stated and open_:  # the pieces are all on their track, so none is elsewhere
        tracks = [("", board.rules.facts.named(name).attribute) for name in goal.stated]
        left = elsewhere(board)
        open_ = open_ if any(t in board.unknown or left[t] for t in tracks) else set()
    return bool(open_)
