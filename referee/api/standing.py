"""The standing of a position: its consequences, with rules and reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from referee.engine.law import victories
from referee.engine.state import goals
from referee.engine.state import queries as q
from referee.engine.state.board import US, Board
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.journal import Change, Kind
from referee.engine.state.ruleset import Goal
from referee.engine.state.unknown import WORLD
from referee.engine.state.watching import watching
from referee.engine.state.words import numbered, sentence, the_side


@dataclass(frozen=True, slots=True)
class Standing:
    """One consequence of a position."""

    name: str
    value: str
    rule: str
    because: str
    """Its reason, "" if that is the value itself."""
    known: bool
    """Whether it depends on stated facts only."""

    @property
    def words(self) -> str:
        """The consequence in a sentence, with its value and rule.

        For example "GWOT Relations Penalty: 2, World Hard 2 and the US Soft (4.7.2.1)".
        """
        because = f", {self.because}" * bool(self.because)
        return sentence(f"{self.name}: {self.value}{because} ({numbered(self.rule)})")


CANNOT_BE = "Cannot be"
"""The name of an impossibility of a position."""


class _Thing(NamedTuple):
    name: str
    rule: str
    value: Callable[[Board], str]
    because: Callable[[Board], str] = lambda b: ""


_MODIFIERS = {"low": "-1", "medium": "none", "high": "+1", "very high": "+2"}
"""The modifier of a War of Ideas by the level of Prestige (4.7.1)."""
THINGS = (
    _Thing("World Posture", "4.7.2", lambda b: q.world_posture_name(q.world_posture(b))),
    _Thing(
        "GWOT Relations Penalty",
        "4.7.2.1",
        lambda b: str(q.gwot_penalty(b)),
        lambda b: f"World {q.world_posture_name(q.world_posture(b))} and the US {q.us_posture(b).title()}",
    ),
    _Thing(
        "Prestige",
        "4.7.1",
        lambda b: f"{b.prestige}, {q.prestige_band(b).title()}",
        lambda b: f"modifier of a War of Ideas: {_MODIFIERS[q.prestige_band(b)]}",
    ),
    _Thing(
        "Cards dealt to the US",
        "5.2.8",
        lambda b: str(q.hand_size(b, "US")),
        lambda b: f"Troops at {q.troops_band(b).title()}",
    ),
    _Thing(
        "Cards dealt to the Jihadist",
        "5.2.8",
        lambda b: str(q.hand_size(b, "J")),
        lambda b: f"Funding {q.funding_band(b).title()}",
    ),
    _Thing(
        "Cells Available",
        "4.7.4.2",
        lambda b: str(q.available_cells(b)),
        lambda b: f"{b.cells_track} on the track, Funding {q.funding_band(b).title()}",
    ),
)


def standings(board: Board, sums: Mapping[str, int] | None = None) -> list[Standing]:
    """Return the consequences of a position.

    They name the winner, the distance to each goal, the levels of the tracks and their effects. ``sums`` are stated totals of
    Resources and countries by their names; unknown countries make up the difference.
    """
    stated = {name.replace("/", ""): n for name, n in (sums or {}).items()}
    counted = [goal for goal in board.rules.goals if goal.count is not None]
    goals = [_goal(board, goal, goal.count, stated.get(goal.key)) for goal in counted if goal.count is not None]
    won = [
        _by_sum(goal, stated[goal.key]) for goal in counted if stated.get(goal.key, 0) >= goal.needed and not goal.only
    ]
    return [*(won or _victory(board)), *goals, *(_thing(board, thing) for thing in THINGS)]


def beyond(board: Board, sums: Mapping[str, int]) -> list[Standing]:
    """Return stated totals that the countries of the position exceed (4.7.6)."""
    found = []
    for goal in board.rules.goals:
        for name, n in sums.items() if goal.count is not None else ():
            if name.replace("/", "") == goal.key and goal.count is not None and (here := goal.count(board)) > n:
                found.append(Standing(CANNOT_BE, f"{goal.title} {n}: the countries have {here}", "4.7.6", "", True))
    return found


def _by_sum(goal: Goal, n: int) -> Standing:
    return Standing("Victory", f"{the_side(goal.side)} has won", goal.rule, f"{goal.title} {n}", True)


def _thing(board: Board, thing: _Thing) -> Standing:
    with watching(board) as reads:
        value, because = thing.value(board), thing.because(board)
    open_ = reads.fields & board.unknown
    if WORLD not in board.unknown:  # the track is known, with any countries
        open_ = {(where, name) for where, name in open_ if name != "posture" or where == US}
    return Standing(thing.name, value, thing.rule, because, not open_)


def _victory(board: Board) -> list[Standing]:
    reached = goals.reached_goals(board, Change(Kind.SET_UP, victories.PART, (), "3.2", ()))
    if not reached:
        return [Standing("Victory", "nobody has won", "2.1", "", not board.unknown)]
    return [Standing("Victory", f"{the_side(goal.side)} has won", goal.rule, why, True) for goal, why in reached]


def _goal(board: Board, goal: Goal, count: Callable[[Board], int], stated: int | None) -> Standing:
    with watching(board) as reads:
        n = count(board) if stated is None else stated
    known = not reads.fields & board.unknown
    least = "" if known else "at least "
    return Standing(
        f"{SIDE_NAMES[goal.side]} goal, {goal.title}",
        f"{least}{n} of {goal.needed}",
        goal.rule,
        goal.only,
        known or n > 0,
    )
