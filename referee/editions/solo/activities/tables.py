"""Random countries (9.5): the tables that are known, and the closest country (9.5.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.engine import queries as q
from referee.engine.board import Board

SCHENGEN = ("Scandinavia", "Benelux", "Germany", "France", "Spain", "Italy")
"""By one die; Eastern Europe is not on it."""
SHIA_MIX = (
    "Turkey",
    "Saudi Arabia",
    "Lebanon",
    "Yemen",
    "Iraq",
    "Pakistan",
    "Gulf States",
    "Afghanistan",
)
"""By the sum of three dice, two sums to a country, from 3 on."""


def schengen_of(dice: tuple[int, ...]) -> str:
    return SCHENGEN[dice[0] - 1]


def shia_mix_of(dice: tuple[int, ...]) -> str:
    return SHIA_MIX[(sum(dice) - 3) // 2]


def closest(board: Board, start: str, eligible: Iterable[str]) -> list[str]:
    """The eligible countries that are fewest steps away, over Adjacent countries of any kind (9.5.1)."""
    wanted = set(eligible)
    reached = frontier = {start}
    while frontier:
        if found := sorted(frontier & wanted):
            return found
        frontier = {n for n in board.names for at in frontier if q.adjacent(board, at, n)} - reached
        reached = reached | frontier
    return []


def reachable(board: Board, table: Callable[[tuple[int, ...]], str], eligible: Iterable[str]) -> list[str]:
    """The eligible countries that some dice of a table lead to."""
    found = tuple(eligible)
    rolls = [(die,) for die in range(1, 7)] if table is schengen_of else [(n, 0, 0) for n in range(3, 19)]
    led = {n for dice in rolls for n in closest(board, table(dice), found)}
    return [n for n in found if n in led]


def leading_to(
    board: Board, table: Callable[[tuple[int, ...]], str], eligible: Iterable[str]
) -> Callable[[tuple[int, ...]], tuple[str, ...]]:
    """Which of the eligible countries the dice of a table lead to."""
    found = tuple(eligible)
    return lambda dice: tuple(closest(board, table(dice), found))
