"""The tracks and boxes at the map's edge."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.data import N_CELLS, N_TROOPS
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.ruleset import Ruleset
from referee.reports.report.charts import runs


@plain_dataclass(frozen=True)
class TrackMark:
    """One space of a track."""

    value: int
    text: str
    band: str = ""
    """The part of the track with its beginning here, or ""."""


@plain_dataclass(frozen=True)
class TrackView:
    """One track; ``key`` is its field in the view."""

    key: str
    title: str
    style: str
    marks: list[TrackMark]
    filled: bool = False
    """A supply of pieces rather than a marker on a space."""


def tracks(rules: Ruleset) -> list[TrackView]:
    """The tracks in the order of the page."""
    on = partial(Board, rules, {})
    found = [
        TrackView("prestige", "Prestige", "us", _bands(range(1, 13), lambda n: q.prestige_band(on(prestige=n)))),
        TrackView("funding", "Funding and deal", "j", _bands(range(1, 10), lambda n: _dealt(on(funding=n), "J"))),
        TrackView("world", "World Posture", "posture", [TrackMark(n, str(abs(n)), _posture(n)) for n in range(-3, 4)]),
        TrackView(
            "tt",
            "Troops Track and deal",
            "us",
            _bands(range(N_TROOPS + 1), lambda n: _dealt(on(troops_track=n), "US")),
            True,
        ),
        TrackView(
            "ct",
            "Cells on the track",
            "j",
            _bands(range(N_CELLS, -1, -1), lambda n: _reached_at(n, on)),
            True,
        ),
    ]
    if fact := next((f for f in rules.facts.on_board() if f.picture == "mt"), None):
        found.insert(
            4, TrackView("mt", fact.label, "us", [TrackMark(n, str(n)) for n in range(int(fact.empty) + 1)], True)
        )
    return found


def _dealt(board: Board, side: str) -> str:
    """A part of the track by name, with its dealt cards."""
    return f"{q.funding_band(board) if side == 'J' else q.troops_band(board)}: {q.hand_size(board, side)}"


def _reached_at(n: int, on: Callable[..., Board]) -> str:
    """The box of the last of n Cells: Recruit's least Funding."""
    boards = (on(funding=funding, cells_track=n) for funding in range(1, 10))
    return next((q.funding_band(b) for b in boards if q.available_cells(b)), "")


def _posture(n: int) -> str:
    return {-3: "Soft", 0: "even", 1: "Hard"}.get(n, "")


def _bands(values: range, name: Callable[[int], str]) -> list[TrackMark]:
    """The spaces of a track, with part names at their first space."""
    begins = {first: band for first, _, band in runs(values, name)}
    return [TrackMark(n, str(n), begins.get(n, "")) for n in values]
