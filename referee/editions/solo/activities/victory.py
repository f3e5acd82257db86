"""How the game alone is won (9.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from referee.engine import queries as q
from referee.engine.board import Board
from referee.engine.journal import Change, Kind
from referee.engine.ruleset import Goal, Ruleset

RESOURCES = 6
GOOD_FOR_EACH_DECK = 6, 9, 12
"""Good Resources that the US needs at the end of a game of one, two or three decks."""


def _islamist(board: Board, change: Change) -> str:
    if change.kind is Kind.REMOVE_CELL or (n := q.islamist_resources(board)) < RESOURCES:
        return ""
    return f"{n} Resources under Islamist Rule"


def _goals(goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
    """The goals without the win by the last Cell; Islamist Rule needs no Adjacency."""
    kept = [g for g in goals if g.key or g.side != "US"]
    return tuple(replace(g, rule="9.1", reached=_islamist, only="") if g.key == "islamist" else g for g in kept)


Ending = Callable[[Board], tuple[str, str, str]]


def _at_the_end(before: Ending, board: Board) -> tuple[str, str, str]:
    """Who wins when the last deck is spent: too few Good Resources lose whatever else is so."""
    needed = GOOD_FOR_EACH_DECK[min(board.decks, len(GOOD_FOR_EACH_DECK)) - 1]
    good = q.modified("good at the end", board, "", q.good_resources(board))
    if good < needed:
        decks = f"{board.decks} deck{'s' * (board.decks != 1)}"
        return "J", "9.1", f"Good Resources {good} are fewer than the {needed} that a game of {decks} asks for"
    return before(board)


def alone(rules: Ruleset) -> Ruleset:
    """These rules with the victory of the game for one player, and by which paragraph what is left over goes."""
    return rules.but(
        rule_of_use={**rules.rule_of_use, "radicalize": "9.4.3"},
        goals=_goals(rules.goals),
        at_the_end=partial(_at_the_end, rules.at_the_end),
    )
