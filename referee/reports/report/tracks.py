"""The tracks and boxes beside the map: which marks each has, and how the engine calls its parts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from referee.engine import queries as q
from referee.engine.board import Board
from referee.engine.data import N_CELLS, N_TROOPS
from referee.engine.ruleset import Goal, Ruleset


@dataclass(frozen=True, slots=True)
class Mark:
    """One space of a track."""

    value: int
    text: str
    band: str = ""
    """The part of the track that begins here, "" inside a part."""


@dataclass(frozen=True, slots=True)
class Track:
    """One track; ``key`` is its field in the view."""

    key: str
    title: str
    style: str
    marks: list[Mark]
    filled: bool = False
    """A supply of pieces rather than a marker on a space."""


def tracks(rules: Ruleset) -> list[Track]:
    """The tracks in the order of the page."""
    on = partial(Board, rules, {})
    return [
        Track("prestige", "Prestige", "us", _bands(range(1, 13), lambda n: q.prestige_band(on(prestige=n)))),
        Track("funding", "Funding", "j", _bands(range(1, 10), lambda n: f"hand of {q.hand_size(on(funding=n), 'J')}")),
        Track("world", "World Posture", "posture", [Mark(n, str(abs(n)), _posture(n)) for n in range(-3, 4)]),
        Track(
            "tt",
            "Troops on the track",
            "us",
            _bands(range(N_TROOPS + 1), lambda n: q.troops_band(on(troops_track=n))),
            True,
        ),
        Track("ct", "Cells on the track", "j", _bands(range(N_CELLS + 1), lambda n: ""), True),
    ]


def _posture(n: int) -> str:
    return {-3: "Soft", 0: "even", 1: "Hard"}.get(n, "")


def _bands(values: range, name: Any) -> list[Mark]:
    found: list[Mark] = []
    last = ""
    for n in values:
        band = name(n)
        found.append(Mark(n, str(n), band if band != last else ""))
        last = band
    return found


def meters(rules: Ruleset) -> list[Goal]:
    """The ways to victory toward which something is counted."""
    return [goal for goal in rules.goals if goal.key]
