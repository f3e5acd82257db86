"""Where the US Bot Deploys and Withdraws Troops, and where it takes them for a Regime Change (13.4.7, 13.4.8)."""

from __future__ import annotations

from typing import NamedTuple

from referee.editions.solo.situation import Situation
from referee.editions.solo.us_bot import measures as m
from referee.editions.solo.us_bot.choose import by_column, by_flowchart, stop
from referee.engine.data import FAIR, GOOD, POOR, TRACK
from referee.engine.guidance import Trail

FROM_THE_TRACK = 2
"""Troops that a Deploy takes from the track."""


class March(NamedTuple):
    """Ends of a Deploy: the places that come alike at each end, and the ways there."""

    targets: tuple[str, ...]
    to: Trail
    origins: tuple[str, ...]
    out: Trail

    @property
    def possible(self) -> bool:
        """Whether Troops would go from one place to another (13.4.7)."""
        return any(o != t for o in self.origins for t in self.targets)


def march(s: Situation) -> March:
    """Where the flowcharts have Troops go, and from where."""
    if "march" not in s.found:
        s.found["march"] = _march(s)
    found: March = s.found["march"]
    return found


def _march(s: Situation) -> March:
    b = s.board
    targets, to = by_flowchart(s, "Deploy To", [n for n in (*b.muslim, TRACK) if m.may_arrive(s, n)])
    leave = [n for n in (*b.names, TRACK) if m.may_leave(s, n) or m.may_withdraw(s, n)]
    origins, out = by_flowchart(s, "Deploy From", leave)
    return March(tuple(targets), to, tuple(origins), out)


def deploy_possible(s: Situation) -> bool:
    """Whether a Deploy from one place to another is possible (13.4.7)."""
    return march(s).possible


def uses(s: Situation, found: March) -> tuple[str, ...]:
    """Whether the Troops leave by a Deploy or by a Withdrawal (13.4.8); both, where either would do."""
    deploy = any(m.may_leave(s, o) for o in found.origins)
    withdraw = any(m.may_withdraw(s, o) for o in found.origins)
    return (*["deploy"] * deploy, *["withdraw"] * withdraw)


def invasion_origins(s: Situation) -> tuple[list[str], Trail]:
    """From where Troops invade: the first boxes of the Deploy flowchart, then any country, then the track."""
    able = m.invaders(s)
    abroad = [n for n in able if n != TRACK]
    left, trail = by_flowchart(s, "Deploy From", abroad)
    if left:
        return left, trail
    level = [n for n in abroad if s.board[n].governance in (GOOD, FAIR, POOR)]
    if level:
        left, further = by_column(s, "Deploy From", level)
        words = "a country that is Good, Fair or Poor, with six Troops that can leave"
        return left, (*trail, *stop("Regime Change", "13.4.3", words, left=left, sure=False), *further)
    left = [n for n in able if n == TRACK]
    return left, (*trail, *stop("Regime Change", "13.4.3", "the Troops Track", left=left, sure=len(able) == 1))


def number_from(s: Situation, origin: str, have: int) -> tuple[int, bool]:
    """How many of ``have`` Troops a Deploy takes from a place, and whether that is certain."""
    return (min(FROM_THE_TRACK, have), False) if origin == TRACK else (have, True)
