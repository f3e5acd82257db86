"""How a game against the Jihadist Bot is won (9.1, 12.1), and Zakat in solitaire play (optional rule 1)."""

from __future__ import annotations

from dataclasses import replace

from referee.editions.awakening import optional
from referee.editions.base import turn
from referee.engine import queries as q
from referee.engine.board import Board
from referee.engine.journal import Change, Kind
from referee.engine.line import TurnStep
from referee.engine.play import Play
from referee.engine.requirement import add
from referee.engine.ruleset import Goal, Ruleset

ISLAMIST = 6
"""Resources under Islamist Rule that win (9.1)."""
RULE = "9.1"


def _islamist(board: Board, change: Change) -> str:
    n = q.islamist_resources(board)
    if change.kind is Kind.REMOVE_CELL or n < ISLAMIST:
        return ""
    return f"{n} Resources under Islamist Rule, which against the Bot need not be Adjacent"


def alone(goal: Goal) -> Goal | None:
    """A goal as it is in a one-player game; None for the US goal of removing every Cell (9.1)."""
    if goal.side == "US" and not goal.key:
        return None
    if goal.key == "islamist":
        return replace(goal, rule=RULE, reached=_islamist, only="")
    return goal


def least_good(board: Board) -> int:
    """Good Resources below which the US loses at the end: 6, 9 or 12 with one, two or three decks (9.1)."""
    return 3 + 3 * max(1, board.decks)


def end_of(rules: Ruleset) -> Ruleset:
    """Goals and the end of the game as in the one-player game (9.1)."""
    before = rules.at_the_end

    def at_the_end(board: Board) -> tuple[str, str, str]:
        winner, rule, why = before(board)
        good, least = q.good_resources(board), least_good(board)
        if winner != "US" or good >= least:
            return winner, rule, why
        return "J", RULE, f"Good Resources are {good}, and against the Bot the US needs {least} at the end"

    goals = tuple(made for goal in rules.goals if (made := alone(goal)) is not None)
    return rules.but(goals=goals, at_the_end=at_the_end)


# -------------------------------------------------------------------- Zakat


def zakat(play: Play) -> None:
    """With Funding Tight at the end of a turn the Bot turns Zakat in, once, ahead of the deal (option 1)."""
    b = play.board
    if not optional.kept(b, "zakat") or q.funding_band(b) != "tight":
        return
    play.write(Kind.MARKER, "Zakat", optional.RULE, (b, "zakat_gone", True), note="Zakat turned in")
    play.set_funding(optional.SET_TO, rule=optional.RULE)


ZAKAT = TurnStep("zakat", optional.RULE, zakat, "Zakat")
add(
    optional.STILL_THERE,
    "12.0",
    lambda b, o, c: o == "zakat",
    "the Bot turns Zakat in by itself, the first time that a turn ends with Funding Tight",
    rule=optional.RULE,
)


def with_zakat(rules: Ruleset) -> Ruleset:
    """The step before the deal, where the optional rule can be chosen."""
    if optional.ZAKAT_AND_HORSE not in rules.options:
        return rules
    at = next(i for i, step in enumerate(rules.end_of_turn) if step.procedure is turn.deal)
    return rules.but(end_of_turn=(*rules.end_of_turn[:at], ZAKAT, *rules.end_of_turn[at:]))
