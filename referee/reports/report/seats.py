"""Sides without a player: their sheet, and why they acted so."""

from __future__ import annotations

from referee.engine.explaining.referee import JudgedStep
from referee.engine.law.flowchart import Flowchart, Seat
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.words import agree, listed, runs
from referee.reports import flowchart, trails
from referee.reports.flowchart import FlowDrawing, LitWay
from referee.reports.trails import Trail


@plain_dataclass(frozen=True)
class SeatView:
    """A side without a player."""

    side: str
    """US, or Jihadist."""
    title: str
    level: str
    chapter: int
    options: tuple[str, ...]
    chart: Flowchart | None
    drawings: tuple[FlowDrawing, ...]

    def to(self, name: str) -> str:
        """The consequence of an answer, in words."""
        return self.chart.ends.get(name, name) if self.chart is not None else name

    @property
    def full_title(self) -> str:
        """ "the Jihadist Bot (Attractive)"."""
        return self.title + (f" ({self.level})" if self.level else "")


@plain_dataclass(frozen=True)
class AskedQuestion:
    """A question to a flowchart, with its way on the drawings."""

    trail: Trail
    lit: tuple[LitWay, ...]


@plain_dataclass(frozen=True)
class SideReasons:
    """The answers for one side in a step."""

    who: str
    asked: tuple[AskedQuestion, ...]


def seats(rules: Ruleset) -> list[SeatView]:
    """The sides of a game without a player."""
    found = []
    for side, seat in rules.seats.items():
        chart, drawn = _sheet(seat)
        found.append(SeatView(SIDE_NAMES[side], seat.title, seat.level, seat.chapter, seat.options, chart, drawn))
    return found


def rules_in_force(rules: Ruleset) -> str:
    """The rules of a game by chapter, "" for the base game."""
    with_seats = sorted(seat.chapter for seat in rules.seats.values())
    if not with_seats:
        return rules.title
    own = listed(runs([n for n in rules.chapters if n and n not in with_seats]))
    chapters = f"{agree(len(with_seats), 'chapter')} {listed([str(n) for n in with_seats])}"
    return f"{rules.title or f'chapters {own}'}, with {chapters}"


def _sheet(seat: Seat | None) -> tuple[Flowchart | None, tuple[FlowDrawing, ...]]:
    """The flowchart of a side and its drawings; none without a flowchart."""
    chart = seat.flowchart() if seat is not None and seat.flowchart is not None else None
    return chart, flowchart.drawings(chart) if chart is not None else ()


def why(step: JudgedStep) -> list[SideReasons]:
    """The reasons of sides without a player in a step."""
    by_side: dict[str, list[Trail]] = {}
    for t in trails.of_step(step):
        by_side.setdefault(t.side, []).append(t)
    found = []
    for side, ways in by_side.items():
        seat = step.rules.seats.get(side)
        drawn = _sheet(seat)[1]
        who = seat.who if seat is not None else f"the {SIDE_NAMES[side]} side"
        seen: set[tuple[str, str]] = set()
        asked = []
        for t in ways:
            lit = tuple(one for one in _lit(t, drawn) if not seen.issuperset((w.box, w.answer) for w in one.ways))
            seen.update((w.box, w.answer) for one in lit for w in one.ways)
            asked.append(AskedQuestion(t, lit))
        found.append(SideReasons(who, tuple(asked)))
    return found


def _lit(trail: Trail, drawn: tuple[FlowDrawing, ...]) -> tuple[LitWay, ...]:
    taken = [(s.id, s.answer) for s in trail.stops if s.answer]
    return tuple(found for d in drawn if (found := d.lit(taken)) is not None)
