"""Common seams of the solitaire systems (9.1, 12.1).

It has victory in a game for one player as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from referee.editions.base.card_play import LeftoverUse
from referee.editions.base.card_uses import FurtherUse
from referee.editions.base.lines import SECOND_OPERATION, SECOND_OPERATION_J
from referee.editions.base.queries import Queries
from referee.engine.law.forms import LEFT_OVER
from referee.engine.law.requirement import Context, Requirement, explain
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.journal import Change, Kind
from referee.engine.state.ruleset import Goal, Hint, Ruleset
from referee.engine.state.seams import Query, Source, modifies


def never(query: Query[str, bool], side: str, source: Source) -> None:
    """Have a query about a side say no."""
    modifies(query, source)(lambda board, subject, value: value and subject != side)


def always(query: Query[str, bool], side: str, source: Source) -> None:
    """Have a query about a side say yes."""
    modifies(query, source)(lambda board, subject, value: value or subject == side)


def doubled(query: Query[str, int], source: Source, when: Callable[[Board], bool]) -> None:
    """Double a number at some level of a system."""
    modifies(query, source)(lambda board, subject, value: 2 * value if when(board) else value)


def triggers_nothing(side: str, source: str, why: str) -> None:
    """Cancel the other side's events on the cards of a side."""

    @modifies(Queries.TRIGGERS_NOTHING, source)
    def nothing(board: Board, play: tuple[str, int], found: tuple[str, str] | None) -> tuple[str, str] | None:
        player, card = play
        return (source, why) if player == side and board.cards[card].side not in (side, None) else found


def _left_over(side: str) -> tuple[str, str]:
    """Segment and title of a side's use of leftover Operations."""
    return next((name, left.title) for name, left in LEFT_OVER.items() if left.side == side)


def _one_operation(side: str) -> Requirement:
    return SECOND_OPERATION if side == "US" else SECOND_OPERATION_J


def use_up(side: str, source: Source, rest: LeftoverUse, further: Mapping[str, FurtherUse]) -> None:
    """Use what an Operation leaves of a card, and cards without one."""
    modifies(Queries.OPERATIONS_THAT_ARE_LEFT_OVER, source)(lambda board, of, found: rest if of == side else found)
    modifies(Queries.FURTHER_USES, source)(
        lambda board, play, found: {**found, **further} if play[0] == side and len(play[1]) == 1 else found
    )
    one, (_, title) = _one_operation(side), _left_over(side)
    explain(one, source, lambda b, o, c: True, f"{one.text}; what it leaves over is for {title}")


def with_rest(rules: Ruleset, side: str) -> Ruleset:
    """These rules with advice on leftover Operations of a side."""
    return rules.but(hint=partial(_advice, rules.hint, side))


def _advice(before: Hint, side: str, requirement: str, board: Board | None, option: Any, context: Context) -> str:
    if requirement != _one_operation(side).id:
        return before(requirement, board, option, context)
    return f"what is left of the card is written in parts of its own, “/ {_left_over(side)[0]} …”"


RULE = "9.1"
ISLAMIST = 6
"""Resources under Islamist Rule that win, Adjacent or not."""


def goals_alone(goals: tuple[Goal, ...], note: str = "") -> tuple[Goal, ...]:
    """The goals without the last Cell, and Islamist Rule without Adjacency."""

    def islamist(board: Board, change: Change) -> str:
        n = q.islamist_resources(board)
        return "" if change.kind is Kind.REMOVE_CELL or n < ISLAMIST else f"{n} Resources under Islamist Rule{note}"

    kept = [g for g in goals if g.key or g.side != "US"]
    return tuple(replace(g, rule=RULE, reached=islamist, only="") if g.key == "islamist" else g for g in kept)


def least_good(board: Board) -> int:
    """Good Resources that the US needs at the end, by decks."""
    return 3 + 3 * max(1, board.decks)
