"""Steps folded into plays: what stands between two plays belongs to the one before it.

A reader walks from play to play; a checkpoint, a deal or a line about the clock is shown with the play that it follows,
and before the first play with the start.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from referee.engine.referee import Step, Verdict
from referee.reports.report.replay import Difference, Moment, Replay

FOLDED = frozenset({"board", "check", "deal", "draw", "set"})
"""Kinds of line that are no play of their own."""


@dataclass(frozen=True, slots=True)
class Fold:
    """One play, or the start: which steps it shows and how it is called."""

    anchor: str
    label: str
    """As on a scoresheet: "T2·7"."""
    spoken: str
    """ "Turn 2, play 7"."""
    turn: int
    head: int | None
    """Index of its own step; None for the start."""
    members: list[int] = field(default_factory=list)
    """Indices of all its steps."""


def fold(verdict: Verdict, moments: list[Moment]) -> list[Fold]:
    """The start and the plays of a game, numbered within their turn."""
    first = moments[0].turn if moments else verdict.board.turn
    folds = [Fold("start", "Start", "Start", first, None)]
    seen: Counter[int] = Counter()
    for i, (step, moment) in enumerate(zip(verdict.steps, moments, strict=True)):
        if step.action.kind not in FOLDED:
            seen[moment.turn] += 1
            folds.append(_play(step, i, moment.turn, seen[moment.turn]))
        folds[-1].members.append(i)
    return folds


def _play(step: Step, index: int, turn: int, number: int) -> Fold:
    name = step.id or f"l{step.action.place.line}"
    return Fold(name, f"T{turn}·{number}", f"Turn {turn}, play {number}", turn, index)


def folded(game: Replay, folds: list[Fold]) -> Replay:
    """The replay with one moment a play; what belongs to the start is in the first position."""
    opening = [game.moments[i] for i in folds[0].members]
    start = _merged([game.start, *(m.differences for m in opening)])
    values = opening[-1].values if opening else game.values
    return Replay(start, values, [_moment(game, f) for f in folds[1:]], game.final)


def _moment(game: Replay, one: Fold) -> Moment:
    own = [game.moments[i] for i in one.members]
    moves = list(dict.fromkeys(move for m in own for move in m.moves))
    return Moment(_merged([m.differences for m in own]), own[-1].values, one.turn, own[0].side, own[0].phase, moves)


def _merged(parts: list[list[Difference]]) -> list[Difference]:
    found = {(c, name): value for part in parts for c, name, value in part}
    return [(c, name, value) for (c, name), value in found.items()]
