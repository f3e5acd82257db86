"""The Alert Table: whether the priority Plot is worth an Alert, by Funding and Prestige as the other Plots will leave them."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from referee.editions.solo.situation import Situation
from referee.editions.solo.us_bot import measures as m
from referee.engine import queries as q
from referee.engine.board import HARD, US
from referee.engine.data import GOOD

DATA = Path(__file__).parent / "data" / "alert-table.toml"
MOST_FUNDING, MOST_PRESTIGE = 9, 12


@cache
def printed() -> dict[str, Any]:
    """The table with its legend and its modifiers, as the file has them."""
    return tomllib.loads(DATA.read_text(encoding="utf-8"))


@cache
def entries() -> tuple[tuple[str, ...], ...]:
    """The entries by Funding and Prestige, each from 1."""
    return tuple(tuple(row.split()) for row in printed()["rows"])


class Result(NamedTuple):
    """What the table says of a Plot."""

    alert: bool | None
    """Whether it is worth an Alert; None where a die says."""
    number: int
    """The highest die that means an Alert."""
    words: str
    """Where in the table it stands, and what is written there."""
    sure: bool


class Where(NamedTuple):
    """The row and the column, and whether only confirmed modifiers led there."""

    funding: int
    prestige: int
    sure: bool


def by_others(s: Situation, plot: str) -> tuple[int, int, bool]:
    """What a Plot that is not the priority Plot adds to Funding and Prestige: bullets 1 to 4."""
    where, _ = m.plot_of(plot)
    good = s.board[where].governance == GOOD
    if s.board[where].data.muslim:
        return (2 if good else 1), -bool(m.troops(s, where)), not good
    if s.board[where].data.non_muslim:
        return m.plot_number(s, plot) * (2 if good else 1), 0, False
    return 0, 0, False


def modified(s: Situation, plot: str) -> Where:
    """The row and the column for the priority Plot, with all eight bullets."""
    b = s.board
    found = [by_others(s, p) for p in m.plots(b) if p != plot]
    world = q.world_posture(b)
    found += [(0, 1, False)] * (abs(world) == 3 and (world > 0) == (q.us_posture(b) == HARD))
    found += [(0, -1, False)] * q.any_islamist(b)
    found += [(1, 0, False)] * (q.has_marker(b, "Pirates") or q.has_marker(b, "Pirates II"))
    found += [(-1, 0, False)] * q.has_marker(b, "Fracking")
    funding = b.funding + sum(f for f, _, _ in found)
    prestige = b.prestige + sum(p for _, p, _ in found)
    sure = all(certain for _, _, certain in found)
    return Where(min(max(funding, 1), MOST_FUNDING), min(max(prestige, 1), MOST_PRESTIGE), sure)


def look_up(s: Situation, plot: str) -> Result:
    """What the table says of the priority Plot."""
    at = modified(s, plot)
    where, _ = m.plot_of(plot)
    muslim = s.board[where].data.muslim
    entry = entries()[at.funding - 1][at.prestige - 1]
    code = entry.split("|")[0 if muslim else 1]
    found, read = read_code(s, plot, code)
    number = min(6, m.plot_number(s, plot) + (s.board[where].aid if muslim else 0)) if found is None else 0
    sure = at.sure and [at.funding, at.prestige, read] in printed()["sure"] and plot_settles(s, plot)
    half = "in a Muslim country" if muslim else "outside the Muslim world"
    told = f"Funding {at.funding}, Prestige {at.prestige}: {entry}, {half} {code}: {printed()['legend'][read]}"
    return Result(found, number, told, sure)


def plot_settles(s: Situation, plot: str) -> bool:
    """Whether this is the case that the worked turn shows: a Plot 1 in a Good country."""
    return m.plot_value(s, plot) == "1" and s.board[m.plot_of(plot)[0]].governance == GOOD


LEAST = {"2": (1, 2), "3": (2, 3), "4": (2, 9)}
"""The number from which on a Plot in a Good country, and in any other, is worth an Alert."""


def read_code(s: Situation, plot: str, code: str) -> tuple[bool | None, str]:
    """Whether a code means an Alert, None where a die says; and the part of it that decides."""
    where, _ = m.plot_of(plot)
    good = s.board[where].governance == GOOD
    if code[0] in LEAST:
        in_good, anywhere = LEAST[code[0]]
        if m.plot_number(s, plot) >= (min(in_good, anywhere) if good else anywhere):
            return True, code[0]
        code = code[1:]
    troops, at_home = m.troops(s, where) > 0, where == US
    return {
        "Y": True,
        "N": False,
        "R": None,
        "G": good,
        "L": good or troops,
        "T": True if troops else None,
        "Z": at_home,
        "U": True if at_home else None,
        "S": None if at_home else False,
    }[code], code
