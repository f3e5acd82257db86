"""Chances to win: shares of rollouts, and the static estimate."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache
from math import exp, hypot, log1p, sqrt
from pathlib import Path
from typing import Any

from referee.analysis.features import kind_of, measured
from referee.engine.state.board import Board
from referee.engine.state.plain import plain_dataclass

FILE = Path(__file__).parent / "data" / "table.json"
KNOTS = (0.0, 0.5, 1.0, 2.0, 4.0, 7.0, 12.0, 20.0)
"""Numbers of remaining turns with calibration; between them the table interpolates."""
MEANING = "if both sides went on as the flowcharts of chapters 12 and 13 do; people play better"
"""The meaning of a chance, for display."""


class ChanceTable:
    """The coefficients for one kind of game, calibrated by the remaining turns."""

    __slots__ = ("coefficients", "knots", "shift", "slope")

    def __init__(self, knots: Sequence[float], given: dict[str, Any]) -> None:
        self.knots = [log1p(k) for k in knots]
        self.coefficients: list[float] = list(given["coefficients"].values())
        self.slope: list[float] = given["slope"]
        self.shift: list[float] = given["shift"]

    def chance(self, board: Board) -> float:
        """The chance of the US, from 0 to 1."""
        return self.of(*measured(board))

    def of(self, found: list[float], left: float) -> float:
        """Return the chance by the features and the remaining turns."""
        z = sum([a * b for a, b in zip(self.coefficients, found, strict=True)])
        at, knots = log1p(left), self.knots
        i = bisect_right(knots, at)
        if i >= len(knots):
            slope, shift = self.slope[-1], self.shift[-1]
        else:
            share = (at - knots[i - 1]) / (knots[i] - knots[i - 1])
            slope = self.slope[i - 1] + share * (self.slope[i] - self.slope[i - 1])
            shift = self.shift[i - 1] + share * (self.shift[i] - self.shift[i - 1])
        z = slope * z + shift
        return 1 / (1 + exp(-z)) if z > -500 else 0.0


@cache
def tables() -> dict[str, ChanceTable]:
    """Return the tables by kind of game; see :func:`referee.analysis.features.kind_of`."""
    read = json.loads(FILE.read_text(encoding="utf-8"))
    return {kind: ChanceTable(read["knots"], given) for kind, given in read["tables"].items()}


def decided(board: Board) -> float | None:
    """The result for the US: win 1, loss 0, draw 0.5.

    Returns None while the game goes on.
    """
    if not board.winner:
        return None
    return 1.0 if board.winner == "US" else 0.0 if board.winner == "J" else 0.5


def static(board: Board) -> float:
    """Return the chance of the US by the table, 0 to 1."""
    known = decided(board)
    return known if known is not None else tables()[kind_of(board)].chance(board)


@plain_dataclass(frozen=True)
class Chance:
    """The US's share of wins in rollouts, or a difference of shares."""

    us: float
    n: int
    """The number of rollouts; 0 for a finished game."""
    spread: float | None = None
    """The standard error of a difference.

    It is None for a share, whose own follows from it.
    """

    @property
    def error(self) -> float:
        """The standard error, never 0: one more rollout of each result counts."""
        if self.spread is not None or not self.n:
            return self.spread or 0.0
        p = (self.us * self.n + 1) / (self.n + 2)
        return sqrt(p * (1 - p) / self.n)

    @property
    def words(self) -> str:
        """The chance with its standard error, in whole points."""
        return f"{100 * self.us:.0f} % (± {max(1, round(100 * self.error))})" if self.n else f"{100 * self.us:.0f} %"

    def less(self, before: Chance) -> Chance:
        """Return the difference from an earlier chance."""
        return Chance(self.us - before.us, min(self.n, before.n), hypot(self.error, before.error))


def chance_of(results: Iterable[float]) -> Chance:
    """Return the chance by the results of rollouts."""
    found = list(results)
    return Chance(sum(found) / len(found), len(found)) if found else Chance(0.5, 0)


def rollouts(board: Board, n: int, seed: int | str = 0, *, first: int = 0) -> tuple[float, ...]:
    """The results of some rollouts, each 1 for the US or 0.

    The result is empty for a finished game.
    """
    from referee.analysis.dealing import Dealing
    from referee.analysis.rollout import play_on  # the flowcharts: not needed to read the table alone

    if board.winner:
        return ()
    dealing = Dealing(board)
    return tuple([play_on(board, f"{seed} {i}", dealing).us for i in range(first, n)])


def rolled_out(board: Board, n: int, seed: int | str = 0) -> Chance:
    """Return the chance of the US by ``n`` rollouts.

    Certain for a finished game.
    """
    known = decided(board)
    return Chance(known, 0) if known is not None else chance_of(rollouts(board, n, seed))
